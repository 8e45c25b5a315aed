import type { Sort } from '../../../shared/model/search-query.ts';

/** Maximum number of columns a list is sorted by. */
const maxSortColumns = 4;

/**
 * The sort order after a click on a column header: ascending, descending, none. A click sorts by this column
 * alone, and begins ascending where another column came first. With `isMore` the other sort columns stay.
 */
export function nextSort(sort: Sort, column: string, isMore: boolean): Sort {
  if (!isMore) return turned(sort[0]?.column === column ? sort[0] : undefined, column);
  const before = sort.find((each) => each.column === column);
  if (!before) return [...sort, ...turned(undefined, column)].slice(-maxSortColumns);
  return sort.flatMap((each) => (each === before ? turned(before, column) : [each]));
}

function turned(before: Sort[number] | undefined, column: string): Sort {
  if (before?.descending) return [];
  return [{ column, descending: before !== undefined }];
}
