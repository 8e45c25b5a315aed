import { compositeKey } from '../../../shared/composite-key.ts';
import { type ListName, lists } from '../../../shared/model/lists.ts';
import type { RowsByList, SavedListView, SavedSearch } from '../../../shared/model/search.ts';
import type { RowsQuery, SearchQuery } from '../../../shared/model/search-query.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import {
  hasRows,
  noRows,
  type RowSelection,
  unitedSelection,
} from '../../components/data-grid/row-selection.ts';

/** A row of a list. */
export type RowOf<List extends ListName> = RowsByList[List]['rows'][number];

/** The sort order, filter, grouping and selection of a list. */
export interface ListState {
  sort: RowsQuery['sort'];
  filter: string;
  group: RowsQuery['group'];
  selection: RowSelection;
  /** What was selected before the filter: no action has it, and it returns once the filter is cleared. */
  outsideFilter?: RowSelection;
  /**
   * A saved search's own columns, which change permanently only when it is saved again; absent if it has
   * none.
   */
  columns?: ArrangedColumns | undefined;
}

/**
 * The state with another filter. Nothing is selected under it: which of the selected rows it hides is known
 * only for loaded ones.
 */
export function withFilter(state: ListState, filter: string): ListState {
  if (filter === state.filter) return state;
  const { outsideFilter: before = noRows, ...rest } = state;
  const all = state.filter === '' ? state.selection : unitedSelection(before, state.selection);
  return filter === ''
    ? { ...rest, filter, selection: all }
    : { ...rest, filter, selection: noRows, ...(hasRows(all) && { outsideFilter: all }) };
}

export type ListStates = Readonly<Record<ListName, ListState>>;

/** The sort order of a list that the person has not sorted; see `sortOf`. */
const unsorted: ListState['sort'] = [];
const plain: ListState = { sort: unsorted, filter: '', group: 'none', selection: noRows };

const by = (column: string): ListState['sort'] => [{ column, descending: false }];
const sortedByDispatch: Readonly<Record<ListName, ListState['sort']>> = {
  dispatches: by('number'),
  // Documents of one type come in a different order each time: they are sorted by id too.
  documents: [...by('dispatchNumber'), ...by('type'), ...by('id')],
  disbursements: by('dispatchNumber'),
};
const sortedAsQueried: Readonly<Record<ListName, ListState['sort']>> = {
  dispatches: by('asked'),
  documents: [...by('asked'), ...by('type')],
  disbursements: unsorted,
};
const sortedByType = { ...sortedAsQueried, documents: by('type') };

/**
 * The effective sort order of a list. By default a pasted list keeps its order, and one dispatch sorts by
 * type.
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

/** The initial list states: those of a saved search as they were saved, others default. */
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
 * The list states to save with a search, with the effective sort order; `list` is the one to open, with the
 * columns `columns`, or those of other results.
 */
export function viewToSave(
  list: ListName,
  states: ListStates,
  columns: ArrangedColumns | undefined,
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

/** The view states of a result's lists; the visible one is updated on every change. */
export interface ListViewStates {
  all(): ListStates;
  update(list: ListName, state: ListState): void;
}

const savedStates = new Map<string, ListViewStates>();

function listStateKey(resultSetId: string, saved: Pick<SavedSearch, 'id'> | undefined): string {
  return compositeKey(saved?.id, resultSetId);
}

/**
 * The view states of a result's lists: those stored in this window, else the initial ones, with the documents
 * filtered by `filter`.
 */
export function restoreListStates(
  resultSetId: string,
  saved: Pick<SavedSearch, 'id' | 'view'> | undefined,
  filter?: string,
): ListViewStates {
  const stored = savedStates.get(listStateKey(resultSetId, saved));
  if (stored) return stored;
  const { documents, ...others } = openingStates(saved);
  return createListStates({ ...others, documents: { ...documents, filter: filter ?? documents.filter } });
}

/** Stores the view states of a result's lists until the window closes. */
export function saveLeft(
  resultSetId: string,
  saved: Pick<SavedSearch, 'id'> | undefined,
  views: ListViewStates,
) {
  savedStates.set(listStateKey(resultSetId, saved), views);
}

/** View states with the initial value `states`. */
export function createListStates(states: ListStates): ListViewStates {
  let now = states;
  return {
    all: () => now,
    update: (list, state) => {
      now = { ...now, [list]: state };
    },
  };
}
