import type { Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { toDiskError } from '../../lib/fs-errors.ts';
import type { Disk } from '../files/index.ts';
import type { Run } from './batch-run.ts';
import type { Queue } from './queue.ts';

interface BatchFinisherOptions {
  store: Store;
  disk: Disk;
  clock: Clock;
  owner: string;
  queue: Queue;
  /** Called when all documents have a verdict. Rejects if the batch cannot end yet. */
  onEnding(run: Run): Promise<void>;
}

/** Finishes a batch once all of its documents have a verdict. */
export class BatchFinisher {
  readonly #options: BatchFinisherOptions;
  /** Batches whose check runs, and whether another was requested: its data may be outdated then. */
  readonly #checks = new Map<Run, { isStale: boolean }>();

  constructor(options: BatchFinisherOptions) {
    this.#options = options;
  }

  /** Finishes a batch of which no document is known to be open, if that is so. Never rejects. */
  async endIfOver(run: Run): Promise<void> {
    const running = this.#checks.get(run);
    if (running) {
      running.isStale = true;
      return;
    }
    const check = { isStale: false };
    this.#checks.set(run, check);
    try {
      await this.#tryToEnd(run);
    } catch (error) {
      this.#options.queue.retryLater(run, error);
    } finally {
      this.#checks.delete(run);
    }
    if (check.isStale) this.#options.queue.pump();
  }

  /**
   * Finishes a batch without open documents, even if its folder is absent. Returns whether it is finished.
   */
  async end(run: Run): Promise<boolean> {
    const { store, clock, owner, queue } = this.#options;
    const at = new Date(clock.now()).toISOString();
    run.apply({ kind: 'complete' });
    try {
      // The user may have set documents to waiting since the count.
      if (!(await store.setBatchState(run.batch.uuid, owner, { kind: 'ended', at }))) return false;
      await store.releaseBatches(owner, run.batch.uuid);
      run.apply({ kind: 'ended', at });
    } finally {
      // Without effect on a batch that has ended.
      run.apply({ kind: 'reopened' });
    }
    queue.remove(run);
    return true;
  }

  async #tryToEnd(run: Run): Promise<void> {
    const { store, queue, onEnding } = this.#options;
    const batch = await store.getBatch(run.batch.uuid);
    const { waiting, transferring, paused } = batch.counts;
    if (!queue.isRunning(run) || run.supply.kind !== 'none') return;
    if (waiting + transferring > 0) return queue.retryLater(run);
    if (paused > 0) return;
    // Reading may have failed unreadable rows, so the ledger's counts win.
    if (batch.counts.failed !== run.progress.counts.failed) run.progress.reset(batch);
    run.mayHaveLostFiles ||= run.destination.wasInvalidated();
    if (run.mayHaveLostFiles && (await this.#requeueLost(run)) > 0) return await queue.recount(run);
    await onEnding(run);
    if (queue.isRunning(run) && !(await this.end(run))) queue.retryLater(run);
  }

  /** Sets finished documents whose files disappeared to waiting; returns how many. */
  async #requeueLost(run: Run): Promise<number> {
    const { store, disk, owner } = this.#options;
    const { uuid } = run.batch;
    let lost = 0;
    for (let after = 0; ; ) {
      const files = await store.listDoneTransfers(uuid, after, 500);
      const last = files.at(-1);
      if (!last) break;
      after = last.id;
      const missing: number[] = [];
      for (const { id, path, size } of files) {
        const at = run.destination.at(path);
        const found = await disk.stat(at).catch((error: unknown) => {
          throw toDiskError(error, at);
        });
        if (found?.kind !== 'file' || found.size !== size) missing.push(id);
      }
      if (missing.length > 0) await store.requeueLostTransfers(uuid, owner, missing);
      lost += missing.length;
    }
    run.mayHaveLostFiles = false;
    return lost;
  }
}
