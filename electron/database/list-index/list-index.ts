import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { lruGet } from '../../lib/lru-get.ts';
import type { FilterToken } from '../filter-tokens.ts';
import { allPositions, concat, filterSorted, intersect, setPositions } from './bitmap.ts';
import {
  clientKeys,
  compareTypesOfClient,
  type RowKeys,
  type TypeOrders,
  typeKeys,
} from './client-and-type-keys.ts';
import { ColumnReader } from './columns.ts';
import { type ListDefinition, listDefinitions } from './definitions.ts';
import { RowFilter } from './filter.ts';
import type { FilterTexts } from './filter-texts.ts';
import { type Grouping, groupBy } from './grouping.ts';
import { compareBy, compareByAll, firstOf, type Key } from './sort.ts';

/** How to sort, group and filter rows. */
interface ViewQuery extends Pick<RowsQuery, 'sort' | 'group'> {
  tokens: readonly FilterToken[];
  /** Clients sort by these names, those without a name by their RUT. */
  names?: ClientNames | undefined;
  /** Types sort in these orders, by RUT; those of other clients in the order of customs offices. */
  typeOrders?: TypeOrders | undefined;
}

/** A query for a page of rows, with its filter parsed into tokens. */
export interface PageQuery extends Omit<RowsQuery, 'filter'>, ViewQuery {}

/**
 * The sorted and filtered rows of a list: positions in the order of arrival, at least as many as were needed.
 */
interface View {
  sorted: Int32Array;
  isWhole: boolean;
  /** Absent until counted. */
  total?: number;
  groups?: readonly RowGroup[];
}

// Cache limits: enough for a user who goes back and forth. A column of 100,000 rows takes one or two
// megabytes.
const maxColumns = 14;
const maxTokens = 12;
const maxViews = 12;
const maxGroupings = 2;
/** Pages that end within this many rows are found without sorting the whole list. */
const nearTheTop = 2_000;
/**
 * Rows from the top that are checked one by one before a filter reads every text: most tokens match some of
 * them.
 */
const maxProbedRows = 1_000;

/** A value of each row up to a position of the result set. */
interface RowValues<T> {
  values: T;
  position: number;
}

/**
 * One list of a result set in memory: row ids and cached columns, filters and views; never the rows
 * themselves.
 */
export class ListIndex {
  readonly #list: ListName;
  readonly #definition: ListDefinition;
  readonly #columns: ColumnReader;
  readonly #filter: RowFilter;
  readonly #filterTexts: () => FilterTexts;
  readonly #writeVersion: StatementSync;
  #ids: Int32Array;
  #objects: Int32Array;
  #position: number;
  readonly #keys = new Map<string, RowValues<Key[]>>();
  readonly #groupValues = new Map<string, RowValues<string[]>>();
  readonly #groupings = new Map<string, Grouping>();
  readonly #bitmaps = new Map<string, RowValues<Uint8Array>>();
  readonly #views = new Map<string, View>();
  readonly #probedViews = new Set<string>();
  /** The last write that the cached matches of file statuses include. */
  #fileStatusVersion = '';

