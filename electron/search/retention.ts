import { AppError, isAppError } from '../../shared/errors.ts';
import { dayMs } from '../../shared/model/dates.ts';
import type { PurgeScope, Store } from '../database/index.ts';
import {
  type Attempts,
  type Backoff,
  backoffMs,
  type Job,
  type JobKey,
  type JobOutcome,
  JobRunner,
  type JobRunnerOptions,
  newJob,
  noAttempts,
  storableError,
  waitOf,
} from '../jobs/index.ts';

export interface RetentionOptions extends JobRunnerOptions {
  store: Store;
  retentionDays(): number;
  /** Whether the machine's clock is confirmed: if it were years ahead, all stored data would seem old. */
  isClockRight(): boolean;
  /** Ends the search runs on data that is to be deleted, which they would restore. */
  cancelSearches(scope: PurgeScope): Promise<void>;
  /** Deletes what lies outside the database of documents that expired. */
  afterPrune(): Promise<void>;
  /** Ends a batch that downloads data that is to be deleted. */
  cancelDownload(batchId: string): Promise<void>;
  /** 0 to 1. */
  random(): number;
}

/** Documents deleted at a time, so that the store can do other work in between. */
const atATime = 500;
/** How often it is checked whether a prune is due, ms. */
const pollIntervalMs = 600_000;
/** Waits after a prune that failed. */
const waits: Backoff = { firstMs: pollIntervalMs, maxMs: dayMs };
/** Failures of background fetches that have been due for longer are deleted, ms. */
const jobExpiryMs = 30 * dayMs;
const pruneJob: JobKey = { kind: 'retention', subject: '' };

/** How long stored data is retained, and what is deleted at once. */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #runner: JobRunner<Job>;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#runner = new JobRunner<Job>(
      {
        name: 'pruning',
        pollIntervalMs,
        next: () => this.#next(),
        begin: ({ attempts, error }) => this.#attempt(attempts + 1, error),
        run: (_job, _attempt, signal) => this.#run(signal),
        end: (_job, attempt, outcome) =>
          outcome.kind === 'done'
            ? { ...noAttempts, retryAfter: options.clock.now() + dayMs }
            : { ...attempt, error: outcome.error },
      },
      options,
    );
  }

  /**
   * Deletes data older than the retention that no saved search holds, finished batches included. It does so
   * once a day while the clock is confirmed, also while the app is open for weeks.
   */
  begin(): void {
    this.#runner.begin();
  }

  /** Aborts pruning; it continues at the next start. */
  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /**
   * Deletes the stored data of a connection, a client, or a client at a connection for good. Downloads and
   * deliveries are included, the files themselves are not. Damaged databases that were set aside are deleted
   * whole. Rejects with `STORE_BUSY` where some of it stays in the log until the next call, and with
   * `FILE_LOCKED`.
   */
  async purge(scope: PurgeScope): Promise<void> {
    const { store, cancelSearches } = this.#options;
    await cancelSearches(scope);
    for (const batch of await store.listOpenBatches(scope)) await this.#endBatch(batch);
    await store.purgeDownloads(scope);
    while ((await store.purgeDocuments(scope, atATime)) > 0);
    const { connectionId, rut } = scope;
    const connections = connectionId === undefined ? await store.listStoredConnections() : [connectionId];
    for (const one of connections) await store.purgeDossiers(one, rut);
    const isOverwritten = await store.purgeRest(scope);
    await store.removeDamagedCopies();
    if (!isOverwritten) throw new AppError('STORE_BUSY', 'another process reads what was deleted');
  }

  async #next(): Promise<Job | undefined> {
    const { store, clock, isClockRight } = this.#options;
    if (!isClockRight()) return undefined;
    const job = (await store.getJob(pruneJob)) ?? newJob(pruneJob);
    return (waitOf(job, clock.now(), dayMs) ?? 0) > 0 ? undefined : job;
  }

  #attempt(attempts: number, error: Attempts['error']): Attempts {
    const { clock, random } = this.#options;
    return { attempts, retryAfter: Math.round(clock.now() + backoffMs(attempts, random(), waits)), error };
  }

  async #run(signal: AbortSignal): Promise<JobOutcome> {
    try {
      await this.#prune(signal);
      return signal.aborted ? { kind: 'blocked' } : { kind: 'done' };
    } catch (error) {
      this.#options.reportError('pruning', error);
      return { kind: 'failed', error: storableError(error) };
    }
  }

  async #prune(signal: AbortSignal): Promise<void> {
    const { store, clock, retentionDays } = this.#options;
    const now = clock.now();
    const before = new Date(now - retentionDays() * dayMs).toISOString();
    await store.deleteExpiredResultSets(before);
    await store.pruneRefused(new Date(now - dayMs).toISOString());
    await store.deleteExpiredJobs(now - jobExpiryMs);
    while (!signal.aborted && (await store.forgetOldestBatch(before)));
    await store.forgetEmptyRefreshes();
    let isPruned = false;
    while (!signal.aborted && (await store.deleteExpiredDocuments(before, atATime)) > 0) isPruned = true;
    if (isPruned) await this.#options.afterPrune();
  }

  /** A batch that has vanished meanwhile needs no end. */
  async #endBatch(batch: string): Promise<void> {
    try {
      await this.#options.cancelDownload(batch);
    } catch (error) {
      if (!isAppError(error, 'BATCH_GONE')) throw error;
    }
  }
}
