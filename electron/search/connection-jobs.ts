import { maxAttempts, refusesConnection } from '../../shared/error-codes.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import type { JobOutcome } from '../jobs/index.ts';

/** What all jobs share: which keys are new, and what follows from an error. */
export interface ConnectionJobs {
  /** Retries connections whose key was replaced; their failed jobs start again without attempts. */
  resume(connectionIds: readonly string[]): void;
  /** Stores the key resets that could not be stored before. Rejects as the store does. */
  resetAttempts(): Promise<void>;
  /**
   * The outcome of a failed attempt that began at `begunAt` (elapsed ms) and was number `attempts`. A retry
   * waits `pause` ms.
   */
  outcomeOf(
    attempt: { connectionIds: readonly string[]; attempts: number; begunAt: number },
    error: ErrorData,
    pause: number,
  ): Extract<JobOutcome, { kind: 'retry' | 'failed' }>;
}

interface ConnectionJobsOptions {
  store: Pick<Store, 'resetJobs'>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  reportError(what: string, error: unknown): void;
}

/** Time without requests after a rejected key that nobody replaces, ms. */
export const refusedKeyWaitMs = 24 * 3_600_000;

/** No key has been replaced yet. */
export function createConnectionJobs({ store, clock, reportError }: ConnectionJobsOptions): ConnectionJobs {
  /** When each connection last got a new key, elapsed ms. */
  const renewedAt = new Map<string, number>();
  /** Connections whose reset is not stored yet. */
  const pendingResets = new Set<string>();

  async function resetAttempts(): Promise<void> {
    const connectionIds = [...pendingResets];
    if (connectionIds.length === 0) return;
    await store.resetJobs(connectionIds);
    for (const id of connectionIds) pendingResets.delete(id);
  }

  return {
    resetAttempts,
    resume(connectionIds) {
      for (const id of connectionIds) {
        renewedAt.set(id, clock.elapsed());
        pendingResets.add(id);
      }
      // If the store cannot be written now, the next poll tries again.
      resetAttempts().catch((error) => reportError('a new key', error));
    },
    outcomeOf({ connectionIds, attempts, begunAt }, error, pause) {
      const inMs = (ms: number) => Math.round(clock.now() + ms);
      // An attempt with the old key may be retried at once.
      const hasOldKey = connectionIds.some((one) => begunAt <= (renewedAt.get(one) ?? -1));
      if (hasOldKey) return { kind: 'retry', at: clock.now(), error };
      if (refusesConnection(error)) return { kind: 'retry', at: inMs(refusedKeyWaitMs), error };
      if (attempts >= maxAttempts) return { kind: 'failed', error };
      return { kind: 'retry', at: inMs(pause), error };
    },
  };
}
