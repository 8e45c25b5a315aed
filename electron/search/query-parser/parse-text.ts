import type { Rut } from '../../../shared/model/rut.ts';
import { withoutAccents } from '../../../shared/without-accents.ts';
import { cleanText } from './clean-text.ts';
import { isTitle, titleOf } from './column-titles.ts';
import { type Label, labelAt } from './labels.ts';
import type { ReadLine } from './line-state.ts';
import { ClientNames, wordsOfName } from './named-clients.ts';
import { isKind, isOfSeries } from './numbers.ts';
import type { ParseContext, ParsedText } from './parsed-text.ts';
import { type Fragment, lettersPerYield, type Reading } from './parser-state.ts';
import { addFragment, hasNumbers } from './read-fragments.ts';
import { readLine } from './read-line.ts';
import { readRows } from './read-rows.ts';
import { unexplainedFigures } from './remaining-text.ts';
import { resolveFragments } from './resolve-fragments.ts';
import { type Block, splitLinesAndTables } from './split-lines-and-tables.ts';
import { tokenize } from './tokenize.ts';

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
    above: { ruts: [], isNamed: false, isRecord: false },
    clientLines: [],
    numberedFragments: 0,
    isOfPerson: false,
    pending: undefined,
    heading: undefined,
    table: undefined,
    open: undefined,
    isSigned: false,
    excluded: { numbers: new Set(), ends: new Set(), types: new Set(), texts: new Set() },
    isExcluding: false,
    aside: cleaned.links.map((link) => ({ text: link, as: 'link' as const })),
  };
  for (const block of blocks) yield* readBlock(reading, block, isPasted);
  readHeadingAlone(reading);
  assignClientsBelow(reading);
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

/** The header of a quoted mail, and the line above it. */
const headOfMail =
  /^(?:de|from|para|to|cc|cco|bcc|enviado(?: el)?|enviado por|sent|fecha|date|asunto|subject|responder a|reply-to)\b ?:|\b(?:escribio|wrote|ha escrito)\b:?$|^-{2,}|^_{3,}/;

/** The signature starts here. */
const farewell =
  /^(?:muchas gracias|gracias|thanks|thank you|saludos|saluda|atte|atentamente|cordialmente|slds|un saludo|regards|best regards|kind regards|best|sincerely|quedo atent)/;

const greeting = /^(?:estimad[oa]s?|hola|buen[oa]s?|dear|hi|hello|sr|sra|sres|senor|senora|senores)\b/;

/** A greeting with a request after its comma: `Hola Marta, me faltan BL y factura`. */
const openingOf = /^[^,:\d]{2,60}[,:] ?/;

/** The request after a greeting; `''` where there is none, or only a name. */
function requestOf(text: string): string {
  const rest = text.slice(openingOf.exec(text)?.[0].length ?? text.length);
  const [first = ''] = rest.split(',', 1);
  return /\p{L}{3}/u.test(first) ? rest : '';
}

const subject = /^(?:asunto|subject) /;
/** Words of a request that begins like a farewell: `Gracias por enviar el BL`. */
const requestWords =
  /\b(?:falta|faltan|favor|envi\w{1,6}|necesit\w{1,5}|solicit\w{1,5}|mand\w{2,6}|please|send)\b/;

/** The list at the end of a part of a long line, which the next part continues. */
type OpenList = Pick<ReadLine, 'open' | 'pending'>;

interface ProseLine {
  line: number;
  isPasted: boolean;
  /** From the previous part, where the line was split. */
  openList: OpenList | undefined;
}

/**
 * Reads a line without columns, or a part of a long one, pasted or typed. Returns what the next part
 * continues.
 */
function readOneLine(
  reading: Reading,
  text: string,
  { line, isPasted, openList }: ProseLine,
): OpenList | undefined {
  if (text === '') return undefined;
  if (!isListLine(text)) readHeadingAlone(reading);
  const folded = wordsOfName(text).join(' ');
  const isHead = isPasted && headOfMail.test(withoutAccents(text, 'NFD').toLowerCase());
  const request = isPasted && greeting.test(folded) ? requestOf(text) : '';
  if (request !== '') {
    const salutation = text.slice(0, text.length - request.length).trimEnd();
    readOneLine(reading, salutation, { line, isPasted, openList: undefined });
    return readOneLine(reading, request, { line, isPasted, openList: undefined });
  }
  const isGreeting = isPasted && greeting.test(folded) && text.length < 80;
  if (isGreeting || isHead) reading.isSigned = false;
  if (isPasted && farewell.test(folded) && !requestWords.test(folded)) reading.isSigned = true;
  if (isPasted && isHeading(text)) return undefined;
  const heading = isPasted ? labelOfHeading(text) : undefined;
  reading.heading = heading && { text, line };
  if (heading) {
    reading.pending = heading;
    return undefined;
  }
  const above = isPasted && isListLine(text) ? (reading.pending ?? labelBefore(reading, text)) : undefined;
  const read = readLine(text, openList?.open?.label ?? openList?.pending ?? above, openList?.open?.last);
  reading.open = goesOnBelow(read) ? read.open : undefined;
  const isQuiet = isHead || isGreeting || reading.isSigned;
  if (!isListLine(text)) reading.isExcluding = false;
  addFragment(reading, read, {
    line,
    isTyped: !isPasted,
    isQuiet,
    isSubject: isHead && subject.test(folded),
  });
  const isList = isListLine(text) || !/[\p{L}\d]/u.test(text);
  reading.pending = isPasted ? (read.pending ?? (isList ? reading.pending : undefined)) : undefined;
  return read;
}

