import { isAppError } from '../../shared/errors.ts';
import { addDays, type Day } from '../../shared/model/dates.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { type ApiClient, type GetApiClient, paginate } from '../api/index.ts';
import type { Store, UnlistedDocuments } from '../database/index.ts';
import type { Clock } from '../host.ts';

interface FindRemovedContext {
  store: Store;
  clock: Pick<Clock, 'now'>;
  signal: AbortSignal;
}

/** A document that a query no longer finds, and its dispatch number, `''` without one. */
interface LostDocument {
  id: string;
  dispatch: string;
}

/**
 * Finds which of a client's documents were removed: those missing from the lists of their dispatches. A query
 * by type and days is not enough, because a document with a new type leaves it too (docs/service/reading.md,
 * What is gone). The documents of the lists are stored. A document without a dispatch, or whose dispatch no
 * longer belongs to the client, is not counted as removed. Rejects as the service does.
 */
export async function findRemoved(
  { store, clock, signal }: FindRemovedContext,
  api: Pick<ApiClient, 'files' | 'dispatchFiles'>,
  { connectionId, rut }: { connectionId: string; rut: Rut },
  documents: readonly LostDocument[],
): Promise<string[]> {
  const removed = new Map(documents.map(({ id, dispatch }) => [id, dispatch]));
  for (const dispatch of new Set(removed.values())) {
    const query = { kind: 'dispatch' as const, rut, dispatch };
    if (dispatch === '') {
      leave(removed, dispatch);
      continue;
    }
    try {
      const there = new Set<string>();
      for await (const page of paginate(api, query, { signal })) {
        const at = new Date(clock.now()).toISOString();
        await store.upsertPage({ connectionId, rut, query, documents: page.documents, at });
        for (const { id } of page.documents) there.add(id);
        for (const id of page.removed) there.delete(id);
      }
      for (const id of there) removed.delete(id);
    } catch (error) {
      if (!isAppError(error, 'DISPATCH_NOT_FOUND')) throw error;
      leave(removed, dispatch);
    }
  }
  return [...removed.keys()];
}

/** Drops the documents of a dispatch. */
function leave(documents: Map<string, string>, dispatch: string): void {
  for (const [id, of] of documents) if (of === dispatch) documents.delete(id);
}

interface RemovalContext {
  store: Store;
  clock: Pick<Clock, 'now'>;
  getApiClient: GetApiClient;
  signal: AbortSignal;
  owner: string;
}

/** Days, both included. */
interface Days {
  start: Day;
  end: Day;
}

/**
 * Decides whether documents that a run missed were removed. A document requested by its dispatch was. A
 * document that its type no longer lists was removed if its dispatch lacks it too; else it only leaves the
 * result. When a relative range has moved ("last 30 days"), the days left behind are requested first. A few
 * requests then find all older documents, where each dispatch would cost one (names.md, Paging and dates).
 */
export async function detectRemoved(context: RemovalContext, resultSetId: string): Promise<void> {
  const undecided: number[] = [];
  for (const missing of await context.store.unlistedDocuments(resultSetId)) {
    if (context.signal.aborted) return;
    const removed = await removedOf(context, missing);
    // Undecided: the next run checks these documents and days again.
    if (!removed) {
      undecided.push(missing.taskId);
      continue;
    }
    const at = new Date(context.clock.now()).toISOString();
    const { connectionId, documents } = missing;
    const dropped = documents.map(({ id }) => id).filter((id) => !removed.has(id));
    if (removed.size > 0) await context.store.markRemoved(connectionId, [...removed], at);
    if (dropped.length > 0)
      await context.store.dropMembers(resultSetId, connectionId, dropped, context.owner);
  }
  await context.store.noteDecided(resultSetId, undecided, context.owner);
}

/** Which documents that a task missed were removed; undefined when the service could not tell. */
async function removedOf(
  context: RemovalContext,
  missing: UnlistedDocuments,
): Promise<Set<string> | undefined> {
  const { connectionId, rut, kind, documents } = missing;
  if (kind === 'dispatch' || rut === '') return new Set(documents.map(({ id }) => id));
  try {
    const api = await context.getApiClient(connectionId);
    const older = await foundIn(context, api, missing, leftBehind(missing));
    const left = documents.filter(({ id }) => !older.has(id));
    return new Set(await findRemoved(context, api, { connectionId, rut }, left));
  } catch {
    // Undecided, whatever the error was.
    return undefined;
  }
}

/** The days of the earlier range that the current one lacks. */
export function leftBehind({
  kind,
  before,
  now,
}: Pick<UnlistedDocuments, 'kind' | 'before' | 'now'>): Days[] {
  if (kind === 'dispatch' || before.start === '') return [];
  const earlier = { start: before.start, end: earliest(before.end, addDays(now.start, -1)) };
  const later = { start: latest(before.start, addDays(now.end, 1)), end: before.end };
  return [earlier, later].filter(({ start, end }) => start <= end);
}

/** The documents found in some days. */
async function foundIn(
  { store, clock, signal }: RemovalContext,
  api: ApiClient,
  { connectionId, rut, subject }: UnlistedDocuments,
  days: readonly Days[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { start, end } of days) {
    const query = { kind: 'files' as const, rut: rut as Rut, start, end, type: subject };
    for await (const { documents, removed } of paginate(api, query, { signal })) {
      const at = new Date(clock.now()).toISOString();
      await store.upsertPage({ connectionId, rut: query.rut, query, documents, at });
      for (const { id } of documents) found.add(id);
      for (const id of removed) found.delete(id);
    }
  }
  return found;
}

function earliest(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function latest(a: Day, b: Day): Day {
  return a > b ? a : b;
}
