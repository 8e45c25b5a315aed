import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError, ErrorData } from '../../../shared/errors.ts';
import { maxAttempts } from '../../../shared/retry-table.ts';
import type { Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { attemptsOfRound, storableError, waitOf } from '../../jobs/index.ts';
import { backOff } from './retry-decision.ts';

/** How asking for the links of one dispatch has failed. Times are elapsed ms. */
export interface LinkFailure {
  /** Requests of this round, {@link maxAttempts} at most. */
  attempts: number;
  /** When the round began. */
  since: number;
  /** Nobody asks before. */
  retryAt: number;
  error: ErrorData;
  /** The service served others meanwhile: the failure is specific to this dispatch. */
  isAlone: boolean;
}

/**
 * Failed attempts at links, by connection and query: shared by all documents that wait for one, and kept over
 * restarts.
 */
export interface LinkFailures {
  /** What is known of a query; undefined when it was answered last. Never rejects. */
  of(connectionId: string, queryKey: string): Promise<LinkFailure | undefined>;
  /** The same, once it has been asked for. */
  known(connectionId: string, queryKey: string): LinkFailure | undefined;
  /** How many requests are left of a round; one that is over is followed by another. */
  left(connectionId: string, queryKey: string): number;
  /** A request has failed. */
  failed(connectionId: string, queryKey: string, error: AppError): void;
  /** The failure is specific to this query. */
  blame(connectionId: string, queryKey: string): void;
  succeeded(connectionId: string, queryKey: string): void;
  /**
   * A person has it tried again: all begin at no attempts; those of one connection alone where it has a new
   * key.
   */
  resetAttempts(connectionId?: string): void;
}

export interface LinkFailuresDeps {
  store: Pick<
    Store,
    'ledgerLinkFailures' | 'ledgerSaveLinkFailure' | 'ledgerDeleteLinkFailure' | 'ledgerDeleteLinkFailures'
  >;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** 0 to 1. */
  random(): number;
}

// How long a query rests after a round; the batch that waits for it looks again by itself, ms.
const restsFor = 30_000;
// Who asked may be gone for good, with its batch or its connection, ms.
const retentionMs = 86_400_000;

/** The failures that an earlier process left. */
export function createLinkFailures({ store, clock, random }: LinkFailuresDeps): LinkFailures {
  const failures = new Map<string, LinkFailure & { connectionId: string }>();
  // A store that cannot be read or written costs what was counted, never a link.
  const ignore = () => undefined;
  /** What a person had tried again before it was read: connections, undefined for all. */
  const resetConnections = new Set<string | undefined>();
  let isLoaded = false;
  const loading = store.ledgerLinkFailures().then((stored) => {
    isLoaded = true;
    for (const { connectionId, queryKey, attempts, isAlone, since, error, ...row } of stored) {
      const key = compositeKey(connectionId, queryKey);
      if (failures.has(key) || resetConnections.has(undefined) || resetConnections.has(connectionId))
        continue;
      const [now, elapsed] = [clock.now(), clock.elapsed()];
      if (now - row.retryAfter > retentionMs) {
        store.ledgerDeleteLinkFailure(connectionId, queryKey).catch(ignore);
        continue;
      }
      const retryAt = elapsed + (waitOf(row, now, restsFor) ?? 0);
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
    store.ledgerSaveLinkFailure(stored).catch(ignore);
  }

  const known = (connectionId: string, queryKey: string) =>
    failures.get(compositeKey(connectionId, queryKey));
  const attemptsOf = (failure: LinkFailure | undefined) => (failure ? attemptsOfRound(failure) : 0);

  return {
    async of(connectionId, queryKey) {
      await loading;
      return known(connectionId, queryKey);
    },
    known,
    left: (connectionId, queryKey) => maxAttempts - attemptsOf(known(connectionId, queryKey)),
    failed(connectionId, queryKey, error) {
      const now = clock.elapsed();
      const before = known(connectionId, queryKey);
      const attempts = attemptsOf(before) + 1;
      const wait = attempts < maxAttempts ? backOff(attempts, random()) : restsFor;
      const since = attempts === 1 || !before ? now : before.since;
      save(connectionId, queryKey, {
        attempts,
        since,
        retryAt: now + wait,
        error: storableError(error),
        isAlone: false,
      });
    },
    blame(connectionId, queryKey) {
      const failure = known(connectionId, queryKey);
      if (failure && !failure.isAlone) save(connectionId, queryKey, { ...failure, isAlone: true });
    },
    succeeded(connectionId, queryKey) {
      if (failures.delete(compositeKey(connectionId, queryKey))) {
        store.ledgerDeleteLinkFailure(connectionId, queryKey).catch(ignore);
      }
    },
    resetAttempts(connectionId) {
      if (isLoaded && failures.size === 0) return;
      if (!isLoaded) resetConnections.add(connectionId);
      for (const [key, failure] of [...failures]) {
        if (connectionId === undefined || failure.connectionId === connectionId) failures.delete(key);
      }
      store.ledgerDeleteLinkFailures(connectionId).catch(ignore);
    },
  };
}
