import { type AppError, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { Store, StoredBatch, TakenTransfer } from '../../database/index.ts';
import { retryInBackground } from '../../jobs/index.ts';
import { hasSlept } from '../../lib/async.ts';
import {
  runTransfer,
  type StopReason,
  type TransferContext,
  TransferJob,
  type TransferOutcome,
} from '../transfer/index.ts';
import { type ConnectionPause, Run, type TransferFilter } from './batch-run.ts';
import {
  connectionsToExclude,
  countFailedRead,
  JobPicker,
  prefetchDocuments,
  recordPrefetch,
  wholeBatchPause,
} from './job-picker.ts';
import type { ProgressPublisher } from './progress-publisher.ts';
import { returnToLedger, writeStop } from './return-documents.ts';

/** Decides what follows when a batch cannot go on as it is. The batch is still running. */
interface QueueWatcher {
  /** A document failed for a reason that affects others too. */
  onFailure(run: Run, failure: Extract<TransferOutcome, { kind: 'held-up' }>, task: TransferJob): void;
  /** The ledger could not be read for a batch, after retries. */
  onUnread(run: Run, why: PauseReason, error: AppError): void;
  /** No document of a batch is in progress, and none is known to wait. */
  onOver(run: Run): void;
  /** The batch has another owner in the ledger. */
  onLost(run: Run): void;
}

/** What the parts of the queue share. */
export interface QueueContext {
  /** The batches of this process, by their id. */
  runs: Map<string, Run>;
  /** This process, as the owner of batches in the ledger. */
  owner: string;
  transferContext: TransferContext;
  publisher: ProgressPublisher;
  /** Aborted when the app closes, with `CANCELLED`. */
  closing: AbortSignal;
  /** Receives errors of background work. */
  onError: (error: unknown) => void;
}

/** Delay before a failed action is tried again. */
const recheckMs = 1_000;

/** The batches of this process and their documents in progress. */
export class Queue {
  /** By the batch's id. */
  readonly runs: Map<string, Run>;
  readonly #context: QueueContext;
  readonly #watcher: QueueWatcher;
  readonly #store: Store;
  readonly #picker: JobPicker;
  #isPumping = false;

  constructor(context: QueueContext, watcher: QueueWatcher) {
    this.runs = context.runs;
    this.#context = context;
    this.#watcher = watcher;
    this.#store = context.transferContext.store;
    this.#picker = new JobPicker(context.transferContext.transferQueue);
  }

  /** Adds a batch that this process owns; `isTakenUp`: an earlier process started it. */
  add(batch: StoredBatch, isTakenUp = false): Run {
    const run = new Run(batch, isTakenUp, this.#context.transferContext);
    this.runs.set(batch.uuid, run);
    return run;
  }

  /** Whether documents of the batch may start. */
  isRunning(run: Run): boolean {
    return run.mayStart && !this.#context.closing.aborted;
  }

  /** Counts documents that were added to a batch; with `isLast` the enumeration is complete. */
  recordAdded(run: Run, added: number, isLast: boolean): void {
    run.progress.added(added);
    run.isEnumerated ||= isLast;
    run.recheck();
    this.#context.publisher.changed(run);
    this.pump();
  }

  /** Starts what may start. */
  pump(): void {
    if (this.#isPumping || this.#context.closing.aborted) return;
    this.#isPumping = true;
    try {
      this.#startReady();
    } catch (error) {
      // The caller is not to blame, and the documents are still in the queue.
      this.#context.onError(error);
      void this.#pumpLater();
    } finally {
      this.#isPumping = false;
    }
    for (const run of this.runs.values()) if (this.isRunning(run)) this.#prefetchOrEnd(run);
    this.#context.publisher.busy();
  }

  /** Stops all tasks of a batch and returns their documents. Resolves when none is running. */
  async pause(run: Run, why: PauseReason, error?: AppError): Promise<void> {
    await Promise.all([this.storePause(run, why, error), this.#stopTasks(run)]);
    this.#context.publisher.changed(run);
  }

  /** Starts no more documents, also at the next start. Resolves after the first try to store that. */
  storePause(run: Run, why: PauseReason, error?: AppError): Promise<void> {
    run.apply({ kind: 'pause', why, ...(error && { error: toErrorData(error) }) });
    const { state } = run;
    const { transferContext, owner, closing, onError } = this.#context;
    const write = async () => {
      if (run.state === state && !run.isDropped)
        await this.#store.setBatchState(run.batch.uuid, owner, state);
    };
    const mayRetry = (cause: unknown) => !isAppError(cause, 'CANCELLED');
    return retryInBackground(write, { clock: transferContext.clock, signal: closing, onError, mayRetry });
  }

  /** Resumes a batch, after any resume before it. Rejects if the ledger cannot store it. */
  resume(run: Run): Promise<void> {
    const { state } = run;
    run.resumed = Promise.allSettled([run.resumed]).then(() => this.#resumeFrom(run, state));
    return run.resumed;
  }

  /** Stops all tasks without pausing the batch; their documents wait again. Resolves when none is running. */
  async returnAll(run: Run): Promise<void> {
    await Promise.all([this.#stopTasks(run), run.prefetch]);
    await this.#store.putBackTransfers(run.batch.uuid, this.#context.owner);
    run.recheck();
  }

  /**
   * Stops the tasks of a connection and starts no more of them. The batch pauses once only paused connections
   * remain.
   */
  pauseConnection(run: Run, connectionId: string, reason: ConnectionPause): void {
    run.pausedConnections.set(connectionId, reason);
    run.stopTasks((taken) => taken.connectionId === connectionId);
    this.#context.publisher.changed(run);
    this.pump();
  }

  /** Resumes one connection's documents, or all. */
  resumeConnections(run: Run, connectionId?: string): void {
    if (connectionId === undefined) run.pausedConnections.clear();
    else run.pausedConnections.delete(connectionId);
    run.recheck();
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
    if (run.tasks.size === 0) run.progress.reset(batch);
    run.recheck();
    this.#context.publisher.changed(run);
    this.pump();
  }

  /** Takes a batch that has ended off the queue. */
  remove(run: Run): void {
    this.runs.delete(run.batch.uuid);
    run.apply({ kind: 'drop' });
    this.#context.publisher.ended(run);
  }

  /** Drops a batch without writing anything; resolves when no task is running. */
  async drop(run: Run): Promise<void> {
    if (run.isDropped) return;
    this.runs.delete(run.batch.uuid);
    run.apply({ kind: 'drop' });
    run.ready = [];
    const tasks = run.stopTasks();
    this.#context.publisher.changed(run);
    await Promise.all([run.prefetch, run.taskStop, ...tasks.map(({ ended }) => ended)]);
  }

  /** Retries in a second. Failed reads of the ledger are limited, and not retried once it is closed. */
  retryLater(run: Run, cause?: unknown): void {
    if (isAppError(cause, 'CANCELLED')) return;
    if (isAppError(cause, 'BATCH_GONE')) {
      this.#watcher.onLost(run);
      return;
    }
    const isFailedRead = cause !== undefined && this.isRunning(run);
    if (isFailedRead && run.failures === 0) this.#context.onError(cause);
    const failure = isFailedRead ? countFailedRead(run, cause) : undefined;
    if (failure) this.#watcher.onUnread(run, failure.why, failure.error);
    else void this.#pumpLater(run);
  }

  /** Stops all tasks, after `closing` was aborted. */
  async close(): Promise<void> {
    await Promise.all([...this.runs.values()].map((run) => this.#stopTasks(run)));
  }

  /** Starts documents round-robin, so that a small batch does not wait for a large one. */
  #startReady(): void {
    for (let hasStarted = true; hasStarted; ) {
      hasStarted = false;
      for (const run of this.runs.values()) {
        const transfer = this.isRunning(run) ? this.#picker.next(run) : undefined;
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
    if (pause) this.pause(run, pause.why, pause.error).catch(this.#context.onError);
    else if (run.supply.kind === 'none' && run.isEnumerated && run.isIdle) this.#watcher.onOver(run);
  }

  async #prefetch(run: Run): Promise<void> {
    try {
      const excluding = connectionsToExclude(run);
      const options = { limit: prefetchDocuments, now: this.#context.transferContext.clock.now(), excluding };
      const transfers = await this.#store.takeTransfers(run.batch.uuid, this.#context.owner, options);
      recordPrefetch(run, transfers, excluding);
      if (this.isRunning(run)) run.ready.push(...transfers);
      else await returnToLedger(this.#store, this.#context.owner, run, transfers);
    } catch (error) {
      run.supply = { kind: 'none' };
      this.retryLater(run, error);
    } finally {
      run.prefetch = undefined;
    }
    this.pump();
  }

  /** Asks the ledger again and starts what may start in a second, unless the queue closes. */
  async #pumpLater(run?: Run): Promise<void> {
    const { transferContext, closing } = this.#context;
    if (!(await hasSlept(transferContext.clock, recheckMs, closing))) return;
    run?.recheck();
    this.pump();
  }

  #start(run: Run, taken: TakenTransfer): void {
    const { transferContext, publisher } = this.#context;
    const { connectionId } = taken;
    const task = new TransferJob(transferContext, run.batch, run.destination, taken, {
      progress: run.progress,
      onChanged: () => publisher.changed(run, taken),
      onResting: (isResting) => {
        this.#picker.count(connectionId, isResting ? -1 : 1);
        this.pump();
      },
    });
    this.#picker.count(connectionId, 1);
    run.tasks.add(taken.id, task);
    task.ended = runTransfer(transferContext, task).then((outcome) => this.#finishTask(run, task, outcome));
  }

  async #finishTask(run: Run, task: TransferJob, outcome: TransferOutcome): Promise<void> {
    const { taken } = task;
    this.#picker.count(taken.connectionId, -1);
    run.tasks.take(taken.id);
    // The progress of a dropped batch are no longer used.
    if (run.isDropped) return this.pump();
    run.progress.ended(task, outcome);
    if (outcome.kind === 'lost') this.#watcher.onLost(run);
    if (outcome.kind === 'held-up' || outcome.kind === 'returned') {
      run.recheck();
      if (task.stopReason) await this.#pauseOrCancel(run, taken, task.stopReason);
      else if (outcome.kind === 'held-up') this.#watcher.onFailure(run, outcome, task);
    }
    this.#context.publisher.changed(run, taken, outcome);
    this.pump();
  }

  /** Pauses or cancels a document that was taken. */
  async #pauseOrCancel(run: Run, taken: TakenTransfer, reason: StopReason): Promise<void> {
    try {
      await writeStop(this.#context.transferContext, run, taken, reason);
      run.progress.moved('waiting', reason === 'pause' ? 'paused' : 'cancelled');
    } catch (error) {
      // An action that was not stored has no effect.
      if (this.isRunning(run)) run.ready.push(taken);
      this.retryLater(run, error);
    }
    this.#context.publisher.changed(run);
  }

  async #resumeFrom(run: Run, state: Run['state']): Promise<void> {
    // Tasks that still end with the cause of the pause would pause the batch again.
    await run.taskStop;
    // Documents that could not be returned during a ledger failure.
    if (run.isIdle) await this.#store.putBackTransfers(run.batch.uuid, this.#context.owner);
    // Paused again, ended or taken over meanwhile: not resumed.
    if ((run.state !== state && run.state.kind !== 'running') || run.isDropped) return;
    run.failures = 0;
    run.apply({ kind: 'resume' });
    try {
      await this.#store.setBatchState(run.batch.uuid, this.#context.owner, { kind: 'running' });
    } catch (error) {
      // A resume that was not stored has no effect: the batch stays paused.
      run.apply({ kind: 'unstored' });
      throw error;
    }
    run.apply({ kind: 'stored' });
    // Nothing resumes it again: what cannot be read now is read later.
    await this.recount(run).catch((error: unknown) => this.retryLater(run, error));
  }

  #stopTasks(run: Run): Promise<void> {
    const ready = run.ready.splice(0);
    const ended = Promise.all([run.taskStop, ...run.stopTasks().map((task) => task.ended)]);
    // If the ledger cannot be written, `resume` returns them.
    const returned = ended
      .then(() => returnToLedger(this.#store, this.#context.owner, run, ready))
      .catch((error: unknown) => this.retryLater(run, error));
    run.taskStop = returned.then(() => this.#context.publisher.busy());
    return run.taskStop;
  }

  async #stopMatching(run: Run, matches: TransferFilter, reason: StopReason): Promise<void> {
    const matching = run.ready.filter(matches);
    run.ready = run.ready.filter((transfer) => !matches(transfer));
    const tasks = run.stopTasks(matches, reason);
    for (const transfer of matching) await this.#pauseOrCancel(run, transfer, reason);
    await Promise.all(tasks.map(({ ended }) => ended));
  }
}
