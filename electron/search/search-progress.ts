import { compositeKey } from '../../shared/composite-key.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { SearchProgress, TaskFailure } from '../../shared/model/search.ts';
import type { SearchTask, Store, StoredResultSet } from '../database/index.ts';

/** Maximum problems listed in progress; all are counted. */
const maxProblems = 100;

/** The progress of a running search. */
export interface RunProgress {
  tasksDone: number;
  tasksTotal: number;
  /** Whether each task is one dispatch. */
  areDispatches?: boolean;
  documents: number;
  requests: number;
  requestedTypes: Set<string>;
  /** Dispatches that are tried with one client after another, by their task. */
  trying: Map<number, NonNullable<SearchProgress['trying']>>;
  problems: TaskFailure[];
  mayBeTruncated: boolean;
  asOf: string;
}

/** Updates the progress from the stored tasks. */
export function applyTasks(runProgress: RunProgress, tasks: readonly SearchTask[]): void {
  runProgress.tasksTotal = tasks.length;
  runProgress.areDispatches =
    tasks.every(({ kind }) => kind === 'dispatch') &&
    new Set(tasks.map(({ subject }) => subject)).size === tasks.length;
  runProgress.tasksDone = tasks.filter(({ state }) => state !== 'waiting').length;
  for (const { kind, subject } of tasks) if (kind === 'type') runProgress.requestedTypes.add(subject);
  runProgress.problems = tasks.flatMap((task) =>
    task.state === 'problem' && task.error ? [toFailure(task, task.error)] : [],
  );
}

/** The problem of a task, as progress reports it. */
export function toFailure(task: SearchTask, error: ErrorData): TaskFailure {
  const { id, kind, connectionId, rut, ruts, subject } = task;
  const client = rut === '' ? (ruts[0] ?? '') : rut;
  return { taskId: String(id), kind, connectionId, rut: client, subject, error };
}

/** The progress of a result set as stored. */
export async function readRunProgress(
  store: Pick<Store, 'listTasks'>,
  resultSet: StoredResultSet,
): Promise<RunProgress> {
  const runProgress: RunProgress = {
    tasksDone: 0,
    tasksTotal: 0,
    documents: resultSet.documents,
    requests: resultSet.requests,
    requestedTypes: new Set(),
    trying: new Map(),
    problems: [],
    mayBeTruncated: resultSet.mayBeTruncated,
    asOf: resultSet.asOf,
  };
  applyTasks(runProgress, await store.listTasks(resultSet.resultSetId));
  return runProgress;
}

/** The progress of a search run, as sent to the page. */
export function toProgress(
  resultSetId: string,
  state: SearchProgress['state'],
  runProgress: RunProgress,
): SearchProgress {
  const { requestedTypes, problems, trying, ...rest } = runProgress;
  const [first] = state === 'running' ? trying.values() : [];
  const isFailure = ({ error: { code } }: TaskFailure) => code !== 'DISPATCH_NOT_FOUND';
  const failures = problems.filter(isFailure);
  const notThere = problems.filter((failure) => !isFailure(failure));
  const isOfClient = ({ error: { code } }: TaskFailure) => code === 'ACCOUNT_NOT_FOUND';
  const once = oncePerClient(failures);
  const unknownClients = once.filter(isOfClient);
  const shownProblems = [...once.filter((failure) => !isOfClient(failure)), ...unknownClients, ...notThere];
  return {
    resultSetId,
    state,
    ...rest,
    ...(first && { trying: first }),
    tasksAnswered: rest.tasksDone - failures.length,
    requestedTypes: [...requestedTypes],
    problems: shownProblems.slice(0, maxProblems),
    problemsTotal: shownProblems.length,
    notThere: notThere.length,
    unknownClients: unknownClients.length,
  };
}

/** A client that the agency does not know is one problem, however many types were requested. */
function oncePerClient(problems: readonly TaskFailure[]): readonly TaskFailure[] {
  const unknown = new Set<string>();
  return problems.filter(({ kind, connectionId, rut, error }) => {
    if (kind !== 'type' || error.code !== 'ACCOUNT_NOT_FOUND') return true;
    const client = compositeKey(connectionId, rut);
    const isFirst = !unknown.has(client);
    unknown.add(client);
    return isFirst;
  });
}
