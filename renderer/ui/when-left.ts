import type { FocusEvent } from 'react';

/** Closes a popover once the focus is elsewhere, as after a command's key; its own button turns it by itself. */
export function whenLeft(close: () => void): (event: FocusEvent<HTMLElement>) => void {
  return ({ currentTarget, relatedTarget }) => {
    if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
    if (relatedTarget.getAttribute('aria-controls') !== currentTarget.id) close();
  };
}
