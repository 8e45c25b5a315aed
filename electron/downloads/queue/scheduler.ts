import { isAppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Store, StoredBatch } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { renewEvery } from '../../jobs/index.ts';
import { type Indexer, indexPauseOf } from '../folder-index/index.ts';
import type { TransferContext } from '../transfer/index.ts';
import { BatchFinisher } from './batch-finisher.ts';
import type { BatchLeases } from './batch-leases.ts';
import { BatchPauses } from './batch-pauses.ts';
import type { Run } from './batch-run.ts';
import { Enumerator, type SelectionContext } from './enumerate.ts';
import { type Cleanup, createCleanup } from './part-file-cleanup.ts';
import type { ProgressPublisher } from './progress-publisher.ts';
import { Queue } from './queue.ts';

interface SchedulerOptions extends SelectionContext {
  clock: Clock;
  settings(): Pick<Settings, 'afterRestart'>;
  /** Whether batches without an owner are adopted. Default true. */
  adopts?: boolean;
  /** Receives errors of background work. */
  onError?(error: unknown): void;
  transferContext: TransferContext;
  lease: BatchLeases;
  indexer: Indexer;
  publisher: ProgressPublisher;
  /** The batches of this process, by their id. */
  runs: Map<string, Run>;
  /** Imports what other computers added to the folders of these batches. */
  recheckFolders(runs: readonly Run[]): Promise<void>;
}

// Delay before the next try after a failed write to the ledger, ms.
const retryDelayMs = 5_000;
// Interval of index writes during a long batch, for others who watch the folder.
const flushIntervalMs = 60_000;

/**
 * Runs batches: adopts those of earlier processes, enumerates their documents, pauses and resumes them
 * automatically, renews their leases.
 */
