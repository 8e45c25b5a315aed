import { maxAttempts } from '../../shared/error-codes.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { Lease } from './lease.ts';

/** The attempts at one job, as stored, so that a restart or a kill does not reset them. */
export interface Attempts {
  /** Of this round, at most `maxAttempts`. */
  attempts: number;
  /** No attempt before, ms since 1970; undefined where nothing has been decided. */
  retryAfter: number | undefined;
  /** The error of the last attempt. */
  error: ErrorData | undefined;
}

/** Before the first attempt, after a success, and after a person retries. */
export const noAttempts: Attempts = { attempts: 0, retryAfter: undefined, error: undefined };

/** How many attempts the current round has had: a finished round is followed by a new one. */
export function attemptsOfRound({ attempts }: Pick<Attempts, 'attempts'>): number {
  return attempts < maxAttempts ? attempts : 0;
}

/**
 * Ms until the next attempt: 0 where the wait is over, undefined where there is none. A wait longer than
 * `maxWaitMs` comes from a clock that was set back: it is ignored.
 */
export function waitOf(
  { retryAfter }: Partial<Pick<Attempts, 'retryAfter'>>,
  now: number,
  maxWaitMs: number,
): number | undefined {
  if (retryAfter === undefined || retryAfter - now > maxWaitMs) return undefined;
  return Math.max(0, retryAfter - now);
}

/**
 * The part of an attempt's error that is stored: without its exchange, which may be long and holds client
 * data.
 */
export function storableError(cause: unknown): ErrorData {
  const { exchange: _exchange, ...error } = toErrorData(cause);
  return error;
}

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
