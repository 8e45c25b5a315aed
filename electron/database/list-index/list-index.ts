import type { DatabaseSync } from 'node:sqlite';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import type { ClientNames } from '../client-names.ts';
import { type FilterToken, sortKey } from '../search-text.ts';
import { allPositions, concat, filterSorted, intersect, setPositions } from './bitmap.ts';
import { columnReader } from './columns.ts';
import { listDefinitions } from './definitions.ts';
import { createFilter } from './filter.ts';
import { type Grouping, groupBy } from './grouping.ts';
import { compareBy, compareByAll, firstOf, type Key } from './sort.ts';
import type { TextIndex } from './text-index.ts';

/** How to sort, group and filter rows. */
export interface Shown extends Pick<RowsQuery, 'sort' | 'group'> {
  tokens: readonly FilterToken[];
  /** Clients sort by these names, those without a name by their RUT. */
  names?: ClientNames | undefined;
}

/**
 * The sorted and filtered rows of a list: positions in the order of arrival, at least as many as were needed.
 */
export interface View {
  sorted: Int32Array;
  isWhole: boolean;
  /** Absent until counted. */
  total?: number;
  groups?: readonly RowGroup[];
}

/**
 * One list of a result set in memory: row ids and cached columns, filters and views; never the rows
 * themselves.
 */
export interface ListIndex {
  /** The id of the row at each position. */
  ids(): Int32Array;
  /** The position in the result set up to which it has been read. */
  position(): number;
  /** Adds the rows that have arrived since. Cached columns and filters then read only the new rows. */
  extend(position: number): void;
  /**
   * Reads ahead, one part per call, the columns that are likely to be needed, these first. Returns whether
   * more remains.
   */
  prepare(first: readonly string[]): boolean;
  /**
   * The view of its rows, of which at least the first `needed` are sorted. A second request for the same view
   * also counts it.
   */
  view(shown: Shown, needed: number): View;
}

// Cache limits: enough for a user who goes back and forth. A column of 100,000 rows takes one or two
// megabytes.
const maxColumns = 14;
const maxTokens = 12;
const maxViews = 12;
/** Pages that end within this many rows are found without sorting the whole list. */
const nearTheTop = 2_000;
/**
 * Rows from the top that are checked one by one before a filter reads every text: most tokens match some of
 * them.
 */
const maxProbedRows = 1_000;

/** A value of each row up to a position of the result set. */
interface Read<T> {
  values: T;
  position: number;
}

