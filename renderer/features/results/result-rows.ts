import { useCallbackRef } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { compositeKey, parseCompositeKey } from '../../../shared/composite-key.ts';
import type { CallOutput } from '../../../shared/contract.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsByList, SavedSearch } from '../../../shared/model/search.ts';
import type { RowsQuery, SearchQuery, Selection } from '../../../shared/model/search-query.ts';
import { PagedRows, type ReadPage } from '../../components/data-grid/paged-rows.ts';
import type { RowSelection } from '../../components/data-grid/row-selection.ts';
import { invokeKey } from '../../ipc/invoke.ts';
import { invoke, useOnInvalidate, withTimeout } from '../../ipc/invoke-hooks.ts';
import { firstPage } from './prefetch-result.ts';
import {
  type ListState,
  type ListViewStates,
  type RowOf,
  restoreListStates,
  saveLeft,
  sortOf,
  withFilter,
} from './result-list-state.ts';

/** The view states of a result's lists: those stored in this window, else the initial ones. */
export function useListViewStates(
  resultSetId: string,
  saved: SavedSearch | undefined,
  filter: string | undefined,
): ListViewStates {
  const [views] = useState(() => restoreListStates(resultSetId, saved, filter));
  useEffect(() => saveLeft(resultSetId, saved, views), [resultSetId, saved, views]);
  return views;
}

interface Shown {
  state: ListState;
  change: (changed: Partial<ListState>) => void;
  select: Dispatch<SetStateAction<RowSelection>>;
  /** Must be stable between renders. */
  filter: (text: string) => void;
  /** Changes whenever the filter text changes. */
  filtered: number;
}

/** The effective state of the visible list for a query, and its setters. */
export function useListState(list: ListName, views: ListViewStates, query: SearchQuery | undefined): Shown {
  const [own, set] = useState(() => views.all()[list]);
  useEffect(() => views.update(list, own), [views, list, own]);
  const [filterChange, setFilterChange] = useState({ of: own.filter, nth: 0 });
  if (filterChange.of !== own.filter) setFilterChange({ of: own.filter, nth: filterChange.nth + 1 });
  const state = useMemo(() => ({ ...own, sort: sortOf(list, own.sort, query) }), [list, own, query]);
  return {
    state,
    filtered: filterChange.nth,
    // The selection may arrive after a filter: each update applies to the latest state.
    change: (changed) => set((now) => ({ ...now, ...changed })),
    select: (next) =>
      set((now) => {
        const selection = typeof next === 'function' ? next(now.selection) : next;
        return selection === now.selection ? now : { ...now, selection };
      }),
    filter: useCallbackRef((text) => set((now) => withFilter(now, text))),
  };
}

/** Delay before the count of a list that was still being counted is requested again. */
const recountMs = 200;
/**
 * Rows that leave the screen within this time cannot be read, and loading them blocks the page: they are not
 * requested.
 */
const flyingMs = 60;

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The rows of one list of a result and their query; they stay loaded while another of its lists is shown. */
export class ResultRows<List extends ListName> {
  readonly pages = new PagedRows<RowOf<List>>({
    moment: () => after(recountMs),
    pause: () => after(flyingMs),
  });
  #query: string | undefined;
  /** Whether the subscription to row events predates the request. */
  #isFresh = false;

