import {
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { RowsQuery } from '../../../shared/model/question.ts';
import type { Arrangement } from './arrangement.ts';
import type { Column } from './column.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});

/** No rows go through the table: the store sorts and filters, and the grid draws windows of them. */
const noData: never[] = [];

interface Options<Row> {
  columns: readonly Column<Row>[];
  arrangement: Arrangement;
  sort: RowsQuery['sort'];
  onSort: ((sort: RowsQuery['sort']) => void) | undefined;
}

/** The columns' state: order, which are shown, what is sorted by. */
export function useGridTable<Row>({ columns, arrangement, sort, onSort }: Options<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, title, isUnsorted }) => ({
        id,
        header: title,
        enableSorting: isUnsorted !== true,
        accessorFn: () => undefined,
      })),
    [columns],
  );
  const sorting = useMemo(
    () => sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    [sort],
  );
  const visibility = useMemo(
    () => Object.fromEntries(columns.map(({ id }) => [id, arrangement.shown.has(id)])),
    [columns, arrangement.shown],
  );
  const columnOrder = useMemo(() => [...arrangement.order], [arrangement.order]);
  return useTable({
    features,
    data: noData,
    columns: definitions,
    state: {
      columnOrder,
      columnVisibility: visibility,
      sorting,
    },
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableMultiSort: true,
    maxMultiSortColCount: 4,
    sortDescFirst: false,
    onSortingChange: (updater) =>
      onSort?.(latest(updater, sorting).map(({ id, desc }) => ({ column: id, descending: desc }))),
  });
}

/** The table that `useGridTable` gives. */
export type GridTable = ReturnType<typeof useGridTable>;

function latest<T>(updater: Updater<T>, now: T): T {
  return updater instanceof Function ? updater(now) : updater;
}