/** Reads the rows of a list up to a position of the result set. `textIndex` is that of its documents. */
export function createListIndex(
  database: DatabaseSync,
  list: ListName,
  set: number,
  upTo: number,
  textIndex: () => TextIndex,
): ListIndex {
  const definition = listDefinitions[list];
  const reader = columnReader(database, definition, set);
  const rowFilter = createFilter(database, list, set, textIndex);
  let { ids, objects } = reader.rows(0);
  let position = upTo;
  const columns = new Map<string, Read<Key[]>>();
  const groupValues = new Map<string, Read<string[]>>();
  const groupings = new Map<string, Grouping>();
  const tokens = new Map<string, Read<Uint8Array>>();
  const views = new Map<string, View>();
  const probed = new Set<string>();
  const version = database.prepare('SELECT data_version, total_changes() AS own FROM pragma_data_version');
  let filesAsOf = '';

  /** File statuses change without the result set: cached matches stay valid only until the next write. */
  function forgetFiles(terms: readonly FilterToken[]): void {
    if (terms.every(({ files }) => files.length === 0)) return;
    const now = JSON.stringify(version.get());
    if (now === filesAsOf) return;
    filesAsOf = now;
    tokens.clear();
    views.clear();
  }

  /** The cached value, extended to the last row. */
  function upToDate<T>(
    known: Map<string, Read<T>>,
    key: string,
    maxEntries: number,
    empty: T,
    readOn: (values: T, after: number) => T,
  ): T {
    const read = lruGet(known, key, maxEntries, () => ({ values: empty, position: 0 }));
    if (read.position < position || read.values === empty) {
      read.values = readOn(read.values, read.position);
      read.position = position;
    }
    return read.values;
  }

  const readColumn = (column: string) =>
    upToDate<Key[]>(columns, column, maxColumns, [], (keys, after) =>
      append(keys, reader.keys(column, objects.subarray(keys.length), after)),
    );
  const clients = (after: number) => reader.texts(definition.fields['rut'] ?? { sql: "''" }, after);

  /** Sort keys of a column; clients sort by name. */
  function keysOf(column: string, names: ClientNames = {}): Key[] {
    const keys = readColumn(column);
    if (column !== 'rut') return keys;
    const keyOfClient = new Map<Key, string>();
    for (const [rut, name] of Object.entries(names)) {
      const key = sortKey(rut);
      // A line feed sorts before any other character, so two clients of one name do not mix.
      if (name !== '') keyOfClient.set(key, `${sortKey(name)}\n${key}`);
    }
    return keys.map((key) => keyOfClient.get(key) ?? key);
  }

  function groupingOf({ group, names = {} }: Pick<Shown, 'group' | 'names'>): Grouping | undefined {
    const column = definition.groups[group];
    if (!column) return undefined;
    return lruGet(groupings, JSON.stringify([group, names]), 2, () => {
      const values = upToDate<string[]>(groupValues, group, 2, [], (all, after) =>
        append(all, reader.texts(column, after)),
      );
      return groupBy(values, group, names);
    });
  }

  function bitmapOf(token: FilterToken): Uint8Array {
    return upToDate(tokens, JSON.stringify(token), maxTokens, new Uint8Array(0), (bitmap, after) => {
      const rows = {
        from: bitmap.length,
        after,
        upTo: position,
        ids,
        objects,
        clients: () => clients(after),
      };
      return concat(bitmap, rowFilter.find(rows, token), Uint8Array);
    });
  }

  /** Bitmap of the rows that match all tokens; undefined when there are no tokens. */
  function matching(terms: readonly FilterToken[]): Uint8Array | undefined {
    let all: Uint8Array | undefined;
    for (const token of terms) {
      const bitmap = bitmapOf(token);
      all = all ? intersect(all, bitmap) : bitmap;
    }
    return all;
  }

  function build({ tokens: terms, ...shown }: Shown, needed: number): View {
    const { sort, names } = shown;
    const bitmap = matching(terms);
    const rows = bitmap ? setPositions(bitmap) : allPositions(ids.length);
    const groups = groupingOf(shown);
    const compares = sort.map(({ column, descending }) => compareBy(keysOf(column, names), descending));
    if (groups) compares.unshift((left, right) => (groups.ranks[left] ?? 0) - (groups.ranks[right] ?? 0));
    const view = { total: rows.length, ...(groups && { groups: groups.count(rows) }) };
    if (compares.length === 0) return { ...view, sorted: rows, isWhole: true };
    const compare = compareByAll(compares);
    const wholeList = views.get(orderKey({ ...shown, tokens: [] }));
    if (bitmap && wholeList?.isWhole) {
      return { ...view, sorted: filterSorted(wholeList.sorted, bitmap), isWhole: true };
    }
    if (needed <= nearTheTop && needed * 4 < rows.length) {
      // More than needed, so that a filter finds its first rows among them.
      return {
        ...view,
        sorted: firstOf(rows, bitmap ? needed : Math.max(needed, maxProbedRows), compare),
        isWhole: false,
      };
    }
    return { ...view, sorted: rows.sort(compare), isWhole: true };
  }

  /**
   * The first matches of a filter, from the top of the unfiltered list. Undefined where they are not found
   * quickly, or were requested before.
   */
  function firstRows(shown: Shown, needed: number): View | undefined {
    const { tokens: terms } = shown;
    const key = orderKey(shown);
    const isQuick = list === 'documents' && terms.length > 0 && terms.every(({ ruts }) => ruts.length === 0);
    if (
      !isQuick ||
      shown.group !== 'none' ||
      probed.has(key) ||
      terms.every((token) => tokens.get(JSON.stringify(token))?.position === position)
    ) {
      return undefined;
    }
    probed.add(key);
    const { sorted } = view({ ...shown, tokens: [] }, 1);
    const positions: number[] = [];
    for (let at = 0; at < Math.min(sorted.length, maxProbedRows) && positions.length < needed; at++) {
      const place = sorted[at] ?? 0;
      if (rowFilter.standIn(terms, ids[place] ?? 0, objects[place] ?? 0)) positions.push(place);
    }
    return positions.length === needed ? { sorted: Int32Array.from(positions), isWhole: false } : undefined;
  }

  function view(shown: Shown, needed: number): View {
    forgetFiles(shown.tokens);
    const key = orderKey(shown);
    const known = views.get(key);
    if (known && (known.isWhole || known.sorted.length >= Math.min(needed, known.total ?? needed)))
      return known;
    views.delete(key);
    return firstRows(shown, needed) ?? lruGet(views, key, maxViews, () => build(shown, needed));
  }

  return {
    ids: () => ids,
    position: () => position,
    extend(to) {
      const more = reader.rows(position);
      position = to;
      if (more.ids.length === 0) return;
      ids = concat(ids, more.ids, Int32Array);
      objects = concat(objects, more.objects, Int32Array);
      groupings.clear();
      views.clear();
      probed.clear();
    },
    prepare(first) {
      // One entry stays free for a column that is requested meanwhile.
      const soon = [...new Set([...first, ...definition.likely])].slice(0, maxColumns - 1);
      const missing = soon.find((column) => columns.get(column)?.position !== position);
      // Marks the read-ahead columns as recently used, so that older sort columns are evicted first.
      for (const column of soon) {
        const known = columns.get(column);
        if (known) lruGet(columns, column, maxColumns, () => known);
      }
      if (missing === undefined) return list === 'documents' && textIndex().readOn(objects, position);
      readColumn(missing);
      return true;
    },
    view,
  };
}

/** Cache key of a view. */
export function orderKey({ sort, group, tokens, names }: Shown): string {
  return JSON.stringify({ sort, group, tokens, names });
}

function append<T>(all: T[], more: readonly T[]): T[] {
  for (const one of more) all.push(one);
  return all;
}

/** The value under a key, made when it is missing. Evicts the least recently used entry. */
export function lruGet<T>(map: Map<string, T>, key: string, maxEntries: number, make: () => T): T {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxEntries) break;
    map.delete(oldest);
  }
  return value;
}
