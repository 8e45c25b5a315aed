import { type PointerEvent, useEffect, useRef } from 'react';

/**
 * How long the pointer rests before it is looked whether a text is cut: rows fly past under a resting one,
 * and measuring costs layout.
 */
const idleMs = 250;

/** Tells the whole of a cell's text where it is cut, while the pointer rests on it. */
export function useCutTitles(): (event: PointerEvent) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }) => {
    clearTimeout(timer.current);
    const cell = target instanceof Element ? target.closest('td') : null;
    if (!cell) return;
    // The row in this place may have been another one before.
    cell.removeAttribute('title');
    timer.current = window.setTimeout(() => {
      if (isTruncated(cell)) cell.title = cell.innerText;
    }, idleMs);
  };
}

function isTruncated(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
}
