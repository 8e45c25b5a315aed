import type { Sort } from '../../../shared/model/search-query.ts';

/** By how many columns a list is sorted at the most. */
const maxSortColumns = 4;

/**
 * The sort of a list after a press on the head of a column: it goes from none to ascending, to descending,
 * and back to none. With `isMore` the other columns stay sorted by, as they do where the pressed one was the
 * last of them; else the list is sorted by this one alone.
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
