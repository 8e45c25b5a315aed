import type { LineLayout } from './group-layout.ts';

/**
 * The line that a key moves to, or undefined for other keys. `page` is the number of lines that fit the
 * window.
 */
export function lineAfter(key: string, line: number, count: number, page: number): number | undefined {
  const moves: Partial<Record<string, number>> = {
    ArrowDown: line + 1,
    ArrowUp: line - 1,
    PageDown: line + page,
    PageUp: line - page,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** The line of the next row in a direction, headings skipped; undefined at the end of the list. */
export function rowLineAfter(layout: LineLayout, line: number, way: 'previous' | 'next'): number | undefined {
  const step = way === 'next' ? 1 : -1;
  for (let next = line + step; next >= 0 && next < layout.count; next += step)
    if (layout.at(next).kind === 'row') return next;
  return undefined;
}
