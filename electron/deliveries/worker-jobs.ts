import type { MergeJob, MergeOutcome } from './pdf/merge.ts';
import type { Report } from './pdf/write-report.ts';
import type { FileToPack } from './zip/split-archives.ts';

/** Heavy work for a worker process, as plain data. */
export type WorkerJob =
  | { kind: 'merge'; job: MergeJob }
  | { kind: 'zip'; path: string; files: readonly FileToPack[] }
  | { kind: 'report'; path: string; report: Report };

/** The result of each kind of job. */
export interface WorkerResults {
  merge: MergeOutcome;
  zip: { bytes: number };
  report: undefined;
}
