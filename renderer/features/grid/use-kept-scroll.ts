import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far a list is scrolled, in pixels; written when the list is left. */
export interface KeptScroll {
  top: number;
}

/** Scrolls a list to where it was left once all of its rows have their place (`isWhole`), and remembers where it is left. */
export function useKeptScroll(
  scroller: RefObject<HTMLElement | null>,
  kept: KeptScroll | undefined,
  isWhole: boolean,
): void {
  const [isReady, setReady] = useState(isWhole);
  if (isWhole && !isReady) setReady(true);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!isReady || !element || !kept) return;
    if (kept.top > 0) element.scrollTop = kept.top;
    return () => {
      kept.top = element.scrollTop;
    };
  }, [scroller, kept, isReady]);
}
