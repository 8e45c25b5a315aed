import type { Settings } from '../../../shared/model/settings.ts';
import type { StoredBatch } from '../../database/index.ts';
import { renewEvery } from '../../jobs/index.ts';
import { hasSlept } from '../../lib/async.ts';
import { type Indexer, indexPauseOf } from '../folder-index/index.ts';
import { BatchAdopter, type BatchLeases } from './adopt-batches.ts';
import { BatchFinisher } from './batch-finisher.ts';
import { BatchPauses } from './batch-pauses.ts';
import type { Run } from './batch-run.ts';
import { Enumerator, type SelectionContext } from './enumerate-documents.ts';
import { Cleanup } from './part-file-cleanup.ts';
import { Queue, type QueueContext } from './queue.ts';

interface SchedulerOptions extends Omit<SelectionContext, 'store'> {
  settings(): Pick<Settings, 'afterRestart'>;
  /** Whether batches without an owner are adopted. */
  adopts: boolean;
  lease: BatchLeases;
  indexer: Indexer;
  /** Imports what other computers added to the folders of these batches. */
  recheckFolders(runs: readonly Run[]): Promise<void>;
}

// Interval of index writes during a long batch, for others who watch the folder.
const flushIntervalMs = 60_000;

/** Runs batches: joins the parts that adopt, enumerate, pause and finish them, and renews their leases. */
export class Scheduler {
  readonly queue: Queue;
  readonly enumerator: Enumerator;
  readonly finisher: BatchFinisher;
  readonly pauses: BatchPauses;
  readonly adopter: BatchAdopter;
  readonly #context: QueueContext;
  readonly #options: SchedulerOptions;
  readonly #cleanup: Cleanup;
  readonly #loops: Promise<unknown>;

  constructor(context: QueueContext, options: SchedulerOptions) {
    const { onError } = context;
    const { store } = context.transferContext;
    this.#context = context;
    this.#options = options;
    this.queue = new Queue(context, {
      onFailure: (run, failure, task) => this.pauses.onFailure(run, failure, task),
      onUnread: (run, why, error) => void this.pauses.pauseUnread(run, why, error).catch(onError),
      onOver: (run) => void this.finisher.endIfOver(run),
      onLost: (run) => this.adopter.releaseLost(run),
    });
    const { queue } = this;
    this.enumerator = new Enumerator(queue, context, { ...options, store });
    this.pauses = new BatchPauses(queue, context);
    this.finisher = new BatchFinisher(queue, context, (run) => this.#completeFolder(run));
    this.#cleanup = new Cleanup(context);
    const { enumerator } = this;
    this.adopter = new BatchAdopter(context, { ...options, queue, enumerator, cleanup: this.#cleanup });
    this.#loops = Promise.all([this.#renewLeases(), this.#flushUntilClosed()]);
  }

  /** Starts a new batch; resolves after its first documents, or none, are added. */
  async begin(batch: StoredBatch): Promise<Run> {
    // The old lease of a process that just ended must not block this batch.
    await this.adopter.adopt().catch(this.#context.onError);
    const run = this.queue.add(batch);
    await this.enumerator.start(run, true);
    return run;
  }

  /** Stops, after `closing` was aborted. */
  async close(): Promise<void> {
    this.pauses.close();
    await this.enumerator.close();
    await this.queue.close();
    await this.#loops;
    await this.adopter.untilReleased();
    await this.#options.indexer.flushAll().catch(this.#context.onError);
    const { transferContext, owner } = this.#context;
    await transferContext.store.releaseBatches(owner);
  }

  /** Removes part files and writes the index of a batch whose documents all have a verdict. */
  async #completeFolder(run: Run): Promise<void> {
    await this.#cleanup.cleanUp(run);
    const failure = await this.#options.indexer.flush(run.batch);
    if (!failure) return;
    const why = indexPauseOf(failure);
    if (why) await this.pauses.pauseAffected(run, why, failure);
    // An index that is open in a spreadsheet is written later; the files are complete.
    else this.#context.onError(failure);
  }

  async #renew(): Promise<void> {
    const { transferContext, owner } = this.#context;
    const owned = new Set(await transferContext.store.renewBatches(owner, this.#options.lease.until()));
    for (const run of [...this.queue.runs.values()]) {
      if (!owned.has(run.batch.uuid)) this.adopter.releaseLost(run);
    }
  }

  async #renewLeases(): Promise<void> {
    const { transferContext, publisher, closing, onError } = this.#context;
    await publisher.elsewhere().catch(onError);
    await this.adopter.adopt().catch(onError);
    while (await hasSlept(transferContext.clock, renewEvery, closing)) {
      await this.#renew().catch(onError);
      await this.adopter.adopt().catch(onError);
      await publisher.elsewhere().catch(onError);
    }
  }

  /** Separate from the leases: an unresponsive share or a foreign lock takes minutes. */
  async #flushUntilClosed(): Promise<void> {
    const { indexer, recheckFolders } = this.#options;
    const { transferContext, closing, onError } = this.#context;
    await indexer.flushAll().catch(onError);
    const cleanUp = () => this.#cleanup.cleanUpAll().catch(onError);
    await cleanUp();
    while (await hasSlept(transferContext.clock, flushIntervalMs, closing)) {
      await recheckFolders([...this.queue.runs.values()]).catch(onError);
      await indexer.flushAll().catch(onError);
      await cleanUp();
    }
  }
}
