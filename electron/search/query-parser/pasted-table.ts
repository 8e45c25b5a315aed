import { type Column, isLooseTitle, isMeasure, isTitle, titleOf } from './column-titles.ts';
import { readRut } from './named-clients.ts';
import type { Line } from './split-lines-and-tables.ts';
import { figuresIn } from './token.ts';

export interface Table {
  columns: readonly Column[];
  /** The number of title rows. */
  titles: number;
  /** The order label in each column's title, where it may be part of the number. */
  labels: readonly string[];
  isHeaded: boolean;
}

/** The kinds of a row that a query may use, by precedence. */
const order: readonly Column[] = ['dispatch', 'declaration', 'reference', 'transport', 'container', 'folio'];

/** Rows searched for titles: merged cells may be above them. */
const maxTitleRows = 6;

/**
 * The columns of a table: by their titles, else by those of the table `above` with the same width, else by
 * their cells.
 */
export function* readTable(lines: readonly Line[], above?: Table): Generator<undefined, Table> {
  const width = widthOf(lines);
  const headed = titleRow(lines, width);
  yield;
  if (headed) return { ...headed, isHeaded: true };
  if (above && width === above.columns.length) return { ...above, titles: 0 };
  // One row is no table: each cell is parsed by itself.
  const columns =
    lines.length > 1 ? yield* columnsByCells(lines, width) : lines[0]?.cells.map((): Column => 'loose');
  return { columns: columns ?? [], titles: 0, labels: [], isHeaded: false };
}

