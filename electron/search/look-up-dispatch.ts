import { ruleOf } from '../../shared/error-codes.ts';
import { toErrorData } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { DispatchView } from '../../shared/model/search.ts';
import { type GetApiClient, paginate, type SignedLinkCache } from '../api/index.ts';
import { rowsUnreadable, type Store } from '../database/index.ts';
import type { Clock } from '../host.ts';

interface DispatchViewContext {
  store: Store;
  getApiClient: GetApiClient;
  links: SignedLinkCache;
  clock: Pick<Clock, 'now'>;
}

/** A dispatch to view, and whether to query the service. */
export interface DispatchLookup {
  connectionId: string;
  number: string;
  rut: Rut;
  ask: boolean;
}

/**
 * Everything known of a dispatch. With `ask`, its documents, status and disbursements are requested and
 * stored; each failure is returned with the stored data. Rejects with the documents' error when nothing of it
 * is stored.
 */
export async function lookUpDispatch(
  context: DispatchViewContext,
  lookup: DispatchLookup,
): Promise<DispatchView> {
  const { error, ...errors }: DispatchErrors = lookup.ask ? await requestAll(context, lookup) : {};
  const view = await context.store.viewDispatch(lookup.connectionId, lookup.number);
  if (view) return { ...view, ...errors };
  if (error !== undefined) throw error;
  const { connectionId, number, rut } = lookup;
  return { connectionId, number, rut, documents: [], disbursements: [], isComplete: false, asOf: '' };
}

type DispatchErrors = Pick<DispatchView, 'statusError' | 'documentsError' | 'disbursementsError'> & {
  error?: unknown;
};

async function requestAll(context: DispatchViewContext, lookup: DispatchLookup): Promise<DispatchErrors> {
  const { store, clock } = context;
  const { connectionId, number: dispatch, rut } = lookup;
  const readRecord = () => ({ connectionId, number: dispatch, rut, at: new Date(clock.now()).toISOString() });
  let api: Awaited<ReturnType<GetApiClient>>;
  try {
    api = await context.getApiClient(connectionId, { isUrgent: true });
  } catch (cause) {
    const error = toErrorData(cause);
    return { error: cause, documentsError: error, statusError: error, disbursementsError: error };
  }
  // The documents show whether the dispatch is this client's: nothing is stored of one that is not.
  try {
    await readDocuments(context, api, lookup);
    await store.markComplete(readRecord());
  } catch (cause) {
    const error = toErrorData(cause);
    return {
      error: cause,
      documentsError: error,
      ...(!ruleOf(error.code).isAbsence && { statusError: error, disbursementsError: error }),
    };
  }
  const [status, disbursements] = await Promise.allSettled([
    api.status({ dispatch, rut }).then((resultSet) => store.updateDispatchStatus(readRecord(), resultSet)),
    api.disbursements({ dispatch, rut }).then(async (list) => {
      await store.saveDisbursements(readRecord(), list.disbursements);
      if (list.incompleteReason) throw list.incompleteReason;
    }),
  ]);
  return {
    ...(status.status === 'rejected' && { statusError: toErrorData(status.reason) }),
    ...(disbursements.status === 'rejected' && { disbursementsError: toErrorData(disbursements.reason) }),
  };
}

/**
 * Reads all documents of a dispatch and its status, behind requests that a person waits for. Rejects with the
 * service's error.
 */
export async function completeDispatch(
  context: DispatchViewContext,
  dispatch: Omit<DispatchLookup, 'ask'>,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, getApiClient } = context;
  const { connectionId, number, rut } = dispatch;
  const readRecord = () => ({ connectionId, number, rut, at: new Date(clock.now()).toISOString() });
  const api = await getApiClient(connectionId);
  await readDocuments(context, api, dispatch, signal);
  await store.updateDispatchStatus(readRecord(), await api.status({ dispatch: number, rut, signal }));
  // Last, so that a dispatch whose status failed is fetched again.
  await store.markComplete(readRecord());
}

async function readDocuments(
  { store, links, clock }: DispatchViewContext,
  api: Awaited<ReturnType<GetApiClient>>,
  { connectionId, number: dispatch, rut }: Omit<DispatchLookup, 'ask'>,
  signal?: AbortSignal,
): Promise<void> {
  const query = { kind: 'dispatch' as const, rut, dispatch };
  const before = await store.viewDispatch(connectionId, dispatch);
  const missing = new Set(
    before?.documents.filter(({ removedAt }) => removedAt === undefined).map(({ id }) => id),
  );
  const at = () => new Date(clock.now()).toISOString();
  let unreadable = 0;
  for await (const page of paginate(api, query, signal ? { signal } : {})) {
    links.add(connectionId, page.links);
    const { damaged } = await store.upsertPage({
      connectionId,
      rut,
      query,
      documents: page.documents,
      at: at(),
    });
    unreadable += damaged;
    for (const { id } of page.documents) missing.delete(id);
    for (const id of page.removed) missing.add(id);
  }
  if (missing.size > 0) await store.markRemoved(connectionId, [...missing], at());
  if (unreadable > 0) throw rowsUnreadable(unreadable);
}
