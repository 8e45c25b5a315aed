import { ruleOf } from '../../shared/error-rules.ts';
import { type AppError, type ErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { SearchProgress, TaskProblem } from '../../shared/model/search.ts';
import type { ApiClient, GetApiClient, SignedLinkCache } from '../api/index.ts';
import type { SearchTask, Store, StoredResultSet } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { NotAsked } from '../jobs/index.ts';
import { createClientDirectoryTrial } from './find-client.ts';
import { detectRemoved } from './removals.ts';
import { isLost } from './search-lease.ts';
import { type KnownTypes, planTasks } from './task-planner.ts';
import { runTask, type TaskDeps } from './task-runner.ts';

export interface SearchRunDeps {
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
type SharedByTasks = Pick<TaskDeps, 'unknownClients' | 'clientsAtOnce'>;

/** Maximum response stored with a problem, in characters: every error of the service fits. */
const maxResponseLength = 4_000;

/** The progress of a running search. */
export interface RunProgress {
  tasksDone: number;
  tasksTotal: number;
  documents: number;
  requests: number;
  typesAsked: Set<string>;
  /** Dispatches that are tried with one client after another, by their task. */
  trying: Map<number, NonNullable<SearchProgress['trying']>>;
  problems: TaskProblem[];
  mayBeTruncated: boolean;
  asOf: string;
}

/** How a search run ended: every task done or failed, or some left for later. */
export interface SearchRunEnd {
  state: Exclude<SearchProgress['state'], 'running'>;
  /** The error that blocked every connection. */
  rejection?: AppError;
  /** Some connections were blocked, others were not. */
  isPartlyRefused?: boolean;
}

/**
 * Runs the waiting tasks of one result set, a few requests at a time, and stores each page. A failed task is
 * recorded and stops no other; a connection that is blocked is skipped, and its tasks wait. Never rejects for
 * an error of a service. Rejects with `RESULT_SET_GONE` and `SEARCH_OWNED_ELSEWHERE`.
 */
export async function runSearch(
  deps: SearchRunDeps,
  resultSet: Pick<StoredResultSet, 'resultSetId' | 'query' | 'askedAt'>,
  runProgress: RunProgress,
  signal: AbortSignal,
  onChange: () => void,
): Promise<SearchRunEnd> {
  const { store, clock, owner } = deps;
  const { resultSetId, query } = resultSet;
  const rejections = new Map<string, AppError>();
  const trial = createClientDirectoryTrial({ store, clients: deps.clients, now: clock.now });

  const isOpen = ({ state, connectionId }: SearchTask) =>
    state === 'waiting' && !rejections.has(connectionId);

  for (;;) {
    await store.planTasks(resultSetId, planTasks(await known(deps, resultSet)), owner);
    const tasks = await store.listTasks(resultSetId);
    applyTasks(runProgress, tasks);
    onChange();
    const open = tasks.filter(isOpen);
    if (open.length === 0 || signal.aborted) break;
    await runTasks(open);
    if (signal.aborted) break;
  }

  if (!signal.aborted) {
    await detectRemoved({ store, clock, getApiClient: countingApiClient, signal, owner }, resultSetId);
  }
  const left = (await store.listTasks(resultSetId)).filter(({ state }) => state === 'waiting').length;
  // Without its catalogue a connection has unplanned tasks. A blocked one may have no task left to run. An
  // incomplete catalogue was read all the same, and is reported as a problem.
  const isUnplanned = runProgress.problems.some(
    ({ kind, error }) => kind === 'catalogue' && error.code !== 'WALK_INCOMPLETE',
  );
  const isIncomplete = left > 0 || rejections.size > 0 || isUnplanned;
  const state = signal.aborted ? endedBy(signal) : isIncomplete ? 'interrupted' : 'done';
  // Without its catalogue, or a type that leads to dispatches, a run has not planned every task that could
  // find stored documents again.
  const isPlanned = runProgress.problems.every(({ kind }) => kind !== 'catalogue' && kind !== 'type');
  if (state === 'done') await store.finishRun(resultSetId, { isPlanned }, owner);
  const [rejection] = rejections.values();
  if (!rejection) return { state };
  return query.connectionIds.every((id) => rejections.has(id))
    ? { state, rejection }
    : { state, isPartlyRefused: true };

  /** Runs some tasks, each connection's with as many workers as it may have requests. */
  async function runTasks(tasks: readonly SearchTask[]): Promise<void> {
    const byConnection = Map.groupBy(tasks, ({ connectionId }) => connectionId);
    await Promise.all(
      [...byConnection].map(async ([connectionId, waiting]) => {
        const [first] = waiting;
        const api = await countingApiClient(connectionId).catch((error) => noteRejection(first, error));
        if (!api) return;
        const unknownClients = new Map<Rut, AppError>();
        const atOnce = deps.requestsAtOnce();
        const shared = { unknownClients, clientsAtOnce: Math.max(1, Math.floor(atOnce / waiting.length)) };
        const rest = waiting.values();
        const worker = async () => {
          let before: Promise<void> | undefined;
          for (const task of rest) {
            if (signal.aborted || rejections.has(connectionId)) break;
            const { asked, ended } = startTask(api, task, shared);
            // The next task already sends requests while the pages of the last one are stored; at most one
            // waits for the store.
            await before;
            await Promise.race([asked, ended]);
            before = ended;
          }
          await before;
        };
        await Promise.all(Array.from({ length: atOnce }, worker));
      }),
    );
  }

  function countingApiClient(connectionId: string): Promise<ApiClient> {
    return deps.getApiClient(connectionId, {
      onRequest: () => {
        runProgress.requests++;
        onChange();
      },
    });
  }

  /** Starts a task: `asked` resolves when it has no more requests, `ended` when everything is stored. */
  function startTask(api: ApiClient, task: SearchTask, shared: SharedByTasks) {
    const asked = Promise.withResolvers<void>();
    const ended = finishTask(api, task, shared, asked.resolve);
    // The worker awaits it later, at the latest after the next task; until then it must not count as
    // unhandled.
    ended.catch(() => undefined);
    return { asked: asked.promise, ended };
  }

  async function finishTask(
    api: ApiClient,
    task: SearchTask,
    shared: SharedByTasks,
    onAsked: () => void,
  ): Promise<void> {
    let documents = 0;
    try {
      const found = await runTask(
        {
          store,
          links: deps.links,
          clock,
          signal,
          resultSetId,
          owner,
          trial,
          ...shared,
          onTried: (tried, of) => {
            runProgress.trying.set(task.id, { number: task.subject, tried, of });
            onChange();
          },
          onAsked,
          onTruncated: () => {
            runProgress.mayBeTruncated = true;
          },
          onDocuments: (added) => {
            documents += added;
            runProgress.documents += added;
            // The date stays that of the stored data until a document arrives in this run.
            const isFirst = runProgress.asOf === '' || runProgress.asOf >= resultSet.askedAt;
            if (isFirst) runProgress.asOf = new Date(clock.now()).toISOString();
            onChange();
          },
        },
        api,
        task,
      );
      await store.endTask(task.id, { state: 'done', ...found }, owner);
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE') || isLost(error)) throw error;
      // A cancelled task stays waiting.
      if (signal.aborted) return;
      await noteFailure(task, error, documents);
    } finally {
      runProgress.trying.delete(task.id);
    }
    runProgress.tasksDone++;
    onChange();
  }

  async function noteRejection(task: SearchTask | undefined, error: unknown): Promise<undefined> {
    if (!task) return;
    await noteFailure(task, error, 0);
    runProgress.tasksDone++;
    onChange();
  }

  async function noteFailure(task: SearchTask, cause: unknown, documents: number): Promise<void> {
    const error = shortened(toErrorData(cause));
    await store.endTask(task.id, { state: 'problem', error, documents }, owner);
    runProgress.problems.push(problemOf(task, error));
    // Nor is an unavailable connection used again: its tasks wait for the next run.
    const isEverybodys = isAppError(cause) && (cause instanceof NotAsked || refusesConnection(cause));
    if (isEverybodys) rejections.set(task.connectionId, cause);
  }
}

/** The problem of a task, as progress reports it. */
function problemOf(task: SearchTask, error: ErrorData): TaskProblem {
  const { id, kind, connectionId, rut, ruts, subject } = task;
  const client = rut === '' ? (ruts[0] ?? '') : rut;
  return { taskId: String(id), kind, connectionId, rut: client, subject, error };
}

/**
 * Truncates a long response: progress is emitted ten times a second, and a page of HTML must not be stored
 * for each task.
 */
function shortened(error: ErrorData): ErrorData {
  const { exchange } = error;
  const response = exchange?.response;
  if (!exchange || response === undefined || response.length <= maxResponseLength) return error;
  return { ...error, exchange: { ...exchange, response: `${response.slice(0, maxResponseLength)}…` } };
}

/** Updates the progress from the stored tasks. */
export function applyTasks(runProgress: RunProgress, tasks: readonly SearchTask[]): void {
  runProgress.tasksTotal = tasks.length;
  runProgress.tasksDone = tasks.filter(({ state }) => state !== 'waiting').length;
  for (const { kind, subject } of tasks) if (kind === 'type') runProgress.typesAsked.add(subject);
  runProgress.problems = tasks.flatMap((task) =>
    task.state === 'problem' && task.error ? [problemOf(task, task.error)] : [],
  );
}

/**
 * Whether an error concerns the connection, so that every other task would fail too: the service is
 * unreachable, rejects the key or the agency, or a proxy refuses.
 */
export function refusesConnection({ code, status }: Pick<ErrorData, 'code' | 'status'>): boolean {
  const { concerns } = ruleOf(code);
  return (
    status === 401 || status === 403 || status === 407 || concerns === 'connection' || concerns === 'way'
  );
}

function endedBy(signal: AbortSignal): 'cancelled' | 'interrupted' {
  return signal.reason === 'close' ? 'interrupted' : 'cancelled';
}

async function known(
  deps: SearchRunDeps,
  { resultSetId, query, askedAt }: Pick<StoredResultSet, 'resultSetId' | 'query' | 'askedAt'>,
) {
  const { store } = deps;
  const types = new Map<string, KnownTypes>();
  for (const connectionId of query.connectionIds)
    types.set(connectionId, await typesKnown(store, connectionId));
  return {
    query,
    askedAt,
    tasks: await store.listTasks(resultSetId),
    found: query.kind === 'range' ? await store.listFoundDispatches(resultSetId) : [],
    typesOf: (connectionId: string) => types.get(connectionId) ?? { catalogue: undefined, seen: [] },
  };
}

/** The stored types of a connection. */
export async function typesKnown(store: Store, connectionId: string): Promise<KnownTypes> {
  const [catalogue, seen] = await Promise.all([
    store.readTypes(connectionId),
    store.listSeenTypes(connectionId),
  ]);
  return { catalogue, seen };
}
