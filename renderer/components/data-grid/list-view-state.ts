import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowsQuery } from '../../../shared/model/search-query.ts';

/** A list's view state in this window: scroll offset in pixels, collapsed groups, sort order. */
export interface ListViewState {
  top: number;
  collapsed: ReadonlySet<string>;
  sort: RowsQuery['sort'];
}

const states = new Map<string, ListViewState>();

/** The view state of the list of this name; the same object each time. Other rows are another list. */
export function restoreListState(name: string): ListViewState {
  const viewState = states.get(name) ?? { top: 0, collapsed: new Set(), sort: [] };
  states.set(name, viewState);
  return viewState;
}

/** A list's sort order, restored from its view state. */
export function useStoredSort(viewState: Pick<ListViewState, 'sort'>) {
  const [sort, setSort] = useState(viewState.sort);
  const onSort = useCallback(
    (next: RowsQuery['sort']) => {
      viewState.sort = next;
      setSort(next);
    },
    [viewState],
  );
  return [sort, onSort] as const;
}

/**
 * Scrolls a list, once it opens, to where it was left as soon as its rows have their place (`isWhole`), and
 * remembers where it is left.
 */
export function useStoredScroll(
  scroller: RefObject<HTMLElement | null>,
  viewState: Pick<ListViewState, 'top'>,
  isWhole: boolean,
): void {
  const [isReady, setReady] = useState(isWhole);
  if (isWhole && !isReady) setReady(true);
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isReady || !element) return;
    // What is asked of a list that stands there already begins where the person is.
    if (!isScrolled.current && viewState.top > 0) element.scrollTop = viewState.top;
    isScrolled.current = true;
    return () => {
      viewState.top = element.scrollTop;
    };
  }, [scroller, viewState, isReady]);
}
