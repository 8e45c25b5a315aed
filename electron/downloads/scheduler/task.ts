import type { TakenTransfer } from '../../store/index.ts';
import { type Carried, type CarryMeans, carry } from '../transfer/run-transfer.ts';
import type { Run, Task } from './run.ts';

/** Hears how a document that is under way fares. */
export interface TaskWatcher {
  onChanged(): void;
  /** It waits for its next try, and others may have its turn; or it goes on. */
  onResting(isResting: boolean): void;
  onCarried(task: Task, how: Carried, isResting: boolean): Promise<void>;
}

/** Sends a document of a batch on its way and keeps its batch's tally while it is. */
export function beginTask(means: CarryMeans, run: Run, taken: TakenTransfer, watcher: TaskWatcher): void {
  const { batch, destination, tally } = run;
  const abort = new AbortController();
  const task: Task = {
    ...{ taken, abort, begunAt: means.clock.elapsed(), ended: Promise.resolve() },
    ...{ isTransferring: false, bytes: 0 },
  };
  let isResting = false;
  run.tasks.add(taken.id, task);
  const carried = carry(means, {
    batch: batch.uuid,
    destination,
    taken,
    again: batch.again,
    isBackground: batch.isOfRefresh,
    signal: abort.signal,
    isWanted: () => task.wanted !== undefined,
    watcher: {
      onTransferring(isTransferring) {
        if (task.isTransferring === isTransferring) return;
        task.isTransferring = isTransferring;
        if (isTransferring) tally.moved('waiting', 'transferring');
        else tally.moved('transferring', 'waiting');
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
        tally.streamed(bytes - task.bytes);
        task.bytes = bytes;
        watcher.onChanged();
      },
    },
  });
  task.ended = carried.then((how) => watcher.onCarried(task, how, isResting));
}
