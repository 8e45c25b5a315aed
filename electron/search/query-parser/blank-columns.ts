import { isMeasure, isTitle, titleOf } from './column-titles.ts';
import { isKind } from './numbers.ts';
import { figuresIn } from './token.ts';

/**
 * Lines with tabs for blanks, where blanks separate the columns of a table under titles: `Despacho Factura`
 * above `410931 4512`, and columns of fixed width, of which a row may leave some empty.
 */
export function* withTabsForBlanks(lines: readonly string[]): Generator<undefined, readonly string[]> {
  const changed = [...lines];
  let next = linesPerYield;
  for (let from = 0; from < lines.length; from++) {
    if (from >= next) {
      next = from + linesPerYield;
      yield;
    }
    const rows =
      (yield* tableOfWidths(lines, from)) ??
      (yield* tableOfWords(lines, from)) ??
      (yield* tableWithoutHead(lines, from));
    if (!rows) continue;
    for (const [index, cells] of rows.entries()) changed[from + index] = cells.join('\t');
    from += rows.length - 1;
  }
  return changed;
}

/** The cells of consecutive lines, up to the first that is no row. */
function* rowsFrom(
  lines: readonly string[],
  from: number,
  cellsOf: (line: string) => string[] | undefined,
): Generator<undefined, string[][]> {
  const rows: string[][] = [];
  for (let at = from; at < lines.length; at++) {
    const cells = cellsOf(lines[at] ?? '');
    if (!cells) break;
    rows.push(cells);
    if (rows.length % linesPerYield === 0) yield;
  }
  return rows;
}

const linesPerYield = 200;

const apart = /\S+(?: \S+)*/g;
/** A heading has no figures and no other separators; a longer line is a sentence. */
const mayBeHead = (line: string) => line.length <= maxLetters && !/[\d\t|;,]/.test(line);
const [maxLetters, maxColumns] = [400, 40];

interface CellAt {
  text: string;
  from: number;
  to: number;
}

function cellsApart(line: string): CellAt[] {
  return [...line.matchAll(apart)].map(({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }));
}

/**
 * The cells of columns that runs of blanks separate. A row with fewer cells than the heading has each below
 * its title, as in columns of fixed width.
 */
function* tableOfWidths(
  lines: readonly string[],
  from: number,
): Generator<undefined, string[][] | undefined> {
  const head = lines[from] ?? '';
  const titles = mayBeHead(head) ? cellsApart(head) : [];
  if (titles.length < 2 || titles.length > maxColumns) return undefined;
  const rows = yield* rowsFrom(lines, from + 1, (line) =>
    rowUnder(titles, /[\t|;]/.test(line) || line.length > maxLetters ? [] : cellsApart(line)),
  );
  return rows.length > 0 ? [titles.map(({ text }) => text), ...rows] : undefined;
}

/** Rows of words and numbers with as many cells between runs of blanks: `410931   ACME   3450`. */
function* tableWithoutHead(
  lines: readonly string[],
  from: number,
): Generator<undefined, string[][] | undefined> {
  let count = 0;
  const rows = yield* rowsFrom(lines, from, (line) => {
    const isApart = line.length <= maxLetters && /\d {2}|\p{L} {2}/u.test(line) && !/[\t|;]/.test(line);
    const cells = isApart ? cellsApart(line).map(({ text }) => text) : [];
    // `factura  45123  Acme` is a sentence.
    const isNamed = cells.some((cell) => /^\D+$/.test(cell)) && !cells.some(isTitle);
    const isRow = cells.length > 2 && isNamed && /\d{4}/.test(line);
    if (!isRow || cells.length > maxColumns || (count > 0 && cells.length !== count)) return undefined;
    count = cells.length;
    return cells;
  });
  return rows.length > 1 ? rows : undefined;
}

function rowUnder(titles: readonly CellAt[], cells: readonly CellAt[]): string[] | undefined {
  if (cells.length === titles.length) return cells.map(({ text }) => text);
  if (cells.length < 2 || cells.length > titles.length || !titles.some(({ text }) => isOfQuery(text)))
    return undefined;
  const indexes = cells.map((cell) => nearestTitle(titles, cell));
  if (!indexes.every((title, index) => title > (indexes[index - 1] ?? -1))) return undefined;
  return titles.map((_, index) => cells[indexes.indexOf(index)]?.text ?? '');
}

