import { ruleOf } from '../../../shared/error-rules.ts';
import { type AppError, fromErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { LedgerBatch, Store, TakenTransfer } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { type TransferDeps, type TransferOutcome, whyUnwritten } from '../transfer/index.ts';
import { createBatchFinisher } from './batch-finisher.ts';
import { type ConnectionPause, newRun, type Run, recheck, type StopReason, type Task } from './batch-run.ts';
import {
  connectionsKey,
  connectionsOf,
  createJobPicker,
  isEveryConnectionPaused,
  isShort,
  prefetchDocuments,
} from './job-picker.ts';
import { beginTask, disposeOf } from './transfer-task.ts';

/** Callbacks of the queue. */
export interface QueueWatcher {
  /** A batch changed, and optionally one of its documents. */
  onChanged(run: Run, taken?: TakenTransfer, outcome?: TransferOutcome): void;
  /** A document failed for a reason that affects others too. The run is still running. */
  onFailure(run: Run, failure: Extract<TransferOutcome, { kind: 'held-up' }>, task: Task): void;
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

export interface QueueDeps {
  store: Store;
  clock: Clock;
  owner: string;
  deps: TransferDeps;
  watcher: QueueWatcher;
  /** Receives errors of background work. */
  onError(error: unknown): void;
}

/** The batches of this process and their documents in progress. */
export interface Queue {
  readonly runs: ReadonlyMap<string, Run>;
  /** Adds a batch that this process owns; `isTakenUp`: an earlier process started it. */
  add(batch: LedgerBatch, isTakenUp?: boolean): Run;
  /** Documents were added to a batch; with `isLast` the enumeration is complete. */
  fill(run: Run, added: number, isLast: boolean): void;
  /** Starts what may start. */
  pump(): void;
  /** Stops all tasks of a batch and returns their documents. Resolves when none is running. */
  pause(run: Run, why: PauseReason, error?: AppError): Promise<void>;
  resume(run: Run): Promise<void>;
  /** Stops all tasks without pausing the batch; their documents wait again. Resolves when none is running. */
  rest(run: Run): Promise<void>;
  /**
   * Stops the tasks of a connection and starts no more of them. The batch pauses once only paused connections
   * remain.
   */
  pauseConnection(run: Run, connectionId: string, reason: ConnectionPause): void;
  /** Resumes one connection's documents, or all. */
  resumeConnections(run: Run, connectionId?: string): void;
  /** Stops the documents in progress that match, then pauses or cancels them. */
  stop(run: Run, fits: (taken: TakenTransfer) => boolean, reason: StopReason): Promise<void>;
  /** Recounts after the ledger was changed, and continues. */
  recount(run: Run): Promise<void>;
  /**
   * Ends an idle batch without open documents, even if its folder is absent. Returns whether it has ended.
   */
  end(run: Run): Promise<boolean>;
  /** Drops a batch without writing anything; resolves when no task is running. */
  drop(run: Run): Promise<void>;
  close(): Promise<void>;
}

const recheckMs = 1_000;
// For transient failures, such as another process with a long write.
const maxFailures = 5;

export function createQueue(parts: QueueDeps): Queue {
  const { store, clock, owner, deps, watcher, onError } = parts;
  const runs = new Map<string, Run>();
  const ending = new AbortController();
  let wasBusy = false;
  let isPumping = false;
  const picker = createJobPicker(deps.slots);

  function add(batch: LedgerBatch, isTakenUp = false): Run {
    const run = newRun(batch, isTakenUp, { store, disk: deps.disk, clock });
    runs.set(batch.uuid, run);
    return run;
  }

  const isRegistered = (run: Run) => runs.get(run.batch.uuid) === run;
  const isCurrent = (run: Run) => isRegistered(run) && !ending.signal.aborted;
  const isRunning = (run: Run) => run.state.kind === 'running' && !run.stopping && isCurrent(run);

  const isIdle = (run: Run) => run.tasks.size === 0 && run.ready.length === 0 && !run.taking;
  const finisher = createBatchFinisher({
    ...{ store, clock, owner, disk: deps.disk, isRunning, isIdle, later, recount, pump },
    onEnding: (run) => watcher.onEnding(run),
    onEnded(run) {
      runs.delete(run.batch.uuid);
      watcher.onChanged(run);
      watcher.onEnded(run);
    },
  });

  function pump(): void {
    if (isPumping || ending.signal.aborted) return;
    isPumping = true;
    try {
      startReady();
    } catch (error) {
      // The caller is not to blame, and the documents are still in the queue.
      onError(error);
      clock.sleep(recheckMs, ending.signal).then(pump, () => undefined);
    } finally {
      isPumping = false;
    }
    for (const run of runs.values()) {
      if (!isRunning(run)) continue;
      if (picker.needsMore(run)) run.taking = take(run);
      else if (isEveryConnectionPaused(run)) pauseWholeBatch(run);
      else void finisher.endIfOver(run);
    }
    noteBusy();
  }

  /** Starts documents round-robin, so that a small batch does not wait for a large one. */
  function startReady(): void {
    for (let started = true; started; ) {
      started = false;
      for (const run of runs.values()) {
        const taken = isRunning(run) ? picker.next(run) : undefined;
        if (!taken) continue;
        start(run, taken);
        started = true;
      }
    }
  }

  /** Prefers a reason that ends by itself. */
  function pauseWholeBatch(run: Run): void {
    const reasons = [...run.pausedConnections.values()];
    const reason = reasons.find(({ why }) => why === 'offline') ?? reasons[0];
    if (reason) pause(run, reason.why, reason.error).catch(onError);
  }

  function pauseConnection(run: Run, connectionId: string, reason: ConnectionPause): void {
    run.pausedConnections.set(connectionId, reason);
    for (const { taken, abort } of run.tasks.values()) if (taken.connectionId === connectionId) abort.abort();
    watcher.onChanged(run);
    pump();
  }

  function resumeConnections(run: Run, connectionId?: string): void {
    if (connectionId === undefined) run.pausedConnections.clear();
    else run.pausedConnections.delete(connectionId);
    recheck(run);
    pump();
  }

  function noteBusy(): void {
    let isBusy = false;
    for (const run of runs.values()) isBusy ||= run.tasks.size > 0;
    if (isBusy === wasBusy) return;
    wasBusy = isBusy;
    watcher.onBusy(isBusy);
  }

  async function take(run: Run): Promise<void> {
    try {
      const excluding = isShort(run) ? [] : connectionsOf(run.ready);
      const taken = await store.ledgerTake(run.batch.uuid, owner, {
        limit: prefetchDocuments,
        now: clock.now(),
        excluding,
      });
      if (taken.length > 0) run.failures = 0;
      if (taken.length === 0) run.dryExceptKey = connectionsKey(excluding);
      run.isDry = taken.length === 0 && excluding.length === 0;
      for (const { connectionId } of taken) run.connections.add(connectionId);
      if (isRunning(run)) run.ready.push(...taken);
      else await giveBack(run, taken);
    } catch (error) {
      run.isDry = true;
      later(run, error);
    } finally {
      delete run.taking;
    }
    pump();
  }

  /** Retries in a second. Failed reads of the ledger are limited, and not retried once it is closed. */
  function later(run: Run, cause?: unknown): void {
    if (isAppError(cause, 'CANCELLED')) return;
    if (isAppError(cause, 'BATCH_GONE')) {
      watcher.onLost(run);
      return;
    }
    if (cause !== undefined && isRunning(run)) {
      const error = isAppError(cause) ? cause : fromErrorData(toErrorData(cause));
      const mayPass = ruleOf(error.code).follows === 'wait';
      if (run.failures++ === 0) onError(cause);
      if (!mayPass || run.failures >= maxFailures) {
        watcher.onUnread(run, whyUnwritten(cause, error), error);
        return;
      }
    }
    const retry = () => {
      recheck(run);
      pump();
    };
    clock.sleep(recheckMs, ending.signal).then(retry, () => undefined);
  }

  async function giveBack(run: Run, taken: readonly TakenTransfer[]): Promise<void> {
    const batch = run.batch.uuid;
    const steps = taken.map(
      ({ id, hasPartFile }) => ({ kind: 'returned', state: 'waiting', batch, id, hasPartFile }) as const,
    );
    if (steps.length > 0) await store.ledgerWrite(owner, steps);
  }

  function start(run: Run, taken: TakenTransfer): void {
    const { connectionId } = taken;
    picker.count(connectionId, 1);
    beginTask(deps, run, taken, {
      onChanged: () => watcher.onChanged(run, taken),
      onResting(isResting) {
        picker.count(connectionId, isResting ? -1 : 1);
        pump();
      },
      async onOutcome(task, how, isResting) {
        if (!isResting) picker.count(connectionId, -1);
        await finished(run, task, how);
      },
    });
  }

  async function finished(run: Run, task: Task, how: TransferOutcome): Promise<void> {
    const { taken } = task;
    const { counters } = run;
    run.tasks.take(taken.id);
    // The counters of a dropped batch are no longer used.
    if (!isRegistered(run)) return pump();
    counters.streamed(-task.bytes);
    const from = task.isTransferring ? 'transferring' : 'waiting';
    switch (how.kind) {
      case 'landed':
        counters.moved(from, how.state);
        if (how.state === 'done') counters.landedBytes(how.size);
        break;
      case 'verdict':
        counters.moved(from, how.state);
        break;
      case 'lost':
        watcher.onLost(run);
        break;
      case 'held-up':
      case 'returned':
        counters.moved(from, 'waiting');
        recheck(run);
        if (task.stopReason) await dispose(run, taken, task.stopReason);
        else if (how.kind === 'held-up') watcher.onFailure(run, how, task);
    }
    watcher.onChanged(run, taken, how);
    pump();
  }

  /** Pauses or cancels a document that was taken. */
  async function dispose(run: Run, taken: TakenTransfer, reason: StopReason): Promise<void> {
    try {
      await disposeOf(deps, run, taken, reason);
      run.counters.moved('waiting', reason === 'pause' ? 'paused' : 'cancelled');
    } catch (error) {
      // An action that was not stored has no effect.
      if (isRunning(run)) run.ready.push(taken);
      later(run, error);
    }
    watcher.onChanged(run);
  }

  function rest(run: Run): Promise<void> {
    const ready = run.ready.splice(0);
    for (const { abort } of run.tasks.values()) abort.abort();
    const ended = Promise.all([run.resting, ...[...run.tasks.values()].map((task) => task.ended)]);
    // If the ledger cannot be written, `resume` returns them.
    const back = ended.then(() => giveBack(run, ready)).catch((error: unknown) => later(run, error));
    run.resting = back.then(noteBusy);
    return run.resting;
  }

  async function pause(run: Run, why: PauseReason, error?: AppError): Promise<void> {
    run.state = { kind: 'paused', why, ...(error && { error: toErrorData(error) }) };
    await Promise.all([writePause(run, run.state), rest(run)]);
    watcher.onChanged(run);
  }

  /** Stores a pause for the next start, with retries while it lasts. Resolves after the first try. */
  async function writePause(run: Run, state: Run['state'], isFirst = true): Promise<void> {
    try {
      await store.ledgerSetState(run.batch.uuid, owner, state);
    } catch (error) {
      if (isAppError(error, 'CANCELLED')) return;
      const retry = () =>
        run.state === state && isRegistered(run) ? writePause(run, state, false) : undefined;
      if (isFirst) onError(error);
      clock.sleep(recheckMs, ending.signal).then(retry, () => undefined);
    }
  }

  async function recount(run: Run): Promise<void> {
    const batch = await store.ledgerBatch(run.batch.uuid);
    if (run.tasks.size === 0) run.counters.reset(batch);
    recheck(run);
    watcher.onChanged(run);
    pump();
  }

  async function resume(run: Run): Promise<void> {
    const { state } = run;
    // Tasks that still end with the cause of the pause would pause the batch again.
    await run.resting;
    // Documents that could not be returned during a ledger failure.
    if (isIdle(run)) await store.ledgerPutBack(run.batch.uuid, owner);
    // Paused again, ended or taken over meanwhile: not resumed.
    if ((run.state !== state && run.state.kind !== 'running') || !isRegistered(run)) return;
    run.failures = 0;
    const [before, running] = [run.state, { kind: 'running' } as const];
    run.state = running;
    try {
      await store.ledgerSetState(run.batch.uuid, owner, running);
    } catch (error) {
      // A resume that was not stored has no effect: the batch stays paused.
      if (run.state === running) run.state = before;
      throw error;
    }
    await recount(run);
  }

  async function stop(run: Run, fits: (taken: TakenTransfer) => boolean, reason: StopReason): Promise<void> {
    await Promise.all([stopInHand(run, fits, reason), run.taking, run.resting]);
    // A second pass for documents that were being prefetched or returned.
    await stopInHand(run, fits, reason);
  }

  async function stopInHand(
    run: Run,
    fits: (taken: TakenTransfer) => boolean,
    reason: StopReason,
  ): Promise<void> {
    const matching = run.ready.filter(fits);
    run.ready = run.ready.filter((taken) => !fits(taken));
    const tasks = [...run.tasks.values()].filter(({ taken }) => fits(taken));
    for (const task of tasks) {
      task.stopReason = reason;
      task.abort.abort();
    }
    for (const taken of matching) await dispose(run, taken, reason);
    await Promise.all(tasks.map(({ ended }) => ended));
  }

  async function drop(run: Run): Promise<void> {
    if (!isRegistered(run)) return;
    runs.delete(run.batch.uuid);
    run.ready = [];
    const tasks = [...run.tasks.values()];
    for (const { abort } of tasks) abort.abort();
    watcher.onChanged(run);
    await Promise.all([run.taking, run.resting, ...tasks.map(({ ended }) => ended)]);
  }

  async function close(): Promise<void> {
    ending.abort();
    await Promise.all([...runs.values()].map(rest));
  }

  function fill(run: Run, added: number, isLast: boolean): void {
    run.counters.added(added);
    run.isEnumerated ||= isLast;
    recheck(run);
    watcher.onChanged(run);
    pump();
  }

  return {
    runs,
    add,
    fill,
    pump,
    pause,
    resume,
    async rest(run) {
      await Promise.all([rest(run), run.taking]);
      await store.ledgerPutBack(run.batch.uuid, owner);
      recheck(run);
    },
    pauseConnection,
    resumeConnections,
    stop,
    recount,
    end: finisher.end,
    drop,
    close,
  };
}
