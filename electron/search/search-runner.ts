import { isServiceError } from '../../shared/error-codes.ts';
import { isAppError } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { PurgeScope } from '../database/index.ts';
import type { Lease, ProcessIdentity } from '../jobs/index.ts';
import { ActiveRuns, type ActiveRunsOptions, type EndListener } from './active-runs.ts';
import { createRefreshQueue, type RefreshQueue } from './refresh-queue.ts';
import { createSearchLeases, ownedElsewhere, type SearchLeases } from './search-lease.ts';
import { readRunProgress, toProgress } from './search-progress.ts';
import { type SearchRunEnd, stopsConnection } from './search-run.ts';
import { planTasks } from './task-planner.ts';

interface SearchRunnerOptions extends Omit<ActiveRunsOptions, 'leases' | 'progressOf'> {
  uuid(): string;
  /** Emits the progress of a search run: at once, then at most 10 times a second. */
  emit(progress: SearchProgress): void;
  /** Called when a person has stopped a search that is not running now. */
  onStopped(resultSetId: string): Promise<void>;
  /** What an interrupted search waits for. */
  waitsOf(resultSetId: string): SearchProgress['waits'];
  /** Called with errors that no caller receives. */
  reportError(what: string, error: unknown): void;
  process: ProcessIdentity;
}

/** Maximum concurrent refreshes; the others wait, so that none of forty takes as long as all of them. */
const maxConcurrentRefreshes = 3;

/** Search runs by their result set: started, observed, cancelled, resumed. */
export class SearchRunner {
  readonly #options: SearchRunnerOptions;
  readonly #leases: SearchLeases;
  readonly #runs: ActiveRuns;
  readonly #refreshQueue: RefreshQueue;
  /** Result sets that a person wants refreshed, until their run starts. */
  readonly #urgent = new Set<string>();

