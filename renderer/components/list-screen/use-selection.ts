import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { RowWindows } from '../data-grid/paged-rows.ts';
import { noRows, type RowSelection, selectedAmong } from '../data-grid/row-selection.ts';

/**
 * What is chosen in a list whose rows come and go: a row that leaves the list leaves the choice, and "all" ends with the query it was
 * said of. Rows of a list too long to be here are looked at when they are read.
 */
export function useSelection<Row>(
  windows: RowWindows<Row>,
  rowKey: (row: Row) => string,
): [RowSelection, Dispatch<SetStateAction<RowSelection>>] {
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const isNothing = selection.kind === 'some' && selection.keys.size === 0;
  useEffect(() => {
    // A batch's list is told of ten times a second: nothing is looked for where nothing is chosen.
    if (isNothing) return;
    return windows.subscribe(() => {
      if (windows.shown().isStale) setSelection((before) => (before.kind === 'all' ? noRows : before));
      if (!windows.isWhole()) return;
      const here = new Set(windows.here().map(rowKey));
      setSelection((before) => selectedAmong(before, here));
    });
  }, [windows, rowKey, isNothing]);
  return [selection, setSelection];
}
