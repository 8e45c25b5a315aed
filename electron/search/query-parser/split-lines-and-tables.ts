import { withTabsForBlanks } from './blank-columns.ts';
import { withLabelsApart, withRangesOfColumns } from './column-titles.ts';
import { completed, isOfSeries } from './numbers.ts';

/** A line of a text as columns; a line of prose has one. */
export interface Line {
  cells: readonly string[];
  /** Its index among the lines of the text. */
  at: number;
}

/** Consecutive lines with columns, or consecutive lines without. */
export type Block = { kind: 'lines'; lines: readonly Line[] } | { kind: 'table'; lines: readonly Line[] };

/** Quote marks of a mail. */
const quoted = /^ ?(?:> ?)+/;
/** Bullets of a list. */
const bullet = /^ ?(?:(?:[-*•·‣▪–>+]|\[[ x]?\]) +)+/i;

/** Lines between two yields. */
const linesPerYield = 20_000;

/**
 * Splits a cleaned text into lines and tables. Tabs and bars always separate columns. Semicolons and commas
 * do where several lines have the same number of them, and blanks under titles. In a text of one line,
 * semicolons are line ends.
 */
export function* splitLinesAndTables(
  text: string,
  isTitle: (cell: string) => boolean,
): Generator<undefined, { blocks: Block[]; isPasted: boolean }> {
  const written = withText(text.split('\n').map(withoutQuotes));
  const lines = withCountsApart(
    withBrokenLinesJoined(written.length > 1 ? written : withText(text.split(';').map(withoutQuotes))),
  );
  const bare = (yield* withTabsForBlanks(lines.map(withLabelsApart))).flatMap(withoutColumnsOfLists);
  yield;
  const separators = yield* separatorsOf(bare, isTitle);
  const blocks: Block[] = [];
  for (const [at, line] of bare.entries()) {
    if (at % linesPerYield === linesPerYield - 1) yield;
    const separator = separators[at];
    const cells = (separator === undefined ? [line] : split(line, separator)).map((cell) => unquoted(cell));
    const kind = cells.length > 1 ? 'table' : 'lines';
    const last = blocks.at(-1);
    const next: Line = {
      cells: cells.map((cell, index) => (index === 0 ? withoutBullet(cell) : cell.replace(/^: ?/, ''))),
      at,
    };
    if (last?.kind === kind) blocks[blocks.length - 1] = { kind, lines: push(last.lines, next) };
    else blocks.push({ kind, lines: [next] });
  }
  return { blocks, isPasted: bare.length > 1 || blocks.some(({ kind }) => kind === 'table') };
}

/** A row of more cells is a list: each cell with figures is a line. */
const maxColumns = 1_000;

function withoutColumnsOfLists(line: string): string[] {
  const cells = line.split(/[\t|]/);
  if (cells.length <= maxColumns) return [line];
  const written = cells.map((cell) => (/\d/.test(cell) ? `\n${cell}\n` : `${cell} `)).join('');
  return withText(written.split('\n'));
}

function withText(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '');
}

/**
 * Numbered lines, `1-410931` above `2-410932`, `21 4109310` above `22 4109311`, `a.410931` above `b.410932`:
 * a mark and a blank separate the number from its place in the list.
 */
function withCountsApart(lines: readonly string[]): string[] {
  const counted = /^( ?(\d{1,3}))(?:-(?=\d{5,}(?!\d))| (?=\d{7} ?$))|^( ?([a-z]))[.)-](?=\d{5,}(?!\d))/i;
  const countOf = (line = '') => {
    const [, , count, , letter] = counted.exec(line) ?? [];
    return letter === undefined ? Number(count ?? Number.NaN) : letter.toLowerCase().charCodeAt(0);
  };
  return lines.map((line, index) => {
    const count = countOf(line);
    const isNext = countOf(lines[index - 1]) === count - 1 || countOf(lines[index + 1]) === count + 1;
    return isNext ? line.replace(counted, '$1$3) ') : line;
  });
}

function push(lines: readonly Line[], line: Line): readonly Line[] {
  if (Array.isArray(lines)) lines.push(line);
  return lines;
}

