import { compositeKey } from '../../../shared/composite-key.ts';
import { type ListName, lists } from '../../../shared/model/lists.ts';
import type { RowsByList, SavedListView, SavedSearch } from '../../../shared/model/search.ts';
import type { RowsQuery, SearchQuery } from '../../../shared/model/search-query.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { noRows, type RowSelection } from '../../components/data-grid/row-selection.ts';

/** A row of a list. */
export type RowOf<List extends ListName> = RowsByList[List]['rows'][number];

/** How a list is sorted, filtered, grouped, and what of it is selected. */
export interface ListState {
  sort: RowsQuery['sort'];
  filter: string;
  group: RowsQuery['group'];
  selection: RowSelection;
  /**
   * A saved search's own columns, which change for good only when it is saved again; left out where it has
   * none.
   */
  columns?: ArrangedColumns | undefined;
}

export type ListStates = Readonly<Record<ListName, ListState>>;

/** How a list is sorted that nobody has sorted yet; `sortOf` says what that is. */
const unsorted: ListState['sort'] = [];
const plain: ListState = { sort: unsorted, filter: '', group: 'none', selection: noRows };

const by = (column: string): ListState['sort'] => [{ column, descending: false }];
const sortedByDispatch: Readonly<Record<ListName, ListState['sort']>> = {
  dispatches: by('number'),
  // Documents of a dispatch come side by side, in an order of their own each time.
  documents: [...by('dispatchNumber'), ...by('id')],
  disbursements: by('dispatchNumber'),
};
const sortedAsQueried: Readonly<Record<ListName, ListState['sort']>> = {
  dispatches: by('asked'),
  documents: by('asked'),
  disbursements: unsorted,
};
const sortedByType = { ...sortedAsQueried, documents: by('type') };

/**
 * How a list is sorted: where nobody has sorted it by dispatch, a pasted list in its own order, one dispatch
 * by type.
 */
export function sortOf(
  list: ListName,
  sort: ListState['sort'],
  query: SearchQuery | undefined,
): ListState['sort'] {
  if (sort !== unsorted || !query) return sort;
  const ofNumbers =
    query.kind === 'dispatches' && query.dispatches.length === 1 ? sortedByType : sortedAsQueried;
  return (query.kind === 'range' ? sortedByDispatch : ofNumbers)[list];
}

/** The lists as they open: those of a saved search as they were saved, any other plain. */
export function openingStates(saved: Pick<SavedSearch, 'view'> | undefined): ListStates {
  const { list: opened, others, ...own } = saved?.view ?? {};
  const open = (list: ListName) => openingState(list === opened ? own : others?.[list]);
  return {
    dispatches: open('dispatches'),
    documents: open('documents'),
    disbursements: open('disbursements'),
  };
}

function openingState(view: Partial<SavedListView> | undefined): ListState {
  const { columns = [], hidden = [], widths = {}, sort = unsorted, filter = '', group = 'none' } = view ?? {};
  const state = { ...plain, sort, filter, group };
  return columns.length === 0
    ? state
    : { ...state, columns: { order: [...columns, ...hidden], shown: columns, widths } };
}

/**
 * The lists as a search is saved with them, sorted as they are shown of a query, to be opened at `list`,
 * whose columns are `columns`.
 */
export function viewToSave(
  list: ListName,
  states: ListStates,
  columns: ArrangedColumns,
  query: SearchQuery | undefined,
): SavedSearch['view'] {
  const view = (of: ListName) => ({ ...viewOf(states[of]), sort: sortOf(of, states[of].sort, query) });
  const others = lists.filter((other) => other !== list).map((other) => [other, view(other)]);
  return { list, ...view(list), ...arranged(columns), others: Object.fromEntries(others) };
}

function viewOf({ sort, filter, group, columns }: ListState): SavedListView {
  return { ...arranged(columns), sort, filter, group };
}

function arranged({ order, shown, widths }: ArrangedColumns = { order: [], shown: [], widths: {} }) {
  const isShown = new Set(shown);
  return {
    columns: order.filter((id) => isShown.has(id)),
    hidden: order.filter((id) => !isShown.has(id)),
    widths,
  };
}

/** The view states of a result's lists; that on screen is updated with every change. */
export interface ListViewStates {
  all(): ListStates;
  update(list: ListName, state: ListState): void;
}

const savedStates = new Map<string, ListViewStates>();

function listStateKey(resultSetId: string, saved: Pick<SavedSearch, 'id'> | undefined): string {
  return compositeKey(saved?.id, resultSetId);
}

/** The view states of the lists of a result: as they were left in this window, else as they open. */
export function restoreListStates(
  resultSetId: string,
  saved: Pick<SavedSearch, 'id' | 'view'> | undefined,
): ListViewStates {
  return savedStates.get(listStateKey(resultSetId, saved)) ?? createListStates(openingStates(saved));
}

/** Keeps the view states of the lists of a result until the window is closed. */
export function saveLeft(
  resultSetId: string,
  saved: Pick<SavedSearch, 'id'> | undefined,
  views: ListViewStates,
) {
  savedStates.set(listStateKey(resultSetId, saved), views);
}

/** View states that begin with `states`. */
export function createListStates(states: ListStates): ListViewStates {
  let now = states;
  return {
    all: () => now,
    update: (list, state) => {
      now = { ...now, [list]: state };
    },
  };
}
