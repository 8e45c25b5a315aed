import { ruleOf } from '../../../shared/error-rules.ts';
import { AppError, isAppError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { Settings } from '../../../shared/model/settings.ts';
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
import { Queue } from './queue.ts';
import { createWaiting } from './wait-for-recovery.ts';

/**
 * Runs batches: claims them, enumerates their documents, pauses and resumes them automatically, renews their
 * leases.
 */
export interface Scheduler {
  readonly queue: Queue;
  /** Starts a new batch; resolves after its first documents, or none, are added. */
  begin(batch: LedgerBatch): Promise<Run>;
  /** Claims and loads a batch without an owner; undefined if another process owns it. */
  takeUp(uuid: string): Promise<Run | undefined>;
  stopExpanding(run: Run): Promise<void>;
  fillMoved: Expanding['fillMoved'];
  /** Resumes the batches of a connection that has a new key. */
  resumeConnection(connectionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface SchedulerDeps extends SelectionDeps {
  clock: Clock;
  settings(): Pick<Settings, 'afterRestart'>;
  /** Whether batches without an owner are adopted. Default true. */
  adopts?: boolean;
  /** Receives errors of background work. */
  onError?(error: unknown): void;
  deps: TransferDeps;
  lease: BatchLeases;
  indexer: Indexer;
  publisher: ProgressPublisher;
  /** Imports what other computers added to the folders of these batches. */
  recheckFolders(runs: readonly Run[]): Promise<void>;
}

// Delay before the next try after a failed write to the ledger, ms.
const retryDelayMs = 5_000;
// Interval of index writes during a long batch, for others who watch the folder.
const flushIntervalMs = 60_000;

/** Creates a scheduler, which adopts the batches of earlier processes. */
export function createScheduler(parts: SchedulerDeps): Scheduler {
  const { store, clock, settings, deps, lease, indexer, publisher } = parts;
  const ending = new AbortController();
  /** Last key change of each connection, monotonic ms. */
  const renewed = new Map<string, number>();
  const reportError = (error: unknown) => {
    if (!isAppError(error, 'CANCELLED')) parts.onError?.(error);
  };

  const queue = new Queue({
    store,
    clock,
    owner: lease.owner,
    transferDeps: deps,
    onError: reportError,
    watcher: {
      onChanged: publisher.changed,
      onBusy: publisher.busy,
      onEnded: publisher.ended,
      onEnding,
      onLost: retake,
      onUnread: (run, why, error) => void pauseUnread(run, why, error).catch(reportError),
      onFailure(run, { why, error, server }, task) {
        const { connectionId } = task.transfer;
        if (why === 'offline') return awaitServer(run, server, error);
        if (why !== 'connection-refused')
          return void pauseAffected(run, why, withNeed(run, error, task)).catch(reportError);
        if (task.begunAt > (renewed.get(connectionId) ?? -1)) refuse(run, connectionId, error);
      },
    },
  });
  const expanding = createExpanding({
    ...parts,
    fill: (run, added, isAll) => queue.recordAdded(run, added, isAll),
    onError: reportError,
  });
  const waiting = createWaiting({
    ...deps,
    resume: (run) => queue.resume(run),
    resumeConnections: (run, connectionId) => queue.resumeConnections(run, connectionId),
    onWaiting: publisher.changed,
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
    // An index that is open in a spreadsheet is written later; the files are complete.
    else if (failure) reportError(failure);
  }

  const running = () => [...queue.runs.values()].filter(({ state }) => state.kind === 'running');

  /** Pauses every batch with the same failure until it is over; `folder-gone` affects one folder. */
  async function pauseAffected(run: Run, why: PauseReason, error: AppError): Promise<void> {
    const isAnyFolder = why !== 'folder-gone';
    const affected = running().filter(({ batch }) => isAnyFolder || batch.folder === run.batch.folder);
    await Promise.all(affected.map((other) => queue.pause(other, why, error)));
    for (const other of affected) awaitPlace(other, why, error);
  }

  /** Pauses one batch whose ledger rows cannot be read; other batches have their own. */
  async function pauseUnread(run: Run, why: PauseReason, error: AppError): Promise<void> {
    await queue.pause(run, why, error);
    awaitPlace(run, why, error);
  }

  /** Resumes when the reason is over. A damaged store needs the user. */
  function awaitPlace(run: Run, why: PauseReason, error: AppError): void {
    if (why === 'store-unwritable' && ruleOf(error.code).follows !== 'wait') return;
    waiting.forPlace(run, why, error);
  }

  /** Pauses a batch's documents from an unreachable server. */
  function awaitServer(run: Run, server: Server, error: AppError): void {
    if (run.state.kind !== 'running' || run.pausedConnections.has(server.connectionId)) return;
    // NotAsked: no request was made, so the breaker already knows the server's state.
    if (!(error instanceof NotAsked)) deps.outages.breakerOf(server).open(error);
    queue.pauseConnection(run, server.connectionId, { why: 'offline', error });
    waiting.forServer(run, server, error);
  }

  /** Pauses all documents of a connection with a rejected key, in every batch. */
  function refuse(run: Run, connectionId: string, error: AppError): void {
    for (const other of running()) {
      const isAffected = other === run || other.connections.has(connectionId);
      if (isAffected && other.pausedConnections.get(connectionId)?.why !== 'connection-refused') {
        queue.pauseConnection(other, connectionId, { why: 'connection-refused', error });
      }
    }
  }

  /** Starts a run of another process's batch. */
  function add(batch: LedgerBatch): Run {
    const run = queue.add(batch, true);
    // Not awaited: an unresponsive share takes minutes.
    void cleanUp(run);
    // The earlier owner may have stopped during the enumeration.
    if (batch.toEnumerate) expanding.start(run).catch(() => undefined);
    return run;
  }

  /** Continues an earlier process's batch, as configured in `afterRestart`. */
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

  /** Runs that are being released because they lost their lease. */
  const retaking = new Map<Run, Promise<void>>();

  /** Not awaited: on an unresponsive share tasks may take minutes to stop. */
  function retake(run: Run): void {
    if (retaking.has(run)) return;
    const retaken = letGo(run)
      .catch(reportError)
      .finally(() => retaking.delete(run));
    retaking.set(run, retaken);
  }

  /**
   * Releases a batch that lost its lease, and claims it again if nobody owns it. Otherwise its rest would
   * never be fetched.
   */
  async function letGo(run: Run): Promise<void> {
    const { uuid } = run.batch;
    if (queue.runs.get(uuid) !== run) return;
    const batch = await batchOf(uuid);
    // Ended here: its lease was released on purpose.
    if (queue.runs.get(uuid) !== run || (batch?.state.kind === 'ended' && run.isEnding)) return;
    const ended = batch?.state.kind === 'ended' ? batch : undefined;
    if (ended) {
      // Published now: tasks may take minutes to stop.
      run.state = ended.state;
      run.counters.reset(ended);
    }
    await queue.drop(run);
    if (!ended) return reclaim(uuid);
    run.counters.reset(ended);
    publisher.changed(run);
  }

  /** Undefined for a removed batch. */
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
   * Resumes with retries until the ledger accepts it, unless the state changes. Resolves after the first try.
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

  /** Separate from the leases: an unresponsive share or a foreign lock takes minutes. */
  async function flushUntilClosed(): Promise<void> {
    await indexer.flushAll().catch(reportError);
    for (;;) {
      await cleanUpAll(ending.signal).catch(reportError);
      await clock.sleep(flushIntervalMs, ending.signal);
      await parts.recheckFolders([...queue.runs.values()]).catch(reportError);
      await indexer.flushAll().catch(reportError);
    }
  }

  // They reject only when aborted.
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
      // The old lease of a process that just ended must not block this batch.
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
 * Adds the required space, in bytes, to a `DISK_FULL`. `needed` extrapolates from finished documents to the
 * whole batch; `next` is the document that did not fit. Other errors are returned unchanged.
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

/** The leases of this process, and adoption of abandoned batches. */
export interface BatchLeases extends LeaseOwner {
  /**
   * Claims every abandoned batch that the store allows. Rejects with the store's error if none could be
   * claimed.
   */
  adopt(): Promise<LedgerBatch[]>;
  /** Clears the dead owners of abandoned batches, so that any process may claim them. */
  free(): Promise<void>;
  /** Claims one batch; undefined if another process owns it. */
  claim(uuid: string): Promise<LedgerBatch | undefined>;
}

export interface BatchLeasesDeps extends LeaseOwnerDeps {
  store: Pick<Store, 'ledgerBatch' | 'ledgerClaim' | 'ledgerOthers'>;
}

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
      // Claimed batches must be run: nobody else will. The others are retried next time.
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
        // The lease may have been released since the read.
        if (claimed) return claimed;
      }
    },
  };
}
