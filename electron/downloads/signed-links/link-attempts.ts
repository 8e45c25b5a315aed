import { compositeKey } from '../../../shared/composite-key.ts';
import { maxAttempts, ruleOf } from '../../../shared/error-codes.ts';
import type { AppError, ErrorData } from '../../../shared/errors.ts';
import type { Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { attemptsOfRound, backoffMs, storableError, waitOf } from '../../jobs/index.ts';

/** Failed link requests of one dispatch. Times are monotonic ms. */
export interface LinkFailure {
  /** Requests in this round, up to {@link maxAttempts}. */
  attempts: number;
  /** Start of the round. */
  since: number;
  /** No request before this time. */
  retryAt: number;
  error: ErrorData;
  /** The service served other dispatches meanwhile: the failure is specific to this one. */
  isAlone: boolean;
}

/**
 * Failed link requests by connection and query, shared by all waiting documents and stored across restarts.
 */
export type LinkFailures = ReturnType<typeof createLinkFailures>;

interface LinkFailuresOptions {
  store: Pick<Store, 'listLinkFailures' | 'saveLinkFailure' | 'deleteLinkFailure' | 'deleteLinkFailures'>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** 0 to 1. */
  random(): number;
}

// Pause between two rounds, ms; a waiting batch retries by itself.
const roundPauseMs = 30_000;
// Older failures may belong to a removed batch or connection, ms.
const retentionMs = 86_400_000;

/** Loads the failures of earlier processes. */
export function createLinkFailures({ store, clock, random }: LinkFailuresOptions) {
  const failures = new Map<string, LinkFailure & { connectionId: string }>();
  // A store failure loses counts, never a link.
  const ignore = () => undefined;
  /** Connections reset before the failures were loaded; undefined for all. */
  const resetConnections = new Set<string | undefined>();
  let isLoaded = false;
  const loading = store.listLinkFailures().then((stored) => {
    isLoaded = true;
    for (const { connectionId, queryKey, attempts, isAlone, since, error, ...row } of stored) {
      const key = compositeKey(connectionId, queryKey);
      if (failures.has(key) || resetConnections.has(undefined) || resetConnections.has(connectionId))
        continue;
      const [now, elapsed] = [clock.now(), clock.elapsed()];
      if (now - row.retryAfter > retentionMs) {
        store.deleteLinkFailure(connectionId, queryKey).catch(ignore);
        continue;
      }
      const retryAt = elapsed + (waitOf(row, now, roundPauseMs) ?? 0);
      const began = elapsed - Math.max(0, now - since);
      failures.set(key, { connectionId, attempts, isAlone, since: began, retryAt, error });
    }
  }, ignore);

  function save(connectionId: string, queryKey: string, failure: LinkFailure): void {
    failures.set(compositeKey(connectionId, queryKey), { ...failure, connectionId });
    const wallOf = (elapsed: number) => Math.round(clock.now() + elapsed - clock.elapsed());
    const [since, retryAfter] = [wallOf(failure.since), wallOf(failure.retryAt)];
    const { attempts, isAlone, error } = failure;
    const stored = { connectionId, queryKey, attempts, isAlone, since, retryAfter, error };
    store.saveLinkFailure(stored).catch(ignore);
  }

  /** The failure of a query, as far as it is loaded; undefined if its last request succeeded. */
  function known(connectionId: string, queryKey: string): LinkFailure | undefined {
    return failures.get(compositeKey(connectionId, queryKey));
  }

  /** Requests of the current round. */
  function attemptsOf(connectionId: string, queryKey: string): number {
    return attemptsOfRound(known(connectionId, queryKey) ?? { attempts: 0 });
  }

  return {
    known,
    /** As `known`, once the stored ones are loaded. Never rejects. */
    async of(connectionId: string, queryKey: string) {
      await loading;
      return known(connectionId, queryKey);
    },
    /** Remaining requests of the round; after the last one a new round begins. */
    attemptsLeft: (connectionId: string, queryKey: string) =>
      maxAttempts - attemptsOf(connectionId, queryKey),
    /** Records a failed request. */
    failed(connectionId: string, queryKey: string, error: AppError): void {
      const now = clock.elapsed();
      const attempts = attemptsOf(connectionId, queryKey) + 1;
      const since = attempts === 1 ? now : (known(connectionId, queryKey)?.since ?? now);
      const retryAt = now + (attempts < maxAttempts ? backoffMs(attempts, random()) : roundPauseMs);
      save(connectionId, queryKey, { attempts, since, retryAt, error: storableError(error), isAlone: false });
    },
    /** Marks the failure as specific to this query. */
    markAsSpecific(connectionId: string, queryKey: string): void {
      const failure = known(connectionId, queryKey);
      if (failure && !failure.isAlone) save(connectionId, queryKey, { ...failure, isAlone: true });
    },
    succeeded(connectionId: string, queryKey: string): void {
      if (!failures.delete(compositeKey(connectionId, queryKey))) return;
      store.deleteLinkFailure(connectionId, queryKey).catch(ignore);
    },
    /** Resets the attempts, since the user retries or a connection has a new key. */
    resetAttempts(connectionId?: string): void {
      if (isLoaded && failures.size === 0) return;
      if (!isLoaded) resetConnections.add(connectionId);
      for (const [key, failure] of [...failures]) {
        if (connectionId === undefined || failure.connectionId === connectionId) failures.delete(key);
      }
      store.deleteLinkFailures(connectionId).catch(ignore);
    },
  };
}

/** Whether a link request failed at the service and counts as an attempt; a network failure does not. */
export function countsAsAttempt({ code }: AppError): boolean {
  return ruleOf(code).concerns === 'service' || code === 'REDIRECTED';
}