export class Scheduler {
  readonly queue: Queue;
  readonly #options: SchedulerOptions;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #lease: BatchLeases;
  readonly #closing = new AbortController();
  readonly enumerator: Enumerator;
  readonly finisher: BatchFinisher;
  readonly pauses: BatchPauses;
  readonly #cleanup: Cleanup;
  /** Runs that are being released because they lost their lease. */
  readonly #releases = new Map<Run, Promise<void>>();
  readonly #loops: Promise<unknown>;
  readonly #reportError = (error: unknown): void => {
    if (!isAppError(error, 'CANCELLED')) this.#options.onError?.(error);
  };

  constructor(options: SchedulerOptions) {
    const { store, clock, transferContext, lease, publisher, namer, tokensOf } = options;
    const { disk } = transferContext;
    const { owner } = lease;
    const onError = this.#reportError;
    this.#options = options;
    this.#store = store;
    this.#clock = clock;
    this.#lease = lease;
    this.queue = new Queue({
      runs: options.runs,
      owner,
      transferContext,
      publisher,
      onError,
      watcher: {
        onFailure: (run, failure, task) => this.pauses.onFailure(run, failure, task),
        onUnread: (run, why, error) => void this.pauses.pauseUnread(run, why, error).catch(onError),
        onOver: (run) => void this.finisher.endIfOver(run),
        onLost: (run) => this.#releaseLost(run),
      },
    });
    const { queue } = this;
    this.enumerator = new Enumerator({ store, namer, tokensOf, clock, queue, onError });
    this.pauses = new BatchPauses({ queue, transferContext, publisher, reportError: onError });
    const onEnding = (run: Run) => this.#completeFolder(run);
    this.finisher = new BatchFinisher({ store, disk, clock, owner, queue, onEnding });
    this.#cleanup = createCleanup({ store, clock, disk, owner, runs: queue.runs, onError });
    // They reject only when aborted.
    this.#loops = Promise.allSettled([this.#renewLeases(), this.#flushUntilClosed()]);
  }

  /** Starts a new batch; resolves after its first documents, or none, are added. */
  async begin(batch: StoredBatch): Promise<Run> {
    // The old lease of a process that just ended must not block this batch.
    await this.#adopt().catch(this.#reportError);
    const run = this.queue.add(batch);
    await this.enumerator.start(run, true);
    return run;
  }

  /** Claims and loads a batch without an owner; undefined if another process owns it. */
  async takeUp(uuid: string): Promise<Run | undefined> {
    const batch = await this.#lease.claim(uuid);
    if (!batch) return undefined;
    return this.queue.runs.get(uuid) ?? this.#addTakenUp(batch);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.pauses.close();
    await this.enumerator.close();
    await this.queue.close();
    await this.#loops;
    await Promise.all(this.#releases.values());
    await this.#options.indexer.flushAll().catch(this.#reportError);
    await this.#store.releaseBatches(this.#lease.owner);
  }

  /** Removes part files and writes the index of a batch whose documents all have a verdict. */
  async #completeFolder(run: Run): Promise<void> {
    await this.#cleanup.cleanUp(run);
    const failure = await this.#options.indexer.flush(run.batch);
    if (!failure) return;
    const why = indexPauseOf(failure);
    if (why) await this.pauses.pauseAffected(run, why, failure);
    // An index that is open in a spreadsheet is written later; the files are complete.
    else this.#reportError(failure);
  }

  /** Starts a run of another process's batch. */
  #addTakenUp(batch: StoredBatch): Run {
    const run = this.queue.add(batch, true);
    // Not awaited: an unresponsive share takes minutes.
    void this.#cleanup.cleanUp(run);
    // The earlier owner may have stopped during the enumeration.
    if (batch.toEnumerate) this.enumerator.start(run).catch(() => undefined);
    return run;
  }

  /** Claims and continues abandoned batches. */
  async #adopt(): Promise<void> {
    if (this.#options.adopts === false) return this.#lease.free();
    for (const batch of await this.#lease.adopt()) {
      if (!this.queue.runs.has(batch.uuid)) await this.#continue(batch).catch(this.#reportError);
    }
  }

  /** Continues an earlier process's batch, as configured in `afterRestart`. */
  async #continue(batch: StoredBatch): Promise<void> {
    const run = this.#addTakenUp(batch);
    if (!wasRunning(batch)) return;
    if (this.#options.settings().afterRestart === 'ask') await this.queue.pause(run, 'restart');
    else await this.#resume(run);
  }

  /**
   * Resumes with retries until the ledger accepts it, unless the state changes. Resolves after the first try.
   */
  async #resume(run: Run): Promise<void> {
    const { state } = run;
    try {
      await this.queue.resume(run);
    } catch (error) {
      this.#reportError(error);
      this.#retryLater(() => (run.state === state ? this.#resume(run) : undefined));
    }
  }

  #retryLater(retry: () => Promise<void> | undefined): void {
    this.#clock.sleep(retryDelayMs, this.#closing.signal).then(retry, () => undefined);
  }

  /** Not awaited: on an unresponsive share tasks may take minutes to stop. */
  #releaseLost(run: Run): void {
    if (this.#releases.has(run)) return;
    const released = this.#releaseAndReclaim(run)
      .catch(this.#reportError)
      .finally(() => this.#releases.delete(run));
    this.#releases.set(run, released);
  }

  /**
   * Releases a batch that lost its lease, and claims it again if nobody owns it. Otherwise its rest would
   * never be fetched.
   */
  async #releaseAndReclaim(run: Run): Promise<void> {
    const { uuid } = run.batch;
    if (run.isDropped) return;
    const batch = await this.#readBatch(uuid);
    const end = batch?.state.kind === 'ended' ? batch.state : undefined;
    // Ended here: its lease was released on purpose.
    if (run.isDropped || (end && run.isEnding)) return;
    if (batch && end) {
      // Published now: tasks may take minutes to stop.
      run.apply(end);
      run.counters.reset(batch);
    }
    await this.queue.drop(run);
    if (!batch || !end) return this.#reclaim(uuid);
    run.counters.reset(batch);
    this.#options.publisher.changed(run);
  }

  /** Undefined for a removed batch. */
  async #readBatch(uuid: string): Promise<StoredBatch | undefined> {
    try {
      return await this.#store.getBatch(uuid);
    } catch (error) {
      if (isAppError(error, 'BATCH_GONE')) return undefined;
      throw error;
    }
  }

  async #reclaim(uuid: string): Promise<void> {
    try {
      if (this.#closing.signal.aborted) return;
      const batch = await this.#lease.claim(uuid);
      if (!batch || this.queue.runs.has(uuid)) return;
      const run = this.#addTakenUp(batch);
      if (wasRunning(batch)) await this.#resume(run);
    } catch (error) {
      if (isAppError(error, 'BATCH_GONE')) return;
      this.#reportError(error);
      this.#retryLater(() => this.#reclaim(uuid));
    }
  }

  async #renew(): Promise<void> {
    const owned = new Set(await this.#store.renewBatches(this.#lease.owner, this.#lease.until()));
    for (const run of [...this.queue.runs.values()]) {
      if (!owned.has(run.batch.uuid)) this.#releaseLost(run);
    }
  }

  async #renewLeases(): Promise<void> {
    await this.#adopt().catch(this.#reportError);
    for (;;) {
      await this.#clock.sleep(renewEvery, this.#closing.signal);
      await this.#renew().catch(this.#reportError);
      await this.#adopt().catch(this.#reportError);
      await this.#options.publisher.elsewhere().catch(this.#reportError);
    }
  }

  /** Separate from the leases: an unresponsive share or a foreign lock takes minutes. */
  async #flushUntilClosed(): Promise<void> {
    const { indexer, recheckFolders } = this.#options;
    await indexer.flushAll().catch(this.#reportError);
    for (;;) {
      await this.#cleanup.cleanUpAll(this.#closing.signal).catch(this.#reportError);
      await this.#clock.sleep(flushIntervalMs, this.#closing.signal);
      await recheckFolders([...this.queue.runs.values()]).catch(this.#reportError);
      await indexer.flushAll().catch(this.#reportError);
    }
  }
}

/** Whether an earlier process's batch was running, or in a pause that was not the user's. */
function wasRunning({ state }: StoredBatch): boolean {
  if (state.kind === 'running') return true;
  if (state.kind !== 'paused') return false;
  return state.why !== 'person' && state.why !== 'restart';
}
