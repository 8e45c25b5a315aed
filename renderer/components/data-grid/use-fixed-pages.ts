import { useEffect, useMemo, useState } from 'react';
import type { ShownRows } from '../../../shared/lists/list-presentation.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import type { Column } from './column.ts';
import { PagedRows } from './paged-rows.ts';
import { restoreListState, useStoredSort } from './scroll-groups-and-sort.ts';
import type { CopiedCell } from './table-copy.ts';

/** Pages over rows that are all loaded: a short list that main returns whole. */
export function useFixedPages<Row>(rows: readonly Row[], groups?: readonly RowGroup[]): PagedRows<Row> {
  const [pages] = useState(() => new PagedRows<Row>({ moment: () => Promise.resolve() }));
  useEffect(() => {
    pages.start(async (offset, limit) => ({
      rows: rows.slice(offset, offset + limit),
      offset,
      total: rows.length,
      ...(groups && { groups }),
    }));
  }, [pages, rows, groups]);
  return pages;
}

/**
 * Pages over rows sorted by the column headers, within their groups; the sort order is restored. `all` are
 * the rows before filtering; `shown` lists the rows on screen, in their order.
 */
export function useSortedPages<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  groups?: readonly RowGroup[],
  all: readonly Row[] = rows,
) {
  const [sort, onSort] = useStoredSort(restoreListState(name));
  const sorted = useMemo(
    () => (groups ? sortWithin(rows, groups, columns, sort) : sortRows(rows, columns, sort)),
    [rows, groups, columns, sort],
  );
  function shown(): ShownRows {
    const indexes = new Map(all.map((row, index) => [row, index]));
    return { indexes: sorted.flatMap((row) => indexes.get(row) ?? []), of: all.length };
  }
  return { pages: useFixedPages(sorted, groups), sorting: { sort, onSort, shown } };
}

/** Rows in the sort order of a list's columns; empty values come last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: RowsQuery['sort'],
): readonly Row[] {
  const by = sort.flatMap(({ column, descending }) => {
    const found = columns.find(({ id }) => id === column);
    return found ? [{ cell: sortedCell(found), sign: descending ? -1 : 1 }] : [];
  });
  if (by.length === 0) return rows;
  // Read once a row: a sort compares each of 50,000 rows some sixteen times.
  const keyed = rows.map((row) => ({ row, keys: by.map(({ cell }) => sortKey(cell(row))) }));
  keyed.sort((one, other) => {
    for (const [index, { sign }] of by.entries()) {
      const [left = '', right = ''] = [one.keys[index], other.keys[index]];
      const order = Number(left === '') - Number(right === '') || sign * compareKeys(left, right);
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Rows in consecutive groups, sorted within each. */
export function sortWithin<Row>(
  rows: readonly Row[],
  groups: readonly RowGroup[],
  columns: readonly Column<Row>[],
  sort: RowsQuery['sort'],
): readonly Row[] {
  let next = 0;
  return groups.flatMap((group) => {
    const first = next;
    next += group.rows;
    return sortRows(rows.slice(first, next), columns, sort);
  });
}

function sortedCell<Row>({ cell, sortedBy }: Column<Row>): (row: Row) => CopiedCell {
  return sortedBy ? (row) => ({ kind: 'text', text: sortedBy(row) }) : cell;
}

const collator = new Intl.Collator('es', { numeric: true });

function compareKeys(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** What a cell is sorted by: a day, `dd-mm-aaaa`, by its year first. */
function sortKey(cell: CopiedCell): string | number {
  if (cell.kind === 'number') return cell.value;
  return cell.kind === 'day' ? cell.text.split('-').reverse().join('-') : cell.text;
}
