import { AppError, isAppError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
import type { LedgerBatch, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import {
  createLeaseOwner,
  type LeaseOwner,
  type LeaseOwnerDeps,
  NotAsked,
  renewEvery,
} from '../../jobs/index.ts';
import type { Indexer } from '../folder-index/index.ts';
import type { Server } from '../signed-links/index.ts';
import type { TransferDeps } from '../transfer/index.ts';
import { createCleanup } from './batch-finisher.ts';
import { type Run, resumesAutomatically, type Task } from './batch-run.ts';
import { createExpanding, type Expanding, type SelectionDeps } from './enumerate.ts';
import type { ProgressPublisher } from './progress.ts';
import { createQueue, type Queue } from './queue.ts';
import { createWaiting } from './wait-for-recovery.ts';

/**
 * Keeps batches going: takes them up, adds their documents, pauses and resumes them for reasons of its own,
 * renews their leases.
 */
export interface Scheduler {
  readonly queue: Queue;
  /**
   * Takes up a batch that this process has just begun; resolves when the first of its documents, or none,
   * have been added.
   */
  begin(batch: LedgerBatch): Promise<Run>;
  /** Claims a batch that nobody works on and takes it up; undefined when somebody does. */
  takeUp(uuid: string): Promise<Run | undefined>;
  stopExpanding(run: Run): Promise<void>;
  fillMoved: Expanding['fillMoved'];
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
  onError?(error: unknown): void;
  deps: TransferDeps;
  lease: BatchLeases;
  indexer: Indexer;
  publisher: ProgressPublisher;
  /** Learns what other computers have brought into the folders of these batches. */
  recheckFolders(runs: readonly Run[]): Promise<void>;
}

// How long to wait before a ledger that could not be written is tried again, ms.
const retryDelayMs = 5_000;
// How often an index hears of a long batch: others may be watching the folder.
const flushIntervalMs = 60_000;

/** A scheduler that starts with what earlier processes left. */
export function createScheduler(parts: SchedulerDeps): Scheduler {
  const { store, clock, settings, deps, lease, indexer, publisher } = parts;
  const ending = new AbortController();
  /** When connections had a new key last, by the machine's own time, ms. */
  const renewed = new Map<string, number>();
  const reportError = (error: unknown) => {
    if (!isAppError(error, 'CANCELLED')) parts.onError?.(error);
  };

  const queue = createQueue({
    store,
    clock,
    owner: lease.owner,
    deps,
    onError: reportError,
    watcher: {
      onChanged: publisher.changed,
      onBusy: publisher.busy,
      onEnded: publisher.ended,
      onEnding,
      onLost: retake,
      onUnread: (run, why, error) => void pauseUnread(run, why, error).catch(reportError),
      onFailure(run, { why, error, server }, task) {
        const { connectionId } = task.taken;
        if (why === 'offline') return awaitServer(run, server, error);
        if (why !== 'connection-refused')
          return void pauseAffected(run, why, withNeed(run, error, task)).catch(reportError);
        if (task.begunAt > (renewed.get(connectionId) ?? -1)) refuse(run, connectionId, error);
      },
    },
  });
  const expanding = createExpanding({ ...parts, fill: queue.fill, onError: reportError });
  const waiting = createWaiting({
    ...{
      ...deps,
      resume: queue.resume,
      resumeConnections: queue.resumeConnections,
      onWaiting: publisher.changed,
    },
  });
  const { cleanUp, cleanUpAll } = createCleanup({
    ...{ store, clock, disk: deps.disk, owner: lease.owner },
    ...{ runs: queue.runs, onError: reportError },
  });

  async function onEnding(run: Run): Promise<void> {
    await cleanUp(run);
    const failure = await indexer.flush(run.batch);
    if (failure?.code === 'DISK_FULL') await pauseAffected(run, 'disk-full', failure);
    else if (failure?.code === 'FOLDER_GONE') await pauseAffected(run, 'folder-gone', failure);
    // An index that somebody has open in a spreadsheet is told later; the files are all there.
    else if (failure) reportError(failure);
  }

  const running = () => [...queue.runs.values()].filter(({ state }) => state.kind === 'running');

  /** Pauses every batch that cannot be written, for this or in this folder, until it can. */
  async function pauseAffected(run: Run, why: PauseReason, error: AppError): Promise<void> {
    const isAnyFolder = why !== 'folder-gone';
    const affected = running().filter(({ batch }) => isAnyFolder || batch.folder === run.batch.folder);
    await Promise.all(affected.map((other) => queue.pause(other, why, error)));
    for (const other of affected) awaitPlace(other, why, error);
  }

  /** Pauses one batch that the ledger cannot tell of; the others have rows of their own. */
  async function pauseUnread(run: Run, why: PauseReason, error: AppError): Promise<void> {
    await queue.pause(run, why, error);
    awaitPlace(run, why, error);
  }

  /** Goes on when the reason has passed; a damaged store does not pass, and waits for a person. */
  function awaitPlace(run: Run, why: PauseReason, error: AppError): void {
    if (why === 'store-unwritable' && ruleOf(error.code).follows !== 'wait') return;
    waiting.forPlace(run, why, error);
  }

  /** Pauses what a batch has to fetch from a server that is away. */
  function awaitServer(run: Run, server: Server, error: AppError): void {
    if (run.state.kind !== 'running' || run.pausedConnections.has(server.connectionId)) return;
    // Whom nobody asked is known to be away, or is back by now.
    if (!(error instanceof NotAsked)) deps.outages.breakerOf(server).open(error);
    queue.pauseConnection(run, server.connectionId, { why: 'offline', error });
    waiting.forServer(run, server, error);
  }

  /** Pauses all documents of a connection that does not accept its key, in every batch. */
  function refuse(run: Run, connectionId: string, error: AppError): void {
    for (const other of running()) {
      const isAffected = other === run || other.connections.has(connectionId);
      if (isAffected && other.pausedConnections.get(connectionId)?.why !== 'connection-refused') {
        queue.pauseConnection(other, connectionId, { why: 'connection-refused', error });
      }
    }
  }

  /** Works on a batch that another process had. */
  function add(batch: LedgerBatch): Run {
    const run = queue.add(batch, true);
    // Beside all else: a share that does not answer takes minutes.
    void cleanUp(run);
    // Whoever had it may have ended before all of its documents were in.
    if (batch.toEnumerate) expanding.start(run).catch(() => undefined);
    return run;
  }

  /** Goes on with a batch that an earlier process left, as the person chose. */
  async function goOn(batch: LedgerBatch): Promise<void> {
    const run = add(batch);
    if (!wasGoing(batch)) return;
    if (settings().afterRestart === 'ask') await queue.pause(run, 'restart');
    else await resume(run);
  }

  function wasGoing({ state }: LedgerBatch): boolean {
    const wasRefused = state.kind === 'paused' && state.why === 'connection-refused';
    return (
      state.kind === 'running' || wasRefused || (state.kind === 'paused' && resumesAutomatically(state.why))
    );
  }

  /** What is being let go of because it was taken away. */
  const retaking = new Map<Run, Promise<void>>();

  /** Beside all else: what is under way may take minutes to rest, on a share that does not answer. */
  function retake(run: Run): void {
    if (retaking.has(run)) return;
    const retaken = letGo(run)
      .catch(reportError)
      .finally(() => retaking.delete(run));
    retaking.set(run, retaken);
  }

  /**
   * Lets go of a batch that was taken away, and takes it again where nobody has it: else nobody would fetch
   * the rest.
   */
  async function letGo(run: Run): Promise<void> {
    const { uuid } = run.batch;
    if (queue.runs.get(uuid) !== run) return;
    const batch = await batchOf(uuid);
    // One that is just ending here was let go of for that.
    if (queue.runs.get(uuid) !== run || (batch?.state.kind === 'ended' && run.isEnding)) return;
    const ended = batch?.state.kind === 'ended' ? batch : undefined;
    if (ended) {
      // Told with its own counts at once: what was under way may take minutes to rest.
      run.state = ended.state;
      run.counters.reset(ended);
    }
    await queue.drop(run);
    if (!ended) return reclaim(uuid);
    run.counters.reset(ended);
    publisher.changed(run);
  }

  /** Undefined for a batch that has been forgotten. */
  async function batchOf(uuid: string): Promise<LedgerBatch | undefined> {
    try {
      return await store.ledgerBatch(uuid);
    } catch (error) {
      if (isAppError(error, 'BATCH_GONE')) return undefined;
      throw error;
    }
  }

  async function reclaim(uuid: string): Promise<void> {
    try {
      if (ending.signal.aborted) return;
      const batch = await lease.claim(uuid);
      if (!batch || queue.runs.has(uuid)) return;
      const run = add(batch);
      if (wasGoing(batch)) await resume(run);
    } catch (error) {
      if (isAppError(error, 'BATCH_GONE')) return;
      reportError(error);
      clock.sleep(retryDelayMs, ending.signal).then(
        () => reclaim(uuid),
        () => undefined,
      );
    }
  }

  /**
   * Goes on as soon as the ledger takes that down, unless something else has become of the batch by then;
   * waits for the first try alone.
   */
  async function resume(run: Run): Promise<void> {
    const { state } = run;
    try {
      await queue.resume(run);
    } catch (error) {
      reportError(error);
      const retry = () => (run.state === state ? resume(run) : undefined);
      clock.sleep(retryDelayMs, ending.signal).then(retry, () => undefined);
    }
  }

  async function takeUp(uuid: string): Promise<Run | undefined> {
    const batch = await lease.claim(uuid);
    if (!batch) return undefined;
    return queue.runs.get(uuid) ?? add(batch);
  }

  async function adopt(): Promise<void> {
    if (parts.adopts === false) return lease.free();
    for (const batch of await lease.adopt()) {
      if (!queue.runs.has(batch.uuid)) await goOn(batch).catch(reportError);
    }
  }

  async function renew(): Promise<void> {
    const owned = new Set(await store.ledgerRenew(lease.owner, lease.until()));
    for (const run of [...queue.runs.values()]) {
      if (!owned.has(run.batch.uuid)) retake(run);
    }
  }

  async function renewLeases(): Promise<void> {
    await adopt().catch(reportError);
    for (;;) {
      await clock.sleep(renewEvery, ending.signal);
      await renew().catch(reportError);
      await adopt().catch(reportError);
      await publisher.elsewhere().catch(reportError);
    }
  }

  /** Beside the leases: a share that does not answer, or a lock that others hold, takes minutes. */
  async function flushUntilClosed(): Promise<void> {
    await indexer.flushAll().catch(reportError);
    for (;;) {
      await cleanUpAll(ending.signal).catch(reportError);
      await clock.sleep(flushIntervalMs, ending.signal);
      await parts.recheckFolders([...queue.runs.values()]).catch(reportError);
      await indexer.flushAll().catch(reportError);
    }
  }

  // Their only failure is being ended.
  const leases = Promise.allSettled([renewLeases(), flushUntilClosed()]);

  return {
    queue,
    takeUp,
    stopExpanding: expanding.stop,
    fillMoved: expanding.fillMoved,
    async resumeConnection(connectionId) {
      renewed.set(connectionId, clock.elapsed());
      deps.links.resetLinks(connectionId);
      for (const run of [...queue.runs.values()]) {
        const isRefused = run.state.kind === 'paused' && run.state.why === 'connection-refused';
        const isAffected = run.connections.size === 0 || run.connections.has(connectionId);
        queue.resumeConnections(run, connectionId);
        if (isRefused && isAffected) await queue.resume(run);
      }
    },
    async begin(batch) {
      // A process that was ended a moment ago holds nothing up.
      await adopt().catch(reportError);
      const run = queue.add(batch);
      await expanding.start(run, true);
      return run;
    },
    async close() {
      ending.abort();
      waiting.close();
      await expanding.close();
      await queue.close();
      await leases;
      await Promise.all(retaking.values());
      await indexer.flushAll().catch(reportError);
      await store.ledgerRelease(lease.owner);
    },
  };
}

/**
 * A `DISK_FULL` that says how much room is wanted, in bytes: `needed` for what the batch still has to bring,
 * as far as can be told from what it has brought, and `next` for the document that did not fit. Any other
 * error as it is.
 */
function withNeed({ counters, destination }: Run, error: AppError, task: Task): AppError {
  if (error.code !== 'DISK_FULL') return error;
  const { counts, bytes } = counters;
  const next = Math.max(task.size ?? 0, task.bytes, 1);
  const average = counts.done > 0 ? bytes / counts.done : next;
  const needed = Math.max(next, Math.ceil(average * (counts.waiting + counts.transferring)));
  return new AppError('DISK_FULL', 'no space is left', {
    values: { path: destination.folder, needed, next },
    cause: error,
  });
}

/** How this process owns batches, and takes over what a dead one left. */
export interface BatchLeases extends LeaseOwner {
  /**
   * Takes over every batch that nobody works on any more, as far as the store lets it. Rejects as the store
   * does when there is none.
   */
  adopt(): Promise<LedgerBatch[]>;
  /** Lets go of what nobody works on any more, for whoever wants it: nothing of it holds up others. */
  free(): Promise<void>;
  /** Takes over one batch, if nobody works on it; undefined when somebody does. */
  claim(uuid: string): Promise<LedgerBatch | undefined>;
}

export interface BatchLeasesDeps extends LeaseOwnerDeps {
  store: Pick<Store, 'ledgerBatch' | 'ledgerClaim' | 'ledgerOthers'>;
}

/** The leases of one process. */
export function createBatchLeases({ store, ...parts }: BatchLeasesDeps): BatchLeases {
  const leaseOwner = createLeaseOwner(parts);
  const { owner, until, isElsewhere } = leaseOwner;

  const abandoned = async () => (await store.ledgerOthers(owner)).filter((batch) => !isElsewhere(batch));

  return {
    ...leaseOwner,
    async adopt() {
      const claimed: LedgerBatch[] = [];
      const failures: unknown[] = [];
      for (const batch of await abandoned()) {
        try {
          const mine = await store.ledgerClaim(batch.uuid, batch.owner, owner, until());
          if (mine) claimed.push(mine);
        } catch (error) {
          failures.push(error);
        }
      }
      // What has been claimed must be worked on: nobody else will. The rest is still there for the next time.
      if (claimed.length === 0 && failures.length > 0) throw failures[0];
      return claimed;
    },
    async free() {
      for (const { uuid: id, owner: dead } of await abandoned()) {
        if (dead !== '') await store.ledgerClaim(id, dead, '', 0);
      }
    },
    async claim(id) {
      for (;;) {
        const batch = await store.ledgerBatch(id);
        if (batch.owner === owner) return batch;
        if (isElsewhere(batch)) return undefined;
        const claimed = await store.ledgerClaim(id, batch.owner, owner, until());
        // It may only have been let go of since it was looked at.
        if (claimed) return claimed;
      }
    },
  };
}
