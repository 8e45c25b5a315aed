import type { KeyboardEvent } from 'react';
import { means } from '../../ui/keyboard/match-key.ts';
import { isMac } from '../../ui/keyboard/use-command.ts';
import type { RowSelection } from './row-selection.ts';
import { type GridState, moveCursor } from './use-grid.ts';

/** What the keyboard does with rows. */
export interface KeyActions<Row> {
  onOpen: (row: Row) => void;
  onPreview: (row: Row) => void;
  /** Opens a row's file with its default program; absent if rows have no file. */
  onOutside?: (row: Row) => void;
  onCopy: () => void;
}

/** A key press in a list; `rowHeight` in pixels. */
export function pressKey<Row>(
  event: KeyboardEvent<HTMLTableElement>,
  grid: GridState<Row>,
  actions: KeyActions<Row>,
  rowHeight: number,
): void {
  const { layout, cursor, scroller, selector } = grid;
  // Also from the checkbox and the column headers: the browser would otherwise select the text of the whole
  // page.
  if (means(event, 'selectAll', isMac)) {
    event.preventDefault();
    selector.all();
  }
  if (event.target !== event.currentTarget) return;
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
  const next = layout.count > 0 ? lineAfter(event.key, cursor.line ?? -1, layout.count, page) : undefined;
  if (next !== undefined) moveTo(grid, next, event);
  if (next !== undefined || runKeyAction(event, grid, actions)) event.preventDefault();
}

function moveTo<Row>(grid: GridState<Row>, line: number, event: KeyboardEvent): void {
  moveCursor(grid, line);
  if (event.shiftKey) grid.selector.upTo(line);
  else if (!(isMac ? event.metaKey : event.ctrlKey)) grid.selector.only(line);
}

/** Runs the action of a key; false if it has none here. */
function runKeyAction<Row>(event: KeyboardEvent, grid: GridState<Row>, actions: KeyActions<Row>): boolean {
  const { selector, cursor, selection } = grid;
  if (means(event, 'copy', isMac)) actions.onCopy();
  else if (event.key === 'Escape' && !isNothingSelected(selection)) selector.none();
  else if (cursor.line === undefined) return false;
  else if (event.key === ' ' && (event.ctrlKey || event.shiftKey)) selector.toggle(cursor.line);
  else if (means(event, 'outside', isMac)) {
    if (cursor.row !== undefined) actions.onOutside?.(cursor.row);
  } else if (event.key === 'Enter' || event.key === ' ') {
    if (grid.toggleGroup(cursor.line)) return true;
    if (cursor.row === undefined) return false;
    (event.key === 'Enter' ? actions.onOpen : actions.onPreview)(cursor.row);
  } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    const rect = document.getElementById(`${grid.id}-${cursor.line}`)?.getBoundingClientRect();
    if (rect && cursor.row !== undefined)
      grid.openMenu({ x: rect.left + 40, y: rect.bottom, row: cursor.row });
  } else return false;
  return true;
}

function isNothingSelected(selection: RowSelection): boolean {
  return selection.kind === 'some' && selection.keys.size === 0;
}

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
