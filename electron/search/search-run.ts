import { refusesConnection, ruleOf } from '../../shared/error-codes.ts';
import { type AppError, type ErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { ApiClient, GetApiClient, SignedLinkCache } from '../api/index.ts';
import type { SearchTask, Store, StoredResultSet } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { CircuitOpenError } from '../jobs/index.ts';
import { detectRemoved } from './detect-removed.ts';
import { type ClientDirectoryTrial, createClientDirectoryTrial } from './find-client.ts';
import { isLost } from './search-lease.ts';
import { applyTasks, type RunProgress, toFailure } from './search-progress.ts';
import { type KnownTypes, type PlanInput, planTasks } from './task-planner.ts';
import { runTask, type TaskContext } from './task-runner.ts';
import { readKnownTypes } from './type-catalogue.ts';

export interface SearchRunOptions {
  store: Store;
  getApiClient: GetApiClient;
  links: SignedLinkCache;
  clock: Clock;
  /** Maximum concurrent requests of each connection. */
  requestsAtOnce(): number;
  /** The client directory, tried for dispatches without a known client. */
  clients(): readonly { rut: Rut }[];
  /** The lease owner for writes: once another process holds the lease, nothing is written. */
  owner: string;
}

/** What the tasks of one connection share. */
type SharedByTasks = Pick<TaskContext, 'unknownClients' | 'clientsAtOnce'>;

/** Maximum response stored with a problem, in characters: every error of the service fits. */
const maxResponseLength = 4_000;

/** How a search run ended: every task done or failed, or some left for later. */
export interface SearchRunEnd {
  state: Exclude<SearchProgress['state'], 'running'>;
  /** The error that blocked every connection. */
  rejection?: AppError;
  /** Some connections were blocked, others were not. */
  isPartlyRefused?: boolean;
}

type RunResultSet = Pick<StoredResultSet, 'resultSetId' | 'query' | 'runStartedAt'>;

/**
 * Runs the waiting tasks of one result set, a few requests at a time, and stores each page. A failed task is
 * recorded and stops no other; a connection that is blocked is skipped, and its tasks wait. Never rejects for
 * an error of a service. Rejects with `RESULT_SET_GONE` and `SEARCH_OWNED_ELSEWHERE`.
 */
export async function runSearch(
  options: SearchRunOptions,
  resultSet: RunResultSet,
  runProgress: RunProgress,
  signal: AbortSignal,
  onChange: () => void,
): Promise<SearchRunEnd> {
  return new SearchRun(options, resultSet, runProgress, signal, onChange).run();
}

/** One run over the waiting tasks of a result set. */
class SearchRun {
  readonly #options: SearchRunOptions;
  readonly #resultSet: RunResultSet;
  readonly #progress: RunProgress;
  readonly #signal: AbortSignal;
  readonly #onChange: () => void;
  /** The connections that are blocked, with the error. */
  readonly #rejections = new Map<string, AppError>();
  readonly #trial: ClientDirectoryTrial;

  constructor(
    options: SearchRunOptions,
    resultSet: RunResultSet,
    runProgress: RunProgress,
    signal: AbortSignal,
    onChange: () => void,
  ) {
    this.#options = options;
    this.#resultSet = resultSet;
    this.#progress = runProgress;
    this.#signal = signal;
    this.#onChange = onChange;
    const { store, clients, clock } = options;
    this.#trial = createClientDirectoryTrial({ store, clients, now: clock.now });
  }

  async run(): Promise<SearchRunEnd> {
    await this.#runRounds();
    if (!this.#signal.aborted) await this.#detectRemoved();
    const state = await this.#endState();
    const [rejection] = this.#rejections.values();
    if (!rejection) return { state };
    return this.#resultSet.query.connectionIds.every((id) => this.#rejections.has(id))
      ? { state, rejection }
      : { state, isPartlyRefused: true };
  }

  /** Plans and runs tasks until none waits: each round may yield the next one's tasks. */
  async #runRounds(): Promise<void> {
    const { store, owner } = this.#options;
    const { resultSetId } = this.#resultSet;
    for (;;) {
      await store.planTasks(resultSetId, planTasks(await this.#planInput()), owner);
      const tasks = await store.listTasks(resultSetId);
      applyTasks(this.#progress, tasks);
      this.#onChange();
      const open = tasks.filter(
        ({ state, connectionId }) => state === 'waiting' && !this.#rejections.has(connectionId),
      );
      if (open.length === 0 || this.#signal.aborted) return;
      await this.#runTasks(open);
      if (this.#signal.aborted) return;
    }
  }

  async #planInput(): Promise<PlanInput> {
    const { store } = this.#options;
    const { resultSetId, query, runStartedAt } = this.#resultSet;
    const types = new Map<string, KnownTypes>();
    for (const connectionId of query.connectionIds)
      types.set(connectionId, await readKnownTypes(store, connectionId));
    return {
      query,
      runStartedAt,
      tasks: await store.listTasks(resultSetId),
      found: query.kind === 'range' ? await store.listFoundDispatches(resultSetId) : [],
      typesOf: (connectionId) => types.get(connectionId) ?? { catalogue: undefined, seen: [] },
    };
  }

  async #detectRemoved(): Promise<void> {
    const { store, clock, owner } = this.#options;
    const getApiClient = (connectionId: string) => this.#getApiClient(connectionId);
    await detectRemoved(
      { store, clock, getApiClient, signal: this.#signal, owner },
      this.#resultSet.resultSetId,
    );
  }

  /** The state of the result set after this run; a run that is done is finished in the store. */
  async #endState(): Promise<SearchRunEnd['state']> {
    const { store, owner } = this.#options;
    const { resultSetId } = this.#resultSet;
    const { problems } = this.#progress;
    const waiting = (await store.listTasks(resultSetId)).filter(({ state }) => state === 'waiting').length;
    if (this.#signal.aborted) return this.#signal.reason === 'close' ? 'interrupted' : 'cancelled';
    // Without its catalogue a connection has unplanned tasks. A blocked one may have no task left to run. An
    // incomplete catalogue was read all the same, and is reported as a problem.
    const isUnplanned = problems.some(
      ({ kind, error }) => kind === 'catalogue' && error.code !== 'WALK_INCOMPLETE',
    );
    if (waiting > 0 || this.#rejections.size > 0 || isUnplanned) return 'interrupted';
    // Without its catalogue, or a type that leads to dispatches, a run has not planned every task that could
    // find stored documents again.
    const isPlanned = problems.every(({ kind }) => kind !== 'catalogue' && kind !== 'type');
    await store.finishRun(resultSetId, { isPlanned }, owner);
    return 'done';
  }

  /** Runs some tasks, each connection's with as many workers as it may have requests. */
  async #runTasks(tasks: readonly SearchTask[]): Promise<void> {
    const byConnection = Map.groupBy(tasks, ({ connectionId }) => connectionId);
    await Promise.all(
      [...byConnection].map(([connectionId, waiting]) => this.#runTasksOf(connectionId, waiting)),
    );
  }

  async #runTasksOf(connectionId: string, tasks: readonly SearchTask[]): Promise<void> {
    const [first] = tasks;
    const api = await this.#getApiClient(connectionId).catch((error) => this.#noteRejection(first, error));
    if (!api) return;
    const atOnce = this.#options.requestsAtOnce();
    const shared = {
      unknownClients: new Map<Rut, AppError>(),
      clientsAtOnce: Math.max(1, Math.floor(atOnce / tasks.length)),
    };
    const rest = tasks.values();
    const worker = async () => {
      let before: Promise<void> | undefined;
      for (const task of rest) {
        if (this.#signal.aborted || this.#rejections.has(connectionId)) break;
        const { requested, ended } = this.#startTask(api, task, shared);
        // The next task already sends requests while the pages of the last one are stored; at most one
        // waits for the store.
        await before;
        await Promise.race([requested, ended]);
        before = ended;
      }
      await before;
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  #getApiClient(connectionId: string): Promise<ApiClient> {
    return this.#options.getApiClient(connectionId, {
      onRequest: () => {
        this.#progress.requests++;
        this.#onChange();
      },
    });
  }

  /** Starts a task: `requested` resolves when it has no more requests, `ended` when everything is stored. */
  #startTask(api: ApiClient, task: SearchTask, shared: SharedByTasks) {
    const requested = Promise.withResolvers<void>();
    const ended = this.#runTask(api, task, shared, requested.resolve);
    // The worker awaits it later, at the latest after the next task; until then it must not count as
    // unhandled.
    ended.catch(() => undefined);
    return { requested: requested.promise, ended };
  }

  async #runTask(
    api: ApiClient,
    task: SearchTask,
    shared: SharedByTasks,
    onRequested: () => void,
  ): Promise<void> {
    const { store, links, clock, owner } = this.#options;
    const { resultSetId } = this.#resultSet;
    let documents = 0;
    const onDocuments = (added: number) => {
      documents += added;
      this.#countDocuments(added);
    };
    const onTried = (tried: number, of: number) => {
      this.#progress.trying.set(task.id, { number: task.subject, tried, of });
      this.#onChange();
    };
    const onTruncated = () => {
      this.#progress.mayBeTruncated = true;
    };
    const ofRun = { store, links, clock, owner, resultSetId, signal: this.#signal, trial: this.#trial };
    const listeners = { onRequested, onDocuments, onTried, onTruncated };
    try {
      const result = await runTask({ ...ofRun, ...shared, ...listeners }, api, task);
      await store.endTask(task.id, { state: 'done', ...result }, owner);
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE') || isLost(error)) throw error;
      // A cancelled task stays waiting.
      if (this.#signal.aborted) return;
      await this.#noteFailure(task, error, documents);
    } finally {
      this.#progress.trying.delete(task.id);
    }
    this.#countTask();
  }

  #countDocuments(added: number): void {
    this.#progress.documents += added;
    // The date stays that of the stored data until a document arrives in this run.
    const isFirst = this.#progress.asOf === '' || this.#progress.asOf >= this.#resultSet.runStartedAt;
    if (isFirst) this.#progress.asOf = new Date(this.#options.clock.now()).toISOString();
    this.#onChange();
  }

  #countTask(): void {
    this.#progress.tasksDone++;
    this.#onChange();
  }

  async #noteRejection(task: SearchTask | undefined, error: unknown): Promise<undefined> {
    if (!task) return;
    await this.#noteFailure(task, error, 0);
    this.#countTask();
  }

  async #noteFailure(task: SearchTask, cause: unknown, documents: number): Promise<void> {
    const { store, owner } = this.#options;
    const error = truncateResponse(toErrorData(cause));
    await store.endTask(task.id, { state: 'problem', error, documents }, owner);
    this.#progress.problems.push(toFailure(task, error));
    // Nor is an unavailable connection used again: its tasks wait for the next run.
    const isOfConnection = isAppError(cause) && (cause instanceof CircuitOpenError || stopsConnection(cause));
    if (isOfConnection) this.#rejections.set(task.connectionId, cause);
  }
}

/**
 * Truncates a long response: progress is emitted ten times a second, and a page of HTML must not be stored
 * for each task.
 */
function truncateResponse(error: ErrorData): ErrorData {
  const { exchange } = error;
  const response = exchange?.response;
  if (!exchange || response === undefined || response.length <= maxResponseLength) return error;
  return { ...error, exchange: { ...exchange, response: `${response.slice(0, maxResponseLength)}…` } };
}

/**
 * Whether every other task of the connection would fail too: the service is unreachable, rejects the key or
 * the agency, or a proxy refuses.
 */
export function stopsConnection(error: Pick<ErrorData, 'code'>): boolean {
  return refusesConnection(error) || ruleOf(error.code).concerns === 'way';
}
