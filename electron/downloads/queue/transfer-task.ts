import type { TakenTransfer } from '../../database/index.ts';
import { runTransfer, type TransferDeps, type TransferOutcome } from '../transfer/index.ts';
import type { Run, StopReason, Task } from './batch-run.ts';

/** Callbacks of a document in progress. */
export interface TaskWatcher {
  onChanged(): void;
  /** It starts or ends a wait between tries, during which others may use its slot. */
  onResting(isResting: boolean): void;
  onOutcome(task: Task, how: TransferOutcome, isResting: boolean): Promise<void>;
}

/** Starts a document's transfer and updates the counters of its batch. */
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
        // An earlier try's size may differ.
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

/** Stores that a stopped document is paused or cancelled; its `.part` stays recorded. */
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
