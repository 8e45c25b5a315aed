import { isAppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Store, StoredBatch } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { renewEvery } from '../../jobs/index.ts';
import { hasSlept } from '../../lib/async.ts';
import { type Indexer, indexPauseOf } from '../folder-index/index.ts';
import type { TransferContext } from '../transfer/index.ts';
import { BatchAdopter, type BatchLeases } from './adopt-batches.ts';
import { BatchFinisher } from './batch-finisher.ts';
import { BatchPauses } from './batch-pauses.ts';
import type { Run } from './batch-run.ts';
import { Enumerator, type SelectionContext } from './enumerate-documents.ts';
import { type Cleanup, createCleanup } from './part-file-cleanup.ts';
import type { ProgressPublisher } from './progress-publisher.ts';
import { Queue } from './queue.ts';

interface SchedulerOptions extends SelectionContext {
  clock: Clock;
  settings(): Pick<Settings, 'afterRestart'>;
  /** Whether batches without an owner are adopted. */
  adopts: boolean;
  /** Receives errors of background work. */
  onError(error: unknown): void;
  transferContext: TransferContext;
  lease: BatchLeases;
  indexer: Indexer;
  publisher: ProgressPublisher;
  /** The batches of this process, by their id. */
  runs: Map<string, Run>;
  /** Imports what other computers added to the folders of these batches. */
  recheckFolders(runs: readonly Run[]): Promise<void>;
}

// Interval of index writes during a long batch, for others who watch the folder.
const flushIntervalMs = 60_000;

/** Runs batches: joins the parts that adopt, enumerate, pause and finish them, and renews their leases. */
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
  readonly adopter: BatchAdopter;
  readonly #cleanup: Cleanup;
  readonly #loops: Promise<unknown>;
  readonly #reportError = (error: unknown): void => {
    if (!isAppError(error, 'CANCELLED')) this.#options.onError(error);
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
        onLost: (run) => this.adopter.releaseLost(run),
      },
    });
    const { queue } = this;
    this.enumerator = new Enumerator({ store, namer, tokensOf, clock, queue, onError });
    this.pauses = new BatchPauses({ queue, transferContext, publisher, reportError: onError });
    const onEnding = (run: Run) => this.#completeFolder(run);
    this.finisher = new BatchFinisher({ store, disk, clock, owner, queue, onEnding });
    const cleanup = createCleanup({ store, clock, disk, owner, runs: queue.runs, onError });
    this.#cleanup = cleanup;
    this.adopter = new BatchAdopter({
      store,
      clock,
      settings: () => options.settings(),
      adopts: options.adopts,
      lease,
      queue,
      enumerator: this.enumerator,
      cleanup,
      publisher,
      closing: this.#closing.signal,
      reportError: onError,
    });
    this.#loops = Promise.all([this.#renewLeases(), this.#flushUntilClosed()]);
  }

  /** Starts a new batch; resolves after its first documents, or none, are added. */
  async begin(batch: StoredBatch): Promise<Run> {
    // The old lease of a process that just ended must not block this batch.
    await this.adopter.adopt().catch(this.#reportError);
    const run = this.queue.add(batch);
    await this.enumerator.start(run, true);
    return run;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.pauses.close();
    await this.enumerator.close();
    await this.queue.close();
    await this.#loops;
    await this.adopter.untilReleased();
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

  async #renew(): Promise<void> {
    const owned = new Set(await this.#store.renewBatches(this.#lease.owner, this.#lease.until()));
    for (const run of [...this.queue.runs.values()]) {
      if (!owned.has(run.batch.uuid)) this.adopter.releaseLost(run);
    }
  }

  async #renewLeases(): Promise<void> {
    await this.#options.publisher.elsewhere().catch(this.#reportError);
    await this.adopter.adopt().catch(this.#reportError);
    while (await hasSlept(this.#clock, renewEvery, this.#closing.signal)) {
      await this.#renew().catch(this.#reportError);
      await this.adopter.adopt().catch(this.#reportError);
      await this.#options.publisher.elsewhere().catch(this.#reportError);
    }
  }

  /** Separate from the leases: an unresponsive share or a foreign lock takes minutes. */
  async #flushUntilClosed(): Promise<void> {
    const { indexer, recheckFolders } = this.#options;
    await indexer.flushAll().catch(this.#reportError);
    const { signal } = this.#closing;
    const cleanUp = () => this.#cleanup.cleanUpAll(signal).catch(this.#reportError);
    await cleanUp();
    while (await hasSlept(this.#clock, flushIntervalMs, signal)) {
      await recheckFolders([...this.queue.runs.values()]).catch(this.#reportError);
      await indexer.flushAll().catch(this.#reportError);
      await cleanUp();
    }
  }
}
