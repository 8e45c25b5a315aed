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

/** What a person asks of the queue. */
export interface Actions {
  /** Rejects with `BATCH_GONE` or, for a batch that another process works on, `BATCH_OWNED_ELSEWHERE`. */
  control(action: BatchAction, batchId?: string, document?: DocumentKey): Promise<void>;
  /**
   * Writes down a batch for what another has not brought, and ends that. Rejects as `control` does, with
   * `NOTHING_SELECTED` where nothing is left of it, and where not all of it can go there; it stays as it was
   * then.
   */
  move(batchId: string, next: MovedBatch): Promise<LedgerBatch>;
  /** Stops a batch and forgets it; files that are done stay. Rejects as `control` does. */
  forget(batchId: string): Promise<void>;
}

export interface ActionDeps {
  store: Store;
  disk: Disk;
  clock: Clock;
  lease: LeaseOwner;
  queue: Queue;
  /** Fires when the app closes. */
  closing: AbortSignal;
  /** Takes up a batch that this process has just claimed. */
  takeUp(uuid: string): Promise<Run | undefined>;
  /** Ends the adding of documents to a batch. */
  stopExpanding(run: Run): Promise<void>;
  /** Adds all that a batch has not brought to the one that it is moved to. */
  fillMoved(from: string, draft: DraftBatch): Promise<void>;
  /** A person has something tried again that had failed, or waited. */
  onRetry(): void;
  onRows(run: Run, rows: readonly LedgerTransfer[]): void;
  /** A batch is forgotten; its index may not know all of it yet. */
  onForgotten(run: Run): void;
}

/** Does what a person asks, batch by batch. */
export function createActions(parts: ActionDeps): Actions {
  const { store, clock, lease, queue, takeUp, stopExpanding, onRows, onForgotten } = parts;

  async function owned(uuid: string): Promise<Run> {
    const run = queue.runs.get(uuid) ?? (await takeUp(uuid));
    if (run) return run;
    throw new AppError('BATCH_OWNED_ELSEWHERE', 'another process works on the batch');
  }

  /** Does something to a batch of ours, once it is neither being cancelled nor forgotten. */
  async function onceAtRest<T>(uuid: string, action: (run: Run) => Promise<T>): Promise<T> {
    for (;;) {
      const run = await owned(uuid);
      // Without a turn between: who comes next finds that it is being stopped.
      if (!run.stopping) return action(run);
      await run.stopping;
    }
  }

  /** Does something to a batch of which nothing may begin meanwhile. */
  async function whileStopping<T>(run: Run, action: () => Promise<T>): Promise<T> {
    const stopped = action();
    run.stopping = stopped.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await stopped;
    } finally {
      delete run.stopping;
      // Who went on with it meanwhile could begin nothing.
      queue.pump();
    }
  }

  /** The batches that an action without a batch is about. */
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

  /** A batch that the app had paused by itself waits for the person from now on. */
  async function stayPaused(run: Run): Promise<void> {
    const state = { kind: 'paused', why: 'person' } as const;
    // What could not be written down did not happen: a restart would go on with it.
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
    // Nobody waits for a folder that nothing more is brought to.
    if (isAway && (await queue.end(run))) return;
    await queue.resume(run);
  }

  /** Whether the folder of a batch is not there, or does not answer soon. */
  async function isFolderAway(run: Run): Promise<boolean> {
    if (run.state.kind === 'paused' && run.state.why === 'folder-gone') return true;
    const checked = run.destination.check().then(
      () => false,
      () => true,
    );
    return (await soon(checked)) ?? true;
  }

  /** What is there within two seconds: a share that does not answer takes minutes. */
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
    // Nothing more is taken from the ledger; what had been comes back to it before the second change.
    run.state = { kind: 'paused', why: 'person' };
    await change(run, 'cancel');
    await queue.stop(run, () => true, 'cancel');
    // What could not be written down as cancelled comes back too: nobody is at any of it now.
    await store.ledgerPutBack(run.batch.uuid, lease.owner);
    await change(run, 'cancel');
    if (isAway) void removeCancelled(run);
    else await removeCancelled(run);
  }

  /** What somebody else holds just now stays noted, and is removed later. */
  function removeCancelled(run: Run): Promise<void> {
    return removeParts(parts, run, ['cancelled']).catch(() => undefined);
  }

  /** A batch that had ended, and still has, needs nobody. */
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
      // It may have come back to the ledger meanwhile.
      await change(run, action, document);
    }
    if (action === 'cancel') await removeCancelled(run);
    if (action === 'resume' || action === 'retry') queue.resumeConnections(run, document.connectionId);
    if (run.state.kind === 'ended' && changed > 0) await queue.resume(run);
    recheck(run);
    queue.pump();
  }

  /** What is left there is told by whoever fetches its document. */
  async function clearMoved(uuid: string, folder: string): Promise<void> {
    const left = await store.ledgerPartFiles(uuid, openStates).catch(() => []);
    await removeMovedParts(parts.disk, folder, left);
  }

  async function moveAtRest(run: Run, next: MovedBatch): Promise<LedgerBatch> {
    const { uuid } = run.batch;
    await queue.rest(run);
    try {
      const draft = await store.ledgerMove(uuid, lease.owner, next);
      await parts.fillMoved(uuid, draft);
      await soon(clearMoved(uuid, next.folder));
      return await store.ledgerMoved(uuid, lease.owner, draft.uuid);
    } catch (error) {
      // What cannot be forgotten now is seen by nobody, and goes later.
      await store.ledgerForget(next.uuid).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Resolves once all of a selection is added; meanwhile the batch may be cancelled, forgotten, or taken
   * away.
   */
  async function untilEnumerated(uuid: string): Promise<void> {
    while (!(await owned(uuid)).isEnumerated) {
      await clock.sleep(glanceMs, parts.closing).catch(() => {
        throw new AppError('CANCELLED', 'the app is closing');
      });
    }
  }

  /** Moves a batch with all of its selection. */
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
    // The rest has gone by now and is to be begun, whether that can be written down or not.
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
    // What somebody else holds just now does not keep a batch from being forgotten.
    await removeParts(parts, run, ['waiting', 'paused', 'cancelled']).catch(() => undefined);
    // Before it is let go of: who asks for it meanwhile would take it up anew.
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
      // Beside each other: one that is being cancelled on a share that does not answer takes minutes.
      await Promise.all((await batchesFor(action)).map((uuid) => actOn(uuid, action).catch(unlessGone)));
    },
    move: moveWhole,
    forget: (batchId) => onceAtRest(batchId, forget),
  };
}

/** Of documents that may still come. */
const openStates = ['waiting', 'transferring', 'paused', 'failed', 'unsigned'] as const;
/** A folder that does not answer by then is not waited for, ms. */
const soonMs = 2_000;
/** How often it is looked whether a selection has been added, ms. */
const glanceMs = 200;

/** What all batches are asked is not asked of one that somebody forgets meanwhile. */
function unlessGone(error: unknown): void {
  if (!isAppError(error, 'BATCH_GONE')) throw error;
}
