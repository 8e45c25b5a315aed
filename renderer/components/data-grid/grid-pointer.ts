import type { DragEvent, MouseEvent, PointerEvent } from 'react';
import { isMac } from '../../ui/keyboard/use-command.ts';
import { isSelected } from './row-selection.ts';
import { type GridState, rowOnLine } from './use-grid.ts';

/** What the pointer does with rows. */
export interface PointerActions<Row> {
  onOpen: (row: Row) => void;
  /** The pointer went down on a row, from which a drag may start. */
  onPointerDownOn?: (row: Row) => void;
  /** Starts dragging a row out of the window; absent if rows are no files. */
  onDragOut?: (row: Row) => void;
}

type TableEvent = MouseEvent<HTMLTableElement>;

/** Moves the cursor to the clicked line, and selects or opens its row, or toggles its group. */
export function clickLine<Row>(
  event: TableEvent,
  grid: GridState<Row>,
  { onOpen }: PointerActions<Row>,
): void {
  const { selector } = grid;
  const line = lineOf(event);
  if (line === undefined) return;
  grid.cursor.navigate(line);
  if (grid.toggleGroup(line)) return;
  const row = rowOnLine(grid, line);
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
  if (isPlain && row !== undefined && isOn(event, '[data-opens]')) onOpen(row);
  const isBox = isOn(event, '[data-choose]');
  if (event.shiftKey) selector.upTo(line);
  else if (isBox || (isMac ? event.metaKey : event.ctrlKey)) selector.toggle(line);
  else selector.only(line);
}

/** Opens the double-clicked row. */
export function doubleClickLine<Row>(
  event: TableEvent,
  grid: GridState<Row>,
  { onOpen }: PointerActions<Row>,
): void {
  const row = rowOnLine(grid, lineOf(event));
  if (row !== undefined) onOpen(row);
}

/** Opens the context menu of a row, which is then selected. */
export function openRowMenu<Row>(event: TableEvent, grid: GridState<Row>): void {
  const line = lineOf(event);
  const row = rowOnLine(grid, line);
  if (line === undefined || row === undefined) return;
  event.preventDefault();
  grid.cursor.navigate(line);
  if (!isSelected(grid.selection, grid.rowKey(row))) grid.selector.only(line);
  grid.openMenu({ x: event.clientX, y: event.clientY, row });
}

/** Reports the row on which the main button went down. */
export function pointerDownOnLine<Row>(
  event: PointerEvent<HTMLTableElement>,
  grid: GridState<Row>,
  { onPointerDownOn }: PointerActions<Row>,
): void {
  const row = event.button === 0 ? rowOnLine(grid, lineOf(event)) : undefined;
  if (row !== undefined) onPointerDownOn?.(row);
}

/** Replaces the page's own drag with the system's, which carries files. */
export function dragLineOut<Row>(
  event: DragEvent<HTMLTableElement>,
  grid: GridState<Row>,
  { onDragOut }: PointerActions<Row>,
): void {
  const row = rowOnLine(grid, lineOf(event));
  if (row === undefined || !onDragOut) return;
  event.preventDefault();
  onDragOut(row);
}

function lineOf(event: TableEvent): number | undefined {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
  const line = row?.dataset['line'];
  return line === undefined ? undefined : Number(line);
}

function isOn({ target }: MouseEvent, mark: string): boolean {
  return target instanceof Element && target.closest(mark) !== null;
}
