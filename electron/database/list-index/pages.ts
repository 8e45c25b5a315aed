import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowGroup, RowsByList } from '../../../shared/model/search.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { number, numberOf, optionalText, parsed, type Row, text } from '../row.ts';
import { reading } from '../transaction.ts';
import { listDefinitions } from './definitions.ts';
import { createListIndex, type ListIndex, lruGet, orderKey, type Shown } from './list-index.ts';
import { present, rowReader } from './rows.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

/** A query for a page of rows, with its filter parsed into tokens. */
export interface PageQuery extends Omit<RowsQuery, 'filter'>, Shown {}

/** All rows of a list at one moment: their ids in sorted order, and their groups. */
export interface SortedRows {
  numbers: Int32Array;
  groups?: readonly RowGroup[];
}

/** The first rows of a sorted list, and the revision of the result set that they come from. */
export interface FirstRows {
  view: string;
  revision: number;
  position: number;
  total: number;
  groups?: readonly RowGroup[];
  ids: readonly number[];
}

/** Rows stored of a list's beginning: several screens. */
const maxFirstRows = 300;
/** Idle time before a list is read ahead, one part at a time, in milliseconds. */
const prefetchDelayMs = 400;
const prefetchPauseMs = 5;

// The three lists of one result set, and one of another.
const maxIndexes = 4;
/** For an offset SQLite steps over every row before it; further down a list index is faster. */
const nearTheBeginning = 5_000;
/** With more groups than this, only the first page carries them: all pages of a list share them. */
const fewGroups = 2_000;

