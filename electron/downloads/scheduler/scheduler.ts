import { CarpetaError, isCarpetaError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
import type { Clock } from '../../host.ts';
import { renewEvery } from '../../leases/index.ts';
import { keptError, NotAsked } from '../../resilience/index.ts';
import type { LedgerBatch } from '../../store/index.ts';
import type { Server } from '../links/index.ts';
import type { Indexer } from '../manifest/index.ts';
import type { TransferDeps } from '../transfer/index.ts';
import { expandSelection, type SelectionDeps } from './expand-selection.ts';
import { createCleanup } from './finalizer.ts';
import type { Lease } from './lease.ts';
import type { ProgressPublisher } from './progress-publisher.ts';
import { createQueue, type Queue } from './queue.ts';
import { passesByItself, type Run, type Task } from './run.ts';
import { createWaiting } from './waiting.ts';

/** Keeps batches going: takes them up, adds their documents, pauses and resumes them for reasons of its own, renews their leases. */
export interface Scheduler {
  readonly queue: Queue;
  /** Takes up a batch that this process has just begun; resolves when the first of its documents, or none, have been added. */
  begin(batch: LedgerBatch): Promise<Run>;
  /** Claims a batch that nobody works on and takes it up; undefined when somebody does. */
  takeUp(uuid: string): Promise<Run | undefined>;
  stopExpanding(run: Run): Promise<void>;
  /** Goes on with the batches of a connection that has a new key. */
  resumeConnection(connectionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface SchedulerDeps extends SelectionDeps {
  clock: Clock;
  settings(): Pick<Settings, 'afterRestart'>;
  /** Whether batches that nobody works on are taken over. Default true. */
  adopts?: boolean;
  /** Hears what went wrong where nobody waits for an answer. */
  onProblem?(thrown: unknown): void;
  deps: TransferDeps;
  lease: Lease;
  indexer: Indexer;
  publisher: ProgressPublisher;
  /** Learns what other computers have brought into the folders of these batches. */
  lookAround(runs: readonly Run[]): Promise<void>;
}

// How long to wait before a ledger that could not be written is tried again, ms.
const tryAgain = 5_000;
// How often an index hears of a long batch: others may be watching the folder.
const tellEvery = 60_000;

/** A scheduler that starts with what earlier processes left. */
export function createScheduler(parts: SchedulerDeps): Scheduler {
  const { store, clock, settings, deps, lease, indexer, publisher } = parts;
  const ending = new AbortController();
  /** When connections had a new key last, by the machine's own time, ms. */
  const renewed = new Map<string, number>();
  const expanding = new Map<Run, { abort: AbortController; ended: Promise<void> }>();
  const problem = (thrown: unknown) => {
    if (!isCarpetaError(thrown, 'CANCELLED')) parts.onProblem?.(thrown);
  };

  const queue = createQueue({
    store,
    clock,
    owner: lease.owner,
    deps,
    onProblem: problem,
    watcher: {
      onChanged: publisher.changed,
      onBusy: publisher.busy,
      onEnded: publisher.ended,
      onEnding,
      onTrouble(run, { why, error, server }, task) {
        const { connectionId } = task.taken;
        if (why === 'offline') return awaitServer(run, server, error);
        if (why !== 'connection-refused')
          return void hold(run, why, withNeed(run, error, task)).catch(problem);
        if (task.begunAt > (renewed.get(connectionId) ?? -1)) refuse(run, connectionId, error);
      },
    },
  });
  const waiting = createWaiting({
    ...{ ...deps, resume: queue.resume, letGoOn: queue.letGoOn, onWaiting: publisher.changed },
  });
  const { tidy, tidyAll } = createCleanup({
    ...{ store, clock, disk: deps.disk, owner: lease.owner },
    ...{ runs: queue.runs, onProblem: problem },
  });

  async function onEnding(run: Run): Promise<void> {
    await tidy(run);
    const trouble = await indexer.tell(run.batch);
    if (trouble?.code === 'DISK_FULL') await hold(run, 'disk-full', trouble);
    else if (trouble?.code === 'FOLDER_GONE') await hold(run, 'folder-gone', trouble);
    // An index that somebody has open in a spreadsheet is told later; the files are all there.
    else if (trouble) problem(trouble);
  }

  const running = () => [...queue.runs.values()].filter(({ state }) => state.kind === 'running');

  /** Pauses every batch that cannot be written, for this or in this folder, until it can. */
  async function hold(run: Run, why: PauseReason, error: CarpetaError): Promise<void> {
    const isAnyFolder = why !== 'folder-gone';
    const held = running().filter(({ batch }) => isAnyFolder || batch.folder === run.batch.folder);
    await Promise.all(held.map((other) => queue.pause(other, why, error)));
    for (const other of held) waiting.forPlace(other, why, error);
  }

  /** Holds up what a batch wants of a server that is away. */
  function awaitServer(run: Run, server: Server, error: CarpetaError): void {
    if (run.state.kind !== 'running' || run.held.has(server.connectionId)) return;
    // Whom nobody asked is known to be away, or is back by now.
    if (!(error instanceof NotAsked)) deps.servers.breakerOf(server).open(error);
    queue.hold(run, server.connectionId, { why: 'offline', error });
    waiting.forServer(run, server, error);
  }

  /** Holds up all documents of a connection that does not accept its key, in every batch. */
  function refuse(run: Run, connectionId: string, error: CarpetaError): void {
    for (const other of running()) {
      const isMeant = other === run || other.connections.has(connectionId);
      if (isMeant && other.held.get(connectionId)?.why !== 'connection-refused') {
        queue.hold(other, connectionId, { why: 'connection-refused', error });
      }
    }
  }

  /** Adds the rest of a selection; the returned promise is that of its first documents. Who `isNew` is told when not even these can be added. */
  function startExpanding(run: Run, isNew = false): Promise<void> {
    const first = Promise.withResolvers<void>();
    const abort = new AbortController();
    let isAwaited = isNew;
    const onAdded = (added: number) => {
      queue.fill(run, added, false);
      if (added === 0) return;
      isAwaited = false;
      first.resolve();
    };
    async function expand(): Promise<void> {
      try {
        run.batch.leftOut = await expandSelection(parts, run.batch, abort.signal, onAdded);
      } catch (thrown) {
        if (isAwaited || mayPass(thrown) || abort.signal.aborted) throw thrown;
        problem(thrown);
        // What had been added is downloaded; the batch says that it lacks the rest.
        const error = keptError(thrown);
        await store.ledgerGatheredInPart(run.batch.uuid, error);
        run.batch.selectionError = error;
      }
    }
    async function expandAll(): Promise<void> {
      for (;;) {
        try {
          return await expand();
        } catch (thrown) {
          if (isAwaited || !mayPass(thrown)) throw thrown;
        }
        await clock.sleep(tryAgain, abort.signal);
      }
    }
    const ended = expandAll()
      .catch((thrown: unknown) => {
        if (abort.signal.aborted) return;
        problem(thrown);
        first.reject(thrown);
      })
      .then(() => {
        expanding.delete(run);
        if (!abort.signal.aborted) queue.fill(run, 0, true);
        first.resolve();
      })
      .catch(problem);
    expanding.set(run, { abort, ended });
    return first.promise;
  }

  async function stopExpanding(run: Run): Promise<void> {
    const current = expanding.get(run);
    if (!current) return;
    current.abort.abort();
    await current.ended;
    await store.ledgerGathered(run.batch.uuid);
    run.isGathered = true;
  }

  /** Goes on with a batch that an earlier process left, as the person chose. */
  async function goOn(batch: LedgerBatch): Promise<Run> {
    const run = queue.add(batch, true);
    // Beside all else: a share that does not answer takes minutes.
    void tidy(run);
    if (batch.toGather) startExpanding(run).catch(() => undefined);
    const { state } = batch;
    const wasRefused = state.kind === 'paused' && state.why === 'connection-refused';
    const wasGoing =
      state.kind === 'running' || wasRefused || (state.kind === 'paused' && passesByItself(state.why));
    if (!wasGoing) return run;
    if (settings().afterRestart === 'ask') await queue.pause(run, 'restart');
    else await resume(run);
    return run;
  }

  /** Goes on as soon as the ledger takes that down, unless something else has become of the batch by then; waits for the first try alone. */
  async function resume(run: Run): Promise<void> {
    const { state } = run;
    try {
      await queue.resume(run);
    } catch (thrown) {
      problem(thrown);
      const again = () => (run.state === state ? resume(run) : undefined);
      clock.sleep(tryAgain, ending.signal).then(again, () => undefined);
    }
  }

  async function takeUp(uuid: string): Promise<Run | undefined> {
    const batch = await lease.claim(uuid);
    if (!batch) return undefined;
    const known = queue.runs.get(uuid);
    if (known) return known;
    const run = queue.add(batch, true);
    void tidy(run);
    // Whoever had it may have ended before all of its documents were in.
    if (batch.toGather) startExpanding(run).catch(() => undefined);
    return run;
  }

  async function adopt(): Promise<void> {
    if (parts.adopts === false) return lease.free();
    for (const batch of await lease.adopt()) {
      if (!queue.runs.has(batch.uuid)) await goOn(batch).catch(problem);
    }
  }

  async function renew(): Promise<void> {
    const owned = new Set(await store.ledgerRenew(lease.owner, lease.until()));
    for (const run of [...queue.runs.values()]) {
      if (!owned.has(run.batch.uuid)) await queue.drop(run);
    }
  }

  async function keep(): Promise<void> {
    await adopt().catch(problem);
    for (;;) {
      await clock.sleep(renewEvery, ending.signal);
      await renew().catch(problem);
      await adopt().catch(problem);
      await publisher.elsewhere().catch(problem);
    }
  }

  /** Beside the leases: a share that does not answer, or a lock that others hold, takes minutes. */
  async function keepTelling(): Promise<void> {
    await indexer.tellAll().catch(problem);
    for (;;) {
      await tidyAll(ending.signal).catch(problem);
      await clock.sleep(tellEvery, ending.signal);
      await parts.lookAround([...queue.runs.values()]).catch(problem);
      await indexer.tellAll().catch(problem);
    }
  }

  // Their only failure is being ended.
  const keeping = Promise.allSettled([keep(), keepTelling()]);

  return {
    queue,
    takeUp,
    stopExpanding,
    async resumeConnection(connectionId) {
      renewed.set(connectionId, clock.elapsed());
      deps.links.askAnew(connectionId);
      for (const run of [...queue.runs.values()]) {
        const isRefused = run.state.kind === 'paused' && run.state.why === 'connection-refused';
        const isMeant = run.connections.size === 0 || run.connections.has(connectionId);
        queue.letGoOn(run, connectionId);
        if (isRefused && isMeant) await queue.resume(run);
      }
    },
    async begin(batch) {
      // A process that was ended a moment ago holds nothing up.
      await adopt().catch(problem);
      const run = queue.add(batch);
      await startExpanding(run, true);
      return run;
    },
    async close() {
      ending.abort();
      waiting.close();
      for (const { abort } of expanding.values()) abort.abort();
      await Promise.all([...expanding.values()].map(({ ended }) => ended));
      await queue.close();
      await keeping;
      await indexer.tellAll().catch(problem);
      await store.ledgerRelease(lease.owner);
    },
  };
}

/** Whether a ledger that could not be written may be soon. */
function mayPass(thrown: unknown): boolean {
  if (!isCarpetaError(thrown)) return false;
  const { follows, concerns } = ruleOf(thrown.code);
  return follows === 'wait' && (concerns === 'store' || concerns === 'everything');
}

/**
 * A `DISK_FULL` that says how much room is wanted, in bytes: `needed` for what the batch still has to bring, as far as can be told from what it
 * has brought, and `next` for the document that did not fit. Any other error as it is.
 */
function withNeed({ counters, destination }: Run, error: CarpetaError, task: Task): CarpetaError {
  if (error.code !== 'DISK_FULL') return error;
  const { counts, bytes } = counters;
  const next = Math.max(task.size ?? 0, task.bytes, 1);
  const average = counts.done > 0 ? bytes / counts.done : next;
  const needed = Math.max(next, Math.ceil(average * (counts.waiting + counts.transferring)));
  return new CarpetaError('DISK_FULL', 'no space is left', {
    values: { path: destination.folder, needed, next },
    cause: error,
  });
}
