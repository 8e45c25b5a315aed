import { type RefObject, useLayoutEffect, useState } from 'react';
import { lastFocus } from './last-focus.ts';

/** Gives the focus back to where it was before this was there, when this goes away with the focus in it. */
export function useFocusBack(place: RefObject<HTMLElement | null>): void {
  const [before] = useState(lastFocus);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // A list that has been left is no longer there to take it.
      (before?.isConnected ? before : document.getElementById('main'))?.focus();
    };
  }, [place, before]);
}
