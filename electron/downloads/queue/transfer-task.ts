import type { TakenTransfer } from '../../database/index.ts';
import { runTransfer, type TransferDeps, type TransferOutcome } from '../transfer/index.ts';
import type { Run, StopReason, Task } from './batch-run.ts';

/** Hears how a document that is under way fares. */
export interface TaskWatcher {
  onChanged(): void;
  /** It waits for its next try, and others may have its turn; or it goes on. */
  onResting(isResting: boolean): void;
  onOutcome(task: Task, how: TransferOutcome, isResting: boolean): Promise<void>;
}

/** Sends a document of a batch on its way and keeps its batch's counters while it is. */
export function beginTask(deps: TransferDeps, run: Run, taken: TakenTransfer, watcher: TaskWatcher): void {
  const { batch, destination, counters } = run;
  const abort = new AbortController();
  const task: Task = {
    ...{ taken, abort, begunAt: deps.clock.elapsed(), ended: Promise.resolve() },
    ...{ isTransferring: false, bytes: 0 },
  };
  let isResting = false;
  run.tasks.add(taken.id, task);
  const outcome = runTransfer(deps, {
    batch: batch.uuid,
    destination,
    template: batch.template,
    taken,
    force: batch.force,
    isBackground: batch.isOfRefresh,
    signal: abort.signal,
    isStopRequested: () => task.stopReason !== undefined,
    watcher: {
      onTransferring(isTransferring) {
        if (task.isTransferring === isTransferring) return;
        task.isTransferring = isTransferring;
        if (isTransferring) counters.moved('waiting', 'transferring');
        else counters.moved('transferring', 'waiting');
        watcher.onChanged();
      },
      onResting(resting) {
        isResting = resting;
        watcher.onResting(resting);
      },
      onSize(size) {
        // What an earlier try was told is not the size of this one.
        if (size === undefined) delete task.size;
        else task.size = size;
      },
      onProgress(bytes) {
        counters.streamed(bytes - task.bytes);
        task.bytes = bytes;
        watcher.onChanged();
      },
    },
  });
  task.ended = outcome.then((how) => watcher.onOutcome(task, how, isResting));
}

/**
 * Writes down that a document that was taken from the queue and is at rest is paused or cancelled; a `.part`
 * that it may have stays noted.
 */
export function disposeOf(
  { ledger, clock }: TransferDeps,
  { batch: { uuid: batch } }: Run,
  { id, hasPartFile }: TakenTransfer,
  reason: StopReason,
): Promise<void> {
  if (reason === 'pause') return ledger.write({ kind: 'returned', state: 'paused', batch, id, hasPartFile });
  const at = new Date(clock.now()).toISOString();
  return ledger.write({ kind: 'cancelled', batch, id, hasPartFile, at });
}
