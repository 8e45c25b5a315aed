import PQueue from 'p-queue';
import { cancelled } from './http-attempt.ts';

/** How many requests to a service are under way at once: as many as allowed, fewer while it errs. */
export interface RateLimiter {
  /**
   * Makes one attempt when its turn has come; what a person waits for goes first. Rejects with `CANCELLED`
   * when its signal ends before that.
   */
  run<T>(
    attempt: () => Promise<T>,
    options: { isUrgent: boolean; signal: AbortSignal | undefined },
  ): Promise<T>;
  /**
   * Records how each attempt went: halves what is allowed on a failure, gives one back after ten good ones.
   */
  record(succeeded: boolean): void;
}

const successesPerIncrease = 10;

/**
 * The rate limiter of one agency, whoever asks it; `maxConcurrent` is read anew with each request, so that a
 * changed setting counts.
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
        // Taken out of the queue before its turn, or ended in it.
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
