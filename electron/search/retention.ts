import { AppError, isAppError } from '../../shared/errors.ts';
import type { PurgeScope, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';

/** How long what was kept stays, and what goes at once. */
export interface Retention {
  /**
   * Deletes what is older than the days that were chosen and that no saved search holds, batches that ended
   * among it; nothing while the clock cannot be believed.
   */
  prune(): Promise<void>;
  /**
   * Prunes as soon as the clock can be believed and then once a day, as long as the app is open: an app may
   * stay so for weeks. `problem` hears what went wrong.
   */
  begin(reportError: (error: unknown) => void): void;
  /**
   * Deletes for good what is kept of a connection, a client, or a client at a connection: downloads and
   * deliveries too, but no document. Damaged stores that were set aside go whole. Rejects with `STORE_BUSY`
   * where something of it is left in the log until it is called again, `FILE_LOCKED`.
   */
  purge(scope: PurgeScope): Promise<void>;
}

export interface RetentionDeps {
  store: Store;
  clock: Pick<Clock, 'now' | 'sleep'>;
  retentionDays(): number;
  /**
   * Whether the machine's clock can be believed: one that was set years ahead would make all that is kept old
   * at once.
   */
  isClockRight(): boolean;
  /** Ends the search runs that ask about what is to be deleted: it would come back. */
  cancelSearches(scope: PurgeScope): Promise<void>;
  /** Ends a batch that downloads what is to be deleted. */
  cancelDownload(batchId: string): Promise<void>;
  /** Ends pruning, which goes on at the next start. */
  signal: AbortSignal;
}

/** Documents deleted at a time: the store has other things to do in between. */
const atATime = 500;
const dayMs = 86_400_000;
/** How soon a clock that could not be believed is looked at again, in milliseconds. */
const recheckMs = 600_000;

export function createRetention(deps: RetentionDeps): Retention {
  const { store, clock, retentionDays, isClockRight, cancelSearches, cancelDownload, signal } = deps;

  async function prune(): Promise<void> {
    if (!isClockRight()) return;
    const before = new Date(clock.now() - retentionDays() * dayMs).toISOString();
    await store.pruneResultSets(before);
    await store.pruneRefused(new Date(clock.now() - dayMs).toISOString());
    while (!signal.aborted && (await store.ledgerPrune(before)));
    await store.ledgerDropEmpty();
    while (!signal.aborted && (await store.pruneDocuments(before, atATime)) > 0);
  }

  async function pruneDaily(reportError: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      await prune().catch(reportError);
      await clock.sleep(isClockRight() ? dayMs : recheckMs, signal);
    }
  }

  /** One that has gone by itself meanwhile needs no end. */
  async function end(batch: string): Promise<void> {
    try {
      await cancelDownload(batch);
    } catch (error) {
      if (!isAppError(error, 'BATCH_GONE')) throw error;
    }
  }

  return {
    prune,
    begin(reportError) {
      pruneDaily(reportError).catch((error: unknown) => {
        if (!signal.aborted) reportError(error);
      });
    },
    async purge(scope) {
      await cancelSearches(scope);
      for (const batch of await store.openBatchesOf(scope)) await end(batch);
      await store.purgeLedger(scope);
      while ((await store.purgeDocuments(scope, atATime)) > 0);
      const { connectionId, rut } = scope;
      const connections = connectionId === undefined ? await store.listStoredConnections() : [connectionId];
      for (const one of connections) await store.purgeDossiers(one, rut);
      const isOverwritten = await store.purgeRest(scope);
      await store.removeSetAside();
      if (!isOverwritten) throw new AppError('STORE_BUSY', 'another process reads what was deleted');
    },
  };
}
