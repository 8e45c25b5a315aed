import { AppError, isAppError } from '../../shared/errors.ts';
import type { PurgeScope, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';

/** How long stored data is retained, and what is deleted at once. */
export interface Retention {
  /**
   * Deletes data older than the retention that no saved search holds, finished batches included. Does nothing
   * while the clock is not confirmed.
   */
  prune(): Promise<void>;
  /**
   * Prunes as soon as the clock is confirmed and then once a day while the app is open, perhaps for weeks.
   * `reportError` receives errors.
   */
  begin(reportError: (error: unknown) => void): void;
  /**
   * Deletes the stored data of a connection, a client, or a client at a connection for good. Downloads and
   * deliveries are included, the files themselves are not. Damaged databases that were set aside are deleted
   * whole. Rejects with `STORE_BUSY` where some of it stays in the log until the next call, and with
   * `FILE_LOCKED`.
   */
  purge(scope: PurgeScope): Promise<void>;
}

export interface RetentionOptions {
  store: Store;
  clock: Pick<Clock, 'now' | 'sleep'>;
  retentionDays(): number;
  /** Whether the machine's clock is confirmed: if it were years ahead, all stored data would seem old. */
  isClockRight(): boolean;
  /** Ends the search runs on data that is to be deleted, which they would restore. */
  cancelSearches(scope: PurgeScope): Promise<void>;
  /** Ends a batch that downloads data that is to be deleted. */
  cancelDownload(batchId: string): Promise<void>;
  /** Aborts pruning; it continues at the next start. */
  signal: AbortSignal;
}

/** Documents deleted at a time, so that the store can do other work in between. */
const atATime = 500;
const dayMs = 86_400_000;
/** How soon an unconfirmed clock is checked again, in milliseconds. */
const recheckMs = 600_000;

export function createRetention(options: RetentionOptions): Retention {
  const { store, clock, retentionDays, isClockRight, cancelSearches, cancelDownload, signal } = options;

  async function prune(): Promise<void> {
    if (!isClockRight()) return;
    const before = new Date(clock.now() - retentionDays() * dayMs).toISOString();
    await store.deleteExpiredResultSets(before);
    await store.pruneRefused(new Date(clock.now() - dayMs).toISOString());
    while (!signal.aborted && (await store.forgetOldestBatch(before)));
    await store.forgetEmptyRefreshes();
    while (!signal.aborted && (await store.deleteExpiredDocuments(before, atATime)) > 0);
  }

  async function pruneDaily(reportError: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      await prune().catch(reportError);
      await clock.sleep(isClockRight() ? dayMs : recheckMs, signal);
    }
  }

  /** A batch that has vanished meanwhile needs no end. */
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
      for (const batch of await store.listOpenBatches(scope)) await end(batch);
      await store.purgeDownloads(scope);
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
