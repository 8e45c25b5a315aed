import { type ListName, lists } from '../../../shared/model/lists.ts';
import type { Question, RowsQuery, Selection } from '../../../shared/model/question.ts';
import type { RowsByList, SavedListView, SavedSearch } from '../../../shared/model/search.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { noRows, type RowSelection } from '../../components/data-grid/row-selection.ts';

/** A row of a list. */
export type RowOf<List extends ListName> = RowsByList[List]['rows'][number];

/** How a list is sorted, filtered, grouped, and what of it is chosen. */
export interface ListState {
  sort: RowsQuery['sort'];
  filter: string;
  group: RowsQuery['group'];
  selection: RowSelection;
  /** A saved search's own columns, which change for good only when it is saved again; left out where it has none. */
  columns?: ArrangedColumns | undefined;
}

export type ListStates = Readonly<Record<ListName, ListState>>;

/** How a list is sorted that nobody has sorted yet; `sortedStates` says what that is. */
const unsorted: ListState['sort'] = [];
const plain: ListState = { sort: unsorted, filter: '', group: 'none', selection: noRows };

const by = (column: string): ListState['sort'] => [{ column, descending: false }];
const sortedByDispatch: Readonly<Record<ListName, ListState['sort']>> = {
  dispatches: by('number'),
  // Papers of a dispatch come side by side, in an order of their own each time.
  documents: [...by('dispatchNumber'), ...by('id')],
  disbursements: by('dispatchNumber'),
};
const sortedAsAsked: Readonly<Record<ListName, ListState['sort']>> = {
  dispatches: by('asked'),
  documents: by('asked'),
  disbursements: unsorted,
};
const sortedByType = { ...sortedAsAsked, documents: by('type') };

/** The lists as they are shown: those that nobody has sorted by dispatch, a pasted list in its own order, one dispatch by type. */
export function sortedStates(states: ListStates, question: Question | undefined): ListStates {
  if (!question) return states;
  const ofNumbers =
    question.kind === 'dispatches' && question.dispatches.length === 1 ? sortedByType : sortedAsAsked;
  const sorts = question.kind === 'range' ? sortedByDispatch : ofNumbers;
  const sorted = (list: ListName): ListState =>
    states[list].sort === unsorted ? { ...states[list], sort: sorts[list] } : states[list];
  return {
    dispatches: sorted('dispatches'),
    documents: sorted('documents'),
    disbursements: sorted('disbursements'),
  };
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

/** The lists as a search is saved with them, to be opened at `list`, whose columns are `columns`. */
export function viewToSave(
  list: ListName,
  states: ListStates,
  columns: ArrangedColumns,
): SavedSearch['view'] {
  const others = lists.filter((other) => other !== list).map((other) => [other, viewOf(states[other])]);
  return { list, ...viewOf({ ...states[list], columns }), others: Object.fromEntries(others) };
}

function viewOf({ sort, filter, group, columns }: ListState): SavedListView {
  const { order = [], shown = [], widths = {} } = columns ?? {};
  const isShown = new Set(shown);
  return {
    columns: order.filter((id) => isShown.has(id)),
    hidden: order.filter((id) => !isShown.has(id)),
    ...{ widths, sort, filter, group },
  };
}

/** The key of a row within its list; a document's is its own, a dispatch's its number. */
export function rowKeyOf(row: RowOf<ListName>): string {
  if ('number' in row) return joinKey(row.connectionId, row.number);
  return joinKey(row.connectionId, row.id);
}

// A connection's id is the app's own and holds no line end.
function joinKey(connectionId: string, id: string): string {
  return `${connectionId}\n${id}`;
}

function splitKey(key: string): { connectionId: string; id: string } {
  const end = key.indexOf('\n');
  return { connectionId: key.slice(0, end), id: key.slice(end + 1) };
}

/**
 * The documents that are meant by what is chosen in a list, as main takes them; undefined when nothing is, or when the list is one of
 * disbursements. `keysOfAll` reads the keys of a filtered list of dispatches, whose filter is not one of documents.
 */
export async function meantDocuments(
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
