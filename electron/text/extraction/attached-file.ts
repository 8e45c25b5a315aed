import type { UnpackBudget } from '../../lib/file-formats/unpack-budget.ts';

/** A file in another. */
export interface AttachedFile {
  name: string;
  /**
   * Its bytes, within a budget. Rejects with `UnreadFileError`, and with arbitrary errors for damaged ones.
   */
  read(budget: UnpackBudget): Promise<Buffer>;
}
