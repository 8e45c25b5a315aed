import { isAppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Store, StoredBatch } from '../../database/index.ts';
import { createLeaseOwner, type LeaseOwnerOptions, retryInBackground } from '../../jobs/index.ts';
import type { Run } from './batch-run.ts';
import type { Enumerator } from './enumerate-documents.ts';
import type { Cleanup } from './part-file-cleanup.ts';
import type { Queue, QueueContext } from './queue.ts';

interface BatchLeasesOptions extends LeaseOwnerOptions {
  store: Pick<Store, 'getBatch' | 'claimBatch' | 'listBatchesOfOthers'>;
}

/** The leases of this process, and adoption of abandoned batches. */
export type BatchLeases = ReturnType<typeof createBatchLeases>;

export function createBatchLeases({ store, ...options }: BatchLeasesOptions) {
  const leaseOwner = createLeaseOwner(options);
  const { owner, until, isElsewhere } = leaseOwner;

  const abandoned = async () =>
    (await store.listBatchesOfOthers(owner)).filter((batch) => !isElsewhere(batch));

  return {
    ...leaseOwner,
    /**
     * Claims the abandoned batches that the store allows, each once the one before goes on: yields it as it
     * stands then. Rejects with the store's error if none could be claimed.
     */
    async *adopt(): AsyncGenerator<StoredBatch> {
      let hasClaimed = false;
      const failures: unknown[] = [];
      for (const { uuid, owner: dead, leaseUntil } of await abandoned()) {
        try {
          const mine = await store.claimBatch(uuid, dead, owner, until(), leaseUntil);
          if (!mine) continue;
          hasClaimed = true;
          yield mine;
        } catch (error) {
          failures.push(error);
        }
      }
      // Those that failed are retried next time.
      if (!hasClaimed && failures.length > 0) throw failures[0];
    },
    /** Clears the dead owners of abandoned batches, so that any process may claim them. */
    async free(): Promise<void> {
      for (const { uuid, owner: dead, leaseUntil } of await abandoned()) {
        if (dead !== '') await store.claimBatch(uuid, dead, '', 0, leaseUntil);
      }
    },
    /** Claims one batch; undefined if another process owns it. */
    async claim(id: string): Promise<StoredBatch | undefined> {
      for (;;) {
        const batch = await store.getBatch(id);
        if (batch.owner === owner) return batch;
        if (isElsewhere(batch)) return undefined;
        const claimed = await store.claimBatch(id, batch.owner, owner, until());
        // The lease may have been released since the read.
        if (claimed) return claimed;
      }
    },
  };
}

/** What adopting needs of the queue's other parts, and how it is configured. */
interface AdopterOptions {
  settings(): Pick<Settings, 'afterRestart'>;
  /** Whether batches without an owner are adopted. */
  adopts: boolean;
  lease: BatchLeases;
  queue: Queue;
  enumerator: Enumerator;
  cleanup: Cleanup;
}

/** Continues batches of processes that have ended, and gives up those that another process has taken. */
export class BatchAdopter {
  readonly #context: QueueContext;
  readonly #options: AdopterOptions;
  /** Runs that are being released because they lost their lease. */
  readonly #releases = new Map<Run, Promise<void>>();

