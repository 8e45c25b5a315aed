import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import { maxAttempts } from '../../shared/retry-table.ts';

/**
 * How asking for one thing has gone, as the store keeps it, so that neither a start nor a kill begins it at
 * nought.
 */
export interface Attempts {
  /** Of this round, `maxAttempts` at most. */
  attempts: number;
  /** Nobody asks before, ms since 1970; undefined where nothing has been decided. */
  retryAfter: number | undefined;
  /** What the last one failed with. */
  error: ErrorData | undefined;
}

/** Of what nobody has asked for since it was answered, or since a person had it tried again. */
export const noAttempts: Attempts = { attempts: 0, retryAfter: undefined, error: undefined };

/** How many attempts the round that goes on has had: one that is over is followed by another. */
export function attemptsOfRound({ attempts }: Pick<Attempts, 'attempts'>): number {
  return attempts < maxAttempts ? attempts : 0;
}

/**
 * How long nobody asks yet, ms: 0 where the wait is over, undefined where there is none. One that is longer
 * than the `longest` that is ever decided was written down before the machine's clock was set back, and is
 * none either.
 */
export function waitOf(
  { retryAfter }: Partial<Pick<Attempts, 'retryAfter'>>,
  now: number,
  maxWaitMs: number,
): number | undefined {
  if (retryAfter === undefined || retryAfter - now > maxWaitMs) return undefined;
  return Math.max(0, retryAfter - now);
}

/** What is kept of the error of an attempt: its response may be long, and tells of a client. */
export function storableError(cause: unknown): ErrorData {
  const { exchange: _exchange, ...error } = toErrorData(cause);
  return error;
}
