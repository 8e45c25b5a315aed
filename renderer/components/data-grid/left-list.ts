import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowsQuery } from '../../../shared/model/search-query.ts';

/** How a list was left in this window: how far it was scrolled, in pixels, which of its groups were closed, what it was sorted by. */
export interface LeftList {
  top: number;
  collapsed: ReadonlySet<string>;
  sort: RowsQuery['sort'];
}

const leftLists = new Map<string, LeftList>();

/** How the list of this name was left; the same object each time. Other rows are another list. */
export function leftList(name: string): LeftList {
  const left = leftLists.get(name) ?? { top: 0, collapsed: new Set(), sort: [] };
  leftLists.set(name, left);
  return left;
}

/** What a list is sorted by, as it was left. */
export function useStoredSort(left: Pick<LeftList, 'sort'>) {
  const [sort, setSort] = useState(left.sort);
  const onSort = useCallback(
    (next: RowsQuery['sort']) => {
      left.sort = next;
      setSort(next);
    },
    [left],
  );
  return [sort, onSort] as const;
}

/** Scrolls a list, once it opens, to where it was left as soon as its rows have their place (`isWhole`), and remembers where it is left. */
export function useStoredScroll(
  scroller: RefObject<HTMLElement | null>,
  left: Pick<LeftList, 'top'>,
  isWhole: boolean,
): void {
  const [isReady, setReady] = useState(isWhole);
  if (isWhole && !isReady) setReady(true);
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isReady || !element) return;
    // What is asked of a list that stands there already begins where the person is.
    if (!isScrolled.current && left.top > 0) element.scrollTop = left.top;
    isScrolled.current = true;
    return () => {
      left.top = element.scrollTop;
    };
  }, [scroller, left, isReady]);
}
