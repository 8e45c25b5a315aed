import type { ErrorData } from '../../shared/errors.ts';
import type { Lease } from './lease.ts';
import { type Attempts, noAttempts } from './retry.ts';

/** What a job does; stored. */
export type JobKind = 'refresh' | 'search' | 'background-fetch' | 'retention';

/** Which job: `subject` is what it is about, a result set or a dispatch, and `''` where there is only one. */
export interface JobKey {
  kind: JobKind;
  subject: string;
}

/** Work that stays until it is done: how its attempts went, when it is due, and which process works on it. */
export interface Job extends JobKey, Attempts, Lease {
  /** Whether it has a row: one that nobody has begun has none. */
  isStored: boolean;
}

/** How an attempt at a job ended. */
export type JobOutcome =
  | { kind: 'done' }
  /** `at` is ms since 1970. */
  | { kind: 'retry'; at: number; error: ErrorData }
  /** Not run, or not to the end, for a reason outside the job: it stays due, and this was no attempt. */
  | { kind: 'blocked' }
  /** Out of attempts. */
  | { kind: 'failed'; error: ErrorData };

/** A job that nobody has begun. */
export function newJob(key: JobKey): Job {
  return { ...key, ...noAttempts, owner: '', leaseUntil: 0, isStored: false };
}
