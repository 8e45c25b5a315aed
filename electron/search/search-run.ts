import { type AppError, type ErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { SearchProgress, TaskProblem } from '../../shared/model/search.ts';
import { ruleOf } from '../../shared/retry-table.ts';
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
  /** Requests at once, for each connection. */
  requestsAtOnce(): number;
  /** The client directory, as whom dispatches of no known client are asked for. */
  clients(): readonly { rut: Rut }[];
  /** As whom answers are written: nothing is, once another process holds them. */
  owner: string;
}

/** What the tasks of one connection share. */
type SharedByTasks = Pick<TaskDeps, 'unknownClients' | 'clientsAtOnce'>;

/** Of a response, what a problem keeps: every error of the service fits, in characters. */
const maxResponseLength = 4_000;

/** The progress of a search run while it goes on. */
export interface RunProgress {
  tasksDone: number;
  tasksTotal: number;
  documents: number;
  requests: number;
  typesAsked: Set<string>;
  /** Dispatches that are being asked for as one client after the other, by their task. */
  trying: Map<number, NonNullable<SearchProgress['trying']>>;
  problems: TaskProblem[];
  mayBeTruncated: boolean;
  asOf: string;
}

/**
 * How a search run ended: with every task done or told why not, or with tasks left that can be done later.
 */
export interface SearchRunEnd {
  state: Exclude<SearchProgress['state'], 'running'>;
  /** What kept every connection from being asked at all. */
  rejection?: AppError;
  /** Some connections could not be asked, and others could. */
  isPartlyRefused?: boolean;
}

/**
 * Runs one answer's waiting tasks to their end, a few requests at a time, page by page into the store. A task
 * that fails is noted and loses no other; a connection that cannot be asked at all is left alone, its tasks
 * waiting. Never rejects for what a service did; rejects with `RESULT_SET_GONE` and `SEARCH_OWNED_ELSEWHERE`.
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
  // Without its catalogue a connection has tasks that nobody could plan; one that refused may have been asked
  // all its tasks at once. A catalogue that may be incomplete was read all the same, and is told as a
  // problem.
  const isUnplanned = runProgress.problems.some(
    ({ kind, error }) => kind === 'catalogue' && error.code !== 'WALK_INCOMPLETE',
  );
  const isIncomplete = left > 0 || rejections.size > 0 || isUnplanned;
  const state = signal.aborted ? endedBy(signal) : isIncomplete ? 'interrupted' : 'done';
  // Without its catalogue, or a type that leads to dispatches, a run has not planned all tasks that would
  // find again what is kept.
  const isPlanned = runProgress.problems.every(({ kind }) => kind !== 'catalogue' && kind !== 'type');
  if (state === 'done') await store.finishRun(resultSetId, { isPlanned }, owner);
  const [rejection] = rejections.values();
  if (!rejection) return { state };
  return query.connectionIds.every((id) => rejections.has(id))
    ? { state, rejection }
    : { state, isPartlyRefused: true };

  /** Runs some tasks, those of each connection by as many workers as it may have requests. */
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
            // What a task brought last is kept while the next one asks already; no more than that waits for
            // the store.
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

  /** Runs a task; tells when it has nothing left to ask, and when all of it is kept. */
  function startTask(api: ApiClient, task: SearchTask, shared: SharedByTasks) {
    const asked = Promise.withResolvers<void>();
    const ended = finishTask(api, task, shared, asked.resolve);
    // Awaited by the worker, at the latest after the next task; it must not count as unhandled before.
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
            // What was kept before is as old as it was, until the run has come to its end.
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
      // What was cancelled waits to be done again.
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
    // Nor is one asked again that is away: its tasks wait for the next run.
    const isEverybodys = isAppError(cause) && (cause instanceof NotAsked || refusesConnection(cause));
    if (isEverybodys) rejections.set(task.connectionId, cause);
  }
}

/** A task that had a problem, as progress tells it. */
function problemOf(task: SearchTask, error: ErrorData): TaskProblem {
  const { id, kind, connectionId, rut, ruts, subject } = task;
  const client = rut === '' ? (ruts[0] ?? '') : rut;
  return { taskId: String(id), kind, connectionId, rut: client, subject, error };
}

/**
 * Progress is told ten times a second: a page of HTML that came instead of an answer is not kept and told
 * whole for each task.
 */
function shortened(error: ErrorData): ErrorData {
  const { exchange } = error;
  const response = exchange?.response;
  if (!exchange || response === undefined || response.length <= maxResponseLength) return error;
  return { ...error, exchange: { ...exchange, response: `${response.slice(0, maxResponseLength)}…` } };
}

/** Takes what is kept of an answer's tasks into how it stands. */
export function applyTasks(runProgress: RunProgress, tasks: readonly SearchTask[]): void {
  runProgress.tasksTotal = tasks.length;
  runProgress.tasksDone = tasks.filter(({ state }) => state !== 'waiting').length;
  for (const { kind, subject } of tasks) if (kind === 'type') runProgress.typesAsked.add(subject);
  runProgress.problems = tasks.flatMap((task) =>
    task.state === 'problem' && task.error ? [problemOf(task, task.error)] : [],
  );
}

/**
 * Whether an error is the connection's, and not of what was asked: every other task would be told the same. A
 * service that cannot be reached, a key or an agency that is refused, something in between.
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

/** What is kept of a connection's types. */
export async function typesKnown(store: Store, connectionId: string): Promise<KnownTypes> {
  const [catalogue, seen] = await Promise.all([
    store.readTypes(connectionId),
    store.listSeenTypes(connectionId),
  ]);
  return { catalogue, seen };
}
