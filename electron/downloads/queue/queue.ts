import { type AppError, fromErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
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

/** Hears what happens in the queue. */
export interface QueueWatcher {
  /** Something of a batch has changed; of this document, when one is given. */
  onChanged(run: Run, taken?: TakenTransfer, outcome?: TransferOutcome): void;
  /** A document cannot go on for a reason that stops others too. The run is still running. */
  onFailure(run: Run, failure: Extract<TransferOutcome, { kind: 'held-up' }>, task: Task): void;
  /** The ledger cannot be asked about a batch, and was asked often enough. The run is still running. */
  onUnread(run: Run, why: PauseReason, error: AppError): void;
  /** All documents have their verdict. Rejects when that cannot be told to the index yet. */
  onEnding(run: Run): Promise<void>;
  onEnded(run: Run): void;
  /** The ledger says that the batch is no longer this process's. */
  onLost(run: Run): void;
  /** Whether anything is under way. */
  onBusy(isBusy: boolean): void;
}

export interface QueueDeps {
  store: Store;
  clock: Clock;
  owner: string;
  deps: TransferDeps;
  watcher: QueueWatcher;
  /** Hears what went wrong where nobody waits for an answer. */
  onError(error: unknown): void;
}

/** The batches that this process works on, and the documents that it is at. */
export interface Queue {
  readonly runs: ReadonlyMap<string, Run>;
  /** Begins a batch that this process owns, or takes up one that an earlier process began. */
  add(batch: LedgerBatch, isTakenUp?: boolean): Run;
  /** Documents have been added to a batch; with `isLast`, all of them have. */
  fill(run: Run, added: number, isLast: boolean): void;
  /** Looks for work. */
  pump(): void;
  /** Stops everything of a batch; what was under way waits. Resolves when all is at rest. */
  pause(run: Run, why: PauseReason, error?: AppError): Promise<void>;
  resume(run: Run): Promise<void>;
  /**
   * Has what is under way of a batch wait again, though the batch is not paused; resolves when all is at
   * rest.
   */
  rest(run: Run): Promise<void>;
  /**
   * Stops what is under way of a connection and begins nothing more of it; the batch is paused once nothing
   * else is left of it.
   */
  pauseConnection(run: Run, connectionId: string, reason: ConnectionPause): void;
  /** Resumes the documents of a connection, or of all. */
  resumeConnections(run: Run, connectionId?: string): void;
  /** Stops the documents that are under way, those that fit, and does with them what the reason says. */
  stop(run: Run, fits: (taken: TakenTransfer) => boolean, reason: StopReason): Promise<void>;
  /** Counts anew after the ledger was changed under it, and goes on. */
  recount(run: Run): Promise<void>;
  /**
   * Ends a batch at rest of which nothing is to come, though its folder is away. Gives whether it has ended.
   */
  end(run: Run): Promise<boolean>;
  /** Lets go of a batch without writing anything; resolves when all is at rest. */
  drop(run: Run): Promise<void>;
  close(): Promise<void>;
}

const recheckMs = 1_000;
// Of what may pass, such as another process that writes for long.
const maxFailures = 5;

/** An empty queue. */
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
      // Whatever it was, who asked has no part in it, and the documents are still there to be handed out.
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

  /**
   * Hands documents out, batch by batch in turns, so that a small batch does not wait for the end of a large
   * one.
   */
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

  /** Pauses it for what passes by itself, where there is such a thing. */
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

  /**
   * Looks for work again in a while. A ledger that could not be asked is asked a few times, unless it is
   * closed.
   */
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
    // Of a batch that is let go of the ledger counts alone.
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

  /** Does with a document that was taken what a person wants of it. */
  async function dispose(run: Run, taken: TakenTransfer, reason: StopReason): Promise<void> {
    try {
      await disposeOf(deps, run, taken, reason);
      run.counters.moved('waiting', reason === 'pause' ? 'paused' : 'cancelled');
    } catch (error) {
      // What could not be written down did not happen.
      if (isRunning(run)) run.ready.push(taken);
      later(run, error);
    }
    watcher.onChanged(run);
  }

  function rest(run: Run): Promise<void> {
    const ready = run.ready.splice(0);
    for (const { abort } of run.tasks.values()) abort.abort();
    const ended = Promise.all([run.resting, ...[...run.tasks.values()].map((task) => task.ended)]);
    // A ledger that cannot be written gets them back when the batch goes on.
    const back = ended.then(() => giveBack(run, ready)).catch((error: unknown) => later(run, error));
    run.resting = back.then(noteBusy);
    return run.resting;
  }

  async function pause(run: Run, why: PauseReason, error?: AppError): Promise<void> {
    run.state = { kind: 'paused', why, ...(error && { error: toErrorData(error) }) };
    await Promise.all([writePause(run, run.state), rest(run)]);
    watcher.onChanged(run);
  }

  /**
   * Writes a pause down, as often as it takes and as long as it stands: a restart must find it. Waits for the
   * first try alone.
   */
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
    // What is still ending for the reason that it was paused for would pause it again.
    await run.resting;
    // What could not be given back while the ledger could not be written is nobody's.
    if (isIdle(run)) await store.ledgerPutBack(run.batch.uuid, owner);
    // What was paused again meanwhile, has ended or is another's by now is not told to go on.
    if ((run.state !== state && run.state.kind !== 'running') || !isRegistered(run)) return;
    run.failures = 0;
    const [before, running] = [run.state, { kind: 'running' } as const];
    run.state = running;
    try {
      await store.ledgerSetState(run.batch.uuid, owner, running);
    } catch (error) {
      // What could not be written down did not happen: it still waits to be resumed.
      if (run.state === running) run.state = before;
      throw error;
    }
    await recount(run);
  }

  async function stop(run: Run, fits: (taken: TakenTransfer) => boolean, reason: StopReason): Promise<void> {
    await Promise.all([stopInHand(run, fits, reason), run.taking, run.resting]);
    // What was just being taken, or given back, was in no hand before.
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