  constructor(options: SearchRunnerOptions) {
    const { store, clock, uuid, reportError } = options;
    this.#options = options;
    this.#leases = createSearchLeases({ ...options.process, store, clock, uuid, reportError });
    this.#runs = new ActiveRuns({
      store,
      clock,
      getApiClient: options.getApiClient,
      links: options.links,
      clients: options.clients,
      requestsAtOnce: options.requestsAtOnce,
      breakerOf: options.breakerOf,
      onAwaited: options.onAwaited,
      leases: this.#leases,
      emit: (progress) => this.#emit(progress),
      progressOf: (resultSetId) => this.#progressOf(resultSetId),
    });
    this.#refreshQueue = createRefreshQueue(maxConcurrentRefreshes, (resultSetId) =>
      this.#rerun(resultSetId),
    );
  }

  /** Starts a new result set with the stored documents of its dispatches; returns its id at once. */
  async start(query: SearchQuery): Promise<string> {
    const resultSetId = this.#options.uuid();
    await this.#runs.begin(resultSetId, () => this.#create(resultSetId, query), { isOfPerson: true });
    return resultSetId;
  }

  async progress(resultSetId: string): Promise<SearchProgress> {
    return this.#withWaits(await this.#progressOf(resultSetId));
  }

  /**
   * Ends a search run, or removes it from the queue; documents found so far stay. Rejects with
   * `SEARCH_OWNED_ELSEWHERE`.
   */
  async cancel(resultSetId: string): Promise<void> {
    if (await this.#end(resultSetId)) return;
    const resultSet = await this.#options.store.readResultSet(resultSetId);
    if (this.#leases.isElsewhere(resultSet)) throw ownedElsewhere();
    await this.#options.onStopped(resultSetId);
    // It may have been resumed just before that.
    await this.#end(resultSetId);
  }

  /** The same for a result set that is to be deleted: a run in another process then ends by itself. */
  async end(resultSetId: string): Promise<void> {
    await this.#end(resultSetId);
  }

  /** Ends every search run on a client or a connection. */
  cancelAbout(scope: PurgeScope): Promise<void> {
    return this.#runs.endAll('person', (query) => concernsScope(query, scope));
  }

  /**
   * Runs failed and waiting tasks again, or one task alone. Returns when the run has started. Rejects with
   * `SEARCH_OWNED_ELSEWHERE`.
   */
  async repeat(resultSetId: string, taskId?: number): Promise<void> {
    const prepare = async () => {
      await this.#leases.take(resultSetId);
      await this.#options.store.reopenTasks(resultSetId, taskId);
    };
    await this.#runs.begin(resultSetId, prepare, { isOfPerson: true });
  }

  /**
   * Tries the rest of the client directory for the dispatches that were not found. Returns when the run has
   * started. Rejects with `SEARCH_OWNED_ELSEWHERE`.
   */
  async tryRemainingClients(resultSetId: string): Promise<void> {
    const prepare = async () => {
      await this.#leases.take(resultSetId);
      const clients = this.#options.clients().map(({ rut }) => rut);
      await this.#options.store.reopenForRemainingClients(resultSetId, clients);
    };
    await this.#runs.begin(resultSetId, prepare, { isOfPerson: true });
  }

  /**
   * Queues a new run of the whole query; resolves when it has ended. If one is running or queued, its promise
   * is returned. Rejects with `SEARCH_OWNED_ELSEWHERE`, `RESULT_SET_GONE`. With `isUrgent`, unavailable
   * services are tried at once.
   */
  async refresh(resultSetId: string, { isUrgent = false } = {}): Promise<SearchRunEnd> {
    const known = this.#runs.find(resultSetId);
    if (known) return (await known).ended;
    if (isUrgent) this.#urgent.add(resultSetId);
    const ended = this.#refreshQueue.add(resultSetId);
    // The caller receives the failure. The page may show the search as queued, so it gets the progress.
    ended
      .catch(() => this.#emitWatched(resultSetId))
      .catch((error) => this.#options.reportError('progress of a search', error));
    if (this.#refreshQueue.isWaiting(resultSetId)) await this.#emitQueued(resultSetId);
    return ended;
  }

  /**
   * Resumes an interrupted search: its waiting tasks, and those that failed for the agency or the network.
   * Resolves when it has ended. Rejects as `repeat` does.
   */
  async resume(resultSetId: string): Promise<SearchRunEnd> {
    const { store } = this.#options;
    const prepare = async () => {
      await this.#leases.take(resultSetId);
      for (const { id, kind, error } of await store.listTasks(resultSetId)) {
        const isOfCatalogue = kind === 'catalogue' && error?.code !== 'WALK_INCOMPLETE';
        if (error && (isOfCatalogue || isServiceError(error) || stopsConnection(error))) {
          await store.reopenTasks(resultSetId, id);
        }
      }
    };
    const { ended } = await this.#runs.begin(resultSetId, prepare, { isOfPerson: false });
    return ended;
  }

  /** Whether a process runs this search, or it is queued. */
  isUnderWay(resultSetId: string, lease: Lease): boolean {
    return (
      this.#runs.find(resultSetId) !== undefined ||
      this.#refreshQueue.isWaiting(resultSetId) ||
      this.#leases.isElsewhere(lease)
    );
  }

  /** Called for every search run that ended, before the end event. */
  onEnd(listener: EndListener): void {
    this.#runs.onEnd(listener);
  }

  /** Ends all search runs; they can be resumed at the next start. */
  async close(): Promise<void> {
    this.#leases.close();
    const queueClosed = this.#refreshQueue.close();
    await this.#runs.endAll('close', () => true);
    await queueClosed;
  }

  /** Creates a result set and adds the stored documents of its dispatches before any request. */
  async #create(resultSetId: string, query: SearchQuery): Promise<void> {
    const { store } = this.#options;
    const at = this.#now();
    await store.createResultSet(resultSetId, query, at, this.#leases.lease());
    if (query.kind !== 'dispatches') return;
    const tasks = planTasks({
      query,
      runStartedAt: at,
      tasks: [],
      found: [],
      typesOf: () => ({ catalogue: undefined, seen: [] }),
    });
    await store.planTasks(resultSetId, tasks, this.#leases.owner);
    await store.addStoredMembers(resultSetId, at, this.#leases.owner);
  }

  async #rerun(resultSetId: string): Promise<SearchRunEnd> {
    const prepare = async () => {
      await this.#leases.take(resultSetId);
      await this.#options.store.beginRun(resultSetId, this.#now());
    };
    const isOfPerson = this.#urgent.delete(resultSetId);
    const { ended } = await this.#runs.begin(resultSetId, prepare, { isOfPerson });
    return ended;
  }

  /** Returns whether there was a run to end here. */
  async #end(resultSetId: string): Promise<boolean> {
    if (this.#refreshQueue.remove(resultSetId)) {
      this.#emit(await this.#progressOf(resultSetId));
      return true;
    }
    return this.#runs.end(resultSetId);
  }

  async #progressOf(resultSetId: string): Promise<SearchProgress> {
    const before = this.#runs.running(resultSetId) ? undefined : await this.#storedProgress(resultSetId);
    const run = this.#runs.running(resultSetId);
    if (run) return toProgress(resultSetId, 'running', run.runProgress);
    // Without `before`, the run has ended meanwhile.
    return before ?? this.#storedProgress(resultSetId);
  }

  /**
   * The progress of a result set that this process does not run; one of another process is watched from now
   * on.
   */
  async #storedProgress(resultSetId: string): Promise<SearchProgress> {
    const { store } = this.#options;
    const resultSet = await store.readResultSet(resultSetId);
    const runProgress = await readRunProgress(store, resultSet);
    if (this.#refreshQueue.isWaiting(resultSetId)) {
      return { ...toProgress(resultSetId, 'running', runProgress), location: 'queue' };
    }
    // A run whose process has died counts as interrupted.
    if (resultSet.state === 'interrupted') return this.#runs.interrupted(resultSetId, runProgress);
    if (resultSet.state !== 'running') return toProgress(resultSetId, resultSet.state, runProgress);
    if (!this.#leases.isElsewhere(resultSet)) return this.#runs.interrupted(resultSetId, runProgress);
    this.#leases.watch(resultSetId, () => this.#emitWatched(resultSetId));
    return { ...toProgress(resultSetId, 'running', runProgress), location: 'elsewhere' };
  }

  async #emitQueued(resultSetId: string): Promise<void> {
    const progress = await this.#progressOf(resultSetId);
    // The run may have started meanwhile.
    if (progress.location === 'queue') this.#emit(progress);
  }

  /**
   * Emits the progress of a run in another process, because the page does not poll; returns whether that
   * process still runs it.
   */
  async #emitWatched(resultSetId: string): Promise<boolean> {
    try {
      const progress = await this.#progressOf(resultSetId);
      this.#emit(progress);
      return progress.location === 'elsewhere';
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE')) return false;
      throw error;
    }
  }

  #emit(progress: SearchProgress): void {
    this.#options.emit(this.#withWaits(progress));
  }

  #withWaits(progress: SearchProgress): SearchProgress {
    if (progress.state !== 'interrupted') return progress;
    const waits = this.#options.waitsOf(progress.resultSetId);
    return waits ? { ...progress, waits } : progress;
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

/** Whether a query may find data of a connection or a client. */
function concernsScope(query: SearchQuery, { connectionId, rut }: PurgeScope): boolean {
  const ruts = query.kind === 'range' ? query.ruts : query.dispatches.flatMap((dispatch) => dispatch.ruts);
  const isOfAnyClient = query.kind === 'dispatches' && query.dispatches.some((one) => one.ruts.length === 0);
  return (
    (connectionId === undefined || query.connectionIds.includes(connectionId)) &&
    (rut === undefined || isOfAnyClient || ruts.includes(rut))
  );
}
