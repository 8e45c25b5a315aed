import { type PointerEvent, useEffect, useRef } from 'react';

/**
 * How long the pointer rests before truncation is measured: rows fly past under a resting pointer, and
 * measuring costs layout.
 */
const idleMs = 250;

/** Shows the full text of a truncated cell while the pointer rests on it. */
export function useTruncatedTitles(): (event: PointerEvent) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }) => {
    clearTimeout(timer.current);
    const cell = target instanceof Element ? target.closest('td') : null;
    if (!cell) return;
    // The slot may have shown another row before.
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
