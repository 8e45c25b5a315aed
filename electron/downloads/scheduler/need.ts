import { CarpetaError } from '../../../shared/errors.ts';
import type { Run, Task } from './run.ts';

/**
 * A `DISK_FULL` that says how much room is wanted, in bytes: `needed` for what the batch still has to bring, as far as can be told from what it
 * has brought, and `next` for the document that did not fit. Any other error as it is.
 */
export function withNeed({ tally, destination }: Run, error: CarpetaError, task: Task): CarpetaError {
  if (error.code !== 'DISK_FULL') return error;
  const { counts, bytes } = tally;
  const next = Math.max(task.size ?? 0, task.bytes, 1);
  const average = counts.done > 0 ? bytes / counts.done : next;
  const needed = Math.max(next, Math.ceil(average * (counts.waiting + counts.transferring)));
  return new CarpetaError('DISK_FULL', 'no space is left', {
    values: { path: destination.folder, needed, next },
    cause: error,
  });
}
