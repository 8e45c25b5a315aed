import type { Clock } from '../host.ts';
import { type Backoff, backoffMs } from './backoff.ts';

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
