import { type RefObject, useEffect, useState } from 'react';
import type { Column } from './column.ts';

type Widths = Readonly<Record<string, number>>;

/** Chromium may call no idle callback in a still page: a cut amount waits this long at most, ms. */
const maxIdleMs = 500;
/** Room between a number and the edge of its cell, in pixels; a cell has it on both sides. */
const paddingPx = 8;
/** The service's numbers are free text: none takes more of a row than this, in pixels. */
const maxNumberPx = 240;
/** The columns of numbers that are no amounts, by id. */
const numberColumns: ReadonlySet<string> = new Set([
  ...['number', 'dispatch', 'dispatchNumber', 'dispatches', 'reference', 'transportDocument'],
  ...['folio', 'documentNumber', 'issuer', 'issuerId', 'providerId'],
]);

/**
 * Widths in pixels, by column, that the numbers seen so far need where their column has less: a number that
 * is cut reads as another number.
 */
export function useNumberWidths(
  table: RefObject<HTMLElement | null>,
  columns: readonly Pick<Column<never>, 'id' | 'align'>[],
): Widths {
  const [widths, setWidths] = useState<Widths>({});
  useEffect(() => {
    const { current } = table;
    if (!current || !columns.some(isOfNumbers)) return;
    let idle = 0;
    function measure(rows: HTMLElement) {
      idle = 0;
      const needed: Record<string, number> = {};
      for (const cell of rows.querySelectorAll('td')) {
        // The first cell of a row is its checkbox.
        const column = columns[cell.cellIndex - 1];
        if (!column || !isOfNumbers(column)) continue;
        const neededPx = Math.max(cell.scrollWidth, textPx(cell) + 2 * paddingPx);
        if (neededPx <= cell.clientWidth) continue;
        const maxPx = column.align === 'end' ? Number.POSITIVE_INFINITY : maxNumberPx;
        const px = Math.min(Math.ceil(neededPx) + paddingPx, maxPx);
        needed[column.id] = Math.max(needed[column.id] ?? 0, px);
      }
      const isMore = (now: Widths) => Object.entries(needed).some(([id, px]) => px > (now[id] ?? 0));
      setWidths((now) => (isMore(now) ? { ...now, ...needed } : now));
    }
    // Measuring costs layout: it waits until nothing else is to be done.
    const plan = () => {
      idle ||= requestIdleCallback(() => measure(current), { timeout: maxIdleMs });
    };
    const observer = new MutationObserver(plan);
    observer.observe(current, { childList: true, characterData: true, subtree: true });
    plan();
    return () => {
      observer.disconnect();
      cancelIdleCallback(idle);
    };
  }, [table, columns]);
  return widths;
}

/**
 * The width of a cell's text; 0 where it begins with an element. `scrollWidth` is rounded: a text that lacks
 * a fraction of a pixel ends in an ellipsis, and does not show in it.
 */
function textPx({ firstChild }: HTMLElement): number {
  if (firstChild?.nodeType !== Node.TEXT_NODE) return 0;
  const range = document.createRange();
  range.selectNodeContents(firstChild);
  return range.getBoundingClientRect().width;
}

function isOfNumbers({ id, align }: Pick<Column<never>, 'id' | 'align'>): boolean {
  return align === 'end' || numberColumns.has(id);
}
