import { AppError, isAppError } from '../../shared/errors.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { createLeaseOwner, type Lease, type LeaseOwnerOptions, renewEvery } from '../jobs/index.ts';
import { hasSlept } from '../lib/async.ts';

/**
 * The leases of the result sets that this process runs: each has one owner at a time among the processes on
 * the store.
 */
export interface SearchLeases {
  /** The owner name of this process. */
  readonly owner: string;
  /** The lease of a new result set. */
  lease(): Lease;
  /**
   * Takes the lease of a result set; without `maintain` it expires. Rejects with `RESULT_SET_GONE`,
   * `SEARCH_OWNED_ELSEWHERE`.
   */
  take(resultSetId: string): Promise<void>;
  /**
   * Renews the lease of a result set until it is dropped; calls `onLost` when another process has taken it.
   */
  maintain(resultSetId: string, onLost: () => void): void;
  drop(resultSetId: string): void;
  isElsewhere(lease: Lease): boolean;
  /** Calls `check` repeatedly until it returns false; one check for each result set. */
  watch(resultSetId: string, check: () => Promise<boolean>): void;
  close(): void;
}

interface SearchLeasesOptions extends LeaseOwnerOptions {
  store: Pick<Store, 'readResultSet' | 'claimResultSet' | 'renewResultSets'>;
  clock: Clock;
  reportError(what: string, error: unknown): void;
}

/** Starts without leases; its timer runs only while there is something to renew or to watch. */
export function createSearchLeases({
  store,
  clock,
  reportError,
  ...process
}: SearchLeasesOptions): SearchLeases {
  const leaseOwner = createLeaseOwner({ ...process, clock });
  const { owner, isElsewhere } = leaseOwner;
  const owned = new Map<string, () => void>();
  const watched = new Map<string, () => Promise<boolean>>();
  const closing = new AbortController();
  const lease = (): Lease => ({ owner, leaseUntil: leaseOwner.until() });
  let isAwake = false;

  async function renew(): Promise<void> {
    const ids = [...owned.keys()];
    if (ids.length === 0) return;
    const renewed = new Set(await store.renewResultSets(ids, lease()));
    for (const id of ids) if (!renewed.has(id) && !(await isRetaken(id))) owned.get(id)?.();
  }

  /**
   * Takes back a lease that expired and that nobody else has taken: otherwise nobody would run the search.
   */
  async function isRetaken(id: string): Promise<boolean> {
    try {
      const resultSet = await store.readResultSet(id);
      if (resultSet.state !== 'running' || isElsewhere(resultSet)) return false;
      return await store.claimResultSet(id, resultSet.owner, lease());
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE')) return false;
      throw error;
    }
  }

  async function poll(): Promise<void> {
    for (const [id, check] of [...watched]) if (!(await check())) watched.delete(id);
  }

  async function wake(): Promise<void> {
    if (isAwake) return;
    isAwake = true;
    while (owned.size + watched.size > 0 && (await hasSlept(clock, renewEvery, closing.signal))) {
      await renew().catch((error) => reportError('the lease of a search', error));
      await poll().catch((error) => reportError('a search of another process', error));
    }
    isAwake = false;
  }

  const begin = () => void wake();

  return {
    owner,
    lease,
    isElsewhere,
    async take(resultSetId) {
      const resultSet = await store.readResultSet(resultSetId);
      if (isElsewhere(resultSet) || !(await store.claimResultSet(resultSetId, resultSet.owner, lease()))) {
        throw ownedElsewhere();
      }
    },
    maintain(resultSetId, onLost) {
      owned.set(resultSetId, onLost);
      begin();
    },
    drop: (resultSetId) => void owned.delete(resultSetId),
    watch(resultSetId, check) {
      if (!watched.has(resultSetId)) watched.set(resultSetId, check);
      begin();
    },
    close: () => closing.abort(),
  };
}

/** The error for a result set that another process runs. */
export function ownedElsewhere(): AppError {
  return new AppError('SEARCH_OWNED_ELSEWHERE', 'another process runs this search');
}

/** Whether an error means that this process has lost the lease. */
export function isLost(error: unknown): boolean {
  return isAppError(error, 'SEARCH_OWNED_ELSEWHERE');
}
