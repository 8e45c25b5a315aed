import type { Client } from '../../../shared/model/connection.ts';
import type { Day, Range } from '../../../shared/model/dates.ts';
import { dispatchNumberSchema } from '../../../shared/model/question.ts';
import { parseRut, type Rut } from '../../../shared/model/rut.ts';
import type { AsideKind } from '../../../shared/model/search.ts';
import { typesMeant, withoutTaken } from '../../../shared/model/type-words.ts';
import { cleanText } from './clean.ts';
import { ClientNames, type ParsedClient, readRut, wordsOfName } from './clients.ts';
import { readRange } from './dates.ts';
import { typesInSentence } from './document-types.ts';
import { type Label, labelAt } from './labels.ts';
import { type Block, type Line, layOut } from './layout.ts';
import { isAddress, isLetteredPhone, isUnit, isUnitOfAddress, linesOfSignatures } from './noise.ts';
import { figuresIn, type NumberKind } from './numbers.ts';
import { type Part, type ReadLine, readLine } from './read-line.ts';
import { askedColumns, readTable, type Table, titleOf } from './table.ts';
import { tokenize } from './tokenize.ts';
import { untoldFigures } from './untold.ts';
import { wordsOfNoName } from './words.ts';

/** A number of a text, and what it may be a number of. */
export interface ParsedNumber {
  /** As it was written. */
  text: string;
  /** Without its label. */
  number: string;
  as: NumberKind;
  /** The clients that stand beside it, or above it on a line of their own. */
  ruts: readonly Rut[];
}

/** What has figures and is asked for by nobody, in its own words, and what it was read as. */
export interface AsideText {
  text: string;
  as: AsideKind;
}

/** What a text says by itself, whatever is kept. */
export interface ParsedText {
  /** In the order of the text, each once. */
  numbers: readonly ParsedNumber[];
  clients: readonly ParsedClient[];
  /** Names of document types. */
  types: readonly string[];
  range?: Range;
  /** First and last of each range of numbers; all of them stand among the numbers, unless they are too many. */
  ranges: readonly { first: string; last: string; isTooLong: boolean }[];
  words: readonly string[];
  /** Figures that are no number of papers, and columns beside the numbers. */
  aside: readonly AsideText[];
  /** Sentences of a pasted text without a figure. */
  sentences: readonly string[];
  wrong: readonly { text: string; reason: 'rut-form' | 'dispatch-number' | 'not-understood' }[];
}

/** What a text is read by: never what happens to be kept. */
export interface ParseContext {
  book: readonly Client[];
  /** Names of document types; none leaves words for types as words. */
  types?: readonly string[];
  /** The day on which months are read; without it days and months are words and numbers. */
  today?: Day;
}

/** A line or a cell, before it is known how the numbers of the text look. */
interface Piece {
  read: ReadLine;
  line: number;
  ruts: readonly Rut[];
  /** Spans that clients, types and days take. */
  taken: readonly { from: number; to: number }[];
  /** Whether nothing but numbers and what joins them is left. */
  isWhole: boolean;
  isTyped: boolean;
}

interface Reading {
  names: ClientNames;
  book: ReadonlyMap<Rut, Client>;
  context: ParseContext;
  pieces: Piece[];
  clients: Map<Rut, ParsedClient>;
  types: Set<string>;
  found: { range: Range; isOfSentence: boolean }[];
  ranges: ParsedText['ranges'][number][];
  wrong: Map<string, ParsedText['wrong'][number]>;
  aside: AsideText[];
  /** The clients of the line above that held nothing else. */
  above: readonly Rut[];
  pending: Label | undefined;
  /** The table above, where a heading says what its columns hold. */
  table: Table | undefined;
  /** The list that the part before a semicolon ended with, in a text of one line. */
  open: ReadLine['open'];
  isOneLine: boolean;
  /** Whether the lines are those at the foot of a mail, or at its head. */
  isSigned: boolean;
}

/** Reads what a person typed or pasted. It is the one reading for the search box, pasted lists, the list of an inspection and the terminal. */
export function parseText(text: string, context: ParseContext): ParsedText {
  const reader = parsing(text, context);
  for (;;) {
    const { done, value } = reader.next();
    if (done) return value;
  }
}

