import type { Store, TakenTransfer } from '../../database/index.ts';
import { runTransfer, type TransferContext, type TransferOutcome } from '../transfer/index.ts';
import type { Run, StopReason, Task } from './batch-run.ts';

/** Callbacks of a document in progress. */
export interface TaskWatcher {
  onChanged(): void;
  /** It starts or ends a wait between tries, during which others may use its slot. */
  onRetryWait(isWaiting: boolean): void;
  onOutcome(task: Task, outcome: TransferOutcome, isWaiting: boolean): Promise<void>;
}

/** Starts a document's transfer and updates the counters of its batch. */
export function beginTask(
  transferContext: TransferContext,
  run: Run,
  transfer: TakenTransfer,
  watcher: TaskWatcher,
): void {
  const { batch, destination, counters } = run;
  const abort = new AbortController();
  const task: Task = {
    transfer,
    abort,
    begunAt: transferContext.clock.elapsed(),
    ended: Promise.resolve(),
    isTransferring: false,
    bytes: 0,
  };
  let isWaiting = false;
  run.tasks.add(transfer.id, task);
  const result = runTransfer(transferContext, {
    batch: batch.uuid,
    destination,
    template: batch.template,
    taken: transfer,
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
      onResting(isResting) {
        isWaiting = isResting;
        watcher.onRetryWait(isResting);
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
  task.ended = result.then((outcome) => watcher.onOutcome(task, outcome, isWaiting));
}

/** Stores that a stopped document is paused or cancelled; its `.part` stays recorded. */
export function writeStop(
  { ledger, clock }: TransferContext,
  { batch: { uuid: batch } }: Run,
  { id, hasPartFile }: TakenTransfer,
  reason: StopReason,
): Promise<void> {
  if (reason === 'pause') return ledger.write({ kind: 'returned', state: 'paused', batch, id, hasPartFile });
  const at = new Date(clock.now()).toISOString();
  return ledger.write({ kind: 'cancelled', batch, id, hasPartFile, at });
}

/** Stores that prefetched documents wait again. */
export async function returnToLedger(
  store: Pick<Store, 'writeSteps'>,
  owner: string,
  { batch: { uuid: batch } }: Run,
  transfers: readonly TakenTransfer[],
): Promise<void> {
  const steps = transfers.map(
    ({ id, hasPartFile }) => ({ kind: 'returned', state: 'waiting', batch, id, hasPartFile }) as const,
  );
  if (steps.length > 0) await store.writeSteps(owner, steps);
}

/** Moves a document whose task has ended in the counters of its batch. */
export function countOutcome({ counters }: Run, task: Task, outcome: TransferOutcome): void {
  counters.streamed(-task.bytes);
  const from = task.isTransferring ? 'transferring' : 'waiting';
  switch (outcome.kind) {
    case 'landed':
      counters.moved(from, outcome.state);
      if (outcome.state === 'done') counters.landedBytes(outcome.size);
      break;
    case 'verdict':
      counters.moved(from, outcome.state);
      break;
    case 'held-up':
    case 'returned':
      counters.moved(from, 'waiting');
  }
}
