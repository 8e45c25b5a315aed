import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

interface Options {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels of each line. */
  lineHeight: number;
  /** Pixels of the header that stays above the lines while they scroll. */
  headHeight?: number;
  /** Lines rendered above and below the visible ones. */
  around: number;
}

/** The lines of a list to be rendered. */
interface Lines {
  first: number;
  /** The one after the last. */
  end: number;
  isMoving: boolean;
}

/** Minimum pixels of the window's height outside the list. */
const minAroundPx = 218;
/** A list is idle after this many ms without scrolling. */
const idleMs = 150;

/**
 * The visible lines of a list with equal line heights, and some around them. Their number is constant, so
 * that scrolling creates no elements. No state is stored per line: a list of 100,000 costs the same as one of
 * 100.
 */
export function useVisibleLines({ scroller, count, lineHeight, headHeight = 0, around }: Options): Lines {
  const [top, setTop] = useState(0);
  // Until the height is measured: loaded rows are rendered at once.
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
  // The browser scrolls back a list that became shorter, and reports it only afterwards.
  const at = Math.max(0, Math.min(top, count - inSight));
  return { first: Math.max(0, at - around), end: Math.min(count, at + inSight + around), isMoving };
}

/** Scrolls the minimum that brings a line fully into view. */
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

/** Keeps a visible line in view where the list becomes lower: a pane below may open for that very line. */
export function useLineInView(
  scroller: RefObject<HTMLElement | null>,
  line: number | undefined,
  lineHeight: number,
  headHeight: number,
): void {
  const onLower = useEffectEvent((element: HTMLElement, inSightBefore: number) => {
    if (line === undefined) return;
    const [top, bottom] = [
      line * lineHeight - element.scrollTop,
      (line + 1) * lineHeight - element.scrollTop,
    ];
    if (top >= 0 && bottom <= inSightBefore) revealLine(element, line, lineHeight, headHeight);
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let before = element.clientHeight;
    const sizes = new ResizeObserver(() => {
      const height = element.clientHeight;
      if (height < before) onLower(element, before - headHeight);
      before = height;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [scroller, headHeight]);
}