function withoutQuotes(line: string): string {
  return line.replace(quoted, '').replace(/(?<! ) +$/, '');
}

/** A line without its bullet. */
function withoutBullet(line: string): string {
  return line.replace(bullet, '').trim();
}

function unquoted(cell: string): string {
  const trimmed = cell.replace(/\s+/g, ' ').trim();
  const [, inner] = /^"(.*)"$/s.exec(trimmed) ?? [];
  if (inner !== undefined) return inner.replaceAll('""', '"').trim();
  return trimmed.replace(/^["'“”‘’«»]+|(?<!["'“”‘’«»])["'“”‘’«»]+$/gu, '').trim();
}

type Separator = RegExp | ';' | ',' | ' / ' | '/' | ' - ' | undefined;

/** The column separator of each line. */
function* separatorsOf(
  lines: readonly string[],
  isTitle: (cell: string) => boolean,
): Generator<undefined, Separator[]> {
  const found: Separator[] = lines.map((line) => (/[\t|]/.test(line.trimEnd()) ? /[\t|]/ : undefined));
  for (const mark of [';', ','] as const) {
    markRuns(lines, found, { mark, isTitle });
    yield;
  }
  markHeaded(lines, found, isTitle);
  yield;
  markFigures(lines, found);
  yield;
  return found;
}

/**
 * Finds runs of two lines or more with the same number of separators. Commas also need three columns, a
 * heading, or ordinals before numbers.
 */
function markRuns(
  lines: readonly string[],
  found: Separator[],
  { mark, isTitle }: { mark: ';' | ','; isTitle: (cell: string) => boolean },
): void {
  const isHead = (line: string) => split(line, mark).some((cell) => isTitle(unquoted(cell)));
  // A heading starts a table, and so does a numbered list, unless it is below a heading.
  const begins = (at: number) => {
    const [above = '', line = ''] = [lines[at - 1], lines[at]];
    if (!line.includes(mark)) return false;
    return /\d{3}/.test(line) ? /^ ?"?0?1"? ?[;,]/.test(line) && !isHead(above) : isHead(line);
  };
  const counts = lines.map((line, at) =>
    found[at] === undefined && !isSentence(line) ? split(line, mark).length : 1,
  );
  // Some exports end their rows with a separator, but not their heading.
  const isAsWide = (at: number, count: number) =>
    counts[at] === count || (count > 2 && counts[at] === count + 1 && lines[at]?.trimEnd().endsWith(mark));
  for (let from = 0; from < lines.length; ) {
    const count = counts[from] ?? 1;
    let to = from + 1;
    while (to < lines.length && isAsWide(to, count) && !begins(to)) to++;
    const counted = count > 1 ? countedLines(lines.slice(from, to), mark) : 0;
    if (counted > 1) to = from + counted;
    // Two lines with a comma each are a sentence, also where the first ends in the name of a type.
    const hasFigures = mark === ';' || count > 2 || lines.slice(from, to).some((line) => /\d/.test(line));
    const isTable =
      count > 1 &&
      count <= maxColumns &&
      to - from > 1 &&
      hasFigures &&
      (isHead(lines[from] ?? '') ||
        count > (mark === ';' ? 2 : 3) ||
        counted > 1 ||
        (count > 2 && lines.slice(from, to).every(isOfExport)));
    if (isTable) for (let at = from; at < to; at++) found[at] = mark;
    from = to;
  }
}

/** Whether commas without blanks separate the cells of a line, and these are more than numbers. */
function isOfExport(line: string): boolean {
  return !line.trim().includes(', ') && /[^\d.,\s]/.test(line);
}

/** Lines separated by slashes or hyphens, under a heading that consists of titles: `Despacho / OC`. */
function markHeaded(lines: readonly string[], found: Separator[], isTitle: (cell: string) => boolean): void {
  for (const mark of [' / ', '/', ' - '] as const) {
    for (const [from, line] of lines.entries()) {
      const cells = found[from] === undefined ? line.split(mark) : [];
      if (cells.length < 2 || /\d/.test(line) || !cells.every((cell) => isTitle(unquoted(cell)))) continue;
      let to = from + 1;
      while (found[to] === undefined && lines[to]?.split(mark).length === cells.length) to++;
      if (to - from > 1) for (let at = from; at < to; at++) found[at] = mark;
    }
  }
}

