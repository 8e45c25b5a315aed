import { AppError, isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { BatchAction, MovedBatch, Store, StoredBatch, TakenTransfer } from '../../database/index.ts';
import type { LeaseOwner } from '../../jobs/index.ts';
import { succeeds, within } from '../../lib/async.ts';
import type { Indexer } from '../folder-index/index.ts';
import { wasRunning } from './adopt-batches.ts';
import type { Run } from './batch-run.ts';
import { removeMovedPartFiles, removePartFiles } from './part-file-cleanup.ts';
import type { Queue, QueueContext } from './queue.ts';
import type { Scheduler } from './scheduler.ts';

interface ActionsOptions {
  scheduler: Pick<Scheduler, 'queue' | 'finisher' | 'enumerator' | 'adopter'>;
  lease: Pick<LeaseOwner, 'isElsewhere'>;
  indexer: Pick<Indexer, 'flush'>;
}

/** States of unfinished documents. */
const openStates = ['waiting', 'transferring', 'paused', 'failed', 'unsigned'] as const;
/** Limit for an unresponsive folder, ms. */
const folderTimeoutMs = 2_000;
/** Polling interval for the end of an enumeration, ms. */
const pollIntervalMs = 200;

/** User commands on batches. */
export class BatchActions {
  readonly #context: QueueContext;
  readonly #options: ActionsOptions;
  readonly #store: Store;
  readonly #queue: Queue;
  /** This process, as the owner of batches in the ledger. */
  readonly #owner: string;
  /** Resolves when the cancel, move or removal that has a batch alone is done; never rejects. */
  readonly #exclusive = new WeakMap<Run, Promise<unknown>>();

  constructor(context: QueueContext, options: ActionsOptions) {
    this.#context = context;
    this.#options = options;
    this.#store = context.transferContext.store;
    this.#queue = options.scheduler.queue;
    this.#owner = context.owner;
  }

  /** Rejects with `BATCH_GONE`, or with `BATCH_OWNED_ELSEWHERE` if another process owns the batch. */
  async control(action: BatchAction, batchId?: string, document?: DocumentKey): Promise<void> {
    if (batchId !== undefined) return this.#apply(batchId, action, document);
    // Concurrently: cancelling on an unresponsive share takes minutes.
    const batchIds = await this.#batchesFor(action);
    await Promise.all(batchIds.map((uuid) => this.#apply(uuid, action).catch(ignoreRemoved)));
  }

  /**
   * Creates a batch for the unfinished documents of another, which it finishes. Rejects as `control` does,
   * with `NOTHING_SELECTED` if none is unfinished, and if any cannot move. A rejected move changes nothing.
   */
  async move(batchId: string, next: MovedBatch): Promise<StoredBatch> {
    for (;;) {
      await this.#untilEnumerated(batchId);
      const moved = await this.#whenFree(batchId, async (run) =>
        run.isEnumerated ? this.#move(run, next) : undefined,
      );
      if (moved) return moved;
    }
  }

  /** Stops a batch and removes it from the list; finished files stay. Rejects as `control` does. */
  forget(batchId: string): Promise<void> {
    return this.#whenFree(batchId, (run) => this.#forget(run));
  }

  /** The batches of an action without a batch. */
  async #batchesFor(action: BatchAction): Promise<string[]> {
    const all = await this.#store.listBatches();
    const own = all.filter((batch) => !this.#options.lease.isElsewhere(batch));
    const affected = own.filter(({ state, counts }) =>
      action === 'retry' ? counts.failed + counts['no-file'] + counts.unsigned > 0 : state.kind !== 'ended',
    );
    return affected.map(({ uuid }) => uuid);
  }

  #apply(uuid: string, action: BatchAction, document?: DocumentKey): Promise<void> {
    if (action === 'retry' || action === 'resume') this.#forgetFailures();
    return this.#whenFree(uuid, (run) => {
      const act = () =>
        document ? this.#applyToDocument(run, action, document) : this.#applyToBatch(run, action);
      // Alone: another action would release the batch that this one reopens.
      return run.state.kind === 'ended' ? this.#runExclusively(run, () => this.#actOnEnded(run, act)) : act();
    });
  }

  /** What the user retries is asked for at once. */
  #forgetFailures(): void {
    const { links, outages } = this.#context.transferContext;
    links.resetAttempts();
    for (const breaker of outages.breakers()) breaker.close();
  }

  async #loadOwn(uuid: string): Promise<Run> {
    const { scheduler } = this.#options;
    const run = this.#queue.runs.get(uuid) ?? (await scheduler.adopter.takeUp(uuid));
    if (run) return run;
    throw new AppError('BATCH_OWNED_ELSEWHERE', 'another process works on the batch');
  }

  /** Runs an action on an own batch, after a running cancel or removal. */
  async #whenFree<T>(uuid: string, action: (run: Run) => Promise<T>): Promise<T> {
    for (;;) {
      const run = await this.#loadOwn(uuid);
      const exclusive = this.#exclusive.get(run);
      // Without an await in between, so that the next caller sees an exclusive action.
      if (!exclusive) return action(run);
      await exclusive;
    }
  }

  /** Runs an action during which no document of the batch starts. */
  async #runExclusively<T>(run: Run, action: () => Promise<T>): Promise<T> {
    run.apply({ kind: 'reserve' });
    const result = action();
    this.#exclusive.set(run, succeeds(result));
    try {
      return await result;
    } finally {
      this.#exclusive.delete(run);
      run.apply({ kind: 'free' });
      // A batch resumed meanwhile could not start anything.
      this.#queue.pump();
    }
  }

  /** Runs an action that pauses the batch first. Where it rejects, a batch that was running goes on. */
  async #runStopped<T>(run: Run, action: () => Promise<T>): Promise<T> {
    const { state } = run;
    try {
      return await this.#runExclusively(run, action);
    } catch (error) {
      if (wasRunning({ state })) await this.#options.scheduler.adopter.resume(run);
      throw error;
    }
  }

  async #applyToBatch(run: Run, action: BatchAction): Promise<void> {
    const { state } = run;
    switch (action) {
      case 'pause':
        // Also an automatic pause becomes one by the user, which a restart does not end.
        if (state.kind !== 'ended') await this.#queue.pause(run, 'person');
        return;
      case 'cancel':
        if (state.kind !== 'ended') await this.#cancel(run);
        return;
      case 'resume':
      case 'retry': {
        if (state.kind === 'paused' && state.why === 'folder-gone') {
          run.mayHaveLostFiles = true;
          run.destination.accept();
        }
        const changed = await this.#change(run, action);
        this.#queue.resumeConnections(run);
        if (changed > 0 || state.kind === 'paused') await this.#queue.resume(run);
      }
    }
  }

  async #applyToDocument(run: Run, action: BatchAction, document: DocumentKey): Promise<void> {
    const isDocument = ({ connectionId, documentId }: TakenTransfer) =>
      connectionId === document.connectionId && documentId === document.id;
    const changed = await this.#change(run, action, document);
    if (action === 'pause' || action === 'cancel') {
      await this.#queue.stop(run, isDocument, action);
      // It may have returned to the ledger meanwhile.
      await this.#change(run, action, document);
    }
    if (action === 'cancel') await this.#removeCancelled(run);
    if (action === 'resume' || action === 'retry') {
      this.#queue.resumeConnections(run, document.connectionId);
    }
    if (run.state.kind === 'ended' && changed > 0) await this.#queue.resume(run);
    run.recheck();
    this.#queue.pump();
  }

  /** Applies an action to the ledger; returns how many documents it changed. */
  async #change(run: Run, action: BatchAction, document?: DocumentKey): Promise<number> {
    const at = new Date(this.#context.transferContext.clock.now()).toISOString();
    const { from, to, rows } = await this.#store.applyBatchAction(
      run.batch.uuid,
      this.#owner,
      action,
      at,
      document,
    );
    for (const { state, documents } of from) run.progress.moved(state, to, documents);
    this.#context.publisher.rows(run, rows);
    return from.reduce((sum, { documents }) => sum + documents, 0);
  }

  async #cancel(run: Run): Promise<void> {
    const isAway = await this.#runStopped(run, async () => {
      const [isAway] = await Promise.all([this.#isFolderAway(run), this.#queue.storePause(run, 'person')]);
      await this.#cancelDocuments(run, isAway);
      return isAway;
    });
    // A finished batch need not wait for its folder to return.
    if (isAway && (await this.#options.scheduler.finisher.end(run))) return;
    await this.#queue.resume(run);
  }

  /** Whether a batch's folder is absent or unresponsive. */
  async #isFolderAway(run: Run): Promise<boolean> {
    if (run.state.kind === 'paused' && run.state.why === 'folder-gone') return true;
    const isThere = succeeds(run.destination.check());
    return !(await within(this.#context.transferContext.clock, folderTimeoutMs, isThere, false));
  }

  async #cancelDocuments(run: Run, isAway: boolean): Promise<void> {
    await this.#options.scheduler.enumerator.stop(run);
    // The pause ended the prefetch. Documents already taken return to the ledger before the second change.
    await this.#change(run, 'cancel');
    await this.#queue.stop(run, () => true, 'cancel');
    // Documents whose cancellation could not be stored return too; no task works on them now.
    await this.#store.putBackTransfers(run.batch.uuid, this.#owner);
    await this.#change(run, 'cancel');
    if (isAway) void this.#removeCancelled(run);
    else await this.#removeCancelled(run);
  }

  /** Locked files stay recorded and are removed later. */
  #removeCancelled(run: Run): Promise<void> {
    return removePartFiles(this.#context.transferContext, run, ['cancelled']).catch(() => undefined);
  }

  /** Releases the batch unless it runs again. What the ledger alone has reopened is adopted then. */
  async #actOnEnded(run: Run, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } finally {
      if (run.state.kind === 'ended') {
        await this.#store.releaseBatches(this.#owner, run.batch.uuid);
        await this.#queue.drop(run);
      }
    }
  }

  /**
   * Resolves when the enumeration is complete. Meanwhile the batch may be cancelled, removed or taken over.
   */
  async #untilEnumerated(uuid: string): Promise<void> {
    const { transferContext, closing } = this.#context;
    while (!(await this.#loadOwn(uuid)).isEnumerated) {
      await transferContext.clock.sleep(pollIntervalMs, closing).catch(() => {
        throw new AppError('CANCELLED', 'the app is closing');
      });
    }
  }

  async #move(run: Run, next: MovedBatch): Promise<StoredBatch> {
    const moved = await this.#runExclusively(run, () => this.#moveDocuments(run, next));
    // The move is done: the new batch must start, even if finishing this one cannot be stored.
    await this.#endMoved(run).catch(() => this.#queue.pump());
    return moved;
  }

  async #moveDocuments(run: Run, next: MovedBatch): Promise<StoredBatch> {
    const { uuid } = run.batch;
    await this.#queue.returnAll(run);
    try {
      const draft = await this.#store.draftMovedBatch(uuid, this.#owner, next);
      await this.#options.scheduler.enumerator.fillMoved(uuid, draft);
      const removed = this.#removeMovedPartFiles(uuid, next.folder);
      await within(this.#context.transferContext.clock, folderTimeoutMs, removed, undefined);
      return await this.#store.publishMovedBatch(uuid, this.#owner, draft.uuid);
    } catch (error) {
      // A draft that cannot be removed now is hidden and removed later.
      await this.#store.forgetBatch(next.uuid).catch(() => undefined);
      throw error;
    }
  }

  /** Failures surface when the document is fetched. */
  async #removeMovedPartFiles(uuid: string, folder: string): Promise<void> {
    const partFiles = await this.#store.listLeftPartFiles(uuid, openStates).catch(() => []);
    await removeMovedPartFiles(this.#context.transferContext.disk, folder, partFiles);
  }

  async #endMoved(run: Run): Promise<void> {
    run.progress.reset(await this.#store.getBatch(run.batch.uuid));
    if (!(await this.#options.scheduler.finisher.end(run))) await this.#queue.resume(run);
  }

  async #forget(run: Run): Promise<void> {
    await this.#runStopped(run, () => this.#forgetStopped(run));
    this.#context.publisher.forgotten(run);
    // Not awaited: another computer may lock the index for minutes. The entries are written later then.
    void this.#options.indexer.flush(run.batch);
  }

  async #forgetStopped(run: Run): Promise<void> {
    await this.#queue.storePause(run, 'person');
    await this.#options.scheduler.enumerator.stop(run);
    await this.#queue.returnAll(run);
    // A locked file does not prevent the removal.
    await removePartFiles(this.#context.transferContext, run, ['waiting', 'paused', 'cancelled']).catch(
      () => undefined,
    );
    // Before the run is dropped: another call would load the batch again.
    await this.#store.forgetBatch(run.batch.uuid);
    await this.#queue.drop(run);
  }
}

/** An action on all batches ignores one that is removed meanwhile. */
function ignoreRemoved(error: unknown): void {
  if (!isAppError(error, 'BATCH_GONE')) throw error;
}
