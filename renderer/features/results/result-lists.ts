import { useCallbackRef } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { compositeKey, partsOfKey } from '../../../shared/composite-key.ts';
import type { CallOutput } from '../../../shared/contract.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsByList, SavedSearch } from '../../../shared/model/search.ts';
import type { RowsQuery, SearchQuery, Selection } from '../../../shared/model/search-query.ts';
import { PagedRows, type ReadPage } from '../../components/data-grid/paged-rows.ts';
import { noRows, type RowSelection } from '../../components/data-grid/row-selection.ts';
import { invokeKey } from '../../ipc/invoke.ts';
import { invoke, useOnInvalidate, withTimeout } from '../../ipc/invoke-hooks.ts';
import { firstPage } from './first-rows.ts';
import {
  type ListState,
  type ListViewStates,
  type RowOf,
  restoreListStates,
  saveLeft,
  sortOf,
} from './list-state.ts';

/** The view states of the lists of a result: as they were left in this window, else as they open. */
export function useListViewStates(resultSetId: string, saved: SavedSearch | undefined): ListViewStates {
  const [views] = useState(() => restoreListStates(resultSetId, saved));
  useEffect(() => saveLeft(resultSetId, saved, views), [resultSetId, saved, views]);
  return views;
}

interface Shown {
  state: ListState;
  change: (changed: Partial<ListState>) => void;
  select: Dispatch<SetStateAction<RowSelection>>;
  /** The same function at every drawing. */
  filter: (text: string) => void;
  /** Another number whenever it is filtered by other words. */
  filtered: number;
}

/** How the list on screen is shown of a query, and the way to change that. */
export function useListState(list: ListName, views: ListViewStates, query: SearchQuery | undefined): Shown {
  const [own, set] = useState(() => views.all()[list]);
  useEffect(() => views.update(list, own), [views, list, own]);
  const [filterChange, setFilterChange] = useState({ of: own.filter, nth: 0 });
  if (filterChange.of !== own.filter) setFilterChange({ of: own.filter, nth: filterChange.nth + 1 });
  const state = useMemo(() => ({ ...own, sort: sortOf(list, own.sort, query) }), [list, own, query]);
  return {
    state,
    filtered: filterChange.nth,
    // What was selected may come later than a filter: each is a change of what is there by then.
    change: (changed) => set((now) => ({ ...now, ...changed })),
    select: (next) =>
      set((now) => {
        const selection = typeof next === 'function' ? next(now.selection) : next;
        return selection === now.selection ? now : { ...now, selection };
      }),
    // What a filter hides is not chosen, and which rows it hides is known of those that are here alone.
    filter: useCallbackRef((text) => {
      set((now) => (text === now.filter ? now : { ...now, filter: text, selection: noRows }));
    }),
  };
}

/** Before a list that was still being counted is asked for its count again. */
const recountMs = 200;
/**
 * Rows that leave the screen within this time can be read by nobody, and what comes holds up the page: they
 * are not asked for.
 */
const flyingMs = 60;

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * The rows of one list of a result, and what was asked for them; they are kept while another of its lists is
 * shown.
 */
export class ResultRows<List extends ListName> {
  readonly pages = new PagedRows<RowOf<List>>({
    moment: () => after(recountMs),
    pause: () => after(flyingMs),
  });
  #query: string | undefined;
  /** Whether what is told of rows was heard before they were asked for. */
  #isFresh = false;

  /**
   * Asks for the first rows while the list that will show them is drawn, unless they have been asked for;
   * those that have come are there at once.
   */
  begin(query: ListQuery<List>, { known, coming, isOld }: FirstRows<List>): void {
    if (this.#query !== undefined) return;
    this.pages.start(readingOf(query, this.pages, coming), known);
    this.#query = JSON.stringify(query);
    this.#isFresh = !isOld;
  }

  /**
   * Asks for other rows than before; for the same ones again, which may be older than what was told
   * meanwhile.
   */
  show(query: ListQuery<List>): void {
    const text = JSON.stringify(query);
    if (text !== this.#query) this.pages.start(readingOf(query, this.pages));
    else if (!this.#isFresh) this.pages.refresh();
    this.#query = text;
    this.#isFresh = false;
  }
}

/**
 * Has a list's rows asked for as it is shown: anew whenever its sort, filter or grouping changes, and again
 * when it is shown again.
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
  useOnInvalidate('rows.window', { resultSetId }, () => rows.pages.refresh());
}

/** What is asked of a list, whatever part of it. */
type ListQuery<List extends ListName> = Omit<RowsQuery, 'list' | 'offset' | 'limit'> & { list: List };

// The contract gives the three lists' rows as one type; which one it is, is what was asked for.
type RowsOf<List extends ListName> = RowsByList[List];

/** What was asked of the first rows of a list before it was there. */
interface FirstRows<List extends ListName> {
  known: RowsOf<List> | undefined;
  /** They are on their way. */
  coming: Promise<CallOutput<'rows.window'>> | undefined;
  /** What was told of rows since, or may have been, is not among them. */
  isOld: boolean;
}

/** `coming` is the answer to what is read first. */
function readingOf<List extends ListName>(
  query: ListQuery<List>,
  pages: PagedRows<RowOf<List>>,
  coming?: FirstRows<List>['coming'],
): ReadPage<RowOf<List>> {
  let first = coming;
  return async (offset, limit) => {
    const reading = first ?? invoke('rows.window', { ...query, offset, limit });
    first = undefined;
    return (await withTimeout('rows.window', reading, () => pages.refresh())) as RowsOf<List>;
  };
}

/** The first rows of a list as they were asked for ahead; `forget` has them kept by the list alone. */
function firstRows<List extends ListName>(
  queries: QueryClient,
  query: ListQuery<List>,
): FirstRows<List> & { forget: () => Promise<void> } {
  const input = firstPage(query);
  const queryKey = invokeKey('rows.window', input);
  const state = queries.getQueryState<CallOutput<'rows.window'>>(queryKey);
  const isComing = state?.fetchStatus === 'fetching' && state.data === undefined;
  const coming = isComing
    ? queries.fetchQuery({ queryKey, queryFn: () => invoke('rows.window', input) })
    : undefined;
  return {
    known: state?.data as RowsOf<List> | undefined,
    coming,
    isOld: state?.isInvalidated === true,
    async forget() {
      // What is taken away while it is on its way never comes. Why it does not come, is said by the list.
      await coming?.catch(() => undefined);
      queries.removeQueries({ queryKey, exact: true });
    },
  };
}

/** The key of a row within its list; a document's is its own, a dispatch's its number. */
export function rowKeyOf(row: RowOf<ListName>): string {
  if ('number' in row) return compositeKey(row.connectionId, row.number);
  return compositeKey(row.connectionId, row.id);
}

function splitKey(key: string): { connectionId: string; id: string } {
  const [connectionId = '', id = ''] = partsOfKey(key);
  return { connectionId, id };
}

/**
 * The documents that are selected in a list, as main takes them; undefined when nothing is, or when the list
 * is one of disbursements. `keysOfAll` reads the keys of a filtered list of dispatches, whose filter is not
 * one of documents.
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