function widthOf(lines: readonly Line[]): number {
  return lines.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

function titleRow(lines: readonly Line[], width: number): Omit<Table, 'isHeaded'> | undefined {
  let best: { at: number; named: number } | undefined;
  for (const [at, { cells }] of lines.slice(0, maxTitleRows).entries()) {
    const named =
      cells.filter((cell) => titleOf(cell) !== 'other').length + (cells.some(isLooseTitle) ? 0.5 : 0);
    // A data row may have a cell that reads like a title, but it has figures too.
    const isData = cells.some((cell) => /\d{4}/.test(cell) && !/^\D*(?:19|20)\d\d\D*$/.test(cell));
    if (!isData && named > (best?.named ?? 0)) best = { at, named };
  }
  if (!best) return undefined;
  const data = lines.slice(best.at + 1);
  const columns = Array.from({ length: width }, (_, index): Column => {
    const own = titleOf(lines[best.at]?.cells[index] ?? '');
    const [above, below] = [lines[best.at - 1]?.cells[index] ?? '', lines[best.at]?.cells[index] ?? ''];
    // A title in two rows: `N°` above `Despacho`.
    return own === 'other' && above !== '' && !/\d{3}/.test(above) ? titleOf(`${above} ${below}`) : own;
  });
  if (!columns.includes('dispatch')) {
    for (const [index, cell] of (lines[best.at]?.cells ?? []).entries())
      if (columns[index] === 'other' && isLooseTitle(cell) && areOfDispatches(data, index))
        columns[index] = 'dispatch';
  }
  const hasNumbers = columns.some((column) => order.includes(column) || column === 'rut');
  const labels = columns.map((_, index) => labelOfOrder(lines[best.at]?.cells[index] ?? ''));
  return hasNumbers ? { columns, titles: best.at + 1, labels } : undefined;
}

function labelOfOrder(title: string): string {
  if (/\bo\.?\/?c\b|orden(?:es)? (?:de )?compra/i.test(title)) return 'OC';
  return /\bp\.?\/?o\b|purchase order/i.test(title) ? 'PO' : '';
}

/** Whether the figures of a column may be dispatches: four or more in a cell, no year, day or amount. */
function areOfDispatches(lines: readonly Line[], index: number): boolean {
  const cells = lines.map(({ cells }) => cells[index] ?? '').filter((cell) => /\d/.test(cell));
  return cells.length > 0 && cells.every((cell) => figuresIn(cell) > 3 && !otherFigures.test(cell));
}

const otherFigures = /[$%]|\d ?\/ ?\d|\d\.\d{3}(?!\d)|^(?:19|20)\d\d$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/;

/**
 * Transposes a table whose titles are in its first column: `Despacho | 410931` above `Kilos | 3450`.
 * Undefined where it is not on its side.
 */
export function* transpose(written: readonly Line[]): Generator<undefined, Line[] | undefined> {
  if (written.length < 2 || written.length > maxLinesOnSide) return undefined;
  // Bars at both ends of a row leave an empty first cell.
  const lines = written.every(({ cells }) => cells[0] === '')
    ? written.map(({ cells, at }) => ({ cells: cells.slice(1), at }))
    : written;
  const isOfTitle = (cells: readonly string[]) =>
    isQueryTitle(cells[0] ?? '') && cells.slice(1).some((cell) => /\d/.test(cell));
  if (!lines.some(({ cells }) => isOfTitle(cells))) return undefined;
  if (lines.filter(({ cells: [first = ''] }) => isTitle(first)).length * 2 < lines.length) return undefined;
  const isTyped = isHeadOfTypes(lines);
  const isYieldDue = createYieldCounter();
  for (const [index, { cells }] of lines.entries()) {
    if (isYieldDue(cells.length)) yield;
    const [first = '', ...others] = cells;
    if (/\d/.test(first) || ((index > 0 || !isTyped) && others.some(isQueryTitle))) return undefined;
  }
  return Array.from({ length: widthOf(lines) }, (_, index) => ({
    cells: lines.map(({ cells }) => cells[index] ?? ''),
    at: lines[0]?.at ?? 0,
  }));
}

/** A table on its side has a line for each kind of fact. */
const maxLinesOnSide = 1_000;

/** The corner cell of a table on its side, which says nothing about its row. */
const corner = /^(?:tipo|detalle|concepto|dato|campo|item)s?:?$/i;

/**
 * Whether document types are above dispatch numbers, as in `Tipo | DIN | BL` above `Despacho | 410931 |
 * 410932`.
 */
function isHeadOfTypes([head, ...below]: readonly Line[]): boolean {
  return (
    corner.test(head?.cells[0] ?? '') &&
    below.every(({ cells: [first = ''] }) => isTitle(first)) &&
    below.some(({ cells: [first = '', ...others] }) => titleOf(first) === 'dispatch' && areAlike(others))
  );
}

/** Whether cells are two or more plain numbers of one length. */
function areAlike(cells: readonly string[]): boolean {
  const [first = ''] = cells;
  return cells.length > 1 && cells.every((cell) => plainCell.test(cell) && cell.length === first.length);
}

/**
 * Whether the numbers of the first row have only the corner as title: `Detalle | 410931 | 410932` above `BL`.
 */
export function isCornerOfNumbers({ cells: [first = '', ...others] }: Line): boolean {
  return corner.test(first) && areAlike(others);
}

function isQueryTitle(cell: string): boolean {
  const column = titleOf(cell);
  return column === 'rut' || order.includes(column);
}

/** The columns of a row to query: those of the first kind in `order` that has figures. */
export function queryColumns(columns: readonly Column[], cells: readonly string[]): number[] {
  for (const kind of order) {
    const indexes = columns.flatMap((column, index) =>
      column === kind && /\d/.test(cells[index] ?? '') ? [index] : [],
    );
    if (indexes.length > 0) return indexes;
  }
  return [];
}

interface Shape {
  index: number;
  /** Letters unchanged, figures as 0. */
  shape: string;
  share: number;
  score: number;
}

/** Without titles: the column most like dispatches, and those of the same shape. */
function* columnsByCells(lines: readonly Line[], width: number): Generator<undefined, Column[]> {
  const isYieldDue = createYieldCounter();
  const shapes = new Map<number, Shape>();
  const measured = measuredColumns(lines);
  for (let index = 0; index < width; index++) {
    if (isYieldDue(lines.length)) yield;
    const shape = measured.has(index) ? undefined : yield* shapeOf(lines, index);
    if (shape) shapes.set(index, shape);
  }
  const [best] = [...shapes.values()].toSorted(
    (one, other) => other.score - one.score || one.index - other.index,
  );
  const rut = columnOfRuts(lines, width);
  yield;
  if (rut !== undefined && (best === undefined || best.index === rut)) {
    return Array.from({ length: width }, (_, index) =>
      index === rut ? 'rut' : index === rut + 1 ? 'digit' : 'other',
    );
  }
  if (!best) return Array.from({ length: width }, (_, index) => (measured.has(index) ? 'other' : 'loose'));
  const isNear = nearnessTo(lines, best.index);
  const columns: Column[] = [];
  for (let index = 0; index < width; index++) {
    if (isYieldDue(lines.length)) yield;
    columns.push(shapes.get(index)?.shape === best.shape && isNear(index) ? 'dispatch' : 'other');
  }
  return columns;
}

/** The columns under titles of measures, `Neto` and `Total`, of a table in which no title is of a query. */
function measuredColumns(lines: readonly Line[]): ReadonlySet<number> {
  const [head] = lines.slice(0, maxTitleRows).filter(({ cells }) => !cells.some((cell) => /\d/.test(cell)));
  return new Set(head?.cells.flatMap((cell, index) => (isMeasure(cell) ? [index] : [])));
}

/** The column of RUTs whose check digits are in the next one: two rows or more, all digits right. */
function columnOfRuts(lines: readonly Line[], width: number): number | undefined {
  return Array.from({ length: width - 1 }, (_, index) => index).find((column) => {
    const ruts = lines.flatMap(({ cells }) =>
      /\d/.test(cells[column] ?? '') ? [`${cells[column]}-${cells[column + 1] ?? ''}`] : [],
    );
    return ruts.length > 1 && ruts.every((one) => readRut(one)?.digitIsRight);
  });
}

const plainCell = /^(?:(?:n°|no|nro\.?|#) ?)?\d{5,8}(?: ?\([^()]*\))?$/i;
const mixedCell = /^(?=.*\p{L})(?=(?:\D*\d){4})[\p{L}\d]{1,20}(?:[-/_][\p{L}\d]{1,20}){0,4}$/u;
const dottedCell = /^\d{1,3}\.\d{3}$|^\d\.\d{3}\.\d{3}$/;

function* shapeOf(lines: readonly Line[], index: number): Generator<undefined, Shape | undefined> {
  const isYieldDue = createYieldCounter();
  const cells = lines.map(({ cells }) => cells[index] ?? '').filter((cell) => /\d/.test(cell));
  const good: string[] = [];
  for (const cell of cells) {
    if (isYieldDue(1)) yield;
    if (plainCell.test(cell) || (mixedCell.test(cell) && !isOther(cell)) || dottedCell.test(cell))
      good.push(cell);
  }
  // One cell is no column.
  if (good.length < 2 || good.length * 2 < cells.length) return undefined;
  const byShape = Map.groupBy(good, shapeOfCell);
  const [shape = '', same = []] =
    [...byShape].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const uniform = same.length / good.length;
  const distinct = new Set(good).size / good.length;
  const [first = ''] = same;
  const figures = figuresIn(first);
  const looks = mixedCell.test(first)
    ? /^[a-z]+[-/]/i.test(first)
      ? 1
      : 0.6
    : dottedCell.test(first)
      ? 0.2
      : figures === 6
        ? 1
        : figures === 7
          ? 0.7
          : 0.5;
  return { index: index, shape, share: good.length / cells.length, score: uniform + distinct + looks };
}

/** Containers, carriers' numbers and RUTs are no dispatch numbers. */
function isOther(cell: string): boolean {
  return (
    /^[A-Z]{4}[A-Z\d]*(?<=\d{6})$/i.test(cell) ||
    /^(?:oc|po|ref|bl|awb|din|dus|inv|fac)\W?\d/i.test(cell) ||
    /^\d+-[\dk]$/i.test(cell)
  );
}

function shapeOfCell(cell: string): string {
  const [bare = ''] = cell.split(' (');
  return bare
    .replace(/^(?:n°|no|nro\.?|#) ?/i, '')
    .replaceAll('.', '')
    .replaceAll(/\d/g, '0');
}

/** Whether a column of the same shape holds the same series: most of its first two figures are in both. */
function nearnessTo(lines: readonly Line[], best: number): (index: number) => boolean {
  const beginnings = (at: number) =>
    new Set(
      lines.flatMap(({ cells }) => (/\d/.test(cells[at] ?? '') ? [(cells[at] ?? '').slice(0, 2)] : [])),
    );
  const others = beginnings(best);
  return (index) => {
    if (index === best) return true;
    const own = [...beginnings(index)];
    return own.filter((one) => others.has(one)).length * 2 >= own.length;
  };
}

/** Cells of a table between two yields: a few milliseconds. */
const cellsPerYield = 1_000;

/** A counter of work in cells: adds some, returns whether a yield is due, and starts anew after that. */
export function createYieldCounter(): (cells: number) => boolean {
  let spent = 0;
  return (cells) => {
    spent += cells;
    if (spent < cellsPerYield) return false;
    spent = 0;
    return true;
  };
}
