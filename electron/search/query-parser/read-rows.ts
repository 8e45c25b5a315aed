import type { Rut } from '../../../shared/model/rut.ts';
import { titleOf } from './column-titles.ts';
import { isExclusionAlone } from './exclusions.ts';
import { type NamedRun, readRut, rutsOfOnly, wordsOfName } from './named-clients.ts';
import { isKind, isOfSeries } from './numbers.ts';
import { addClients, nameOf, type Reading } from './parser-state.ts';
import {
  createYieldCounter,
  isCornerOfNumbers,
  queryColumns,
  readTable,
  type Table,
  transpose,
} from './pasted-table.ts';
import { addFragment, type FragmentOptions } from './read-fragments.ts';
import { readLine } from './read-line.ts';
import type { Line } from './split-lines-and-tables.ts';
import { figuresIn } from './token.ts';

/** Reads the rows of stacked tables: their columns, and the cells next to them. */
export function* readRows(reading: Reading, written: readonly Line[]): Generator<undefined, void> {
  const side = yield* transpose(written);
  const [head] = written;
  // In a table on its side, numbers in the corner row are part of the query too.
  if (side && head && isCornerOfNumbers(head)) {
    for (const cell of head.cells.slice(1))
      addFragment(reading, readLine(cell), { line: head.at, isTyped: false });
  }
  const lines = side ?? written;
  const beginnings: number[] = [];
  const isYieldDue = createYieldCounter();
  for (const [index, line] of lines.entries()) {
    if (isYieldDue(line.cells.length)) yield;
    if (isHeadingBelow(lines, line, index)) beginnings.push(index);
  }
  for (const [index, from] of [0, ...beginnings].entries()) {
    yield* readTableRows(reading, lines.slice(from, beginnings[index]));
  }
}

function* readTableRows(reading: Reading, lines: readonly Line[]): Generator<undefined, void> {
  const isYieldDue = createYieldCounter();
  const table = yield* readTable(lines, reading.table);
  reading.table = table.isHeaded ? table : undefined;
  reading.pending = undefined;
  for (const [index, { cells, at }] of lines.entries()) {
    if (isYieldDue(cells.length)) yield;
    if (index < table.titles) {
      for (const cell of cells) if (/\d/.test(cell)) reading.aside.push({ text: cell, as: 'column' });
    } else if (/^(?:sub)?-?total/i.test(cells.find((cell) => cell !== '') ?? '')) {
      for (const cell of cells) if (/\d/.test(cell)) reading.aside.push({ text: cell, as: 'column' });
    } else readRow(reading, withDigits(cells, table), at, table);
  }
}

/** Whether a row is the heading of another table: only titles, with figures in the row above. */
function isHeadingBelow(lines: readonly Line[], { cells }: Line, index: number): boolean {
  if (index === 0 || cells.some((cell) => /\d/.test(cell))) return false;
  if (cells.filter((cell) => titleOf(cell) !== 'other').length === 0) return false;
  return cells.filter((cell) => cell !== '').length > 1 && hasFigures(lines[index - 1]);
}

function hasFigures(line: Line | undefined): boolean {
  return line?.cells.some((cell) => /\d{4}/.test(cell)) ?? false;
}

/** RUTs joined with the check digits of their own column. */
function withDigits(cells: readonly string[], { columns }: Table): readonly string[] {
  const [rut, digit] = [columns.indexOf('rut'), columns.indexOf('digit')];
  const [body = '', own = ''] = [cells[rut], cells[digit]];
  if (rut < 0 || digit < 0 || body.includes('-') || !/^[\dk]$/i.test(own)) return cells;
  return cells.map((cell, index) => (index === rut ? `${body}-${own}` : index === digit ? '' : cell));
}

function readRow(
  reading: Reading,
  cells: readonly string[],
  line: number,
  { columns, isHeaded, labels }: Table,
): void {
  const labelled = isHeaded ? '' : dispatchOfCells(cells);
  const isLoose = labelled !== '' || columns.every((column) => column === 'loose');
  const selected = new Set(isLoose ? [] : queryColumns(columns, cells));
  const isExcluded = cells.some((cell, index) => !selected.has(index) && isExclusionAlone(cell));
  const named = cells.map((cell, index) => {
    const column = columns[index] ?? 'other';
    return column === 'loose' || selected.has(index) ? [] : clientsOfCell(reading, cell, isHeaded, column);
  });
  const rutsOfLine = rutsOfRow(reading, cells, columns, named.flat());
  const hasPlainNumber = cells.some((cell) => /^\d{5,8}$|^\p{L}+[-/]?\d{4}/u.test(cell));
  for (const [index, cell] of cells.entries()) {
    const column = columns[index] ?? 'other';
    if (cell === '') continue;
    if (column !== 'loose' && rutOfCell(cell, column)) {
      reading.cells.push(cell);
      continue;
    }
    if (isLoose && ((hasPlainNumber && millions.test(cell)) || isAmountOf(labelled, cell)))
      reading.aside.push({ text: cell, as: 'amount' });
    else if (isLoose) addFragment(reading, readLine(cell), { line, isTyped: false, ruts: rutsOfLine });
    else if (selected.has(index) && isExcluded) reading.aside.push({ text: cell, as: 'excluded' });
    else if (selected.has(index))
      addCell(reading, cell, column, { line, isTyped: false, ruts: rutsOfLine, label: labels[index] ?? '' });
    else readAdjacentCell(reading, cell, isHeaded, named[index] ?? []);
  }
}

