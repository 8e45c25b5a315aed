/** A line of a text, by its columns; a line of a sentence has one. */
export interface Line {
  cells: readonly string[];
  /** Its place among the lines of the text. */
  at: number;
}

/** Lines that follow one another and have columns, or lines of one. */
export type Block = { kind: 'lines'; lines: readonly Line[] } | { kind: 'table'; lines: readonly Line[] };

/** Before what a mail answers to. */
const quoted = /^ ?(?:> ?)+/;
/** Before the points of a list. */
const bullet = /^ ?(?:(?:[-*•·‣▪–>+]|\[[ x]?\]) +)+/i;

/**
 * Parts a cleaned text into lines and tables. Columns are parted by tabs and bars; by semicolons and commas where several lines have as many; by runs of
 * blanks where several lines have as many and the first holds no figure. A text of one line has semicolons for line ends.
 */
export function layOut(
  text: string,
  isTitle: (cell: string) => boolean,
): { blocks: Block[]; isPasted: boolean } {
  const written = text.split('\n').filter((line) => line.trim() !== '');
  const lines = written.length > 1 ? written : text.split(';').filter((line) => line.trim() !== '');
  const bare = lines.map(withoutQuotes);
  const separators = separatorsOf(bare, isTitle);
  const blocks: Block[] = [];
  for (const [at, line] of bare.entries()) {
    const separator = separators[at];
    const cells = (separator === undefined ? [line] : split(line, separator)).map((cell) => unquoted(cell));
    const kind = cells.length > 1 ? 'table' : 'lines';
    const last = blocks.at(-1);
    const next: Line = { cells: cells.map((cell, place) => (place === 0 ? withoutBullet(cell) : cell)), at };
    if (last?.kind === kind) blocks[blocks.length - 1] = { kind, lines: push(last.lines, next) };
    else blocks.push({ kind, lines: [next] });
  }
  return { blocks, isPasted: bare.length > 1 || blocks.some(({ kind }) => kind === 'table') };
}

function push(lines: readonly Line[], line: Line): readonly Line[] {
  if (Array.isArray(lines)) lines.push(line);
  return lines;
}

function withoutQuotes(line: string): string {
  return line.replace(quoted, '').replace(/(?<! ) +$/, '');
}

/** A line of a list without what stands before it. */
function withoutBullet(line: string): string {
  return line.replace(bullet, '').trim();
}

function unquoted(cell: string): string {
  const trimmed = cell.replace(/\s+/g, ' ').trim();
  const [, inner] = /^"(.*)"$/s.exec(trimmed) ?? [];
  if (inner !== undefined) return inner.replaceAll('""', '"').trim();
  return trimmed.replace(/^["'“”‘’«»]+|(?<!["'“”‘’«»])["'“”‘’«»]+$/gu, '').trim();
}

type Separator = RegExp | ';' | ',' | undefined;

/** What parts each line into columns. */
function separatorsOf(lines: readonly string[], isTitle: (cell: string) => boolean): Separator[] {
  const found: Separator[] = lines.map((line) => (/[\t|]/.test(line.trimEnd()) ? /[\t|]/ : undefined));
  for (const mark of [';', ','] as const) markRuns(lines, found, { mark, isTitle });
  markBlanks(lines, found);
  return found;
}

/** Runs of two lines or more that have as many marks, and so as many columns; of commas three columns or a heading. */
function markRuns(
  lines: readonly string[],
  found: Separator[],
  { mark, isTitle }: { mark: ';' | ','; isTitle: (cell: string) => boolean },
): void {
  const counts = lines.map((line, at) => (found[at] === undefined ? split(line, mark).length : 1));
  for (let from = 0; from < lines.length; ) {
    const count = counts[from] ?? 1;
    let to = from + 1;
    while (to < lines.length && counts[to] === count) to++;
    const isHeaded = split(lines[from] ?? '', mark).some((cell) => isTitle(unquoted(cell)));
    const isTable =
      count > 1 && to - from > 1 && (isHeaded || count > (mark === ';' ? 2 : 3)) && !isSentence(lines[from]);
    if (isTable) for (let at = from; at < to; at++) found[at] = mark;
    from = to;
  }
}

/** Columns of a mail that are set apart by blanks, under a heading that is. */
function markBlanks(lines: readonly string[], found: Separator[]): void {
  const apart = / {2,}/;
  const counts = lines.map((line, at) => (found[at] === undefined ? line.trim().split(apart).length : 1));
  for (let from = 0; from < lines.length; from++) {
    const count = counts[from] ?? 1;
    if (count < 2 || /\d/.test(lines[from] ?? '')) continue;
    let to = from + 1;
    while (to < lines.length && counts[to] === count) to++;
    if (to - from > 1) for (let at = from; at < to; at++) found[at] = apart;
    from = to - 1;
  }
}

/** A greeting ends in a comma, and a sentence has commas as well. */
function isSentence(line = ''): boolean {
  return line.split(',').some((cell) => cell.trim().split(' ').length > 6) && !line.includes(';');
}

/** Parts a line at a mark; what stands in double quotes is one cell. */
function split(line: string, mark: RegExp | ';' | ','): string[] {
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
