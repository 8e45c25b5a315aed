import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowGroup, RowsByList } from '../../../shared/model/search.ts';
import { attempt } from '../damaged-rows.ts';
import { number, numberOf, type Row } from '../row.ts';
import { prepared } from '../statements.ts';
import { listDefinitions } from './definitions.ts';
import { type FirstRows, findFirstRows, maxFirstRows, storedView } from './first-rows.ts';
import { ListCache } from './list-cache.ts';
import type { ListIndex, PageQuery } from './list-index.ts';
import { present, rowReader } from './rows.ts';

/** All rows of a list at one moment: their ids in sorted order, and their groups. */
export interface SortedRows {
  numbers: Int32Array;
  groups?: readonly RowGroup[];
}

/** For an offset SQLite steps over every row before it; further down a list index is faster. */
const nearTheBeginning = 5_000;
/** With more groups than this, only the first page carries them: all pages of a list share them. */
const fewGroups = 2_000;

/**
 * Queries that read pages of a result set's three lists. The lists in memory belong to the returned object.
 */
export function pageReads(database: DatabaseSync) {
  const lists = new ListCache(database);
  const readRows = rowReader(database);

  function setOf(resultSetId: string): Row {
    const set = lists.findSet(resultSetId);
    if (!set) throw new AppError('RESULT_SET_GONE', 'the result set is not stored');
    return set;
  }

  return {
    /** The first rows of a list, for `saveFirstRows`. Throws `RESULT_SET_GONE`. */
    readFirstRows(query: PageQuery): FirstRows {
      const set = setOf(query.resultSetId);
      return firstRowsOf(lists.getIndex(query.list, set), set, query);
    },
    /**
     * A page of rows: sorted, filtered and grouped. The first request of a filter may return rows without a
     * count; the next one has it. Groups are in row order; where there are many, only the page at offset 0
     * has them. Throws `RESULT_SET_GONE`.
     */
    rowsPage(query: PageQuery): RowsByList[ListName] {
      const { resultSetId, list, offset } = query;
      const set = setOf(resultSetId);
      // A request for one row only wants the total of a list that is not shown.
      if (query.limit > 1) lists.prefetch(query);
      const { ids, ...counts } =
        pageByArrival(database, set, query) ??
        (lists.has(list, set) ? undefined : pageOfFirstRows(database, set, query)) ??
        pageOfIndex(lists.getIndex(list, set), query);
      return { ...present(readRows(list, number(set, 'id'), ids)), offset, ...counts };
    },
    /** Reads columns of a list when idle, before the user sorts by them. Throws `RESULT_SET_GONE`. */
    preload(resultSetId: string, list: ListName, columns: readonly string[]): void {
      lists.prefetchColumns(list, setOf(resultSetId), columns);
    },
    /**
     * Every row of a list as it is now, for a caller that reads all of them while others arrive. Throws
     * `RESULT_SET_GONE`.
     */
    sortedRows({ resultSetId, list, ...query }: Omit<PageQuery, 'offset' | 'limit'>): SortedRows {
      const index = lists.getIndex(list, setOf(resultSetId));
      const { ids } = index;
      const { sorted, groups } = index.getView(query, ids.length);
      return { numbers: sorted.map((position) => ids[position] ?? 0), ...(groups && { groups }) };
    },
    /**
     * The rows of these ids, in the same order; undefined for a row that is no longer stored, null for one
     * that cannot be read. Throws `RESULT_SET_GONE`.
     */
    rowsNumbered(resultSetId: string, list: ListName, numbers: Int32Array) {
      return readRows(list, number(setOf(resultSetId), 'id'), numbers);
    },
  };
}

/** The ids of a page's rows, and what the page counts. */
interface IdPage {
  ids: readonly number[];
  total?: number;
  groups?: readonly RowGroup[];
}

/** A page in the order of arrival, which needs only the tables; undefined where it has another order. */
function pageByArrival(database: DatabaseSync, set: Row, query: PageQuery): IdPage | undefined {
  const { list, offset, limit, sort, group, tokens } = query;
  const { id, from, arrival, groups } = listDefinitions[list];
  const isByArrival = sort.length === 0 && tokens.length === 0 && !Object.hasOwn(groups, group);
  if (!isByArrival || offset > nearTheBeginning) return undefined;
  const ids = database
    .prepare(`SELECT ${id} AS id ${from} WHERE m.result_set = ? ORDER BY ${arrival} LIMIT ? OFFSET ?`)
    .all(number(set, 'id'), limit, offset)
    .map((row) => number(row, 'id'));
  return { ids, total: countRows(database, list, set) };
}

/** A page of the stored first rows; undefined where they do not have it. */
function pageOfFirstRows(database: DatabaseSync, set: Row, query: PageQuery): IdPage | undefined {
  const first = findFirstRows(database, set, query);
  if (!first) return undefined;
  const { ids, total, groups } = first;
  return { ids: ids.slice(query.offset, query.offset + query.limit), total, ...(groups && { groups }) };
}

/** A page of a list in memory. */
function pageOfIndex(index: ListIndex, query: PageQuery): IdPage {
  const { offset, limit } = query;
  const { sorted, total, groups } = index.getView(query, offset + limit);
  const { ids } = index;
  const hasGroups = groups && (offset === 0 || groups.length <= fewGroups);
  return {
    ids: Array.from(sorted.subarray(offset, offset + limit), (position) => ids[position] ?? 0),
    ...(total !== undefined && { total }),
    ...(hasGroups && { groups }),
  };
}

function firstRowsOf(index: ListIndex, set: Row, query: PageQuery): FirstRows {
  // Only a second request counts a filtered view.
  index.getView(query, maxFirstRows);
  const { sorted, total = 0, groups } = index.getView(query, maxFirstRows);
  const { ids } = index;
  return {
    view: storedView(query),
    revision: number(set, 'revision'),
    position: number(set, 'last_position'),
    total,
    ids: Array.from(sorted.subarray(0, maxFirstRows), (position) => ids[position] ?? 0),
    ...(groups && { groups }),
  };
}

function countRows(database: DatabaseSync, list: ListName, set: Row): number {
  if (list === 'documents') return number(set, 'documents');
  const count = (sql: string) => numberOf(prepared(database, sql), number(set, 'id')) ?? 0;
  if (list === 'dispatches') return count(countDispatches);
  return attempt(database, () => count(sumDisbursements)) ?? count(countDisbursements);
}

const countDispatches = 'SELECT count(*) FROM result_dispatch WHERE result_set = ?';
const sumDisbursements = `SELECT coalesce(sum(p.disbursements), 0) FROM result_dispatch m CROSS JOIN dispatch p ON p.id = m.dispatch
  WHERE m.result_set = ?`;
// From indexes alone, where a dispatch is damaged.
const countDisbursements = `SELECT count(*) ${listDefinitions.disbursements.members} WHERE m.result_set = ?`;
