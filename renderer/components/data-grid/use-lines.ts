import { type RefObject, useEffect, useState } from 'react';

interface Options {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels of each line. */
  lineHeight: number;
  /** Pixels of what stays above the lines while they move. */
  headHeight?: number;
  /** Lines drawn above and below those in sight. */
  around: number;
}

/** The lines of a list that are to be drawn. */
export interface Lines {
  first: number;
  /** The one after the last. */
  end: number;
  isMoving: boolean;
}

/** Pixels of the window's height that a list leaves at least to what stands above and below it. */
const minAroundPx = 218;
/** After so many ms without a move, a list is at rest. */
const idleMs = 150;

/**
 * The lines in sight of a list whose lines are all as high, and some around them: always as many, though one
 * more is in sight at some places than at others, so that none is made while they move. Nothing is kept per
 * line: a list of 100,000 costs what one of 100 does.
 */
export function useLines({ scroller, count, lineHeight, headHeight = 0, around }: Options): Lines {
  const [top, setTop] = useState(0);
  // Until it has been measured: rows that are here are drawn at once.
  const [height, setHeight] = useState(() => Math.max(0, window.innerHeight - minAroundPx));
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const updateTop = () => setTop(Math.floor(Math.max(0, element.scrollTop) / lineHeight));
    const move = () => {
      updateTop();
      setMoving(true);
      clearTimeout(resting);
      resting = setTimeout(() => setMoving(false), idleMs);
    };
    const sizes = new ResizeObserver(() => setHeight(element.clientHeight));
    updateTop();
    sizes.observe(element);
    element.addEventListener('scroll', move, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', move);
      clearTimeout(resting);
      setMoving(false);
    };
  }, [scroller, lineHeight]);
  const inSight = Math.ceil(Math.max(0, height - headHeight) / lineHeight) + 1;
  // A list that has become shorter is scrolled back by the browser, which tells only afterwards.
  const at = Math.max(0, Math.min(top, count - inSight));
  return { first: Math.max(0, at - around), end: Math.min(count, at + inSight + around), isMoving };
}

/** Scrolls as little as brings a line wholly into view. */
export function revealLine(
  element: Pick<HTMLElement, 'scrollTop' | 'clientHeight'>,
  line: number,
  lineHeight: number,
  headHeight: number,
): void {
  const [top, bottom] = [line * lineHeight, (line + 1) * lineHeight];
  const inSight = element.clientHeight - headHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + inSight) element.scrollTop = bottom - inSight;
}
