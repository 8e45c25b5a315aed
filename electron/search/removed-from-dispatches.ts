import { isAppError } from '../../shared/errors.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { type ApiClient, paginate } from '../api/index.ts';
import type { Store } from '../database/index.ts';
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
