import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { RowsQuery } from '../../../shared/model/question.ts';
import { type Arrangement, columnLimits, widen } from './arrangement.ts';
import type { Column } from './column.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
});

/** No rows go through the table: the store sorts and filters, and the grid draws windows of them. */
const noData: never[] = [];

interface Options<Row> {
  columns: readonly Column<Row>[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  sort: RowsQuery['sort'];
  onSort: ((sort: RowsQuery['sort']) => void) | undefined;
}

/** The columns' state: order, widths, which are shown, what is sorted by. */
export function useGridTable<Row>({ columns, arrangement, onArrange, sort, onSort }: Options<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, title, width }) => ({
        id,
        header: title,
        size: width,
        minSize: columnLimits.min,
        maxSize: columnLimits.max,
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
      columnSizing: arrangement.widths,
      sorting,
    },
    columnResizeMode: 'onChange',
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableMultiSort: true,
    maxMultiSortColCount: 4,
    sortDescFirst: false,
    onColumnSizingChange: (updater) => {
      const widths = latest(updater, { ...arrangement.widths });
      const changed = Object.entries(widths).find(([id, width]) => arrangement.widths[id] !== width);
      if (changed) onArrange(widen(arrangement, ...changed));
    },
    onSortingChange: (updater) =>
      onSort?.(latest(updater, sorting).map(({ id, desc }) => ({ column: id, descending: desc }))),
  });
}

/** The table that `useGridTable` gives. */
export type GridTable = ReturnType<typeof useGridTable>;

function latest<T>(updater: Updater<T>, now: T): T {
  return updater instanceof Function ? updater(now) : updater;
}