/** How many lines start with 1, 2, 3 and a document number: `1,411953`. */
function countedLines(lines: readonly string[], mark: ';' | ','): number {
  const end = lines.findIndex((line, index) => {
    const [first = '', second = ''] = split(line, mark);
    return Number(unquoted(first)) !== index + 1 || !/\d{4}/.test(second);
  });
  return end < 0 ? lines.length : end;
}

/**
 * Lines of figures with single blanks, as in `411953 12 3.450`: columns where the lines have the same number
 * of figures, of different lengths.
 */
function markFigures(lines: readonly string[], found: Separator[]): void {
  markPairs(lines, found);
  const counts = lines.map((line, at) =>
    found[at] === undefined && /^ ?\d[\d.,-]*(?<=\d)(?: {1,20}\d[\d.,-]*(?<=\d)){1,30} ?$/.test(line)
      ? line.trim().split(/ +/).length
      : 1,
  );
  for (let from = 0; from < lines.length; ) {
    const count = counts[from] ?? 1;
    let to = from + 1;
    while (to < lines.length && counts[to] === count) to++;
    const rows = lines.slice(from, to);
    if (to - from > 1 && (count > 2 ? rows.every(hasOneWhole) : count === 2 && areTwoSeries(rows))) {
      for (let at = from; at < to; at++) found[at] = / +/;
    }
    from = to;
  }
}

/** Lines with a dispatch and its amount between hyphens, `410931 - 450000`. */
function markPairs(lines: readonly string[], found: Separator[]): void {
  const isPair = (at: number) => found[at] === undefined && pairOfFigures.test(lines[at] ?? '');
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (isPair(to)) to++;
    const rows = lines.slice(from, to).map((line) => line.replace(' - ', ' '));
    if (rows.length > 1 && areTwoSeries(rows)) for (let at = from; at < to; at++) found[at] = ' - ';
    from = to + 1;
  }
}

const pairOfFigures = /^ ?\d[\d.]{3,11} - \d[\d.]{3,11} ?$/;

/**
 * Whether all lines have a number of one series first and another number second: dispatches and their
 * amounts.
 */
function areTwoSeries(lines: readonly string[]): boolean {
  const pairs = lines.map((line) => line.replaceAll('.', '').trim().split(/ +/));
  const [[series = ''] = []] = pairs;
  return pairs.every(
    ([first = '', second = '']) =>
      /^\d{5,8}$/.test(first) &&
      isOfSeries(first, series) &&
      /^\d{4,9}$/.test(second) &&
      !isOfSeries(second, series),
  );
}

/** Whether exactly one figure of the line has the length of a dispatch number. */
function hasOneWhole(line: string): boolean {
  const lengths = line
    .trim()
    .split(/ +/)
    .map((part) => (/^\d+$/.test(part) ? part.length : 0));
  const maxLength = Math.max(...lengths);
  return maxLength > 4 && lengths.filter((length) => length === maxLength).length === 1;
}

/** A greeting ends in a comma, and a sentence has commas too. */
function isSentence(line = ''): boolean {
  return line.split(',').some((cell) => cell.trim().split(' ').length > 6) && !line.includes(';');
}

