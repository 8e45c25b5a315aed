import type { QueryClient } from '@tanstack/react-query';
import type { Bridge, CallName } from '../../shared/contract.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import { maxDocumentsPerEvent } from '../../shared/model/event-limits.ts';
import { eventPatches, isRecord } from './event-patches.ts';
import { invalidate } from './invalidate.ts';
import { callKey, inputValue, isPagesKey } from './invoke.ts';
import { throttled } from './throttled.ts';

/** Something of what main keeps that has changed. */
interface Change {
  /**
   * What has come: rows of this answer, documents that have landed, documents that were asked for, or what an
   * agency said of one dispatch.
   */
  what: 'rows' | 'papers' | 'arrived' | 'dispatch';
  resultSetId?: string;
  /** Dispatch numbers, where it is known which are concerned. */
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
 * What is read of main, from the cheapest to the dearest: counts go over all that is kept, for a second or
 * more where that is much.
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

/** The dispatches that an answer is about, where it is about some alone. */
function dispatchesOf(key: readonly unknown[]): readonly Pick<DispatchKey, 'number'>[] | undefined {
  const number = inputValue(key, 'number');
  if (key[0] === 'dispatch.view' && typeof number === 'string') return [{ number }];
  const scope = inputValue(key, 'scope');
  if (!isOneOf(key, listCalls) || typeof scope !== 'object' || scope === null) return undefined;
  const dispatches: unknown = Reflect.get(scope, 'dispatches');
  return Array.isArray(dispatches) ? dispatches : undefined;
}

/** How often the documents of a batch are read again while they go on. */
const batchMs = 500;

/**
 * The one place where the page hears main's events of data, whatever screens are open: what an event carries
 * is put into what is kept, and what it makes old is asked for again, seldom enough. Gives the way to stop.
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
      // At its end what came last is asked for at once: till then an empty list would say that the agency has
      // nothing.
      if (state !== 'running') rules[0]?.now();
    }),
    on('downloads.progress', (payload) => {
      if (!isRecord(payload)) return;
      for (const { id } of read(payload.batches)) batches.soon(id);
      const documents = read(payload.documents);
      // A full message leaves out the eldest: of which dispatches they are is not known.
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
      // What was asked of a dispatch is kept, and may stand in every list.
      if (event.mutation.options.mutationKey?.[0] === 'dispatch.view') changed({ what: 'dispatch' });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A list that an event carries; none where it comes from a main that carries something else. */
function read<Item>(list: readonly Item[]): readonly Item[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
