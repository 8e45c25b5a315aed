import { AppError, isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type {
  BatchAction,
  DraftBatch,
  LedgerBatch,
  LedgerTransfer,
  MovedBatch,
  Store,
  TakenTransfer,
} from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import type { LeaseOwner } from '../../jobs/index.ts';
import type { Disk } from '../files/index.ts';
import { removeMovedParts, removeParts } from './batch-finisher.ts';
import { type Run, recheck } from './batch-run.ts';
import type { Queue } from './queue.ts';

/** User commands on batches. */
export interface Actions {
  /** Rejects with `BATCH_GONE`, or with `BATCH_OWNED_ELSEWHERE` if another process owns the batch. */
  control(action: BatchAction, batchId?: string, document?: DocumentKey): Promise<void>;
  /**
   * Creates a batch for the unfinished documents of another, which it finishes. Rejects as `control` does,
   * with `NOTHING_SELECTED` if none is unfinished, and if any cannot move. A rejected move changes nothing.
   */
  move(batchId: string, next: MovedBatch): Promise<LedgerBatch>;
  /** Stops a batch and removes it from the list; finished files stay. Rejects as `control` does. */
  forget(batchId: string): Promise<void>;
}

export interface ActionDeps {
  store: Store;
  disk: Disk;
  clock: Clock;
  lease: LeaseOwner;
  queue: Queue;
  /** Aborted when the app closes. */
  closing: AbortSignal;
  /** Starts the run of a batch that this process just claimed. */
  takeUp(uuid: string): Promise<Run | undefined>;
  /** Stops the enumeration of a batch. */
  stopExpanding(run: Run): Promise<void>;
  /** Adds the unfinished documents of a batch to the one it moves to. */
  fillMoved(from: string, draft: DraftBatch): Promise<void>;
  /** Called when the user retries or resumes something. */
  onRetry(): void;
  onRows(run: Run, rows: readonly LedgerTransfer[]): void;
  /** A batch was removed; its index may still be outdated. */
  onForgotten(run: Run): void;
}

export function createActions(parts: ActionDeps): Actions {
  const { store, clock, lease, queue, takeUp, stopExpanding, onRows, onForgotten } = parts;

  async function owned(uuid: string): Promise<Run> {
    const run = queue.runs.get(uuid) ?? (await takeUp(uuid));
    if (run) return run;
    throw new AppError('BATCH_OWNED_ELSEWHERE', 'another process works on the batch');
  }

  /** Runs an action on an own batch, after a running cancel or removal. */
  async function onceAtRest<T>(uuid: string, action: (run: Run) => Promise<T>): Promise<T> {
    for (;;) {
      const run = await owned(uuid);
      // Without an await in between, so that the next caller sees `stopping`.
      if (!run.exclusiveAction) return action(run);
      await run.exclusiveAction;
    }
  }

  /** Runs an action during which no document of the batch starts. */
  async function whileStopping<T>(run: Run, action: () => Promise<T>): Promise<T> {
    const stopped = action();
    run.exclusiveAction = stopped.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await stopped;
    } finally {
      delete run.exclusiveAction;
      // A batch resumed meanwhile could not start anything.
      queue.pump();
    }
  }

  /** The batches of an action without a batch. */
  async function batchesFor(action: BatchAction): Promise<string[]> {
    const all = await store.ledgerBatches();
    const own = all.filter((batch) => !lease.isElsewhere(batch));
    const fits = own.filter(({ state, counts }) =>
      action === 'retry' ? counts.failed + counts['no-file'] + counts.unsigned > 0 : state.kind !== 'ended',
    );
    return fits.map(({ uuid }) => uuid);
  }

  async function change(run: Run, action: BatchAction, document?: DocumentKey): Promise<number> {
    const at = new Date(clock.now()).toISOString();
    const { from, to, rows } = await store.ledgerApplyAction(
      run.batch.uuid,
      lease.owner,
      action,
      at,
      document,
    );
    for (const { state, documents } of from) run.counters.moved(state, to, documents);
    onRows(run, rows);
    return from.reduce((sum, { documents }) => sum + documents, 0);
  }

  async function onBatch(run: Run, action: BatchAction): Promise<void> {
    const { state } = run;
    switch (action) {
      case 'pause':
        if (state.kind === 'running') await queue.pause(run, 'person');
        else if (state.kind === 'paused') await stayPaused(run);
        return;
      case 'cancel':
        if (state.kind !== 'ended') await cancel(run);
        return;
      case 'resume':
      case 'retry': {
        if (state.kind === 'paused' && state.why === 'folder-gone') {
          run.mayHaveLostFiles = true;
          run.destination.accept();
        }
        const changed = await change(run, action);
        queue.resumeConnections(run);
        if (changed > 0 || state.kind === 'paused') await queue.resume(run);
      }
    }
  }

  /** Turns an automatic pause into one by the user. */
  async function stayPaused(run: Run): Promise<void> {
    const state = { kind: 'paused', why: 'person' } as const;
    // First stored, then changed: a restart would resume the batch otherwise.
    await store.ledgerSetState(run.batch.uuid, lease.owner, state);
    run.state = state;
    onRows(run, []);
  }

  async function cancel(run: Run): Promise<void> {
    const isAway = await whileStopping(run, async () => {
      const isGone = await isFolderAway(run);
      await cancelAtRest(run, isGone);
      return isGone;
    });
    // A finished batch need not wait for its folder to return.
    if (isAway && (await queue.end(run))) return;
    await queue.resume(run);
  }

  /** Whether a batch's folder is absent or unresponsive. */
  async function isFolderAway(run: Run): Promise<boolean> {
    if (run.state.kind === 'paused' && run.state.why === 'folder-gone') return true;
    const checked = run.destination.check().then(
      () => false,
      () => true,
    );
    return (await soon(checked)) ?? true;
  }

  /** The result, or undefined after two seconds: an unresponsive share takes minutes. */
  function soon<T>(work: Promise<T>): Promise<T | undefined> {
    const waiting = new AbortController();
    const late = clock.sleep(soonMs, waiting.signal).then(
      () => undefined,
      () => undefined,
    );
    return Promise.race([work, late]).finally(() => waiting.abort());
  }

  async function cancelAtRest(run: Run, isAway: boolean): Promise<void> {
    await stopExpanding(run);
    // Stops the prefetch. Documents already taken return to the ledger before the second change.
    run.state = { kind: 'paused', why: 'person' };
    await change(run, 'cancel');
    await queue.stop(run, () => true, 'cancel');
    // Documents whose cancellation could not be stored return too; no task works on them now.
    await store.ledgerPutBack(run.batch.uuid, lease.owner);
    await change(run, 'cancel');
    if (isAway) void removeCancelled(run);
    else await removeCancelled(run);
  }

  /** Locked files stay recorded and are removed later. */
  function removeCancelled(run: Run): Promise<void> {
    return removeParts(parts, run, ['cancelled']).catch(() => undefined);
  }

  /** Releases a batch that is still finished. */
  async function letGo(run: Run): Promise<void> {
    await queue.drop(run);
    await store.ledgerRelease(lease.owner, run.batch.uuid);
  }

  async function onDocument(run: Run, action: BatchAction, document: DocumentKey): Promise<void> {
    const fits = ({ connectionId, documentId }: TakenTransfer) =>
      connectionId === document.connectionId && documentId === document.id;
    const changed = await change(run, action, document);
    if (action === 'pause' || action === 'cancel') {
      await queue.stop(run, fits, action);
      // It may have returned to the ledger meanwhile.
      await change(run, action, document);
    }
    if (action === 'cancel') await removeCancelled(run);
    if (action === 'resume' || action === 'retry') queue.resumeConnections(run, document.connectionId);
    if (run.state.kind === 'ended' && changed > 0) await queue.resume(run);
    recheck(run);
    queue.pump();
  }

  /** Failures surface when the document is fetched. */
  async function clearMoved(uuid: string, folder: string): Promise<void> {
    const left = await store.ledgerPartFiles(uuid, openStates).catch(() => []);
    await removeMovedParts(parts.disk, folder, left);
  }

  async function moveAtRest(run: Run, next: MovedBatch): Promise<LedgerBatch> {
    const { uuid } = run.batch;
    await queue.returnAll(run);
    try {
      const draft = await store.ledgerMove(uuid, lease.owner, next);
      await parts.fillMoved(uuid, draft);
      await soon(clearMoved(uuid, next.folder));
      return await store.ledgerMoved(uuid, lease.owner, draft.uuid);
    } catch (error) {
      // A draft that cannot be removed now is hidden and removed later.
      await store.ledgerForget(next.uuid).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Resolves when the enumeration is complete. Meanwhile the batch may be cancelled, removed or taken over.
   */
  async function untilEnumerated(uuid: string): Promise<void> {
    while (!(await owned(uuid)).isEnumerated) {
      await clock.sleep(glanceMs, parts.closing).catch(() => {
        throw new AppError('CANCELLED', 'the app is closing');
      });
    }
  }

  /** Moves a batch after its enumeration. */
  async function moveWhole(uuid: string, next: MovedBatch): Promise<LedgerBatch> {
    for (;;) {
      await untilEnumerated(uuid);
      const moved = await onceAtRest(uuid, async (run) => (run.isEnumerated ? move(run, next) : undefined));
      if (moved) return moved;
    }
  }

  async function endMoved(run: Run): Promise<void> {
    run.counters.reset(await store.ledgerBatch(run.batch.uuid));
    if (!(await queue.end(run))) await queue.resume(run);
  }

  async function move(run: Run, next: MovedBatch): Promise<LedgerBatch> {
    const moved = await whileStopping(run, () => moveAtRest(run, next));
    // The move is done: the new batch must start, even if finishing this one cannot be stored.
    await endMoved(run).catch(() => queue.pump());
    return moved;
  }

  async function forget(run: Run): Promise<void> {
    await whileStopping(run, () => forgetAtRest(run));
    onForgotten(run);
  }

  async function forgetAtRest(run: Run): Promise<void> {
    await stopExpanding(run);
    run.state = { kind: 'paused', why: 'person' };
    await queue.stop(run, () => true, 'pause');
    // A locked file does not prevent the removal.
    await removeParts(parts, run, ['waiting', 'paused', 'cancelled']).catch(() => undefined);
    // Before the run is dropped: another call would load the batch again.
    await store.ledgerForget(run.batch.uuid);
    await queue.drop(run);
  }

  function actOn(uuid: string, action: BatchAction, document?: DocumentKey): Promise<void> {
    if (action === 'retry' || action === 'resume') parts.onRetry();
    return onceAtRest(uuid, async (run) => {
      if (document) await onDocument(run, action, document);
      else await onBatch(run, action);
      if (run.state.kind === 'ended') await letGo(run);
    });
  }

  return {
    async control(action, batchId, document) {
      if (batchId !== undefined) return actOn(batchId, action, document);
      // Concurrently: cancelling on an unresponsive share takes minutes.
      await Promise.all((await batchesFor(action)).map((uuid) => actOn(uuid, action).catch(unlessGone)));
    },
    move: moveWhole,
    forget: (batchId) => onceAtRest(batchId, forget),
  };
}

/** States of unfinished documents. */
const openStates = ['waiting', 'transferring', 'paused', 'failed', 'unsigned'] as const;
/** Limit for an unresponsive folder, ms. */
const soonMs = 2_000;
/** Polling interval for the end of an enumeration, ms. */
const glanceMs = 200;

/** An action on all batches ignores one that is removed meanwhile. */
function unlessGone(error: unknown): void {
  if (!isAppError(error, 'BATCH_GONE')) throw error;
}