/**
 * The clients of a row's dispatches: its RUTs, else the only client that a cell names, else those of a row
 * above with nothing else.
 */
function rutsOfRow(
  reading: Reading,
  cells: readonly string[],
  columns: Table['columns'],
  named: readonly NamedRun[],
): readonly Rut[] {
  const ruts = cells.flatMap((cell, index) => rutsOfCell(reading, cell, columns[index]));
  const own = ruts.length > 0 ? ruts : rutsOfOnly(named);
  const written = cells.filter((cell) => cell !== '');
  const isAlone =
    own.length > 0 && (ruts.length > 0 ? written.every((cell) => readRut(cell)) : written.length === 1);
  if (isAlone) reading.above = { ruts: own, isNamed: ruts.length === 0, isRecord: false };
  return own.length > 0 ? own : named.length > 0 ? [] : reading.above.ruts;
}

/** The dispatch number after its label in a cell: `Despacho 410931`; `''` where there is none. */
function dispatchOfCells(cells: readonly string[]): string {
  for (const cell of cells) {
    if (!/\p{L}{3}/u.test(cell) || !/\d{4}/.test(cell)) continue;
    for (const element of readLine(cell).elements)
      if (element.kind === 'number' && element.as === 'dispatch') return element.number;
  }
  return '';
}

/**
 * Whether figures next to a labelled number are an amount: they have thousands marks, another length, or
 * another series.
 */
function isAmountOf(labelled: string, cell: string): boolean {
  const isFigures = /^(?:\d{1,3}(?:[.,]\d{3}){1,4}|\d{1,12})$/.test(cell);
  return labelled !== '' && isFigures && (/\D/.test(cell) || !isOfSeries(cell, labelled));
}

/** Seven figures or more with thousands marks: next to a plain number, an amount. */
const millions = /^\d{1,3}(?:\.\d{3}){2,}$/;

function addCell(
  reading: Reading,
  cell: string,
  column: Table['columns'][number],
  fragment: FragmentOptions,
): void {
  const as = isKind(column) ? column : 'dispatch';
  addFragment(
    reading,
    readLine(cell, {
      as,
      text: as === 'reference' ? (fragment.label ?? '') : as,
      isTypeToo: false,
      isPlural: true,
    }),
    { ...fragment, isQuiet: true },
  );
}

/** Reads a cell next to the numbers: a client's name, else ignored as a column. */
function readAdjacentCell(
  reading: Reading,
  cell: string,
  isHeaded: boolean,
  named: readonly NamedRun[],
): void {
  for (const { clients } of named) addClients(reading, clients);
  if (named.length > 0) reading.cells.push(cell);
  else if (!isHeaded || /\d/.test(cell)) reading.aside.push({ text: cell, as: 'column' });
}

/** The clients that a cell names: as a whole, or in part under the title of clients. */
function clientsOfCell(
  reading: Reading,
  cell: string,
  isHeaded: boolean,
  column: Table['columns'][number],
): readonly NamedRun[] {
  if (isHeaded && column !== 'client') return [];
  const words = wordsOfName(cell);
  return reading.names
    .named(words, () => true)
    .filter(({ from, to }) => to - from === words.length || column === 'client');
}

function rutOfCell(cell: string, column: Table['columns'][number] | undefined): boolean {
  if (column === 'other-rut') return false;
  const bare = cell.replace(/^r\.?u\.?t\.?:? ?/i, '');
  // Under another heading, `1234567-8` is of that kind.
  const mayBe = column === undefined || ['rut', 'client', 'other', 'loose', 'digit'].includes(column);
  return (/-/.test(bare) && (mayBe || bare.includes('.'))) || column === 'rut'
    ? !/[a-jl-z]/i.test(bare) && readRut(bare) !== undefined && !/^\d{10}/.test(bare) && figuresIn(bare) > 6
    : false;
}

function rutsOfCell(reading: Reading, cell: string, column: Table['columns'][number] | undefined): Rut[] {
  if (column === 'loose') {
    return readLine(cell).elements.flatMap((element) =>
      element.kind === 'rut' ? (readRut(element.text)?.rut ?? []) : [],
    );
  }
  const read = rutOfCell(cell, column) ? readRut(cell.replace(/^r\.?u\.?t\.?:? ?/i, '')) : undefined;
  if (!read) return [];
  reading.clients.set(read.rut, { ...read, name: nameOf(reading, read.rut) });
  return [read.rut];
}