  /** Reads the rows of a list up to a position of the result set. `filterTexts` is that of its documents. */
  constructor(
    database: DatabaseSync,
    list: ListName,
    set: number,
    upTo: number,
    filterTexts: () => FilterTexts,
  ) {
    this.#list = list;
    this.#definition = listDefinitions[list];
    this.#columns = new ColumnReader(database, this.#definition, set);
    this.#filter = new RowFilter(database, list, set, filterTexts);
    this.#filterTexts = filterTexts;
    this.#writeVersion = database.prepare(
      'SELECT data_version, total_changes() AS own FROM pragma_data_version',
    );
    const { ids, objects } = this.#columns.readIds(0);
    this.#ids = ids;
    this.#objects = objects;
    this.#position = upTo;
  }

  /** The id of the row at each position. */
  get ids(): Int32Array {
    return this.#ids;
  }

  /** The position in the result set up to which it has been read. */
  get position(): number {
    return this.#position;
  }

  /** Adds the rows that have arrived since. Cached columns and filters then read only the new rows. */
  extend(position: number): void {
    const { ids, objects } = this.#columns.readIds(this.#position);
    this.#position = position;
    if (ids.length === 0) return;
    this.#ids = concat(this.#ids, ids, Int32Array);
    this.#objects = concat(this.#objects, objects, Int32Array);
    this.#groupings.clear();
    this.#views.clear();
    this.#probedViews.clear();
  }

  /**
   * Reads ahead, one part per call, the columns that are likely to be needed, these first. Returns whether
   * more remains.
   */
  preload(first: readonly string[]): boolean {
    // One entry stays free for a column that is requested meanwhile.
    const likely = [...new Set([...first, ...this.#definition.likely])].slice(0, maxColumns - 1);
    const missing = likely.find((column) => this.#keys.get(column)?.position !== this.#position);
    // Marks the read-ahead columns as recently used, so that older sort columns are evicted first.
    for (const column of likely) {
      const known = this.#keys.get(column);
      if (known) lruGet(this.#keys, column, maxColumns, () => known);
    }
    if (missing === undefined) {
      return this.#list === 'documents' && this.#filterTexts().readMore(this.#rowsFrom(0), this.#position);
    }
    this.#readKeys(missing);
    return true;
  }

  /**
   * The view of its rows, of which at least the first `needed` are sorted. A second request for the same view
   * also counts it.
   */
  getView(query: ViewQuery, needed: number): View {
    this.#forgetFileStatuses(query.tokens);
    const key = viewKey(query);
    const known = this.#views.get(key);
    if (known && (known.isWhole || known.sorted.length >= Math.min(needed, known.total ?? needed)))
      return known;
    this.#views.delete(key);
    return (
      this.#probeFirstRows(query, needed) ??
      lruGet(this.#views, key, maxViews, () => this.#buildView(query, needed))
    );
  }

  /** File statuses change without the result set: cached matches stay valid only until the next write. */
  #forgetFileStatuses(tokens: readonly FilterToken[]): void {
    if (tokens.every(({ files }) => files.length === 0)) return;
    const version = JSON.stringify(this.#writeVersion.get());
    if (version === this.#fileStatusVersion) return;
    this.#fileStatusVersion = version;
    this.#bitmaps.clear();
    this.#views.clear();
  }

  /** The cached value, extended to the last row. */
  #extended<T>(
    cache: Map<string, RowValues<T>>,
    key: string,
    maxEntries: number,
    empty: T,
    readMore: (values: T, after: number) => T,
  ): T {
    const cached = lruGet(cache, key, maxEntries, () => ({ values: empty, position: 0 }));
    if (cached.position < this.#position || cached.values === empty) {
      cached.values = readMore(cached.values, cached.position);
      cached.position = this.#position;
    }
    return cached.values;
  }

  /** Ids and dispatch objects of the rows from an index on. */
  #rowsFrom(index: number): { ids: Int32Array; objects: Int32Array } {
    return { ids: this.#ids.subarray(index), objects: this.#objects.subarray(index) };
  }

  #readKeys(column: string): Key[] {
    return this.#extended<Key[]>(this.#keys, column, maxColumns, [], (keys, after) =>
      append(keys, this.#columns.readKeys(column, this.#rowsFrom(keys.length), after)),
    );
  }

  /**
   * Sort keys of a column, by those that come `before` it; clients sort by name, document types as
   * `typeKeys` has them.
   */
  #sortKeysOf(
    column: string,
    { names, typeOrders }: Omit<ViewQuery, 'tokens'>,
    before: readonly RowKeys[],
  ): Key[] {
    const keys = this.#readKeys(column);
    if (column === 'rut') return clientKeys(keys, names);
    if (column !== 'type' || !typeOrders) return keys;
    return typeKeys(keys, typeOrders, { readRuts: () => this.#readKeys('rut'), before });
  }

  #groupingOf({
    group,
    names = {},
    typeOrders = {},
  }: Omit<ViewQuery, 'sort' | 'tokens'>): Grouping | undefined {
    const column = this.#definition.groups[group];
    if (!column) return undefined;
    const isOfTypes = this.#list === 'documents' && group === 'type';
    const key = JSON.stringify([group, names, isOfTypes && typeOrders]);
    return lruGet(this.#groupings, key, maxGroupings, () => {
      const values = this.#extended<string[]>(this.#groupValues, group, maxGroupings, [], (all, after) =>
        append(all, this.#columns.readTexts(column, this.#ids.subarray(all.length), after)),
      );
      const compare = isOfTypes ? compareTypesOfClient(typeOrders, () => this.#readKeys('rut')) : undefined;
      return groupBy(values, group, names, compare);
    });
  }

  #bitmapOf(token: FilterToken): Uint8Array {
    const key = JSON.stringify(token);
    return this.#extended(this.#bitmaps, key, maxTokens, new Uint8Array(0), (bitmap, after) => {
      const rows = {
        from: bitmap.length,
        after,
        upTo: this.#position,
        ids: this.#ids,
        objects: this.#objects,
        clients: () =>
          this.#columns.readTexts(
            this.#definition.fields['rut'] ?? { sql: "''" },
            this.#ids.subarray(bitmap.length),
            after,
          ),
      };
      return concat(bitmap, this.#filter.find(rows, token), Uint8Array);
    });
  }

  /** Bitmap of the rows that match all tokens; undefined when there are no tokens. */
  #matchAll(tokens: readonly FilterToken[]): Uint8Array | undefined {
    let all: Uint8Array | undefined;
    for (const token of tokens) {
      const bitmap = this.#bitmapOf(token);
      all = all ? intersect(all, bitmap) : bitmap;
    }
    return all;
  }

  #buildView({ tokens, ...query }: ViewQuery, needed: number): View {
    const { sort } = query;
    const bitmap = this.#matchAll(tokens);
    const rows = bitmap ? setPositions(bitmap) : allPositions(this.#ids.length);
    const groups = this.#groupingOf(query);
    const before: RowKeys[] = groups ? [groups.ranks] : [];
    const compares = sort.map(({ column, descending }) => {
      const keys = this.#sortKeysOf(column, query, [...before]);
      before.push(keys);
      return compareBy(keys, descending);
    });
    if (groups) compares.unshift((left, right) => (groups.ranks[left] ?? 0) - (groups.ranks[right] ?? 0));
    const view = { total: rows.length, ...(groups && { groups: groups.count(rows) }) };
    if (compares.length === 0) return { ...view, sorted: rows, isWhole: true };
    const compare = compareByAll(compares);
    const wholeList = this.#views.get(viewKey({ ...query, tokens: [] }));
    if (bitmap && wholeList?.isWhole) {
      return { ...view, sorted: filterSorted(wholeList.sorted, bitmap), isWhole: true };
    }
    if (needed <= nearTheTop && needed * 4 < rows.length) {
      // More than needed, so that a filter finds its first rows among them.
      const count = bitmap ? needed : Math.max(needed, maxProbedRows);
      return { ...view, sorted: firstOf(rows, count, compare), isWhole: false };
    }
    return { ...view, sorted: rows.sort(compare), isWhole: true };
  }

  /**
   * The first matches of a filter, from the top of the unfiltered list. Undefined where they are not found
   * quickly, or were requested before.
   */
  #probeFirstRows(query: ViewQuery, needed: number): View | undefined {
    const key = viewKey(query);
    if (!this.#canProbe(query) || this.#probedViews.has(key)) return undefined;
    this.#probedViews.add(key);
    const { sorted } = this.getView({ ...query, tokens: [] }, 1);
    const positions: number[] = [];
    for (let at = 0; at < Math.min(sorted.length, maxProbedRows) && positions.length < needed; at++) {
      const position = sorted[at] ?? 0;
      const id = this.#ids[position] ?? 0;
      if (this.#filter.matchesDocument(query.tokens, id, this.#objects[position] ?? 0))
        positions.push(position);
    }
    return positions.length === needed ? { sorted: Int32Array.from(positions), isWhole: false } : undefined;
  }

  /** Whether rows can be checked one by one, and the bitmaps of the tokens are not read yet. */
  #canProbe({ tokens, group }: ViewQuery): boolean {
    if (this.#list !== 'documents' || group !== 'none' || tokens.length === 0) return false;
    if (tokens.some(({ ruts }) => ruts.length > 0)) return false;
    return tokens.some((token) => this.#bitmaps.get(JSON.stringify(token))?.position !== this.#position);
  }
}

/** Cache key of a view. */
export function viewKey({ sort, group, tokens, names, typeOrders }: ViewQuery): string {
  return JSON.stringify({ sort, group, tokens, names, typeOrders });
}

function append<T>(all: T[], more: readonly T[]): T[] {
  for (const one of more) all.push(one);
  return all;
}