/** The index of the title whose begin, or whose end, is next to that of a cell. */
function nearestTitle(titles: readonly CellAt[], { from, to }: CellAt): number {
  const distances = titles.map((title) => Math.min(Math.abs(title.from - from), Math.abs(title.to - to)));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The cells of a heading of titles and of the rows below it, between single blanks. A row has as many cells
 * as there are titles; adjacent words are one.
 */
function* tableOfWords(lines: readonly string[], from: number): Generator<undefined, string[][] | undefined> {
  const words = mayBeHead(lines[from] ?? '') ? (lines[from] ?? '').trim().split(/ +/) : [];
  if (words.length < 2 || words.length > maxWordsOfHead) return undefined;
  const first = cellsOfRow(lines[from + 1] ?? '');
  const titles = first.length > 1 ? titlesOf(words, first) : undefined;
  if (!titles) return undefined;
  const rows = yield* rowsFrom(lines, from + 1, (line) => {
    const cells = cellsOfRow(line);
    return areUnder(titles, cells) ? cells : undefined;
  });
  // A client keeps its title where its cells hold the words of the next column, too.
  return [titles.map((title) => title.split(' ').find(isOfClient) ?? title), ...rows];
}

const isOfClient = (title: string) => titleOf(title) === 'client';
const maxWordsOfHead = 10;
const currency = /^(?:\$|us\$|usd|clp|eur|uf|€)$/i;

/** Figures are a cell each, with their currency; adjacent words are one cell. */
function cellsOfRow(line: string): string[] {
  if (line.length > maxLetters || /[\t|;]/.test(line)) return [];
  const cells: string[] = [];
  for (const word of line.trim().split(/ +/)) {
    const last = cells.at(-1) ?? '';
    const isWithLast =
      currency.test(last) || (last !== '' && !/\d/.test(last + word) && !currency.test(word));
    if (isWithLast) cells[cells.length - 1] = `${last} ${word}`;
    else cells.push(word);
  }
  return cells;
}

/** Whether a title is of numbers or RUTs. */
function isOfQuery(title: string): boolean {
  const column = titleOf(title);
  return column === 'rut' || isKind(column);
}

/** Titles of other columns: of words, several of which may be one cell, and of places in the list. */
const titleOfWords =
  /^(?:aduana|puerto|origen|destino|pa[ií]s|moneda|proveedor|mercader[ií]a|producto|observaci[oó]n(?:es)?|obs|tipo|naviera|almac[eé]n|r[eé]gimen|comentarios?|detalle|usuario|ejecutiv[oa]|estado|documento|docto|doc)\.?$/i;
const titleOfCount = /^(?:[ií]tem|n°?|nº|nro|no|n[uú]mero|l[ií]nea|correlativo|#)\.?$/i;

function isAnyTitle(title: string): boolean {
  return (
    isTitle(title) ||
    titleOfCount.test(title) ||
    title.split(' ').every((word) => titleOfWords.test(word) || isOfClient(word))
  );
}

/** The words of a heading as titles of a row; undefined where a word is none, or none is of a query. */
function titlesOf(words: readonly string[], row: readonly string[]): string[] | undefined {
  for (const titles of dividedTitles(words, row.length)) {
    const kinds = titles.filter(isOfQuery).map(titleOf);
    // `Factura BL` above numbers may name what is missing of them.
    const isTable =
      kinds.includes('dispatch') ||
      (kinds.length > 0 && kinds.length < titles.length) ||
      titles.every(isMeasure);
    if (isTable && areUnder(titles, row)) return titles;
  }
  return undefined;
}

/** All ways to divide words into a number of titles, the longest titles first. */
function* dividedTitles(words: readonly string[], count: number): Generator<string[], void> {
  if (words.length === 0 && count === 0) yield [];
  if (count === 0 || words.length < count) return;
  for (let length = Math.min(maxWordsOfTitle, words.length - count + 1); length > 0; length--) {
    const title = words.slice(0, length).join(' ');
    if (!isAnyTitle(title)) continue;
    for (const rest of dividedTitles(words.slice(length), count - 1)) yield [title, ...rest];
  }
}

const maxWordsOfTitle = 4;

/** Whether the cells of a row may be of the columns that titles name. */
function areUnder(titles: readonly string[], cells: readonly string[]): boolean {
  return cells.length === titles.length && cells.every((cell, index) => isUnder(titles[index] ?? '', cell));
}

function isUnder(title: string, cell: string): boolean {
  const column = titleOf(title);
  if (column === 'dispatch') return figuresIn(cell) > 3 && !/^\d{9,}/.test(cell);
  if (column === 'declaration') return figuresIn(cell) > 6;
  return !isOfQuery(title) || figuresIn(cell) > 2;
}
