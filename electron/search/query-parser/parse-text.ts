import { cleanText } from './clean-text.ts';
import { ClientNames } from './named-clients.ts';
import type { ParseContext, ParsedText } from './parsed-text.ts';
import { lettersPerYield, type Reading } from './parser-state.ts';
import { isTitle } from './pasted-table.ts';
import { type OpenList, readHeadingAlone, readOneLine } from './read-prose.ts';
import { readRows } from './read-rows.ts';
import { resolveFragments } from './resolve-fragments.ts';
import { type Block, splitLinesAndTables } from './split-lines-and-tables.ts';
import { unexplainedFigures } from './unexplained-figures.ts';

/**
 * Parses a typed or pasted text. The search box, pasted lists, the list of an inspection and the terminal all
 * use this parser.
 */
export function parseText(text: string, context: ParseContext): ParsedText {
  const reader = parsing(text, context);
  for (;;) {
    const { done, value } = reader.next();
    if (done) return value;
  }
}

/** The same, with a yield between steps: a pasted text may have thousands of lines. */
export async function parseTextYielding(
  text: string,
  context: ParseContext,
  giveWay: () => Promise<void>,
): Promise<ParsedText> {
  const reader = parsing(text, context);
  for (;;) {
    const { done, value } = reader.next();
    if (done) return value;
    await giveWay();
  }
}

function* parsing(text: string, context: ParseContext): Generator<undefined, ParsedText> {
  const cleaned = cleanText(text);
  const { blocks, isPasted } = yield* splitLinesAndTables(cleaned.text, isTitle);
  const reading: Reading = {
    names: new ClientNames(context.book),
    book: new Map(context.book.map((client) => [client.rut, client])),
    context,
    fragments: [],
    cells: [],
    clients: new Map(),
    types: new Set(),
    found: [],
    namedClients: 0,
    ranges: [],
    wrong: new Map(),
    above: [],
    isAboveNamed: false,
    pending: undefined,
    heading: undefined,
    table: undefined,
    open: undefined,
    isSigned: false,
    excluded: { numbers: new Set(), ends: new Set(), types: new Set(), texts: new Set() },
    isExcluding: false,
    isOneLine: !cleaned.text.trim().includes('\n'),
    aside: cleaned.links.map((link) => ({ text: link, as: 'link' as const })),
  };
  for (const block of blocks) yield* readBlock(reading, block, isPasted);
  readHeadingAlone(reading);
  yield;
  const resolved = yield* resolveFragments(reading, isPasted);
  return yield* withUnexplained(resolved, reading, cleaned.text);
}

function* readBlock(reading: Reading, block: Block, isPasted: boolean): Generator<undefined, void> {
  if (block.kind === 'table') {
    readHeadingAlone(reading);
    yield* readRows(reading, block.lines);
    return;
  }
  let letters = 0;
  for (const { cells, at } of block.lines) {
    let openList: OpenList | undefined;
    for (const text of splitLine(cells[0] ?? '', lettersPerYield)) {
      if (letters + text.length > lettersPerYield) {
        letters = 0;
        yield;
      }
      letters += text.length + lettersOfLine;
      openList = readOneLine(reading, text, { line: at, isPasted, openList });
    }
  }
}

/** The cost of each line, however short, in letters. */
const lettersOfLine = 20;

/**
 * Reports figures that no result explains as not understood. If the text gave no result at all, its words
 * become search words, so that nothing vanishes.
 */
function* withUnexplained(
  read: ParsedText,
  reading: Reading,
  text: string,
): Generator<undefined, ParsedText> {
  const unexplained = (yield* unexplainedFigures(text, reading, read)).map(
    (own) => ({ text: own, reason: 'not-understood' }) as const,
  );
  const wrong = [...read.wrong, ...unexplained];
  const { numbers, clients, types, range, words, aside, sentences } = read;
  const isNothing =
    range === undefined &&
    [numbers, clients, types, words, aside, sentences, wrong].every(({ length }) => length === 0);
  return { ...read, wrong, words: isNothing ? text.split(/\s+/).filter((word) => word !== '') : words };
}

/**
 * Good positions to split a line: after punctuation, before a word or a whole number; an ending stays with
 * its number.
 */
const goodSplit = /[,;.] (?=\p{L}{2}|\d{5})|[,;](?=\d{5})/gu;
const blank = / /g;

/** Splits a line into parts of at most `maxLength` letters, without loss; a longer word is split too. */
function* splitLine(line: string, maxLength: number): Generator<string, void> {
  let from = 0;
  while (line.length - from > maxLength) {
    // The last two parts have the same length, so that no short ending is left, which might look like a
    // number.
    const max = Math.min(maxLength, Math.ceil((line.length - from) / 2));
    const part = line.slice(from, from + max);
    const length = lastMatchEnd(part, goodSplit) ?? lastMatchEnd(part, blank) ?? max;
    yield line.slice(from, from + length);
    from += length;
  }
  yield line.slice(from);
}

/** The end of the last match in the second half of a part; undefined where there is none. */
function lastMatchEnd(part: string, pattern: RegExp): number | undefined {
  const half = Math.floor(part.length / 2);
  const last = [...part.slice(half).matchAll(pattern)].at(-1);
  return last && half + last.index + last[0].length;
}
