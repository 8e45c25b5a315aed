import { toDiskError } from '../../lib/fs-errors.ts';
import type { TransferContext } from '../transfer/index.ts';
import type { Run } from './batch-run.ts';
import type { Queue, QueueContext } from './queue.ts';

/** Finishes a batch once all of its documents have a verdict. */
export class BatchFinisher {
  readonly #queue: Queue;
  readonly #owner: string;
  readonly #context: TransferContext;
  readonly #onEnding: (run: Run) => Promise<void>;
  /** Batches whose check runs, and whether another was requested: its data may be outdated then. */
  readonly #checks = new Map<Run, { isStale: boolean }>();

  /** `onEnding` is called when all documents have a verdict. It rejects if the batch cannot end yet. */
  constructor(queue: Queue, { owner, transferContext }: QueueContext, onEnding: (run: Run) => Promise<void>) {
    this.#queue = queue;
    this.#owner = owner;
    this.#context = transferContext;
    this.#onEnding = onEnding;
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
      this.#queue.retryLater(run, error);
    } finally {
      this.#checks.delete(run);
    }
    if (check.isStale) this.#queue.pump();
  }

  /**
   * Finishes a batch without open documents, even if its folder is absent. Returns whether it is finished.
   */
  async end(run: Run): Promise<boolean> {
    const { store, clock } = this.#context;
    const at = new Date(clock.now()).toISOString();
    run.apply({ kind: 'complete' });
    try {
      // The user may have set documents to waiting since the count.
      if (!(await store.setBatchState(run.batch.uuid, this.#owner, { kind: 'ended', at }))) return false;
      await store.releaseBatches(this.#owner, run.batch.uuid);
      run.apply({ kind: 'ended', at });
    } finally {
      // Without effect on a batch that has ended.
      run.apply({ kind: 'reopened' });
    }
    this.#queue.remove(run);
    return true;
  }

  async #tryToEnd(run: Run): Promise<void> {
    const queue = this.#queue;
    const batch = await this.#context.store.getBatch(run.batch.uuid);
    const { waiting, transferring, paused } = batch.counts;
    if (!queue.isRunning(run) || run.supply.kind !== 'none') return;
    if (waiting + transferring > 0) return queue.retryLater(run);
    if (paused > 0) return;
    // Reading may have failed unreadable rows, so the ledger's counts win.
    if (batch.counts.failed !== run.progress.counts.failed) run.progress.reset(batch);
    run.mayHaveLostFiles ||= run.destination.wasInvalidated();
    if (run.mayHaveLostFiles && (await this.#requeueLost(run)) > 0) return await queue.recount(run);
    await this.#onEnding(run);
    if (queue.isRunning(run) && !(await this.end(run))) queue.retryLater(run);
  }

  /** Sets finished documents whose files disappeared to waiting; returns how many. */
  async #requeueLost(run: Run): Promise<number> {
    const { store, disk } = this.#context;
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
      if (missing.length > 0) await store.requeueLostTransfers(uuid, this.#owner, missing);
      lost += missing.length;
    }
    run.mayHaveLostFiles = false;
    return lost;
  }
}
