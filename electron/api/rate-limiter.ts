import PQueue from 'p-queue';
import type { AppError } from '../../shared/errors.ts';
import { cancelled } from '../lib/async.ts';

/** Limits the concurrent requests to a service: as many as allowed, fewer while it fails. */
export interface RateLimiter {
  /**
   * Runs one attempt once a slot is free; urgent ones go first. Rejects with `CANCELLED` when the signal is
   * aborted before that.
   */
  run<T>(
    attempt: () => Promise<T>,
    options: { isUrgent: boolean; signal: AbortSignal | undefined },
  ): Promise<T>;
  /** Records how each attempt ended: halves the limit after a failure, adds one after ten successes. */
  record(succeeded: boolean): void;
}

const successesPerIncrease = 10;

/**
 * The rate limiter of one agency, shared by all callers. `maxConcurrent` is read with each request, so that a
 * changed setting applies.
 */
export function createRateLimiter(maxConcurrent: () => number): RateLimiter {
  const queue = new PQueue({ concurrency: maxConcurrent() });
  let successes = 0;

  return {
    async run(attempt, { isUrgent, signal }) {
      if (queue.concurrency > maxConcurrent()) queue.concurrency = maxConcurrent();
      try {
        return await queue.add(attempt, { priority: isUrgent ? 1 : 0, ...(signal && { signal }) });
      } catch (error) {
        // Removed from the queue, or aborted while running.
        throw signal?.aborted ? cancelled() : error;
      }
    },
    record(succeeded) {
      if (!succeeded) {
        successes = 0;
        queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
        return;
      }
      successes++;
      if (successes < successesPerIncrease || queue.concurrency >= maxConcurrent()) return;
      successes = 0;
      queue.concurrency++;
    },
  };
}

/**
 * Whether the service fails or is overloaded, so that the rate limiter slows down. A refusal is a normal
 * response, and a lost connection does not concern the load.
 */
export function isOverburdened({ code, status = 0 }: AppError): boolean {
  if (code === 'TENANT_UNRESOLVED') return false;
  return code === 'TIMED_OUT' || status === 429 || status >= 500;
}
