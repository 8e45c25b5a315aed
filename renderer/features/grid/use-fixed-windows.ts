import { useEffect, useState } from 'react';
import type { RowsQuery } from '../../../shared/model/question.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import type { Column } from './column.ts';
import { RowWindows } from './row-windows.ts';
import type { CopiedCell } from './table-copy.ts';

/** Windows over rows that are all here: a short list that main gives whole. */
export function useFixedWindows<Row>(rows: readonly Row[], groups?: readonly RowGroup[]): RowWindows<Row> {
  const [windows] = useState(() => new RowWindows<Row>({ moment: () => Promise.resolve() }));
  useEffect(() => {
    windows.ask(async (offset, limit) => ({
      rows: rows.slice(offset, offset + limit),
      offset,
      total: rows.length,
      ...(groups && { groups }),
    }));
  }, [windows, rows, groups]);
  return windows;
}

/** Rows in the order that a list's columns are sorted by. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: RowsQuery['sort'],
): readonly Row[] {
  const by = sort.flatMap(({ column, descending }) => {
    const found = columns.find(({ id }) => id === column);
    return found ? [{ cell: found.cell, sign: descending ? -1 : 1 }] : [];
  });
  if (by.length === 0) return rows;
  return rows.toSorted((one, other) => {
    for (const { cell, sign } of by) {
      const order = compareCells(cell(one), cell(other));
      if (order !== 0) return sign * order;
    }
    return 0;
  });
}

function compareCells(one: CopiedCell, other: CopiedCell): number {
  if (one.kind === 'number' && other.kind === 'number') return one.value - other.value;
  return sortText(one).localeCompare(sortText(other), 'es', { numeric: true });
}

/** A day, `dd-mm-aaaa`, sorts by its year first. */
function sortText(cell: CopiedCell): string {
  if (cell.kind === 'number') return String(cell.value);
  return cell.kind === 'day' ? cell.text.split('-').reverse().join('-') : cell.text;
}