/** Queries that read pages of a result set's three lists. */
export function pageReads(database: DatabaseSync) {
  const findSet = database.prepare(
    'SELECT id, uuid, revision, last_position, documents FROM result_set WHERE uuid = ?',
  );
  const readEach = rowReader(database);
  const readRows = (list: ListName, set: number, ids: Iterable<number>) => present(readEach(list, set, ids));
  const indexes = new Map<string, ListIndex>();
  // About 340 bytes for each document: kept for one result set at a time.
  const textIndex = new Map<string, TextIndex>();
  /** The visible columns, which users sort by, of the lists shown last. */
  const onScreen = new Map<string, readonly string[]>();
  let shownLast: PageQuery | undefined;
  let preparing: NodeJS.Timeout | undefined;
  const dispatchCount = database.prepare('SELECT count(*) FROM result_dispatch WHERE result_set = ?');
  const disbursementCount = database.prepare(
    `SELECT coalesce(sum(p.disbursements), 0) FROM result_dispatch m CROSS JOIN dispatch p ON p.id = m.dispatch
     WHERE m.result_set = ?`,
  );

  const findFirst = database.prepare(
    'SELECT * FROM first_rows WHERE result_set = ? AND view = ? AND revision = ? AND position = ?',
  );

  function setOf(resultSetId: string): Row {
    const set = findSet.get(resultSetId);
    if (!set) throw new AppError('RESULT_SET_GONE', 'the answer is no longer kept');
    return set;
  }

  function totalOf(list: ListName, set: Row): number {
    if (list === 'documents') return number(set, 'documents');
    return numberOf(list === 'dispatches' ? dispatchCount : disbursementCount, number(set, 'id')) ?? 0;
  }

  /** Rows in the order of arrival need only the tables. */
  function arrivalIds(list: ListName, set: number, offset: number, limit: number): number[] {
    const { id, from, arrival } = listDefinitions[list];
    return database
      .prepare(`SELECT ${id} AS id ${from} WHERE m.result_set = ? ORDER BY ${arrival} LIMIT ? OFFSET ?`)
      .all(set, limit, offset)
      .map((row) => number(row, 'id'));
  }

  /** The list in memory, brought up to date: new rows are added, after any other change it is read again. */
  function indexOf(list: ListName, set: Row): ListIndex {
    const [id, revision, position] = [
      number(set, 'id'),
      number(set, 'revision'),
      number(set, 'last_position'),
    ];
    const name = nameOf(list, set);
    const key = `${name}${revision}`;
    for (const known of indexes.keys()) if (known.startsWith(name) && known !== key) indexes.delete(known);
    const index = lruGet(indexes, key, maxIndexes, () =>
      createListIndex(database, list, id, position, () =>
        lruGet(textIndex, key, 1, () => createTextIndex(database, id)),
      ),
    );
    if (index.position() !== position) index.extend(position);
    return index;
  }

  function isInMemory(list: ListName, set: Row): boolean {
    return indexes.has(`${nameOf(list, set)}${number(set, 'revision')}`);
  }

  /** The stored first rows of a list, where they reach far enough and nothing has changed since. */
  function firstRows(set: Row, query: PageQuery): FirstRows | undefined {
    if (query.offset + query.limit > maxFirstRows || isInMemory(query.list, set)) return undefined;
    // File statuses change without the result set.
    if (query.tokens.some(({ files }) => files.length > 0)) return undefined;
    const row = findFirst.get(
      number(set, 'id'),
      viewOf(query),
      number(set, 'revision'),
      number(set, 'last_position'),
    );
    return row && toFirstRows(row);
  }

  /** When idle, reads a list into memory, and what is likely to be needed of it, one part at a time. */
  function prepareSoon(query: PageQuery): void {
    shownLast = query;
    const read = (): boolean => {
      const set = findSet.get(query.resultSetId);
      if (!set) return false;
      const isThere = isInMemory(query.list, set);
      const index = indexOf(query.list, set);
      index.view(query, query.limit);
      return !isThere || index.prepare(onScreen.get(nameOf(query.list, set)) ?? []);
    };
    const go = () => {
      try {
        if (reading(database, read)) later(prefetchPauseMs);
      } catch {
        // Nobody requested this read: the next request reports the error.
        indexes.clear();
      }
    };
    const later = (pause: number) => {
      preparing = setTimeout(go, pause).unref();
    };
    clearTimeout(preparing);
    later(prefetchDelayMs);
  }

  return {
    /** The first rows of a list, for `saveFirstRows`. Throws `RESULT_SET_GONE`. */
    readFirstRows(query: PageQuery): FirstRows {
      const set = setOf(query.resultSetId);
      const index = indexOf(query.list, set);
      // Only a second request counts a filtered view.
      index.view(query, maxFirstRows);
      const { sorted, total = 0, groups } = index.view(query, maxFirstRows);
      const ids = index.ids();
      return {
        view: viewOf(query),
        revision: number(set, 'revision'),
        position: number(set, 'last_position'),
        total,
        ids: Array.from(sorted.subarray(0, maxFirstRows), (place) => ids[place] ?? 0),
        ...(groups && { groups }),
      };
    },
    /**
     * A page of rows: sorted, filtered and grouped. The first request of a filter may return rows without a
     * count; the next one has it. Groups are in row order; where there are many, only the page at offset 0
     * has them. Throws `RESULT_SET_GONE`.
     */
    rowsPage(query: PageQuery): RowsByList[ListName] {
      const { resultSetId, list, offset, limit, sort, group, tokens } = query;
      const set = setOf(resultSetId);
      // A request for one row only wants the total of a list that is not shown.
      if (limit > 1) prepareSoon(query);
      const id = number(set, 'id');
      const isGrouped = Object.hasOwn(listDefinitions[list].groups, group);
      if (sort.length === 0 && tokens.length === 0 && !isGrouped && offset <= nearTheBeginning) {
        return {
          ...readRows(list, id, arrivalIds(list, id, offset, limit)),
          ...{ offset, total: totalOf(list, set) },
        };
      }
      const first = firstRows(set, query);
      if (first) {
        return {
          ...readRows(list, id, first.ids.slice(offset, offset + limit)),
          ...{ offset, total: first.total, ...(first.groups && { groups: first.groups }) },
        };
      }
      const index = indexOf(list, set);
      const { sorted, total, groups } = index.view(query, offset + limit);
      const ids = index.ids();
      const shown = Array.from(sorted.subarray(offset, offset + limit), (place) => ids[place] ?? 0);
      const areTold = groups && (offset === 0 || groups.length <= fewGroups);
      return {
        ...readRows(list, id, shown),
        offset,
        ...(total !== undefined && { total }),
        ...(areTold && { groups }),
      };
    },
    /** Reads columns of a list when idle, before the user sorts by them. Throws `RESULT_SET_GONE`. */
    readAhead(resultSetId: string, list: ListName, columns: readonly string[]): void {
      const name = nameOf(list, setOf(resultSetId));
      onScreen.delete(name);
      lruGet(onScreen, name, maxIndexes, () => columns);
      if (shownLast?.resultSetId === resultSetId && shownLast.list === list) prepareSoon(shownLast);
    },
    /**
     * Every row of a list as it is now, for a caller that reads all of them while others arrive. Throws
     * `RESULT_SET_GONE`.
     */
    sortedRows({ resultSetId, list, ...shown }: Omit<PageQuery, 'offset' | 'limit'>): SortedRows {
      const index = indexOf(list, setOf(resultSetId));
      const ids = index.ids();
      const { sorted, groups } = index.view(shown, ids.length);
      return { numbers: sorted.map((place) => ids[place] ?? 0), ...(groups && { groups }) };
    },
    /**
     * The rows of these ids, in the same order; undefined for a row that is no longer stored, null for one
     * that cannot be read. Throws `RESULT_SET_GONE`.
     */
    rowsNumbered(resultSetId: string, list: ListName, numbers: Int32Array) {
      return readEach(list, number(setOf(resultSetId), 'id'), numbers);
    },
  };
}

/** Queries that store the first rows of lists. */
export function pageWrites(database: DatabaseSync) {
  return {
    /** Replaces the stored first rows of a list. */
    saveFirstRows(resultSetId: string, { view, revision, position, total, groups, ids }: FirstRows): void {
      database
        .prepare(
          `INSERT OR REPLACE INTO first_rows (result_set, view, revision, position, total, groups, ids)
           SELECT id, ?, ?, ?, ?, ?, ? FROM result_set WHERE uuid = ?`,
        )
        .run(
          view,
          revision,
          position,
          total,
          groups ? JSON.stringify(groups) : null,
          JSON.stringify(ids),
          resultSetId,
        );
    },
  };
}

/** Cache key of a list. It holds the uuid, because a deleted result set's id may be reused. */
function nameOf(list: ListName, set: Row): string {
  return `${list} ${text(set, 'uuid')} `;
}

function viewOf({ list, ...shown }: PageQuery): string {
  return `${list} ${orderKey(shown)}`;
}

function toFirstRows(row: Row): FirstRows {
  const groups = optionalText(row, 'groups');
  return {
    view: text(row, 'view'),
    revision: number(row, 'revision'),
    position: number(row, 'position'),
    total: number(row, 'total'),
    ids: parsed<number[]>(text(row, 'ids')),
    ...(groups !== undefined && { groups: parsed<RowGroup[]>(groups) }),
  };
}
