import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { PagedRows } from '../data-grid/paged-rows.ts';
import { noRows, type RowSelection, selectedAmong } from '../data-grid/row-selection.ts';

/**
 * What is selected in a list whose rows come and go: a row that leaves the list leaves the choice, and "all"
 * ends with the query it was said of. Rows of a list too long to be here are looked at when they are read.
 */
export function useSelection<Row>(
  pages: PagedRows<Row>,
  rowKey: (row: Row) => string,
): [RowSelection, Dispatch<SetStateAction<RowSelection>>] {
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const isNothing = selection.kind === 'some' && selection.keys.size === 0;
  useEffect(() => {
    // A batch's list is told of ten times a second: nothing is looked for where nothing is selected.
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
