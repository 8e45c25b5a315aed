import type { Client } from '../../shared/model/connection.ts';
import type { KeptDocument } from '../../shared/model/document.ts';
import { mostFound } from '../../shared/model/found.ts';
import type { ListName, RowsQuery } from '../../shared/model/question.ts';
import { formatRut, parseRut } from '../../shared/model/rut.ts';
import type { RowsByList, SavedSearch } from '../../shared/model/search.ts';
import {
  type FileWord,
  type FilterWord,
  filterWords,
  type ListOrder,
  type Store,
  withClientNames,
} from '../store/index.ts';
import { clientsNamed } from './understand.ts';

/** Windows of rows, their columns, and papers found in everything kept. */
export interface Rows {
  window(query: RowsQuery): Promise<RowsByList[ListName]>;
  /** A list as it is at this moment, to be read whole while more comes to it. */
  order(query: Omit<RowsQuery, 'offset' | 'limit'>): Promise<ListOrder>;
  /** Rows of such an order; undefined where one is no longer kept. */
  numbered(
    query: Pick<RowsQuery, 'resultSetId' | 'list'>,
    numbers: Int32Array,
  ): Promise<(RowsByList[ListName]['rows'][number] | undefined)[]>;
  columns(resultSetId: string, list: ListName): Promise<string[]>;
  /** Has the columns on the screen read before anybody sorts by them. */
  readAhead(resultSetId: string, list: ListName, columns: readonly string[]): Promise<void>;
  find(text: string): Promise<KeptDocument[]>;
  /** The words of a filter as lists understand them: a client is shown by name and a file by how it stands, so these are looked for as well. */
  wordsOf(filter: string): readonly FilterWord[];
  /** Keeps how a saved search begins as it is shown, so that it opens at once however long it is. */
  keepBeginning(saved: Pick<SavedSearch, 'resultSetId' | 'view'>): Promise<void>;
}

export function createRows(
  store: Store,
  clients: () => readonly Client[],
  filesSaid?: (word: string) => readonly FileWord[],
): Rows {
  function wordsOf(filter: string): readonly FilterWord[] {
    const book = clients();
    return filterWords(filter, (word) => clientsNamed(word, book), filesSaid);
  }
  /** The question as the store takes it: what clients are called stands beside it where rows are found or ordered by that. */
  function asked<Query extends Pick<RowsQuery, 'filter' | 'sort' | 'group'>>({ filter, ...query }: Query) {
    return withClientNames({ ...query, words: wordsOf(filter) }, clients);
  }

  return {
    wordsOf,
    async window(query) {
      const window = await store.rowsWindow(asked(query));
      if (query.group !== 'client' || !window.groups) return window;
      const book = clients();
      return {
        ...window,
        groups: window.groups.map((group) => ({ ...group, label: clientSaid(group.key, book) })),
      };
    },
    order: (query) => store.listOrder(asked(query)),
    numbered: ({ resultSetId, list }, numbers) => store.rowsNumbered(resultSetId, list, numbers),
    async keepBeginning({ resultSetId, view: { list, sort, group, filter } }) {
      // Rows in the order of their arrival are at hand anyway.
      if (sort.length === 0 && group === 'none' && filter === '') return;
      const query = asked({ resultSetId, list, sort, group, filter, offset: 0, limit: 1 });
      await store.keepFirstRows(resultSetId, await store.readFirstRows(query));
    },
    columns: (resultSetId, list) => store.listItemPaths(resultSetId, list),
    readAhead: (resultSetId, list, columns) => store.readAhead(resultSetId, list, columns),
    find: (text) => store.findDocuments(text, mostFound),
  };
}

/** A client as the rows of a list say it: name and RUT, or its RUT where the book has no name. */
function clientSaid(text: string, book: readonly Client[]): string {
  const parsed = parseRut(text);
  if (parsed.form === 'wrong') return text;
  const name = book.find(({ rut }) => rut === parsed.rut)?.name;
  return name ? `${name} · ${formatRut(parsed.rut)}` : formatRut(parsed.rut);
}
