import { AppError, fromErrorData, isAppError } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { type ApiClient, type DocumentsQuery, paginate, type SignedLinkCache } from '../api/index.ts';
import { type DispatchRead, rowsUnreadable, type SearchTask, type Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { findRemoved } from './detect-removed.ts';
import { type ClientDirectoryTrial, findClient, readTriedInVain } from './find-client.ts';
import { readTypeCatalogue } from './type-catalogue.ts';

/** What a task needs to run. */
export interface TaskContext {
  store: Store;
  links: SignedLinkCache;
  clock: Pick<Clock, 'now'>;
  signal: AbortSignal;
  resultSetId: string;
  /** The lease owner. */
  owner: string;
  /** Called when every page of the task has arrived, perhaps before it is stored. */
  onRequested(): void;
  /** Called with the number of documents that are new in the result. */
  onDocuments(added: number): void;
  onTruncated(): void;
  /** Clients that the connection does not know, with the error. */
  unknownClients: Map<Rut, AppError>;
  /** Chooses the clients to try. */
  trial: ClientDirectoryTrial;
  /** Maximum clients tried at the same time. */
  clientsAtOnce: number;
  /** Called with how many clients were tried for a dispatch, and of how many. */
  onTried(tried: number, of: number): void;
}

/** The result of a task. */
interface TaskResult {
  documents: number;
  foundRut?: Rut;
}

/** Runs one task; documents stored before an error stay. Rejects as the service does. */
export async function runTask(context: TaskContext, api: ApiClient, task: SearchTask): Promise<TaskResult> {
  const { store, signal, clock } = context;
  const { connectionId, subject } = task;
  const at = () => new Date(clock.now()).toISOString();
  switch (task.kind) {
    case 'catalogue': {
      const { incompleteReason } = await readTypeCatalogue({ store, api, at }, connectionId, signal);
      if (incompleteReason) throw fromErrorData(incompleteReason);
      return { documents: 0 };
    }
    case 'type': {
      const rut = clientOf(task);
      const { start, end } = task;
      return {
        documents: await forClient(context, rut, () =>
          readPages(context, api, task, { kind: 'files', rut, start, end, type: subject }),
        ),
      };
    }
    case 'statuses': {
      const rut = clientOf(task);
      const list = await forClient(context, rut, () => api.dispatches({ rut, signal }));
      if (list) await store.updateStatuses(connectionId, list.dispatches, at());
      if (list?.mayBeTruncated) context.onTruncated();
      if (list?.incompleteReason) throw list.incompleteReason;
      return { documents: 0 };
    }
    case 'dispatch':
      return findDispatch(context, api, task);
    case 'status': {
      const rut = clientOf(task);
      const status = await api.status({ dispatch: subject, rut, signal });
      await store.updateDispatchStatus(dispatchRead(context, task, rut, at()), status);
      return { documents: 0 };
    }
    case 'disbursements': {
      const rut = clientOf(task);
      const { disbursements, incompleteReason } = await api.disbursements({ dispatch: subject, rut, signal });
      await store.saveDisbursements(dispatchRead(context, task, rut, at()), disbursements);
      if (incompleteReason) throw incompleteReason;
      return { documents: 0 };
    }
  }
}

/**
 * Requests a dispatch as each client in turn, until one has it. Without named clients, it tries the client
 * directory, a few at once. The service does not distinguish a missing dispatch from another client's, so
 * only all of them together prove it missing.
 */
async function findDispatch(context: TaskContext, api: ApiClient, task: SearchTask): Promise<TaskResult> {
  const { trial, signal, onTried } = context;
  const { connectionId, subject } = task;
  const isOfBook = task.ruts.length === 0;
  // Clients of earlier trials are skipped: the rest of the directory was appended to them.
  const before = readTriedInVain(task.error);
  const rejections: { number: string; rut: Rut }[] = [];
  try {
    const { rut, documents } = await findClient({
      candidates: isOfBook
        ? await trial.candidates(connectionId, subject)
        : { groups: [task.ruts.slice(before.tried)] },
      before,
      atOnce: isOfBook || before.tried > 0 ? context.clientsAtOnce : 1,
      signal,
      ask: (one, within) =>
        forClient(context, one, () =>
          readPages({ ...context, signal: within }, api, task, {
            kind: 'dispatch',
            rut: one,
            dispatch: subject,
          }),
        ),
      onTried: (tried, of) => {
        if (of > 1) onTried(tried, of);
      },
      onRefused: (one, { code }) =>
        void rejections.push({ number: code === 'ACCOUNT_NOT_FOUND' ? '' : subject, rut: one }),
    });
    await context.store.markComplete(
      dispatchRead(context, task, rut, new Date(context.clock.now()).toISOString()),
    );
    trial.found(connectionId, rut);
    return { documents, foundRut: rut };
  } finally {
    await trial.refused(connectionId, rejections);
  }
}

/**
 * Stores every page while the next one is requested. Returns the number of documents. Rejects with
 * `ROW_UNREADABLE` at the end where damaged rows kept some out.
 */
async function readPages(
  context: TaskContext,
  api: ApiClient,
  { id: taskId, connectionId }: SearchTask,
  query: DocumentsQuery,
): Promise<number> {
  const { store, links, signal, clock, resultSetId, owner } = context;
  const dispatchOf = new Map<string, string>();
  let unreadable = 0;
  for await (const page of oneAhead(withEnd(paginate(api, query, { signal }), context.onRequested))) {
    const at = new Date(clock.now()).toISOString();
    links.add(connectionId, page.links);
    const { added, damaged } = await store.upsertPage({
      connectionId,
      rut: query.rut,
      query,
      documents: page.documents,
      at,
      member: { resultSetId, taskId, owner },
    });
    unreadable += damaged;
    for (const { id, dispatchNumber } of page.documents) dispatchOf.set(id, dispatchNumber);
    if (page.removed.length > 0) {
      const lost = page.removed.map((id) => ({ id, dispatch: dispatchOf.get(id) ?? '' }));
      const of = { connectionId, rut: query.rut };
      const isOfDispatch = query.kind === 'dispatch';
      const removed = isOfDispatch ? page.removed : await findRemoved(context, api, of, lost);
      await store.markRemoved(connectionId, removed, at);
    }
    for (const id of page.removed) dispatchOf.delete(id);
    context.onDocuments(added);
  }
  if (unreadable > 0) throw rowsUnreadable(unreadable);
  return dispatchOf.size;
}

/** Sends no more requests for a client that the connection does not know: each would get the same error. */
async function forClient<T>({ unknownClients }: TaskContext, rut: Rut, ask: () => Promise<T>): Promise<T> {
  const known = unknownClients.get(rut);
  if (known) throw known;
  try {
    return await ask();
  } catch (error) {
    if (isAppError(error, 'ACCOUNT_NOT_FOUND')) unknownClients.set(rut, error);
    throw error;
  }
}

function clientOf({ rut, ruts }: SearchTask): Rut {
  const client = rut === '' ? ruts[0] : rut;
  if (client === undefined) throw new AppError('CLIENT_REQUIRED', 'the task names no client');
  return client;
}

function dispatchRead(
  { resultSetId, owner }: TaskContext,
  task: SearchTask,
  rut: Rut,
  at: string,
): DispatchRead {
  return { connectionId: task.connectionId, number: task.subject, rut, at, resultSetId, owner };
}

/** The same values; calls `onEnd` after the last one. */
async function* withEnd<T>(
  values: AsyncGenerator<T, void, undefined>,
  onEnd: () => void,
): AsyncGenerator<T, void, undefined> {
  yield* values;
  onEnd();
}

/** The same values, with the next one always requested ahead. */
async function* oneAhead<T>(values: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = values.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = values.next();
      // Awaited in the next iteration; until then it must not count as unhandled.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await values.return();
  }
}
