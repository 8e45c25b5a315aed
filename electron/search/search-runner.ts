import { isServiceError } from '../../shared/error-rules.ts';
import { type ErrorData, fromErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { BreakerOf } from '../api/index.ts';
import type { PurgeScope, StoredResultSet } from '../database/index.ts';
import type { Lease, ProcessIdentity } from '../jobs/index.ts';
import { createProgressEmitter, toProgress } from './progress.ts';
import { createRefreshQueue } from './refresh-queue.ts';
import { createSearchLeases, isLost, ownedElsewhere } from './search-lease.ts';
import {
  applyTasks,
  type RunProgress,
  refusesConnection,
  runSearch,
  type SearchRunDeps,
  type SearchRunEnd,
} from './search-run.ts';
import { planTasks } from './task-planner.ts';

/** Search runs by their result set: started, observed, cancelled, resumed. */
export interface SearchRunner {
  /** Starts a new result set with the stored documents of its dispatches; returns its id at once. */
  start(query: SearchQuery): Promise<string>;
  progress(resultSetId: string): Promise<SearchProgress>;
  /**
   * Ends a search run, or removes it from the queue; documents found so far stay. Rejects with
   * `SEARCH_OWNED_ELSEWHERE`.
   */
  cancel(resultSetId: string): Promise<void>;
  /** The same for a result set that is to be deleted: a run in another process then ends by itself. */
  end(resultSetId: string): Promise<void>;
  /** Ends every search run on a client or a connection. */
  cancelAbout(scope: PurgeScope): Promise<void>;
  /**
   * Runs failed and waiting tasks again, or one task alone. Returns when the run has started. Rejects with
   * `SEARCH_OWNED_ELSEWHERE`.
   */
  repeat(resultSetId: string, taskId?: number): Promise<void>;
  /**
   * Tries the rest of the client directory for the dispatches that were not found. Returns when the run has
   * started. Rejects with `SEARCH_OWNED_ELSEWHERE`.
   */
  askRest(resultSetId: string): Promise<void>;
  /**
   * Queues a new run of the whole query; resolves when it has ended. If one is running or queued, its promise
   * is returned. Rejects with `SEARCH_OWNED_ELSEWHERE`, `RESULT_SET_GONE`. With `isUrgent`, unavailable
   * services are tried at once.
   */
  refresh(resultSetId: string, options?: { isUrgent?: boolean }): Promise<SearchRunEnd>;
  /**
   * Resumes an interrupted search: its waiting tasks, and those that failed for the agency or the network.
   * Resolves when it has ended. Rejects as `repeat` does.
   */
  finish(resultSetId: string): Promise<SearchRunEnd>;
  /** Whether a process runs this search, or it is queued. */
  isUnderWay(resultSet: Lease & { resultSetId: string }): boolean;
  /** Called for every search run that ended, before the end event. */
  onEnd(listener: EndListener): void;
  /** Ends all search runs; they can be resumed at the next start. */
  close(): Promise<void>;
}

/** Receives the end of a search run and its problems. */
export type EndListener = (
  resultSetId: string,
  end: SearchRunEnd,
  problems: SearchProgress['problems'],
) => void | Promise<void>;

export interface SearchRunnerDeps extends Omit<SearchRunDeps, 'owner'> {
  uuid(): string;
  /** Emits the progress of a search run: at once, then at most 10 times a second. */
  emit(progress: SearchProgress): void;
  breakerOf: BreakerOf;
  /** Called before a search starts that a person waits for. */
  onAwaited(resultSetId: string): Promise<void>;
  /** Called when a person has stopped a search that is not running now. */
  onStopped(resultSetId: string): Promise<void>;
  /** Called with errors that no caller receives. */
  reportError(what: string, error: unknown): void;
  process: ProcessIdentity;
}

/** Maximum concurrent refreshes; the others wait, so that none of forty takes as long as all of them. */
const maxConcurrentRefreshes = 3;

interface Running {
  query: SearchQuery;
  controller: AbortController;
  runProgress: RunProgress;
  ended: Promise<SearchRunEnd>;
}

export function createSearchRunner(deps: SearchRunnerDeps): SearchRunner {
  const { store, clock } = deps;
  const leases = createSearchLeases({
    ...deps.process,
    store,
    clock,
    uuid: deps.uuid,
    reportError: deps.reportError,
  });
  const running = new Map<string, Running>();
  /** Search runs that are about to start: two calls at once start one run. */
  const beginning = new Map<string, Promise<Running>>();
  const refreshQueue = createRefreshQueue(maxConcurrentRefreshes, rerun);
  /** Result sets that a person wants refreshed, until their run starts. */
  const urgent = new Set<string>();
  const listeners = new Set<EndListener>();
  /** Errors of this process that ended search runs early: where the store fails, they are kept only here. */
  const errors = new Map<string, ErrorData>();
  const now = () => new Date(clock.now()).toISOString();

  async function note(
    resultSetId: string,
    state: SearchProgress['state'],
    runProgress: RunProgress,
  ): Promise<void> {
    const { requests, mayBeTruncated } = runProgress;
    const noted = { state, requests, mayBeTruncated, at: now() };
    runProgress.asOf = await store.updateSearchRun(resultSetId, noted, leases.owner);
  }

  async function launch(resultSet: StoredResultSet, { isOfPerson }: RunOptions): Promise<Running> {
    const { resultSetId } = resultSet;
    const runProgress = await readRunProgress(resultSet);
    errors.delete(resultSetId);
    const controller = new AbortController();
    const progressEmitter = createProgressEmitter(
      () => deps.emit(toProgress(resultSetId, 'running', runProgress)),
      clock,
    );
    if (isOfPerson) {
      await deps.onAwaited(resultSetId);
      // Only now: closing a breaker earlier would resume an older search with the same query.
      closeBreakers(resultSet.query);
    }
    await note(resultSetId, 'running', runProgress);
    leases.maintain(resultSetId, () => controller.abort('close'));
    const { owner } = leases;
    const ended = runSearch(
      { ...deps, owner },
      resultSet,
      runProgress,
      controller.signal,
      progressEmitter.change,
    )
      .catch((error): SearchRunEnd => {
        controller.abort('close');
        // Deleted while it was running.
        if (isAppError(error, 'RESULT_SET_GONE')) return { state: 'cancelled' };
        recordError(resultSetId, error);
        return { state: 'interrupted', rejection: fromErrorData(toErrorData(error)) };
      })
      .then((end) => conclude(resultSetId, end, runProgress, progressEmitter.stop))
      .finally(() => {
        progressEmitter.stop();
        // A listener may have started another run.
        if (running.get(resultSetId)?.controller === controller) letGo(resultSetId);
      });
    const begun = { query: resultSet.query, controller, runProgress, ended };
    running.set(resultSetId, begun);
    // Awaiting callers receive the failure; without one it must not end the process.
    ended.catch(() => undefined);
    return begun;
  }

  function letGo(resultSetId: string): void {
    leases.drop(resultSetId);
    running.delete(resultSetId);
  }

  async function repeat(resultSetId: string, taskId?: number): Promise<void> {
    const prepare = async () => {
      await leases.take(resultSetId);
      await store.reopenTasks(resultSetId, taskId);
    };
    await begin(resultSetId, prepare, { isOfPerson: true });
  }

  async function askRest(resultSetId: string): Promise<void> {
    const prepare = async () => {
      await leases.take(resultSetId);
      const clients = deps.clients().map(({ rut }) => rut);
      await store.askRest(resultSetId, clients);
    };
    await begin(resultSetId, prepare, { isOfPerson: true });
  }

  async function finish(resultSetId: string): Promise<SearchRunEnd> {
    const prepare = async () => {
      await leases.take(resultSetId);
      for (const { id, kind, error } of await store.listTasks(resultSetId)) {
        const isOfCatalogue = kind === 'catalogue' && error?.code !== 'WALK_INCOMPLETE';
        if (error && (isOfCatalogue || isServiceError(error) || refusesConnection(error))) {
          await store.reopenTasks(resultSetId, id);
        }
      }
    };
    const { ended } = await begin(resultSetId, prepare, { isOfPerson: false });
    return ended;
  }

  async function conclude(
    resultSetId: string,
    end: SearchRunEnd,
    runProgress: RunProgress,
    stopTelling: () => void,
  ): Promise<SearchRunEnd> {
    stopTelling();
    try {
      await note(resultSetId, end.state, runProgress);
    } catch (error) {
      letGo(resultSetId);
      if (!isLost(error)) {
        recordError(resultSetId, error);
        deps.emit(interrupted(resultSetId, runProgress));
        throw error;
      }
      // Another process took the lease and reports the rest, or a purge deleted the result set.
      const progress = await progressOf(resultSetId);
      deps.emit(progress);
      return { state: 'interrupted', ...(progress.place === 'elsewhere' && { rejection: ownedElsewhere() }) };
    }
    letGo(resultSetId);
    for (const listener of listeners) await listener(resultSetId, end, runProgress.problems);
    deps.emit(
      end.state === 'interrupted'
        ? interrupted(resultSetId, runProgress)
        : toProgress(resultSetId, end.state, runProgress),
    );
    return end;
  }

  function recordError(resultSetId: string, error: unknown): void {
    // The first error says more: later ones follow from it.
    if (!isLost(error) && !errors.has(resultSetId)) errors.set(resultSetId, toErrorData(error));
  }

  function interrupted(resultSetId: string, runProgress: RunProgress): SearchProgress {
    const error = errors.get(resultSetId);
    return { ...toProgress(resultSetId, 'interrupted', runProgress), ...(error && { error }) };
  }

  /** Creates a result set and adds the stored documents of its dispatches before any request. */
  async function create(resultSetId: string, query: SearchQuery): Promise<void> {
    const at = now();
    await store.createResultSet(resultSetId, query, at, leases.lease());
    if (query.kind !== 'dispatches') return;
    const nothing = { tasks: [], found: [], typesOf: () => ({ catalogue: undefined, seen: [] }) };
    await store.planTasks(resultSetId, planTasks({ query, askedAt: at, ...nothing }), leases.owner);
    await store.addStoredMembers(resultSetId, at, leases.owner);
  }

  /** The current search run of a result set, or a new one after `prepare`. */
  async function begin(
    resultSetId: string,
    prepare: () => Promise<void>,
    asked: RunOptions,
  ): Promise<Running> {
    const known = running.get(resultSetId) ?? beginning.get(resultSetId);
    if (known) return known;
    const begun = prepare()
      .then(() => store.readResultSet(resultSetId))
      .then((resultSet) => launch(resultSet, asked));
    beginning.set(resultSetId, begun);
    try {
      return await begun;
    } finally {
      beginning.delete(resultSetId);
    }
  }

  async function rerun(resultSetId: string): Promise<SearchRunEnd> {
    const prepare = async () => {
      await leases.take(resultSetId);
      await store.beginRun(resultSetId, now());
    };
    const begun = await begin(resultSetId, prepare, { isOfPerson: urgent.delete(resultSetId) });
    return begun.ended;
  }

  /** A person does not wait for the next probe of an unavailable service. */
  function closeBreakers({ connectionIds }: SearchQuery): void {
    for (const id of connectionIds) deps.breakerOf(id).close();
  }

  async function emitQueued(resultSetId: string): Promise<void> {
    const progress = await progressOf(resultSetId);
    // The run may have started meanwhile.
    if (progress.place === 'queue') deps.emit(progress);
  }

  async function readRunProgress(resultSet: StoredResultSet): Promise<RunProgress> {
    const runProgress: RunProgress = {
      tasksDone: 0,
      tasksTotal: 0,
      documents: resultSet.documents,
      requests: resultSet.requests,
      typesAsked: new Set(),
      trying: new Map(),
      problems: [],
      mayBeTruncated: resultSet.mayBeTruncated,
      asOf: resultSet.asOf,
    };
    applyTasks(runProgress, await store.listTasks(resultSet.resultSetId));
    return runProgress;
  }

  /**
   * The progress of a result set that this process does not run; one of another process is watched from now
   * on.
   */
  async function storedProgress(resultSetId: string): Promise<SearchProgress> {
    const resultSet = await store.readResultSet(resultSetId);
    const runProgress = await readRunProgress(resultSet);
    if (refreshQueue.isWaiting(resultSetId)) {
      return { ...toProgress(resultSetId, 'running', runProgress), place: 'queue' };
    }
    // A run whose process has died counts as interrupted.
    if (resultSet.state === 'interrupted') return interrupted(resultSetId, runProgress);
    if (resultSet.state !== 'running') return toProgress(resultSetId, resultSet.state, runProgress);
    if (!leases.isElsewhere(resultSet)) return interrupted(resultSetId, runProgress);
    leases.watch(resultSetId, () => check(resultSetId));
    return { ...toProgress(resultSetId, 'running', runProgress), place: 'elsewhere' };
  }

  async function progressOf(resultSetId: string): Promise<SearchProgress> {
    const before = running.has(resultSetId) ? undefined : await storedProgress(resultSetId);
    const activeRun = running.get(resultSetId);
    if (activeRun) return toProgress(resultSetId, 'running', activeRun.runProgress);
    // Without `before`, the run has ended meanwhile.
    return before ?? storedProgress(resultSetId);
  }

  /** The page does not poll: without this event it would show a run of another process for ever. */
  async function check(resultSetId: string): Promise<boolean> {
    try {
      const progress = await progressOf(resultSetId);
      deps.emit(progress);
      return progress.place === 'elsewhere';
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE')) return false;
      throw error;
    }
  }

  /** Returns whether there was a run to end here. */
  async function end(resultSetId: string): Promise<boolean> {
    if (refreshQueue.takeOut(resultSetId)) {
      deps.emit(await progressOf(resultSetId));
      return true;
    }
    const activeRun = running.get(resultSetId) ?? (await beginning.get(resultSetId));
    activeRun?.controller.abort('person');
    await activeRun?.ended;
    return activeRun !== undefined;
  }

  return {
    async start(query) {
      const resultSetId = deps.uuid();
      await begin(resultSetId, () => create(resultSetId, query), { isOfPerson: true });
      return resultSetId;
    },
    progress: progressOf,
    async cancel(resultSetId) {
      if (await end(resultSetId)) return;
      if (leases.isElsewhere(await store.readResultSet(resultSetId))) throw ownedElsewhere();
      await deps.onStopped(resultSetId);
      // It may have been resumed just before that.
      await end(resultSetId);
    },
    end: async (resultSetId) => void (await end(resultSetId)),
    async cancelAbout(scope) {
      await Promise.allSettled(beginning.values());
      const affected = [...running.values()].filter(({ query }) => asksAbout(query, scope));
      for (const { controller } of affected) controller.abort('person');
      await Promise.allSettled(affected.map(({ ended }) => ended));
    },
    repeat,
    askRest,
    finish,
    isUnderWay: (resultSet) =>
      running.has(resultSet.resultSetId) ||
      beginning.has(resultSet.resultSetId) ||
      refreshQueue.isWaiting(resultSet.resultSetId) ||
      leases.isElsewhere(resultSet),
    async refresh(resultSetId, { isUrgent = false } = {}) {
      const known = running.get(resultSetId) ?? beginning.get(resultSetId);
      if (known) return (await known).ended;
      if (isUrgent) urgent.add(resultSetId);
      const ended = refreshQueue.ask(resultSetId);
      // The caller receives the failure. The page may show the search as queued, so it gets the progress.
      ended.catch(() => check(resultSetId)).catch((error) => deps.reportError('how an answer stands', error));
      if (refreshQueue.isWaiting(resultSetId)) await emitQueued(resultSetId);
      return ended;
    },
    onEnd: (listener) => void listeners.add(listener),
    async close() {
      leases.close();
      const queueClosed = refreshQueue.close();
      await Promise.allSettled(beginning.values());
      const all = [...running.values()];
      for (const { controller } of all) controller.abort('close');
      await Promise.allSettled(all.map(({ ended }) => ended));
      await queueClosed;
    },
  };
}

/** Who started the run. */
interface RunOptions {
  /** A person waits, so that the search is resumed when it is interrupted. */
  isOfPerson: boolean;
}

function asksAbout(query: SearchQuery, { connectionId, rut }: PurgeScope): boolean {
  const ruts = query.kind === 'range' ? query.ruts : query.dispatches.flatMap((dispatch) => dispatch.ruts);
  const asksAnybody = query.kind === 'dispatches' && query.dispatches.some((one) => one.ruts.length === 0);
  return (
    (connectionId === undefined || query.connectionIds.includes(connectionId)) &&
    (rut === undefined || asksAnybody || ruts.includes(rut))
  );
}