/** Splits a line at a separator; text in double quotes is one cell. */
function split(line: string, mark: NonNullable<Separator>): string[] {
  if (mark instanceof RegExp) return (mark.source.startsWith(' ') ? line.trim() : line).split(mark);
  if (!line.includes('"')) return line.split(mark);
  const cells = [''];
  let isWithin = false;
  for (const letter of line) {
    if (letter === '"') isWithin = !isWithin;
    if (letter === mark && !isWithin) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
}

/** Words between the two ends of a range, and the end of the line; a capital letter ends a code. */
const openRange = /\d (?:al?|AL|hasta|HASTA|to|until|through|thru)$/;
/** A line that gives the end of a range: `al 411954`, `Hasta: 411954`. */
const endOfRange =
  /^(?:al|hasta|to|until|through|thru)(?::? ?[\t|] ?|:? )(?:el |la |n[°ºo.]{0,2} ?|despacho |dispatch ){0,3}(?=(?:\p{L}{1,6}-)?\d[\d.-]{3,} ?$)/iu;
/** A line that ends in a number, and no day. */
const endsInNumber = /(?<![\d./-])(?:\p{L}{1,6}-)?\d{4}[\d-]*$|(?<!\d)\d{1,3}\.\d{3}$/u;
const isRangeWord = /^(?:al?|hasta|to|until|through|thru)$/i;
const beginsInNumber = /^(?:el |la |los |n[°ºo.]{0,2} ?|despachos? ){0,3}(?:\p{L}{1,6}-)?\d{3}/iu;

/** A list that goes on: its line ends in a comma or a joining word. */
const openListEnd = /\d ?(?:[,;/&]| y| e| o| and)$/i;
const numbersAlone = /^\d{2,12}(?: ?(?:[,;/&]|y|e|o|and) ?\d{2,12})*(?: ?(?:[,;/&]|y|e|o|and))? ?\.?$/i;

/** Joins lines that break a range or a labelled list of numbers: `411951 al` above `411954`. */
function withBrokenLinesJoined(written: readonly string[]): readonly string[] {
  const joined: string[] = [];
  const lines = written.some((line) => /[\t|;]/.test(line)) ? withRangesOfColumns(written) : written;
  for (const [at, whole] of lines.entries()) {
    const line = whole.trim();
    const above = joined.at(-1)?.trimEnd();
    if (above !== undefined && isContinuedBy(above, line, lines[at + 1] ?? ''))
      joined[joined.length - 1] = `${above.replace(/^(desde|del|from):? ?[\t|] ?/i, '$1 ')} ${line.replace(
        /^(\p{L}+)(?::? ?[\t|] ?|: ?)/u,
        '$1 ',
      )}`;
    else joined.push(whole);
  }
  return joined;
}

function isContinuedBy(above: string, line: string, below: string): boolean {
  if (line.length > maxJoinedLength || above.length > maxJoinedLength) return false;
  const last = numbersOf(above).at(-1) ?? '';
  if (openRange.test(above)) return beginsInNumber.test(line) && isRange(last, line);
  if (endsInNumber.test(above))
    return isRangeWord.test(line)
      ? beginsInNumber.test(below.trim()) && isRange(last, below)
      : endOfRange.test(line) && isRange(last, line);
  // Whole numbers need no label of the line above, their endings need its last number.
  return (
    openListEnd.test(above) &&
    numbersAlone.test(line) &&
    !ofAmount.test(above) &&
    !isDate(last) &&
    numbersOf(line).every((number) => isOfSeries(number, last) || completed(number, last) !== undefined) &&
    (/^\d{2,3}(?!\d)/.test(line) || /\p{L}{2}/u.test(above.replace(/ (?:y|e|o|and)$/i, '')))
  );
}

/** The numbers of a line as written, also with letters before them. */
function numbersOf(line: string): readonly string[] {
  return (line.match(/(?:(?<!\p{L})\p{L}{1,6}-)?\d[\d./-]*/gu) ?? []).map((one) => one.replace(/[./-]$/, ''));
}

/** Whether a number and the first of a text are the ends of a range: of one series, and no days or years. */
function isRange(first: string, text: string): boolean {
  const [last = ''] = numbersOf(text);
  return isOfSeries(first.replaceAll('.', ''), last.replaceAll('.', '')) && !isDate(first) && !isDate(last);
}

/** Whether figures are a year, a month or a day. */
function isDate(text: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0\d|1[0-2])(?:[0-3]\d)?)?$|^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/.test(text);
}

const ofAmount =
  /[$€]|(?<!\p{L})(?:usd|clp|eur|uf|montos?|valor|valores|total|subtotal|neto|iva|saldo|suma|importe|precio|amount)(?!\p{L})/iu;

/** A broken line has the width of a mail. */
const maxJoinedLength = 400;
