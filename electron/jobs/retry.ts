import { maxAttempts } from '../../shared/error-codes.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';

/** The first wait after a failure and the longest one, ms. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** Waits between requests (api.md, Retry guidance). */
export const requestBackoff: Backoff = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Wait before the next attempt, ms: doubles from `firstMs` up to `maxMs`, ±30 percent, so that many apps do
 * not retry at once. `failures` counts from 1; `random` is 0 to 1, with 0.5 for the exact wait.
 */
export function backoffMs(
  failures: number,
  random: number,
  { firstMs, maxMs }: Backoff = requestBackoff,
): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1) * (0.7 + 0.6 * random));
}

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

/** Waits between attempts to change the store, ms: another process may write for long, or a disk be full. */
const storeBackoff: Backoff = { firstMs: 1_000, maxMs: 5_000 };

export interface RetryOptions {
  clock: Pick<Clock, 'sleep'>;
  /** Ends the waits. */
  signal: AbortSignal;
  /** Receives the first failure alone: the others nearly always repeat it. */
  onError?(error: unknown): void;
  /** Whether another attempt may help. Default: always. */
  mayRetry?(error: unknown): boolean;
}

/**
 * Attempts a change of the store until it succeeds. Rejects with an error after which no attempt may help,
 * and with the abort's reason.
 */
export async function retry(
  change: () => Promise<void>,
  { clock, signal, onError, mayRetry }: RetryOptions,
): Promise<void> {
  for (let failures = 1; ; failures++) {
    try {
      return await change();
    } catch (error) {
      if (mayRetry && !mayRetry(error)) throw error;
      if (failures === 1) onError?.(error);
    }
    // Without jitter: the store is this computer's own.
    await clock.sleep(backoffMs(failures, 0.5, storeBackoff), signal);
  }
}

/**
 * As {@link retry}, but resolves after the first attempt: the others follow in the background. Never rejects.
 */
export function retryInBackground(change: () => Promise<void>, options: RetryOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  retry(() => change().finally(resolve), options).catch(() => undefined);
  return promise;
}
