import type { MergeJob, MergeOutcome } from './pdf/merge.ts';
import type { FileToPack } from './zip-plan.ts';

/** Heavy work that is done beside the main event loop, as plain data. */
export type Work =
  | { kind: 'merge'; job: MergeJob }
  | { kind: 'zip'; path: string; files: readonly FileToPack[] };

/** What each kind of work gives. */
export interface Works {
  merge: MergeOutcome;
  zip: { bytes: number };
}
