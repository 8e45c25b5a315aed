import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { PagedRows } from '../data-grid/paged-rows.ts';
import { noRows, type RowSelection, selectedAmong } from '../data-grid/row-selection.ts';

/**
 * The selection of a list whose rows change: a row that leaves the list is deselected, and "all" ends with
 * its query. In a list too long to be loaded, the selection is checked when it is read.
 */
export function useSelection<Row>(
  pages: PagedRows<Row>,
  rowKey: (row: Row) => string,
): [RowSelection, Dispatch<SetStateAction<RowSelection>>] {
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const isNothing = selection.kind === 'some' && selection.keys.size === 0;
  useEffect(() => {
    // A batch's list updates ten times a second: without a selection there is nothing to check.
    if (isNothing) return;
    return pages.subscribe(() => {
      if (pages.shown().isStale) setSelection((before) => (before.kind === 'all' ? noRows : before));
      if (!pages.isWhole()) return;
      const here = new Set(pages.here().map(rowKey));
      setSelection((before) => selectedAmong(before, here));
    });
  }, [pages, rowKey, isNothing]);
  return [selection, setSelection];
}
