import type { QueryClient } from '@tanstack/react-query';
import type { Bridge, CallName } from '../../shared/contract.ts';
import { isObject } from '../../shared/model/json.ts';
import { maxDocumentsPerEvent } from '../../shared/model/row-limits.ts';
import { eventPatches } from './event-patches.ts';
import { invalidate } from './invalidate.ts';
import { type Change, invalidations } from './invalidations.ts';
import { callKey, inputValue } from './invoke.ts';
import { throttled } from './throttled.ts';

/** Minimum interval between two reads of a running batch's documents, in ms. */
const batchMs = 500;
/** Minimum interval between two reads of what follows from the words of documents, in ms. */
const textsMs = 5_000;
/** Hits, their count, and the findings from what documents state. */
const textCalls: readonly CallName[] = ['texts.find', 'texts.count', 'dossier.findings'];

/**
 * The page's only subscription to main's data events, whatever screens are open. Payloads are merged into the
 * cache; outdated queries are refetched at a limited rate. Returns the unsubscribe function.
 */
export function listenToMain(queries: QueryClient, on: Bridge['on']): () => void {
  const rules = invalidations.map(({ everyMs, isOf }) =>
    throttled<Change>((changes) => {
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        changes.some((change) => isOf(queryKey, change));
      void invalidate(queries, { predicate });
    }, everyMs),
  );
  const changed = (change: Change) => {
    for (const rule of rules) rule.soon(change);
  };
  const batches = throttled<string>((ids) => {
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === 'downloads.documents' && ids.some((id) => id === inputValue(queryKey, 'batchId'));
    void invalidate(queries, { predicate });
  }, batchMs);
  const texts = throttled(() => {
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      textCalls.some((name) => name === queryKey[0]);
    void invalidate(queries, { predicate });
  }, textsMs);
  let [hasRead, textsRead]: [boolean, unknown] = [false, undefined];
  const stops = [
    ...Object.values(eventPatches).map(({ follow }) => follow(queries, on)),
    on('search.progress', (payload) => {
      if (!isObject(payload)) return;
      const { resultSetId, state } = payload;
      if (state === 'running') return changed({ what: 'rows', resultSetId });
      // At its end the last rows are fetched at once: until then an empty list would claim that the agency
      // has nothing. Other result sets have rows of the same dispatches.
      changed({ what: 'rows' });
      rules[0]?.now();
    }),
    on('downloads.progress', (payload) => {
      if (!isObject(payload)) return;
      for (const { id } of read(payload.batches)) batches.soon(id);
      const documents = read(payload.documents);
      // A full event omits the oldest documents: which dispatches they belong to is unknown.
      if (documents.length >= maxDocumentsPerEvent) return changed({ what: 'papers' });
      const landed = documents.filter(({ state }) => state === 'done' || state === 'here');
      if (landed.length === 0) return;
      changed({ what: 'papers', numbers: new Set(landed.map(({ dispatchNumber }) => dispatchNumber)) });
    }),
    on('files.changed', () => changed({ what: 'papers' })),
    on('dossier.requestsArrived', () => changed({ what: 'arrived' })),
    on('texts.progress', (payload) => {
      if (!isObject(payload)) return;
      const isOver = payload.state !== 'reading';
      if (isOver && (hasRead || payload.read !== textsRead)) texts.soon(undefined);
      hasRead = !isOver;
      textsRead = payload.read;
    }),
    on('saved.changed', () => void invalidate(queries, { queryKey: callKey('saved.changes') })),
    queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      // A fetched dispatch is stored, and may appear in every list.
      if (event.mutation.options.mutationKey?.[0] === 'dispatch.view') changed({ what: 'dispatch' });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A list in a payload; empty if another version of main sends something else. */
function read<Item>(list: readonly Item[]): readonly Item[] {
  return Array.isArray(list) ? list.filter((one): boolean => isObject(one)) : [];
}
