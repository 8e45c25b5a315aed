import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { noRows, type RowSelection, selectedAmong } from '../grid/row-selection.ts';
import type { RowWindows } from '../grid/row-windows.ts';

/**
 * What is chosen in a list whose rows come and go: a row that leaves the list leaves the choice, and "all" ends with the question it was
 * said of. Rows of a list too long to be here are looked at when they are read.
 */
export function useSelection<Row>(
  windows: RowWindows<Row>,
  rowKey: (row: Row) => string,
): [RowSelection, Dispatch<SetStateAction<RowSelection>>] {
  const [selection, setSelection] = useState<RowSelection>(noRows);
  useEffect(
    () =>
      windows.subscribe(() => {
        const { count, isCounted, isStale } = windows.shown();
        if (isStale) setSelection((before) => (before.kind === 'all' ? noRows : before));
        const here = windows.here();
        if (isStale || !isCounted || here.length < count) return;
        setSelection((before) => selectedAmong(before, new Set(here.map(rowKey))));
      }),
    [windows, rowKey],
  );
  return [selection, setSelection];
}
