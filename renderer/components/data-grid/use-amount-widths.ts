import { type RefObject, useEffect, useState } from 'react';
import type { Column } from './column.ts';

type Widths = Readonly<Record<string, number>>;

/** Chromium may call no idle callback in a still page: a cut amount waits this long at most, ms. */
const maxIdleMs = 500;
/** Room between an amount and the edge of its cell, in pixels. */
const paddingPx = 8;

/**
 * Widths in pixels, by column, that the amounts seen so far need where their column has less: a number that
 * is cut reads as another number.
 */
export function useAmountWidths(
  table: RefObject<HTMLElement | null>,
  columns: readonly Pick<Column<never>, 'id' | 'align'>[],
): Widths {
  const [widths, setWidths] = useState<Widths>({});
  useEffect(() => {
    const { current } = table;
    if (!current || columns.every(({ align }) => align !== 'end')) return;
    let idle = 0;
    function measure(rows: HTMLElement) {
      idle = 0;
      const needed: Record<string, number> = {};
      for (const cell of rows.querySelectorAll<HTMLTableCellElement>('td[data-align=end]')) {
        // The first cell of a row is its checkbox.
        const id = columns[cell.cellIndex - 1]?.id;
        if (id === undefined || cell.scrollWidth <= cell.clientWidth) continue;
        needed[id] = Math.max(needed[id] ?? 0, cell.scrollWidth + paddingPx);
      }
      if (Object.keys(needed).length > 0) setWidths((now) => ({ ...now, ...needed }));
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
