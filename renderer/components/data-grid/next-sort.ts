import type { Sort } from '../../../shared/model/search-query.ts';

/** Maximum number of columns a list is sorted by. */
const maxSortColumns = 4;

/**
 * The sort order after a click on a column header: none, ascending, descending, none. With `isMore` the other
 * sort columns stay, also when the clicked one was removed; otherwise the list is sorted by this column
 * alone.
 */
export function nextSort(sort: Sort, column: string, isMore: boolean): Sort {
  const index = sort.findIndex((each) => each.column === column);
  const before = sort[index];
  const turned = { column, descending: before?.descending === false };
  const isOff = before?.descending === true;
  if (before && (isMore || index === sort.length - 1)) {
    return isOff
      ? sort.filter((each) => each !== before)
      : sort.map((each) => (each === before ? turned : each));
  }
  return isMore ? [...sort, turned].slice(-maxSortColumns) : [turned];
}