/** Reads a heading without numbers below it as type names: `Facturas` below a number, and `BL` below that. */
function readHeadingAlone(reading: Reading): void {
  const { heading, isSigned } = reading;
  reading.heading = undefined;
  if (heading)
    addFragment(reading, readLine(heading.text), { line: heading.line, isTyped: false, isQuiet: isSigned });
}

/** A title or a total that is no part of the query: `RUT`, `Cliente`, `TOTAL`. */
function isHeading(text: string): boolean {
  const column = titleOf(text);
  return (
    column === 'rut' ||
    column === 'client' ||
    column === 'digit' ||
    /^(?:sub)?-?total(?:es)?(?: general)?:?$/i.test(text)
  );
}

/**
 * The label of a list that continues after a semicolon: it applies to numbers of the same length or shape.
 */
function labelBefore({ open }: Reading, text: string): Label | undefined {
  const [first = ''] = /\d+/.exec(text) ?? [];
  // Five or six figures are a dispatch, unless they go on in the series.
  const isOfOthers = (first.length < 5 || first.length > 6) && !isYear.test(first);
  const isLike =
    open &&
    (isOfSeries(first, open.last) ||
      (isOfOthers && first.length === open.last.length) ||
      (/\D/.test(open.last) && shapeOf(text) === shapeOf(open.last)));
  return isLike ? open.label : undefined;
}

/** Whether the list at a line's end may go on below; six figures below an amount or ticket are a dispatch. */
function goesOnBelow({ open, elements }: ReadLine): boolean {
  if (!open) return false;
  if (isYear.test(open.last)) return elements.findLast(({ kind }) => kind !== 'word')?.kind === 'number';
  return isKind(open.label.as) || open.label.as === 'phone' || open.last.length < 6;
}

const isYear = /^(?:19|20)\d\d$/;

function shapeOf(number: string): string {
  return number.trim().replaceAll(/\d/g, '0');
}

/** The label of a line that is the title of the lines below: `Despacho`, `OC:`, `N° de DIN`. */
function labelOfHeading(text: string): Label | undefined {
  if (/\d/.test(text) || text.length > 40) return undefined;
  const column = titleOf(text);
  if (!isKind(column)) return undefined;
  const [label] = tokenize(text).flatMap((_, at, tokens) => labelAt(tokens, at) ?? []);
  return { as: column, text: label?.label.text ?? text, isTypeToo: false, isPlural: true };
}

/** Whether a line holds only numbers, as in a list. */
function isListLine(text: string): boolean {
  return (
    /\d/.test(text) &&
    !/\p{L}{3,}/u.test(
      text.replaceAll(/[\p{L}\d._/-]+|\([^()]*\)/gu, (part) => (/\d|^\(/.test(part) ? ' ' : part)),
    )
  );
}

/**
 * Gives numbers the client below them, where each record of a text names its client after its numbers:
 * `Despacho: 410931` above `Cliente: Acme`. Records have their client last, or all the same kinds of
 * numbers; other texts name clients above their numbers.
 */
function assignClientsBelow({ fragments, clientLines }: Reading): void {
  const numbered = fragments.flatMap((fragment, at) =>
    hasNumbers(fragment) && !fragment.isHeadOrFoot ? [{ fragment, at }] : [],
  );
  const records: { ruts: readonly Rut[]; fragments: Fragment[] }[] = [];
  let next = 0;
  for (const { ruts, fragmentsBefore } of clientLines) {
    const own: Fragment[] = [];
    for (let one = numbered[next]; one && one.at < fragmentsBefore; one = numbered[++next])
      own.push(one.fragment);
    const last = records.at(-1);
    // The name and the RUT of one client.
    if (own.length === 0 && last) last.ruts = ruts.length > 0 ? ruts : last.ruts;
    else records.push({ ruts, fragments: own });
  }
  const first = records[0]?.fragments ?? [];
  const isApart = numbered.every(({ fragment }) => fragment.isOfLinesAround);
  const areAbove = clientLines.some(({ isHeading }) => isHeading);
  if (records.length < 2 || first.length === 0 || !isApart || areAbove) return;
  const below = numbered.slice(next).map(({ fragment }) => fragment);
  if (below.length > 0 && !moveBegins(records, below)) return;
  for (const { ruts, fragments } of records) for (const fragment of fragments) fragment.ruts = ruts;
}

/**
 * Whether each record goes on below its client as the last one does; the lines below a client are moved to
 * its record. The first kind of number tells where a record begins.
 */
function moveBegins(records: readonly { fragments: Fragment[] }[], below: readonly Fragment[]): boolean {
  const halves = records.map(({ fragments }, index) => ({
    before: index === 0 ? fragments : fragments.slice(below.length),
    below: records[index + 1]?.fragments.slice(0, below.length) ?? below,
  }));
  const kinds = halves.map((half) => [...half.before, ...half.below].map(kindOf));
  const [begin = '', ...others] = kinds[0] ?? [];
  if (begin === '' || others.includes(begin)) return false;
  if (!kinds.every((own) => own.join() === kinds[0]?.join())) return false;
  for (const [index, half] of halves.entries())
    records[index]?.fragments.splice(0, Number.POSITIVE_INFINITY, ...half.before, ...half.below);
  return true;
}

/** The kind of the first labelled number of a fragment; `''` where it has none. */
function kindOf({ read }: Fragment): string {
  return read.elements.find((element) => element.kind === 'number')?.as ?? '';
}