  constructor(context: QueueContext, options: AdopterOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Claims and continues abandoned batches. */
  async adopt(): Promise<void> {
    const { adopts, lease, queue } = this.#options;
    if (!adopts) return lease.free();
    for await (const batch of lease.adopt()) {
      if (!queue.runs.has(batch.uuid)) await this.#continue(batch).catch(this.#context.onError);
    }
  }

  /** Claims and loads a batch without an owner; undefined if another process owns it. */
  async takeUp(uuid: string): Promise<Run | undefined> {
    const { lease, queue } = this.#options;
    const batch = await lease.claim(uuid);
    if (!batch) return undefined;
    return queue.runs.get(uuid) ?? this.#addTakenUp(batch);
  }

  /** Not awaited: on an unresponsive share tasks may take minutes to stop. */
  releaseLost(run: Run): void {
    if (this.#releases.has(run)) return;
    const released = this.#releaseAndReclaim(run)
      .catch(this.#context.onError)
      .finally(() => this.#releases.delete(run));
    this.#releases.set(run, released);
  }

  /** Resolves when the lost runs are released. */
  async untilReleased(): Promise<void> {
    await Promise.all(this.#releases.values());
  }

  /** Starts a run of another process's batch. */
  #addTakenUp(batch: StoredBatch): Run {
    const { queue, cleanup, enumerator } = this.#options;
    const run = queue.add(batch, true);
    // Not awaited: an unresponsive share takes minutes.
    void cleanup.cleanUp(run);
    // The earlier owner may have stopped during the enumeration.
    if (batch.toEnumerate) enumerator.start(run).catch(() => undefined);
    return run;
  }

  /** Continues an earlier process's batch, as configured in `afterRestart`. */
  async #continue(batch: StoredBatch): Promise<void> {
    const { queue, settings } = this.#options;
    const run = this.#addTakenUp(batch);
    // Killed in the middle of a cancel: only its end is missing.
    if (isOver(batch)) return this.resume(run);
    if (!wasRunning(batch)) return;
    if (settings().afterRestart === 'ask') await queue.pause(run, 'restart');
    else await this.resume(run);
  }

  /**
   * Resumes with retries until the ledger accepts it, unless the state changes. Resolves after the first try.
   */
  resume(run: Run): Promise<void> {
    const { state } = run;
    return this.#retryInBackground(async () => {
      if (run.state === state) await this.#options.queue.resume(run);
    });
  }

  #retryInBackground(change: () => Promise<void>): Promise<void> {
    const { transferContext, closing, onError } = this.#context;
    const mayRetry = (error: unknown) => !isAppError(error, 'BATCH_GONE');
    return retryInBackground(change, { clock: transferContext.clock, signal: closing, onError, mayRetry });
  }

  /**
   * Releases a batch that lost its lease, and claims it again if nobody owns it. Otherwise its rest would
   * never be fetched.
   */
  async #releaseAndReclaim(run: Run): Promise<void> {
    const { queue } = this.#options;
    const { uuid } = run.batch;
    if (run.isDropped) return;
    const batch = await this.#readBatch(uuid);
    const end = batch?.state.kind === 'ended' ? batch.state : undefined;
    // Ended here: its lease was released on purpose.
    if (run.isDropped || (end && run.isEnding)) return;
    if (batch && end) {
      // Published now: tasks may take minutes to stop.
      run.apply(end);
      run.progress.reset(batch);
    }
    await queue.drop(run);
    if (!batch || !end) return this.#reclaim(uuid);
    run.progress.reset(batch);
    this.#context.publisher.changed(run);
  }

  /** Undefined for a removed batch. */
  async #readBatch(uuid: string): Promise<StoredBatch | undefined> {
    try {
      return await this.#context.transferContext.store.getBatch(uuid);
    } catch (error) {
      if (isAppError(error, 'BATCH_GONE')) return undefined;
      throw error;
    }
  }

  #reclaim(uuid: string): Promise<void> {
    const { lease, queue } = this.#options;
    return this.#retryInBackground(async () => {
      if (this.#context.closing.aborted) return;
      const batch = await lease.claim(uuid);
      if (!batch || queue.runs.has(uuid)) return;
      const run = this.#addTakenUp(batch);
      if (wasRunning(batch)) await this.resume(run);
    });
  }
}

/** Whether all documents of a batch have a verdict. */
function isOver({ toEnumerate, counts }: StoredBatch): boolean {
  return !toEnumerate && counts.waiting + counts.transferring + counts.paused === 0;
}

/** Whether a batch was running, or in a pause that was not the user's. */
export function wasRunning({ state }: Pick<StoredBatch, 'state'>): boolean {
  if (state.kind === 'running') return true;
  if (state.kind !== 'paused') return false;
  return state.why !== 'person' && state.why !== 'restart';
}