  /**
   * Requests the first rows while their list renders, unless prefetched; those that have arrived are used at
   * once.
   */
  begin(query: ListQuery<List>, { known, coming, isOld }: FirstRows<List>): void {
    if (this.#query !== undefined) return;
    this.pages.start(readingOf(query, this.pages, coming), known);
    this.#query = JSON.stringify(query);
    this.#isFresh = !isOld;
  }

  /** Requests other rows; for the same query refreshes them, since events may have changed them meanwhile. */
  show(query: ListQuery<List>): void {
    const text = JSON.stringify(query);
    if (text !== this.#query) this.pages.start(readingOf(query, this.pages));
    else if (!this.#isFresh) this.pages.refresh();
    this.#query = text;
    this.#isFresh = false;
  }
}

/**
 * Loads a list's rows: again when its sort order, filter or grouping changes, and refreshed when it is shown
 * again.
 */
export function useRows<List extends ListName>(
  rows: ResultRows<List>,
  resultSetId: string,
  list: List,
  { sort, filter, group }: Pick<ListState, 'sort' | 'filter' | 'group'>,
): void {
  const queries = useQueryClient();
  const [forget] = useState(() => {
    const query = { list, resultSetId, sort, filter, group };
    const first = firstRows(queries, query);
    rows.begin(query, first);
    return first.forget;
  });
  useEffect(() => {
    rows.show({ list, resultSetId, sort, filter, group });
  }, [rows, resultSetId, list, sort, filter, group]);
  useEffect(() => void forget(), [forget]);
  useOnInvalidate('rows.page', { resultSetId }, () => rows.pages.refresh());
}

/** The query of a list, without a page. */
type ListQuery<List extends ListName> = Omit<RowsQuery, 'list' | 'offset' | 'limit'> & { list: List };

// The contract has one type for the rows of all three lists; the query determines which.
type RowsOf<List extends ListName> = RowsByList[List];

/** The prefetched first rows of a list. */
interface FirstRows<List extends ListName> {
  known: RowsOf<List> | undefined;
  /** The request is running. */
  coming: Promise<CallOutput<'rows.page'>> | undefined;
  /** The rows may have changed since they were read. */
  isOld: boolean;
}

/** `coming` is the response to the first read. */
function readingOf<List extends ListName>(
  query: ListQuery<List>,
  pages: PagedRows<RowOf<List>>,
  coming?: FirstRows<List>['coming'],
): ReadPage<RowOf<List>> {
  let first = coming;
  return async (offset, limit) => {
    const reading = first ?? invoke('rows.page', { ...query, offset, limit });
    first = undefined;
    return (await withTimeout('rows.page', reading, () => pages.refresh())) as RowsOf<List>;
  };
}

/**
 * The prefetched first rows of a list; `forget` removes them from the cache, so that only the list holds
 * them.
 */
function firstRows<List extends ListName>(
  queries: QueryClient,
  query: ListQuery<List>,
): FirstRows<List> & { forget: () => Promise<void> } {
  const input = firstPage(query);
  const queryKey = invokeKey('rows.page', input);
  const state = queries.getQueryState<CallOutput<'rows.page'>>(queryKey);
  const isComing = state?.fetchStatus === 'fetching' && state.data === undefined;
  const coming = isComing
    ? queries.fetchQuery({ queryKey, queryFn: () => invoke('rows.page', input) })
    : undefined;
  return {
    known: state?.data as RowsOf<List> | undefined,
    coming,
    isOld: state?.isInvalidated === true,
    async forget() {
      // A query removed while it is running never resolves. The list reports the error.
      await coming?.catch(() => undefined);
      queries.removeQueries({ queryKey, exact: true });
    },
  };
}

/** The key of a row within its list: a document's own key, a dispatch's number. */
export function rowKeyOf(row: RowOf<ListName>): string {
  if ('number' in row) return compositeKey(row.connectionId, row.number);
  return compositeKey(row.connectionId, row.id);
}

function splitKey(key: string): { connectionId: string; id: string } {
  const [connectionId = '', id = ''] = parseCompositeKey(key);
  return { connectionId, id };
}

/**
 * The selected documents of a list, as main takes them; undefined without a selection, or for a list of
 * disbursements. `keysOfAll` reads the keys of a filtered list of dispatches, whose filter does not apply to
 * documents.
 */
export async function selectedDocuments(
  list: ListName,
  resultSetId: string,
  { selection, filter }: Pick<ListState, 'selection' | 'filter'>,
  keysOfAll: () => Promise<readonly string[]>,
): Promise<Selection | undefined> {
  if (list === 'disbursements') return undefined;
  if (list === 'documents') {
    if (selection.kind === 'all') {
      return { kind: 'all', resultSetId, filter, except: [...selection.except].map(splitKey) };
    }
    return selection.keys.size === 0
      ? undefined
      : { kind: 'some', documents: [...selection.keys].map(splitKey) };
  }
  if (selection.kind === 'all' && selection.except.size === 0 && filter.trim() === '') {
    return { kind: 'all', resultSetId, filter: '', except: [] };
  }
  const keys =
    selection.kind === 'some'
      ? [...selection.keys]
      : (await keysOfAll()).filter((key) => !selection.except.has(key));
  if (keys.length === 0) return undefined;
  const dispatches = keys.map(splitKey).map(({ connectionId, id }) => ({ connectionId, number: id }));
  return { kind: 'dispatches', resultSetId, dispatches };
}
