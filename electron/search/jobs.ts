import type { ErrorData } from '../../shared/errors.ts';
import { maxAttempts, ruleOf } from '../../shared/retry-table.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import type { Attempts } from '../jobs/index.ts';

/**
 * What is asked of connections until it is answered, by a person's wish or a saved search's: a row of the
 * store, which keeps its attempts.
 */
export interface Job extends Attempts {
  resultSetId: string;
  connectionIds: readonly string[];
}

/** How an attempt of a job ended. */
export type JobOutcome =
  | { kind: 'done' }
  /** `at` is ms since 1970. */
  | { kind: 'retry'; at: number; error: ErrorData }
  /** Nobody was asked, or not to the end, through no fault of anybody: it is as due as before. */
  | { kind: 'blocked'; why: 'away' | 'elsewhere' | 'ending' }
  /** Tried often enough. */
  | { kind: 'failed'; error: ErrorData };

/** What the jobs of asking agencies have in common: which keys are new, and what follows from an error. */
export interface Jobs {
  /** A connection may be asked again: its key was replaced. What has failed of it begins at no attempt. */
  resume(connectionIds: readonly string[]): void;
  /** Has the store hear of new keys of which it could not before. Rejects as the store does. */
  resetAttempts(): Promise<void>;
  /**
   * What follows from the error of an attempt that was begun then (elapsed ms), of so many; `pause` ms pass
   * before it is tried again.
   */
  outcomeOf(
    attempt: { connectionIds: readonly string[]; attempts: number; begunAt: number },
    error: ErrorData,
    pause: number,
  ): Extract<JobOutcome, { kind: 'retry' | 'failed' }>;
}

export interface JobsDeps {
  store: Pick<Store, 'resetRefreshAttempts'>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  reportError(what: string, error: unknown): void;
}

/** How long a key that was refused is left alone where nobody replaces it, ms. */
export const refusedFor = 24 * 3_600_000;

/** No key has been replaced yet. */
export function createJobs({ store, clock, reportError }: JobsDeps): Jobs {
  /** When connections had a new key last, by the machine's own time, ms. */
  const renewed = new Map<string, number>();
  /** Of those, the ones of which the store has not heard. */
  const pendingResets = new Set<string>();

  async function resetAttempts(): Promise<void> {
    const connectionIds = [...pendingResets];
    if (connectionIds.length === 0) return;
    await store.resetRefreshAttempts(connectionIds);
    for (const id of connectionIds) pendingResets.delete(id);
  }

  return {
    resetAttempts,
    resume(connectionIds) {
      for (const id of connectionIds) {
        renewed.set(id, clock.elapsed());
        pendingResets.add(id);
      }
      // Where the store cannot be written just now, at the next look.
      resetAttempts().catch((error) => reportError('a new key', error));
    },
    outcomeOf({ connectionIds, attempts, begunAt }, error, pause) {
      const inMs = (ms: number) => Math.round(clock.now() + ms);
      // What was asked with the old key may be asked again.
      const isOfOldKey = connectionIds.some((one) => begunAt <= (renewed.get(one) ?? -1));
      if (isOfOldKey) return { kind: 'retry', at: clock.now(), error };
      if (refusesKey(error)) return { kind: 'retry', at: inMs(refusedFor), error };
      if (attempts >= maxAttempts) return { kind: 'failed', error };
      return { kind: 'retry', at: inMs(pause), error };
    },
  };
}

/** Whether an error is one that another key may mend, and asking again does not. */
export function refusesKey({ code, status }: ErrorData): boolean {
  return ruleOf(code).concerns === 'connection' || status === 401 || status === 403;
}
