import type { Client } from '../../shared/model/connection.ts';
import type { ListName } from '../../shared/model/lists.ts';
import { maxFound } from '../../shared/model/row-limits.ts';
import { formatRut, parseRut, type Rut } from '../../shared/model/rut.ts';
import type { FoundDocuments, RowGroup, RowsByList, SavedSearch } from '../../shared/model/search.ts';
import type { RowsQuery } from '../../shared/model/search-query.ts';
import {
  type FileStatusToken,
  type FilterToken,
  filterTokens,
  type SortedRows,
  type Store,
  type TypeOrders,
  withClientNames,
} from '../database/index.ts';
import { clientsNamed } from './query-parser/index.ts';

/** Pages of rows, their columns, and documents found in all stored data. */
export interface RowQueries {
  page(query: RowsQuery): Promise<RowsByList[ListName]>;
  /** A sorted list as it is now, to be read whole while rows are added. */
  order(query: Omit<RowsQuery, 'offset' | 'limit'>): Promise<SortedRows>;
  /** Rows of such an order; undefined where one is no longer stored, null where it cannot be read. */
  numbered(
    query: Pick<RowsQuery, 'resultSetId' | 'list'>,
    numbers: Int32Array,
  ): Promise<(RowsByList[ListName]['rows'][number] | undefined | null)[]>;
  columns(resultSetId: string, list: ListName): Promise<string[]>;
  /** Loads the visible columns before anybody sorts by them. */
  preload(resultSetId: string, list: ListName, columns: readonly string[]): Promise<void>;
  find(text: string): Promise<FoundDocuments>;
  /** The tokens of a filter. Clients are shown by name and files by status, so these match too. */
  tokensOf(filter: string): readonly FilterToken[];
  /** Stores the first rows of a saved search as shown, so that it opens at once however long it is. */
  saveFirstRows(saved: Pick<SavedSearch, 'resultSetId' | 'view'>): Promise<void>;
}

export function createRowQueries(
  store: Store,
  clients: () => readonly Client[],
  typeOrders: () => TypeOrders,
  fileStatusTokens?: (token: string) => readonly FileStatusToken[],
): RowQueries {
  function tokensOf(filter: string, book = readOnce(clients)): readonly FilterToken[] {
    return filterTokens(filter, (token) => clientsNamed(token, book()), fileStatusTokens);
  }
  /** The query for the store, with client names and orders of types where rows are read by them. */
  function toStoreQuery<Query extends Pick<RowsQuery, 'filter' | 'sort' | 'group'>>(
    { filter, ...query }: Query,
    book = readOnce(clients),
  ) {
    const isByType = query.group === 'type' || query.sort.some(({ column }) => column === 'type');
    return withClientNames(
      { ...query, tokens: tokensOf(filter, book), ...(isByType && { typeOrders: typeOrders() }) },
      book,
    );
  }

  return {
    tokensOf: (filter) => tokensOf(filter),
    async page(query) {
      const book = readOnce(clients);
      return withGroupNames(await store.rowsPage(toStoreQuery(query, book)), query.group, book);
    },
    async order(query) {
      const book = readOnce(clients);
      return withGroupNames(await store.sortedRows(toStoreQuery(query, book)), query.group, book);
    },
    numbered: ({ resultSetId, list }, numbers) => store.rowsNumbered(resultSetId, list, numbers),
    async saveFirstRows({ resultSetId, view: { list, sort, group, filter } }) {
      // Rows in order of arrival are fast anyway.
      if (sort.length === 0 && group === 'none' && filter === '') return;
      const query = toStoreQuery({ resultSetId, list, sort, group, filter, offset: 0, limit: 1 });
      await store.saveFirstRows(resultSetId, await store.readFirstRows(query));
    },
    columns: (resultSetId, list) => store.listItemPaths(resultSetId, list),
    preload: (resultSetId, list, columns) => store.preload(resultSetId, list, columns),
    find: (text) => store.findDocuments(text, maxFound),
  };
}

/** The client directory for one query, read on first use: a long one takes milliseconds. */
function readOnce(clients: () => readonly Client[]): () => readonly Client[] {
  let book: readonly Client[] | undefined;
  return () => {
    book ??= clients();
    return book;
  };
}

/** A page whose group labels are as shown: clients by name. */
function withGroupNames<Page extends { groups?: readonly RowGroup[] }>(
  page: Page,
  group: RowsQuery['group'],
  book: () => readonly Client[],
): Page {
  if (group !== 'client' || !page.groups) return page;
  const names = new Map(book().map(({ rut, name }) => [rut, name]));
  return {
    ...page,
    groups: page.groups.map((each) => ({ ...each, label: clientLabel(each.key, names) })),
  };
}

/** A client as the list shows it: name and RUT, or only the RUT where the directory has no name. */
function clientLabel(text: string, names: ReadonlyMap<Rut, string>): string {
  const parsed = parseRut(text);
  if (parsed.form === 'wrong') return text;
  const name = names.get(parsed.rut);
  return name ? `${name} · ${formatRut(parsed.rut)}` : formatRut(parsed.rut);
}
