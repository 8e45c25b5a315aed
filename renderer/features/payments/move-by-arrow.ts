import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus of a table from one link or button to that of the next cell, by the arrow keys. */
export function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td, th') : null;
  if (!step || !(cell instanceof HTMLTableCellElement) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const { rows } = event.currentTarget;
  const row = cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : -1;
  const [down, right] = step;
  let [at, column] = [row + down, cell.cellIndex + right];
  // Cells without a figure are passed over.
  while (rows[at]?.cells[column]) {
    const next = rows[at]?.cells[column]?.querySelector<HTMLElement>('a, button');
    if (next) {
      event.preventDefault();
      next.focus();
      return;
    }
    at += down;
    column += right;
  }
}
