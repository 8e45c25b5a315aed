import { type AppError, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { Store, StoredBatch, TakenTransfer } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import {
  runTransfer,
  type StopReason,
  type TransferContext,
  TransferJob,
  type TransferOutcome,
} from '../transfer/index.ts';
import { type BatchFinisher, createBatchFinisher } from './batch-finisher.ts';
import { type ConnectionPause, isIdle, newRun, type Run, recheck } from './batch-run.ts';
import {
  connectionsToExclude,
  countFailedRead,
  createJobPicker,
  type JobPicker,
  prefetchDocuments,
  recordPrefetch,
  wholeBatchPause,
} from './job-picker.ts';
import { countOutcome, returnToLedger, writeStop } from './transfer-steps.ts';

/** Callbacks of the queue. */
export interface QueueWatcher {
  /** A batch changed, and optionally one of its documents. */
  onChanged(run: Run, transfer?: TakenTransfer, outcome?: TransferOutcome): void;
  /** A document failed for a reason that affects others too. The run is still running. */
  onFailure(run: Run, failure: Extract<TransferOutcome, { kind: 'held-up' }>, task: TransferJob): void;
  /** The ledger could not be read for a batch, after retries. The run is still running. */
  onUnread(run: Run, why: PauseReason, error: AppError): void;
  /** All documents have a verdict. Rejects if the index cannot be written yet. */
  onEnding(run: Run): Promise<void>;
  onEnded(run: Run): void;
  /** The batch has another owner in the ledger. */
  onLost(run: Run): void;
  /** The first transfer started, or the last one ended. */
  onBusy(isBusy: boolean): void;
}

export interface QueueOptions {
  store: Store;
  clock: Clock;
  /** This process, as the owner of batches in the ledger. */
  owner: string;
  transferContext: TransferContext;
  watcher: QueueWatcher;
  /** Receives errors of background work. */
  onError(error: unknown): void;
}

type TransferFilter = (transfer: TakenTransfer) => boolean;

/** Delay before a failed action is tried again. */
const recheckMs = 1_000;

/** The batches of this process and their documents in progress. */
export class Queue {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #owner: string;
  readonly #transferContext: TransferContext;
  readonly #watcher: QueueWatcher;
  readonly #onError: (error: unknown) => void;
  readonly #runs = new Map<string, Run>();
  /** By the batch's id. */
  readonly runs: ReadonlyMap<string, Run> = this.#runs;
  readonly #closing = new AbortController();
  readonly #picker: JobPicker;
  readonly #finisher: BatchFinisher;
  #wasBusy = false;
  #isPumping = false;

  constructor({ store, clock, owner, transferContext, watcher, onError }: QueueOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#owner = owner;
    this.#transferContext = transferContext;
    this.#watcher = watcher;
    this.#onError = onError;
    this.#picker = createJobPicker(transferContext.transferQueue);
    this.#finisher = createBatchFinisher({
      store,
      clock,
      owner,
      disk: transferContext.disk,
      isRunning: (run) => this.#isRunning(run),
      retryLater: (run, error) => this.#retryLater(run, error),
      recount: (run) => this.recount(run),
      pump: () => this.pump(),
      onEnding: (run) => watcher.onEnding(run),
      onEnded: (run) => {
        this.#runs.delete(run.batch.uuid);
        watcher.onChanged(run);
        watcher.onEnded(run);
      },
    });
  }

  /** Adds a batch that this process owns; `isTakenUp`: an earlier process started it. */
  add(batch: StoredBatch, isTakenUp = false): Run {
    const { disk } = this.#transferContext;
    const run = newRun(batch, isTakenUp, { store: this.#store, disk, clock: this.#clock });
    this.#runs.set(batch.uuid, run);
    return run;
  }

  /** Counts documents that were added to a batch; with `isLast` the enumeration is complete. */
  recordAdded(run: Run, added: number, isLast: boolean): void {
    run.counters.added(added);
    run.isEnumerated ||= isLast;
    recheck(run);
    this.#watcher.onChanged(run);
    this.pump();
  }

  /** Starts what may start. */
  pump(): void {
    if (this.#isPumping || this.#closing.signal.aborted) return;
    this.#isPumping = true;
    try {
      this.#startReady();
    } catch (error) {
      // The caller is not to blame, and the documents are still in the queue.
      this.#onError(error);
      this.#sleepThen(() => this.pump());
    } finally {
      this.#isPumping = false;
    }
    for (const run of this.#runs.values()) if (this.#isRunning(run)) this.#prefetchOrEnd(run);
    this.#noteBusy();
  }

  /** Stops all tasks of a batch and returns their documents. Resolves when none is running. */
  async pause(run: Run, why: PauseReason, error?: AppError): Promise<void> {
    run.state = { kind: 'paused', why, ...(error && { error: toErrorData(error) }) };
    await Promise.all([this.#writePause(run, run.state), this.#stopTasks(run)]);
    this.#watcher.onChanged(run);
  }

  async resume(run: Run): Promise<void> {
    const { state } = run;
    // Tasks that still end with the cause of the pause would pause the batch again.
    await run.taskStop;
    // Documents that could not be returned during a ledger failure.
    if (isIdle(run)) await this.#store.putBackTransfers(run.batch.uuid, this.#owner);
    // Paused again, ended or taken over meanwhile: not resumed.
    if ((run.state !== state && run.state.kind !== 'running') || !this.#isRegistered(run)) return;
    run.failures = 0;
    const [before, running] = [run.state, { kind: 'running' } as const];
    run.state = running;
    try {
      await this.#store.setBatchState(run.batch.uuid, this.#owner, running);
    } catch (error) {
      // A resume that was not stored has no effect: the batch stays paused.
      if (run.state === running) run.state = before;
      throw error;
    }
    await this.recount(run);
  }

  /** Stops all tasks without pausing the batch; their documents wait again. Resolves when none is running. */
  async returnAll(run: Run): Promise<void> {
    await Promise.all([this.#stopTasks(run), run.prefetch]);
    await this.#store.putBackTransfers(run.batch.uuid, this.#owner);
    recheck(run);
  }

  /**
   * Stops the tasks of a connection and starts no more of them. The batch pauses once only paused connections
   * remain.
   */
  pauseConnection(run: Run, connectionId: string, reason: ConnectionPause): void {
    run.pausedConnections.set(connectionId, reason);
    for (const task of run.tasks.values()) if (task.taken.connectionId === connectionId) task.stop();
    this.#watcher.onChanged(run);
    this.pump();
  }

  /** Resumes one connection's documents, or all. */
  resumeConnections(run: Run, connectionId?: string): void {
    if (connectionId === undefined) run.pausedConnections.clear();
    else run.pausedConnections.delete(connectionId);
    recheck(run);
    this.pump();
  }

  /** Stops the documents in progress that match, then pauses or cancels them. */
  async stop(run: Run, matches: TransferFilter, reason: StopReason): Promise<void> {
    await Promise.all([this.#stopMatching(run, matches, reason), run.prefetch, run.taskStop]);
    // A second pass for documents that were being prefetched or returned.
    await this.#stopMatching(run, matches, reason);
  }

  /** Recounts after the ledger was changed, and continues. */
  async recount(run: Run): Promise<void> {
    const batch = await this.#store.getBatch(run.batch.uuid);
    if (run.tasks.size === 0) run.counters.reset(batch);
    recheck(run);
    this.#watcher.onChanged(run);
    this.pump();
  }

  /** Ends an idle batch without open documents, even if its folder is absent; whether it has ended. */
  end(run: Run): Promise<boolean> {
    return this.#finisher.end(run);
  }

  /** Drops a batch without writing anything; resolves when no task is running. */
  async drop(run: Run): Promise<void> {
    if (!this.#isRegistered(run)) return;
    this.#runs.delete(run.batch.uuid);
    run.ready = [];
    const tasks = [...run.tasks.values()];
    for (const task of tasks) task.stop();
    this.#watcher.onChanged(run);
    await Promise.all([run.prefetch, run.taskStop, ...tasks.map(({ ended }) => ended)]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#runs.values()].map((run) => this.#stopTasks(run)));
  }

  #isRegistered(run: Run): boolean {
    return this.#runs.get(run.batch.uuid) === run;
  }

  /** Whether documents of the batch may start. */
  #isRunning(run: Run): boolean {
    const isCurrent = this.#isRegistered(run) && !this.#closing.signal.aborted;
    return run.state.kind === 'running' && !run.exclusiveAction && isCurrent;
  }

  /** Starts documents round-robin, so that a small batch does not wait for a large one. */
  #startReady(): void {
    for (let hasStarted = true; hasStarted; ) {
      hasStarted = false;
      for (const run of this.#runs.values()) {
        const transfer = this.#isRunning(run) ? this.#picker.next(run) : undefined;
        if (!transfer) continue;
        this.#start(run, transfer);
        hasStarted = true;
      }
    }
  }

  /** Asks the ledger for more; with nothing more to start, pauses or ends the batch. */
  #prefetchOrEnd(run: Run): void {
    if (this.#picker.needsMore(run)) {
      run.prefetch = this.#prefetch(run);
      return;
    }
    const pause = wholeBatchPause(run);
    if (pause) this.pause(run, pause.why, pause.error).catch(this.#onError);
    else void this.#finisher.endIfOver(run);
  }

  #noteBusy(): void {
    let isBusy = false;
    for (const run of this.#runs.values()) isBusy ||= run.tasks.size > 0;
    if (isBusy === this.#wasBusy) return;
    this.#wasBusy = isBusy;
    this.#watcher.onBusy(isBusy);
  }

  async #prefetch(run: Run): Promise<void> {
    try {
      const excluding = connectionsToExclude(run);
      const transfers = await this.#store.takeTransfers(run.batch.uuid, this.#owner, {
        limit: prefetchDocuments,
        now: this.#clock.now(),
        excluding,
      });
      recordPrefetch(run, transfers, excluding);
      if (this.#isRunning(run)) run.ready.push(...transfers);
      else await returnToLedger(this.#store, this.#owner, run, transfers);
    } catch (error) {
      run.isDry = true;
      this.#retryLater(run, error);
    } finally {
      delete run.prefetch;
    }
    this.pump();
  }

  /** Retries in a second. Failed reads of the ledger are limited, and not retried once it is closed. */
  #retryLater(run: Run, cause?: unknown): void {
    if (isAppError(cause, 'CANCELLED')) return;
    if (isAppError(cause, 'BATCH_GONE')) {
      this.#watcher.onLost(run);
      return;
    }
    if (cause !== undefined && this.#isRunning(run)) {
      if (run.failures === 0) this.#onError(cause);
      const failure = countFailedRead(run, cause);
      if (failure) {
        this.#watcher.onUnread(run, failure.why, failure.error);
        return;
      }
    }
    this.#sleepThen(() => {
      recheck(run);
      this.pump();
    });
  }

  /** Calls `retry` in a second, unless the queue closes. */
  #sleepThen(retry: () => void | Promise<void>): void {
    this.#clock.sleep(recheckMs, this.#closing.signal).then(retry, () => undefined);
  }

  #start(run: Run, taken: TakenTransfer): void {
    const { batch, destination, counters } = run;
    const { connectionId } = taken;
    const onChanged = () => this.#watcher.onChanged(run, taken);
    const task = new TransferJob(this.#transferContext, batch, destination, taken, {
      onTransferring: (isTransferring) => {
        if (isTransferring) counters.moved('waiting', 'transferring');
        else counters.moved('transferring', 'waiting');
        onChanged();
      },
      onResting: (isResting) => {
        this.#picker.count(connectionId, isResting ? -1 : 1);
        this.pump();
      },
      onBytes: (delta) => {
        counters.streamed(delta);
        onChanged();
      },
    });
    this.#picker.count(connectionId, 1);
    run.tasks.add(taken.id, task);
    task.ended = runTransfer(this.#transferContext, task).then((outcome) =>
      this.#finishTask(run, task, outcome),
    );
  }

  async #finishTask(run: Run, task: TransferJob, outcome: TransferOutcome): Promise<void> {
    const { taken: transfer } = task;
    this.#picker.count(transfer.connectionId, -1);
    run.tasks.take(transfer.id);
    // The counters of a dropped batch are no longer used.
    if (!this.#isRegistered(run)) return this.pump();
    countOutcome(run, task, outcome);
    if (outcome.kind === 'lost') this.#watcher.onLost(run);
    if (outcome.kind === 'held-up' || outcome.kind === 'returned') {
      recheck(run);
      if (task.stopReason) await this.#pauseOrCancel(run, transfer, task.stopReason);
      else if (outcome.kind === 'held-up') this.#watcher.onFailure(run, outcome, task);
    }
    this.#watcher.onChanged(run, transfer, outcome);
    this.pump();
  }

  /** Pauses or cancels a document that was taken. */
  async #pauseOrCancel(run: Run, transfer: TakenTransfer, reason: StopReason): Promise<void> {
    try {
      await writeStop(this.#transferContext, run, transfer, reason);
      run.counters.moved('waiting', reason === 'pause' ? 'paused' : 'cancelled');
    } catch (error) {
      // An action that was not stored has no effect.
      if (this.#isRunning(run)) run.ready.push(transfer);
      this.#retryLater(run, error);
    }
    this.#watcher.onChanged(run);
  }

  #stopTasks(run: Run): Promise<void> {
    const ready = run.ready.splice(0);
    for (const task of run.tasks.values()) task.stop();
    const ended = Promise.all([run.taskStop, ...[...run.tasks.values()].map((task) => task.ended)]);
    // If the ledger cannot be written, `resume` returns them.
    const returned = ended
      .then(() => returnToLedger(this.#store, this.#owner, run, ready))
      .catch((error: unknown) => this.#retryLater(run, error));
    run.taskStop = returned.then(() => this.#noteBusy());
    return run.taskStop;
  }

  async #stopMatching(run: Run, matches: TransferFilter, reason: StopReason): Promise<void> {
    const matching = run.ready.filter(matches);
    run.ready = run.ready.filter((transfer) => !matches(transfer));
    const tasks = [...run.tasks.values()].filter(({ taken }) => matches(taken));
    for (const task of tasks) task.stop(reason);
    for (const transfer of matching) await this.#pauseOrCancel(run, transfer, reason);
    await Promise.all(tasks.map(({ ended }) => ended));
  }

  /** Stores a pause for the next start, with retries while it lasts. Resolves after the first try. */
  async #writePause(run: Run, state: Run['state'], isFirst = true): Promise<void> {
    try {
      await this.#store.setBatchState(run.batch.uuid, this.#owner, state);
    } catch (error) {
      if (isAppError(error, 'CANCELLED')) return;
      if (isFirst) this.#onError(error);
      this.#sleepThen(() =>
        run.state === state && this.#isRegistered(run) ? this.#writePause(run, state, false) : undefined,
      );
    }
  }
}
