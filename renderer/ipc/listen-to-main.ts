import type { QueryClient } from '@tanstack/react-query';
import type { Bridge, CallName } from '../../shared/contract.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import { maxDocumentsPerEvent } from '../../shared/model/row-limits.ts';
import { eventPatches, isRecord } from './event-patches.ts';
import { invalidate } from './invalidate.ts';
import { callKey, inputValue, isPagesKey } from './invoke.ts';
import { throttled } from './throttled.ts';

/** A change of main's stored data. */
interface Change {
  /**
   * The kind of change: rows of this result set, downloaded documents, requested documents that arrived, or a
   * fetched dispatch.
   */
  what: 'rows' | 'papers' | 'arrived' | 'dispatch';
  resultSetId?: string;
  /** The numbers of the affected dispatches, if known. */
  numbers?: ReadonlySet<string>;
}

/** Which queries a change makes stale, and the minimum interval between two refetches. */
interface Invalidation {
  everyMs: number;
  isOf(key: readonly unknown[], change: Change): boolean;
}

const rowCalls = [
  'rows.window',
  'rows.columns',
  'search.outcomes',
  'search.clientsWithout',
] as const satisfies readonly CallName[];
const documentCalls = ['rows.find', 'saved.news'] as const satisfies readonly CallName[];
const listCalls = [
  'carpeta.gaps',
  'carpeta.matrix',
  'carpeta.chases',
  'carpeta.folders',
  'carpeta.payments',
  'carpeta.findings',
] as const satisfies readonly CallName[];
const wholeCalls = [
  'carpeta.expectations',
  'carpeta.known',
  'handover.readPackage',
] as const satisfies readonly CallName[];

/**
 * Reads of main, from the cheapest to the most expensive: counts cover all stored data, which takes a second
 * or more in a large database.
 */
const invalidations: readonly Invalidation[] = [
  {
    everyMs: 700,
    isOf: (key, { what, resultSetId }) =>
      what !== 'arrived' &&
      (isOneOf(key, documentCalls) ||
        (isOneOf(key, rowCalls) &&
          (resultSetId === undefined || inputValue(key, 'resultSetId') === resultSetId))),
  },
  {
    everyMs: 1000,
    isOf: (key, { numbers }) =>
      dispatchesOf(key)?.some(({ number }) => numbers === undefined || numbers.has(number)) === true,
  },
  {
    everyMs: 1500,
    isOf: (key) => isOneOf(key, wholeCalls) || (isOneOf(key, listCalls) && isPagesKey(key)),
  },
  {
    everyMs: 10_000,
    isOf: (key) => isOneOf(key, listCalls) && !isPagesKey(key) && dispatchesOf(key) === undefined,
  },
];

function isOneOf(key: readonly unknown[], calls: readonly CallName[]): boolean {
  return calls.some((name) => name === key[0]);
}

/** The dispatches of a result, if it covers only some. */
function dispatchesOf(key: readonly unknown[]): readonly Pick<DispatchKey, 'number'>[] | undefined {
  const number = inputValue(key, 'number');
  if (key[0] === 'dispatch.view' && typeof number === 'string') return [{ number }];
  const scope = inputValue(key, 'scope');
  if (!isOneOf(key, listCalls) || typeof scope !== 'object' || scope === null) return undefined;
  const dispatches: unknown = Reflect.get(scope, 'dispatches');
  return Array.isArray(dispatches) ? dispatches : undefined;
}

/** Minimum interval between two reads of a running batch's documents, in ms. */
const batchMs = 500;

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
  const stops = [
    ...Object.values(eventPatches).map(({ follow }) => follow(queries, on)),
    on('sweep.progress', (payload) => {
      if (!isRecord(payload)) return;
      const { resultSetId, state } = payload;
      changed({ what: 'rows', resultSetId });
      // At the end of a search its last rows are fetched at once: until then an empty list would claim that
      // the agency has nothing.
      if (state !== 'running') rules[0]?.now();
    }),
    on('downloads.progress', (payload) => {
      if (!isRecord(payload)) return;
      for (const { id } of read(payload.batches)) batches.soon(id);
      const documents = read(payload.documents);
      // A full event omits the oldest documents: which dispatches they belong to is unknown.
      if (documents.length >= maxDocumentsPerEvent) return changed({ what: 'papers' });
      const landed = documents.filter(({ state }) => state === 'done' || state === 'here');
      if (landed.length === 0) return;
      changed({ what: 'papers', numbers: new Set(landed.map(({ dispatchNumber }) => dispatchNumber)) });
    }),
    on('files.changed', () => changed({ what: 'papers' })),
    on('carpeta.arrived', () => changed({ what: 'arrived' })),
    on('saved.changed', () => void invalidate(queries, { queryKey: callKey('saved.news') })),
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
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
