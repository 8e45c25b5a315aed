import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowsQuery } from '../../../shared/model/search-query.ts';

/** A list's view state in this window: scroll offset in pixels, collapsed groups, sort order. */
export interface ListViewState {
  top: number;
  collapsed: ReadonlySet<string>;
  sort: RowsQuery['sort'];
}

const states = new Map<string, ListViewState>();

/**
 * The view state of the list of this name; the same object on each call. Lists with other rows have another
 * name. `folded` are the groups that are collapsed at first.
 */
export function restoreListState(name: string, folded: readonly string[] = []): ListViewState {
  const viewState = states.get(name) ?? { top: 0, collapsed: new Set(folded), sort: [] };
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
 * Restores a list's scroll position once its rows have their final position (`isWhole`), and stores it on
 * scroll.
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
    // A list that is already shown starts at its current position.
    if (!isScrolled.current && viewState.top > 0) element.scrollTop = viewState.top;
    isScrolled.current = true;
    return () => {
      viewState.top = element.scrollTop;
    };
  }, [scroller, viewState, isReady]);
}