/** The same, giving way to others after each piece of work: a pasted text may have thousands of lines. */
export async function parseTextInTurns(
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

/** Lines between two moments in which others have their turn. */
const linesInARow = 200;

function* parsing(text: string, context: ParseContext): Generator<undefined, ParsedText> {
  const cleaned = cleanText(text);
  const { blocks, isPasted } = layOut(cleaned.text, (cell) => titleOf(cell) !== 'other');
  const reading: Reading = {
    ...{
      names: new ClientNames(context.book),
      book: new Map(context.book.map((client) => [client.rut, client])),
      context,
      pieces: [],
      clients: new Map(),
      types: new Set(),
    },
    ...{
      found: [],
      ranges: [],
      wrong: new Map(),
      above: [],
      pending: undefined,
      table: undefined,
      open: undefined,
      isSigned: false,
    },
    isOneLine: !cleaned.text.trim().includes('\n'),
    aside: cleaned.links.map((link) => ({ text: link, as: 'link' as const })),
  };
  for (const block of blocks) yield* readBlock(reading, block, isPasted);
  yield;
  return withUntold(settle(reading, isPasted), cleaned.text);
}

function* readBlock(reading: Reading, block: Block, isPasted: boolean): Generator<undefined, void> {
  if (block.kind === 'table') {
    yield* readRows(reading, block.lines);
    return;
  }
  for (const [place, { cells, at }] of block.lines.entries()) {
    if (place % linesInARow === linesInARow - 1) yield;
    readOneLine(reading, cells[0] ?? '', at, isPasted);
  }
}

/** The head of a mail that is answered, and the line above it. */
const headOfMail =
  /^(?:de|from|para|to|cc|cco|bcc|enviado(?: el)?|enviado por|sent|fecha|date|asunto|subject|responder a|reply-to)\b ?:|\b(?:escribio|wrote|ha escrito)\b:?$|^-{2,}|^_{3,}/;
/** From here on it is said who writes. */
const farewell =
  /^(?:muchas gracias|gracias|thanks|thank you|saludos|saluda|atte|atentamente|cordialmente|slds|un saludo|regards|best regards|kind regards|best|sincerely|quedo atent)/;
const greeting = /^(?:estimad[oa]s?|hola|buen[oa]s?|dear|hi|hello|sr|sra|sres|senor|senora|senores)\b/;

function readOneLine(reading: Reading, text: string, line: number, isPasted: boolean): void {
  if (text === '') return;
  const folded = wordsOfName(text).join(' ');
  const isHead = isPasted && headOfMail.test(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const isGreeting = isPasted && greeting.test(folded) && text.length < 80;
  if (isGreeting || isHead) reading.isSigned = false;
  if (isPasted && farewell.test(folded)) reading.isSigned = true;
  if (isPasted && isHeading(text)) return;
  const heading = isPasted ? labelOfHeading(text) : undefined;
  if (heading) {
    reading.pending = heading;
    return;
  }
  const read = readLine(
    text,
    isPasted && isListLine(text) ? (reading.pending ?? labelBefore(reading, text)) : undefined,
  );
  reading.open = reading.isOneLine ? read.open : undefined;
  const isQuiet = isHead || isGreeting || reading.isSigned;
  addPiece(reading, read, { line, isTyped: !isPasted, isQuiet });
  const holds = isListLine(text) || !/[\p{L}\d]/u.test(text);
  reading.pending = isPasted ? (read.pending ?? (holds ? reading.pending : undefined)) : undefined;
}

/** A title or an end of a column that is asked for by nobody: `RUT`, `Cliente`, `TOTAL`. */
function isHeading(text: string): boolean {
  const column = titleOf(text);
  return (
    column === 'rut' ||
    column === 'client' ||
    column === 'digit' ||
    /^(?:sub)?-?total(?:es)?(?: general)?:?$/i.test(text)
  );
}

/** Semicolons part a list in a line, too: its label holds for numbers of as many figures behind them. */
function labelBefore({ open }: Reading, text: string): Label | undefined {
  const [first = ''] = /\d+/.exec(text) ?? [];
  return open && first.length === open.last.length ? open.label : undefined;
}

/** A line that is the title of the lines below it: `Despacho`, `OC:`, `N° de DIN`. */
function labelOfHeading(text: string): Label | undefined {
  if (/\d/.test(text) || text.length > 40) return undefined;
  const column = titleOf(text);
  if (
    column === 'other' ||
    column === 'digit' ||
    column === 'client' ||
    column === 'rut' ||
    column === 'loose'
  )
    return undefined;
  const [label] = tokenize(text).flatMap((_, at, tokens) => labelAt(tokens, at) ?? []);
  return { as: column, text: label?.label.text ?? text, isTypeToo: false, isPlural: true };
}

/** Whether a line holds nothing but numbers, as one of a list does. */
function isListLine(text: string): boolean {
  return (
    /\d/.test(text) &&
    !/\p{L}{3,}/u.test(
      text.replaceAll(/[\p{L}\d._/-]+|\([^()]*\)/gu, (part) => (/\d|^\(/.test(part) ? ' ' : part)),
    )
  );
}

interface PieceOf {
  line: number;
  isTyped: boolean;
  /** Whether no client, type or month is looked for in it: the head and the foot of a mail. */
  isQuiet?: boolean;
  /** The clients that stand beside it, or above it on a line of their own. */
  ruts?: readonly Rut[];
  /** What its column calls an order. */
  label?: string;
}

function addPiece(reading: Reading, read: ReadLine, { line, isTyped, isQuiet = false, ruts }: PieceOf): void {
  const own = addRuts(reading, read, isTyped);
  const taken = isQuiet ? [] : takeWords(reading, read, isTyped);
  for (const part of read.parts) {
    if (part.kind === 'candidate' && part.form === 'plain' && ofBook(reading, part.number)) taken.push(part);
  }
  const rest = read.parts.filter((part) => !taken.some(({ from, to }) => part.from < to && part.to > from));
  const isOnlyRuts =
    own.length > 0 &&
    rest.every(({ kind }) => kind === 'rut' || kind === 'word') &&
    !/\p{L}{4,}/u.test(read.text);
  if (isOnlyRuts && !isTyped && ruts === undefined) reading.above = own;
  const beside = ruts ?? (own.length > 0 ? own : reading.above);
  reading.ranges.push(...read.ranges);
  reading.pieces.push({ read, line, ruts: beside, taken, isTyped, isWhole: isWhole(rest, read.text) });
}

/** Words that may stand beside a number that is all that a line says: `410931 urgente`. */
const notes =
  /^(?:ver|ojo|urgente|ok|nuevo|y|e|o|and|or|el|la|los|las|de|del|n|no|nro|num|numero|a|al|desde|hasta|entre|inclusive|ambos)$/;

function isWhole(rest: readonly Part[], text: string): boolean {
  let depth = 0;
  let at = 0;
  for (const part of rest) {
    for (; at < part.from; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (part.kind === 'word' && depth <= 0 && !notes.test(part.folded)) return false;
  }
  return true;
}

function addRuts(reading: Reading, { parts }: ReadLine, isTyped: boolean): Rut[] {
  const found: Rut[] = [];
  const figures = parts.filter(({ kind }) => kind !== 'word');
  for (const part of parts) {
    if (part.kind === 'candidate' && part.form === 'plain') {
      const read = ofBook(reading, part.number);
      if (read) found.push(read);
    }
    if (part.kind !== 'rut') continue;
    const read = part.isWrong ? undefined : readRut(part.text);
    // In a sentence figures with thousands marks and no check digit are an amount.
    const isAlone = isTyped || figures.length === 1 || part.isLabelled || /-/.test(part.text);
    if (read) {
      reading.clients.set(read.rut, { ...read, name: nameOf(reading, read.rut) });
      found.push(read.rut);
    } else if (isAlone) reading.wrong.set(part.text, { text: part.text, reason: 'rut-form' });
    else reading.aside.push({ text: part.text, as: 'amount' });
  }
  return found;
}

/** A number without a hyphen that is the RUT of a client of the book. */
function ofBook(reading: Reading, number: string): Rut | undefined {
  if (number.length < 8 || number.length > 9) return undefined;
  const read = readRut(number);
  const client = read?.digitIsRight ? reading.book.get(read.rut) : undefined;
  if (!read || !client) return undefined;
  reading.clients.set(read.rut, { ...read, name: client.name });
  return read.rut;
}

function nameOf({ book }: Reading, rut: Rut): string {
  return book.get(rut)?.name ?? '';
}

/** Takes clients, types and days out of a line. Gives where they stand. */
function takeWords(reading: Reading, read: ReadLine, isTyped: boolean): { from: number; to: number }[] {
  const taken = takeRange(reading, read, isTyped);
  // A label is part of its number: the `DIN` of a number says nothing of types.
  const own = read.parts.filter(({ kind }) => kind === 'number' || kind === 'aside');
  const isFree = (part: Part) =>
    ![...taken, ...(part.kind === 'word' ? own : [])].some(
      ({ from, to }) => part.from < to && part.to > from,
    );
  const words = read.parts.filter((part) => part.kind === 'word' || part.kind === 'candidate').filter(isFree);
  const texts = words.map(({ from, to }) => read.text.slice(from, to));
  const folded = texts.map((text) => wordsOfName(text)[0] ?? '');
  const hasCapitals = /\p{Lu}/u.test(read.text) && /\p{Ll}/u.test(read.text);
  const mayBeOne = (place: number) =>
    isTyped ||
    words.length <= 6 ||
    (hasCapitals &&
      /^\p{Lu}/u.test(texts[place] ?? '') &&
      (place > 0 || /^ ?(?:[,:;/]|y )/.test(read.text.slice(words[place]?.to))));
  for (const { from, to, clients } of reading.names.named(folded, mayBeOne)) {
    addClients(reading, clients);
    taken.push({ from: words[from]?.from ?? 0, to: words[to - 1]?.to ?? 0 });
  }
  if (!isTyped) taken.push(...takeTypes(reading, words.filter(isFree)));
  return taken;
}

function takeTypes(reading: Reading, words: readonly Part[]): { from: number; to: number }[] {
  const only = words.flatMap((part) => (part.kind === 'word' ? [part] : []));
  const { names, places } = typesInSentence(
    only.map(({ folded }) => folded),
    reading.context.types ?? [],
  );
  for (const name of names) reading.types.add(name);
  return places.flatMap((place) => only[place] ?? []).map(({ from, to }) => ({ from, to }));
}

function addClients(reading: Reading, found: readonly Client[]): void {
  for (const { rut, name } of found) {
    const read = parseRut(rut);
    if (read.form === 'right') {
      reading.clients.set(rut, { rut, name, digitIsRight: read.digitIsRight, expected: read.expected });
    }
  }
}

/** Words before a month that say that papers of that time are wanted. */
const ofPapers =
  /(?<!\p{L})(?:document|papel|despacho|carpeta|factur|periodo|period|movimiento|file|paper|dispatch|mes )\p{L}*(?: \p{L}+){0,4} *$/u;

/** Words beside a day by itself that leave it what is asked for. */
const maxWordsBesideDay = 3;

function takeRange(
  reading: Reading,
  { text, parts }: ReadLine,
  isTyped: boolean,
): { from: number; to: number }[] {
  const { today, types = [] } = reading.context;
  const found = today === undefined ? undefined : readRange(text, today);
  if (!found) return [];
  const { range, from, to, rest } = found;
  const words = wordsOfName(rest);
  const hasTypes = typesInSentence(words, types).names.length > 0;
  const isDay = range.kind === 'days' && range.start === range.end;
  const hasNumber = parts.some(
    (part) => (part.kind === 'number' || part.kind === 'candidate') && (part.to <= from || part.from >= to),
  );
  const isYear = range.kind === 'days' && /^\d{4}-01-01(\d{4})-12-31$/.test(range.start + range.end);
  // Beside a number a year is that of the number.
  if (isYear && hasNumber) return [];
  const isAlone =
    words.every((word) => wordsOfNoName.has(word)) ||
    (!hasNumber && isTyped && (!isDay || words.length <= maxWordsBesideDay));
  const isSaid = hasTypes || ofPapers.test(wordsOfName(text.slice(0, from)).join(' '));
  const isShort = !hasNumber && words.length <= 6 && parts.some(({ kind }) => kind === 'rut');
  if (!isAlone && (isDay || !(isSaid || isShort))) return [];
  reading.found.push({ range, isOfSentence: !isAlone });
  return [{ from, to }];
}

/** The rows of one table below another: what their columns say, and what stands beside. */
function* readRows(reading: Reading, lines: readonly Line[]): Generator<undefined, void> {
  const beginnings = lines.flatMap((line, place) => (isHeadingBelow(lines, line, place) ? [place] : []));
  for (const [place, from] of [0, ...beginnings].entries()) {
    yield* readTableRows(reading, lines.slice(from, beginnings[place]));
  }
}

function* readTableRows(reading: Reading, lines: readonly Line[]): Generator<undefined, void> {
  const table = readTable(lines, reading.table);
  reading.table = table.isHeaded ? table : undefined;
  reading.pending = undefined;
  for (const [place, { cells, at }] of lines.entries()) {
    if (place % linesInARow === linesInARow - 1) yield;
    if (place < table.titles) {
      for (const cell of cells) if (/\d/.test(cell)) reading.aside.push({ text: cell, as: 'column' });
    } else if (/^(?:sub)?-?total/i.test(cells.find((cell) => cell !== '') ?? '')) {
      for (const cell of cells) if (/\d/.test(cell)) reading.aside.push({ text: cell, as: 'column' });
    } else readRow(reading, withDigits(cells, table), at, table);
  }
}

/** Whether a row is the heading of a table of its own below another: titles alone, and figures above it. */
function isHeadingBelow(lines: readonly Line[], { cells }: Line, place: number): boolean {
  if (place === 0 || cells.some((cell) => /\d/.test(cell))) return false;
  if (cells.filter((cell) => titleOf(cell) !== 'other').length === 0) return false;
  return cells.filter((cell) => cell !== '').length > 1 && hasFigures(lines[place - 1]);
}

function hasFigures(line: Line | undefined): boolean {
  return line?.cells.some((cell) => /\d{4}/.test(cell)) ?? false;
}

/** RUTs with the check digits that stand in a column of their own. */
function withDigits(cells: readonly string[], { columns }: Table): readonly string[] {
  const [rut, digit] = [columns.indexOf('rut'), columns.indexOf('digit')];
  const [body = '', own = ''] = [cells[rut], cells[digit]];
  if (rut < 0 || digit < 0 || body.includes('-') || !/^[\dk]$/i.test(own)) return cells;
  return cells.map((cell, place) => (place === rut ? `${body}-${own}` : place === digit ? '' : cell));
}

function readRow(
  reading: Reading,
  cells: readonly string[],
  line: number,
  { columns, isHeaded, labels }: Table,
): void {
  const isLoose = columns.every((column) => column === 'loose');
  const asked = isLoose ? [] : askedColumns(columns, cells);
  const ruts = cells.flatMap((cell, place) => rutsOfCell(reading, cell, columns[place]));
  const isAlone = ruts.length > 0 && cells.every((cell) => cell === '' || readRut(cell) !== undefined);
  if (isAlone) reading.above = ruts;
  const beside = ruts.length > 0 ? ruts : reading.above;
  for (const [place, cell] of cells.entries()) {
    const column = columns[place] ?? 'other';
    if (cell === '' || (column !== 'loose' && rutOfCell(cell, column))) continue;
    if (isLoose && isAmountBeside(cell, cells)) reading.aside.push({ text: cell, as: 'amount' });
    else if (isLoose) addPiece(reading, readLine(cell), { line, isTyped: false, ruts: beside });
    else if (asked.includes(place))
      addCell(reading, cell, column, { line, isTyped: false, ruts: beside, label: labels[place] ?? '' });
    else besideCell(reading, cell, isHeaded, column);
  }
}

/** Seven figures with thousands marks in a cell beside a number without any. */
function isAmountBeside(cell: string, cells: readonly string[]): boolean {
  return (
    /^\d{1,3}(?:\.\d{3}){2,}$/.test(cell) && cells.some((other) => /^\d{5,8}$|^\p{L}+[-/]?\d{4}/u.test(other))
  );
}

function addCell(reading: Reading, cell: string, column: Table['columns'][number], piece: PieceOf): void {
  const as =
    column === 'loose' || column === 'rut' || column === 'digit' || column === 'client' || column === 'other'
      ? 'dispatch'
      : column;
  addPiece(
    reading,
    readLine(cell, {
      as,
      text: as === 'reference' ? (piece.label ?? '') : as,
      isTypeToo: false,
      isPlural: true,
    }),
    { ...piece, isQuiet: true },
  );
}

/** A cell beside the numbers: a client's name, else put aside in its own words. */
function besideCell(
  reading: Reading,
  cell: string,
  isHeaded: boolean,
  column: Table['columns'][number],
): void {
  const words = wordsOfName(cell);
  const named = !isHeaded || column === 'client' ? reading.names.named(words, () => true) : [];
  const whole = named.filter(({ from, to }) => to - from === words.length || column === 'client');
  for (const { clients } of whole) addClients(reading, clients);
  if (whole.length === 0 && !(isHeaded && !/\d/.test(cell))) reading.aside.push({ text: cell, as: 'column' });
}

function rutOfCell(cell: string, column: Table['columns'][number] | undefined): boolean {
  const bare = cell.replace(/^r\.?u\.?t\.?:? ?/i, '');
  // Under another heading `1234567-8` is what that says.
  const mayBe = column === undefined || ['rut', 'client', 'other', 'loose', 'digit'].includes(column);
  return (/-/.test(bare) && (mayBe || bare.includes('.'))) || column === 'rut'
    ? !/[a-jl-z]/i.test(bare) && readRut(bare) !== undefined && !/^\d{10}/.test(bare) && figuresIn(bare) > 6
    : false;
}

function rutsOfCell(reading: Reading, cell: string, column: Table['columns'][number] | undefined): Rut[] {
  if (column === 'loose') {
    return readLine(cell).parts.flatMap((part) =>
      part.kind === 'rut' ? (readRut(part.text)?.rut ?? []) : [],
    );
  }
  const read = rutOfCell(cell, column) ? readRut(cell.replace(/^r\.?u\.?t\.?:? ?/i, '')) : undefined;
  if (!read) return [];
  reading.clients.set(read.rut, { ...read, name: nameOf(reading, read.rut) });
  return [read.rut];
}

/** What is known once all has been read: which numbers without a label look like the others, and what is left. */
function settle(reading: Reading, isPasted: boolean): ParsedText {
  const contacts = linesOfContacts(reading.pieces);
  const lengths = lengthsOf(reading.pieces);
  const numbers = new Map<string, ParsedNumber>();
  const sentences: string[] = [];
  const left: Segment[] = [];
  for (const piece of reading.pieces)
    settlePiece(piece, { reading, contacts, lengths, numbers, sentences, left });
  leaveAside(reading, left, { contacts, lengths });
  const isNothing =
    numbers.size === 0 &&
    reading.clients.size === 0 &&
    reading.types.size === 0 &&
    reading.found.length === 0;
  const words = isPasted
    ? isNothing
      ? sentences.splice(0).flatMap((text) => text.split(' '))
      : []
    : sentences.splice(0);
  const meant = isPasted ? { names: [], words: [] } : typesOf(words, numbers.size > 0, reading);
  const types = [...new Set([...reading.types, ...meant.names])].sort((one, other) =>
    one.localeCompare(other, 'es'),
  );
  const range = rangeOf(reading, numbers.size > 0);
  const isTaken = meant.names.length > 0 || range !== undefined;
  const rest = [...new Set(isTaken ? withoutTaken(words, meant.words) : words)];
  // Beside numbers a whole sentence is no words that somebody looks for.
  const isSentence = !isPasted && numbers.size > 0 && rest.length > maxWordsBeside;
  if (isSentence) sentences.push(rest.join(' '));
  return {
    numbers: [...numbers.values()],
    clients: [...reading.clients.values()],
    types,
    ...(range && { range }),
    ranges: reading.ranges,
    words: isSentence ? [] : rest,
    aside: reading.aside,
    sentences,
    wrong: [...reading.wrong.values()],
  };
}

/** Tells as not understood what has figures and stands nowhere in what was read, and leaves the words of what says nothing: nothing vanishes. */
function withUntold(read: ParsedText, text: string): ParsedText {
  const untold = untoldFigures(text, read).map((own) => ({ text: own, reason: 'not-understood' }) as const);
  const wrong = [...read.wrong, ...untold];
  const { numbers, clients, types, range, words, aside, sentences } = read;
  const isNothing =
    range === undefined &&
    [numbers, clients, types, words, aside, sentences, wrong].every(({ length }) => length === 0);
  return { ...read, wrong, words: isNothing ? text.split(/\s+/).filter((word) => word !== '') : words };
}

/** Words beside numbers that are looked for in what is kept. */
const maxWordsBeside = 2;

/** The types that the words of a typed text name; of a sentence, or beside numbers, as in any sentence. */
function typesOf(words: readonly string[], hasNumbers: boolean, { context: { types = [] } }: Reading) {
  if (!hasNumbers && words.length <= maxWordsOfQuery) return typesMeant(words, types);
  const { names, places } = typesInSentence(words.map(wordOfType), types);
  return { names, words: places.map((place) => words[place] ?? '') };
}

/** A word as it names types; its single letters are one, as in `B/L`. */
function wordOfType(word: string): string {
  const words = wordsOfName(word);
  return words.every(({ length }) => length === 1) ? words.join('') : (words[0] ?? '');
}

/** Words of a query that names types in any way. */
const maxWordsOfQuery = 8;

/** The days that the text says, from the first to the last; beside numbers those that are said of papers alone. */
function rangeOf({ found }: Reading, hasNumbers: boolean): Range | undefined {
  const said = found.filter(({ isOfSentence }) => isOfSentence || !hasNumbers || found.length === 1);
  const [first, ...others] = said.map(({ range }) => range);
  if (first === undefined || others.length === 0) return first;
  const days = [first, ...others].flatMap((range) => (range.kind === 'days' ? [range] : []));
  if (days.length !== said.length) return first;
  const starts = days.map(({ start }) => start).sort();
  const ends = days.map(({ end }) => end).sort();
  return { kind: 'days', start: starts[0] ?? '', end: ends.at(-1) ?? '' };
}

interface Lengths {
  /** How many figures the plain ones have of which it is known that they are numbers of a dispatch. */
  plain: ReadonlySet<number>;
  /** What the others have before their figures. */
  heads: ReadonlySet<string>;
  hasAny: boolean;
}

function lengthsOf(pieces: readonly Piece[]): Lengths {
  const sure: string[] = [];
  const weak: string[] = [];
  for (const { read, isWhole } of pieces) {
    for (const part of read.parts) {
      if (part.kind === 'number' && (part.as === 'dispatch' || part.as === 'any')) sure.push(part.number);
      else if (part.kind === 'candidate' && isWhole) (isWeak(part) ? weak : sure).push(part.number);
    }
  }
  if (sure.length === 0) sure.push(...weak);
  const plain = sure.filter((number) => /^\d+$/.test(number));
  return {
    plain: new Set(plain.map(({ length }) => length)),
    heads: new Set(sure.filter((number) => !/^\d/.test(number)).map(headOf)),
    hasAny: sure.length > 0,
  };
}

function headOf(number: string): string {
  return /^\P{N}*/u.exec(number)?.[0].toLowerCase() ?? '';
}

type Candidate = Extract<Part, { kind: 'candidate' }>;

/** A number that may be many things: one of three or four figures, of nine or more, or a few figures among letters. */
function isWeak({ number, form, isYear = false }: Candidate): boolean {
  if (isYear) return true;
  if (form === 'mixed') return figuresIn(number) < 4;
  return number.length < 5 || number.length > 8;
}

/** Whether a number without a label is asked for: it is all that its line says, or it looks like those that are known. */
function isAsked(part: Candidate, { isWhole, isTyped }: Piece, lengths: Lengths): boolean {
  const { number, form } = part;
  if (form === 'mixed') {
    if (isWhole) return true;
    if (figuresIn(number) < 5) return lengths.heads.has(headOf(number)) && headOf(number) !== '';
    return /^\p{L}/u.test(number)
      ? !lengths.hasAny || lengths.heads.has(headOf(number)) || /[-/]/.test(number)
      : false;
  }
  const isLike = lengths.plain.has(number.length);
  if (isWeak(part)) {
    const mayBe = number.length > 2 && (!lengths.hasAny || isLike);
    return (isWhole && mayBe) || (isLike && number.length > 4);
  }
  // Seven figures with thousands marks are an amount in a sentence.
  if (form === 'dotted' && number.length > 6 && !isWhole) return isLike && !isTyped;
  return isWhole || isLike || lengths.plain.size === 0;
}

/** A run of a line between the numbers that were found in it. */
interface Segment {
  text: string;
  line: number;
  /** Whether it is the whole line. */
  isLine: boolean;
}

interface Settling {
  /** Lines with a telephone or a mail address. */
  contacts: ReadonlySet<number>;
  reading: Reading;
  lengths: Lengths;
  numbers: Map<string, ParsedNumber>;
  sentences: string[];
  left: Segment[];
}

function settlePiece(piece: Piece, settling: Settling): void {
  const { reading, lengths, numbers } = settling;
  const { text, parts } = piece.read;
  const isPhone = isLetteredPhone(
    text,
    settling.contacts.has(piece.line - 1) || settling.contacts.has(piece.line + 1),
  );
  const spans: { from: number; to: number }[] = [];
  const open: { from: number; to: number }[] = [];
  for (const part of parts) {
    if (part.kind === 'number') {
      addNumber(numbers, { text: part.text, number: part.number, as: part.as, ruts: piece.ruts }, reading);
      spans.push(part);
    } else if (
      part.kind === 'candidate' &&
      piece.taken.some(({ from, to }) => part.from < to && part.to > from)
    )
      continue;
    else if (part.kind === 'candidate' && !isPhone && isAsked(part, piece, lengths)) {
      const written = text.slice(part.from, part.to);
      addNumber(
        numbers,
        {
          text: part.form === 'dotted' ? written : part.number,
          number: part.number,
          as: 'any',
          ruts: piece.ruts,
        },
        reading,
      );
      spans.push(part);
    } else if (part.kind === 'candidate' && part.isYear)
      reading.aside.push({ text: part.number, as: 'year' });
    else if (part.kind === 'candidate' || part.kind === 'doubt') open.push(part);
    else if (part.kind === 'aside' && !isTaken(part, piece)) asideOf(part, piece, settling);
  }
  if (isPhone && open.length > 0) reading.aside.push({ text, as: 'phone' });
  else if (piece.isTyped) leaveTyped(piece, spans, open, settling);
  else leavePasted(piece, spans, open, settling);
}

function isTaken(part: Span, { taken }: Piece): boolean {
  return taken.some(({ from, to }) => part.from < to && part.to > from);
}

function asideOf(
  part: Extract<Part, { kind: 'aside' }>,
  { isWhole, isTyped, read: { text, parts } }: Piece,
  { reading, lengths }: Settling,
): void {
  // `411953 (2)` counts something of it.
  const isBracketed = text[part.from - 1] === '(' && text[part.to] === ')' && parts.length > 1;
  const figures = figuresIn(part.text);
  const isPhoneLike = part.as === 'phone' && !part.text.includes('+') && lengths.plain.has(figures);
  const isAll =
    isWhole &&
    !isBracketed &&
    (part.as === 'short' || (part.as === 'ordinal' && isTyped && parts.length === 1));
  if (isPhoneLike) reading.wrong.set(part.text, { text: part.text, reason: 'not-understood' });
  else if (isAll) reading.wrong.set(part.text, { text: part.text, reason: 'dispatch-number' });
  else reading.aside.push({ text: part.text, as: part.as });
}

function addNumber(numbers: Map<string, ParsedNumber>, found: ParsedNumber, { wrong }: Reading): void {
  if (!dispatchNumberSchema.safeParse(found.number).success) {
    wrong.set(found.text, { text: found.text, reason: 'dispatch-number' });
    return;
  }
  const key = JSON.stringify([found.as === 'any' ? 'dispatch' : found.as, found.number, found.ruts]);
  if (!numbers.has(key)) numbers.set(key, found);
}

type Span = { from: number; to: number };

/** What is left of a typed text: its words, and the figures that were not understood. */
function leaveTyped(piece: Piece, spans: readonly Span[], open: readonly Span[], settling: Settling): void {
  const { reading, sentences } = settling;
  const {
    read: { text, parts },
    taken,
  } = piece;
  if (open.length > 0 && !piece.isWhole) {
    leavePasted(piece, spans, open, settling);
    return;
  }
  for (const { from, to } of open) {
    const own = text.slice(from, to);
    reading.wrong.set(own, { text: own, reason: spans.length > 0 ? 'not-understood' : 'dispatch-number' });
  }
  const gone = [
    ...spans,
    ...open,
    ...taken,
    ...parts.filter(({ kind }) => kind === 'rut' || kind === 'aside'),
  ];
  for (const rest of between(text, gone)) {
    for (const word of rest.split(/[\s,;]+|(?<=\p{L}{2})\/(?=\p{L}{2})/u)) {
      const bare = word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
      if (bare !== '' && !(spans.length > 0 && isJoiningAlone(bare))) sentences.push(bare);
      else if (word !== '' && gone.length === 0 && bare === '') sentences.push(word);
    }
  }
}

/** Labels and what joins numbers say nothing more once the numbers are read. */
function isJoiningAlone(word: string): boolean {
  return notes.test(word.toLowerCase());
}

/** The runs of a text that no span covers. */
function between(text: string, spans: readonly Span[]): string[] {
  const runs: string[] = [];
  let at = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from > at) runs.push(text.slice(at, from));
    at = Math.max(at, to);
  }
  runs.push(text.slice(at));
  return runs;
}

/** What is left of a line: nothing where all of its figures are understood, else the runs with others; a line without a number is a sentence. */
function leavePasted(
  piece: Piece,
  spans: readonly Span[],
  open: readonly Span[],
  { left, sentences }: Settling,
): void {
  const { read, line, taken } = piece;
  const { text, parts } = read;
  if (open.length === 0) {
    const hasRead =
      spans.length > 0 || taken.length > 0 || parts.some(({ kind }) => kind === 'rut' || kind === 'aside');
    if (!hasRead) sentences.push(text);
    return;
  }
  if (spans.length === 0) {
    left.push({ text, line, isLine: true });
    return;
  }
  let at = 0;
  for (const { from, to } of [...spans, { from: text.length, to: text.length }].toSorted(
    (one, other) => one.from - other.from,
  )) {
    if (open.some((one) => one.from >= at && one.to <= from)) {
      left.push({ text: trimmed(text.slice(at, from)), line, isLine: false });
    }
    at = Math.max(at, to);
  }
}

/** A line of a signature by its commas; a street and the floor behind its comma are one. */
function partsOfAddress(text: string): string[] {
  const parts = text.split(/, |,(?=\D)|(?<=\D),/).map((one) => one.trim());
  return parts.flatMap((one, place) => {
    const joined = `${parts[place - 1] ?? ''} ${one}`;
    if (isUnitOfAddress(one) && !isAddress(parts[place - 1] ?? '') && isAddress(joined)) return [joined];
    const next = `${one} ${parts[place + 1] ?? ''}`;
    return !isAddress(one) && isUnitOfAddress(parts[place + 1] ?? '') && isAddress(next) ? [] : [one];
  });
}

function trimmed(text: string): string {
  return text.replace(/^[\s,.;:)/&+-]+|(?<![\s,.;:(/&+-])[\s,.;:(/&+-]+$/g, '');
}

function linesOfContacts(pieces: readonly Piece[]): ReadonlySet<number> {
  const lines = pieces.flatMap(({ read, line }) =>
    read.parts.some((part) => part.kind === 'aside' && (part.as === 'mail' || part.as === 'phone'))
      ? [line]
      : [],
  );
  return new Set(lines);
}

/** Parts of signatures are put aside, unless their figures are as many as a dispatch's; the rest is told as not understood. */
function leaveAside(
  reading: Reading,
  left: readonly Segment[],
  { contacts, lengths }: Pick<Settling, 'contacts' | 'lengths'>,
): void {
  const parts = left.map((segment) => ({
    ...segment,
    pieces: partsOfAddress(segment.text),
  }));
  const clear = [...parts.flatMap(({ pieces, line }) => (pieces.some(isAddress) ? [line] : [])), ...contacts];
  const offices = parts.flatMap(({ pieces, line }) => (pieces.some(isUnit) ? [line] : []));
  const signed = linesOfSignatures(clear, offices);
  for (const { text, line, pieces } of parts) {
    const hasAddress = pieces.some(isAddress);
    const open = pieces.filter((one) => /\d{3}/.test(one));
    const isOfSignature = (one: string) =>
      isAddress(one) ||
      (signed.has(line) && isUnit(one)) ||
      ((hasAddress || signed.has(line)) && isUnitOfAddress(one) && hasAddress);
    const mayBeMeant = [...text.matchAll(/\d+/g)].some(([figures]) => lengths.plain.has(figures.length));
    if (open.length > 0 && open.every(isOfSignature) && !mayBeMeant)
      reading.aside.push({ text, as: 'address' });
    else reading.wrong.set(text, { text, reason: 'not-understood' });
  }
}
