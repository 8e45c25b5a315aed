import type { Client } from '../../shared/model/connection.ts';
import type { Day, Range } from '../../shared/model/dates.ts';
import { pastedText } from '../../shared/model/paste.ts';
import { dispatchNumberSchema } from '../../shared/model/question.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { typesMeant, withoutTaken } from '../../shared/model/type-words.ts';
import { type FoundAs, fold, numberKey } from '../store/index.ts';
import { bookNames, type ParsedClient, readRut } from './clients-in-text.ts';
import { containerOf, type NumberKind, numbersApart, readNumber } from './number-forms.ts';
import { readRange } from './range-words.ts';
import {
  isAddress,
  isAmount,
  isContact,
  isLetteredPhone,
  isNoise,
  isShortPhone,
  isUnit,
  isUnitOfAddress,
  linesOfSignatures,
  mayHoldNumber,
  withoutNoise,
} from './signatures.ts';

/** A number of a text, and what it may be a number of. */
export interface ParsedNumber {
  /** As it was written. */
  text: string;
  /** As it is kept, else without its label. */
  number: string;
  as: NumberKind;
  /** The clients that stand beside it, or above it on a line of their own; of a typed text none. */
  ruts: readonly Rut[];
}

/** What a text says by itself and by what is kept, before it is known whose a dispatch is. */
export interface ParsedText {
  /** In the order of the text, each once. */
  numbers: readonly ParsedNumber[];
  clients: readonly ParsedClient[];
  /** Names of document types. */
  types: readonly string[];
  range?: Range;
  words: readonly string[];
  /** Of a pasted text what is left aside: columns beside the numbers, telephones, dates, addresses; and sentences without a number. */
  aside: readonly string[];
  sentences: readonly string[];
  wrong: readonly { text: string; reason: 'rut-form' | 'dispatch-number' }[];
}

/** What a text is read by. */
export interface ParseContext {
  book: readonly Client[];
  /** What is kept of the numbers of the text (`numberKeysIn`): what each is the number of. */
  kept?: ReadonlyMap<string, ReadonlySet<FoundAs>>;
  /** Names of document types; none leaves words for types as words. */
  types?: readonly string[];
  /** The day on which months are read; without it days and months are words and numbers. */
  today?: Day;
  /**
   * Whether a list of dispatches is expected, however short: then only a RUT with its hyphen and a right check digit is one, because any number of
   * a dispatch may have a RUT's form.
   */
  isList?: boolean;
}

/** Words in a number that is written with blanks, such as `OC 452599` or `MSCU 123456 7`. */
const mostWords = 4;
/** Words of the longest name of a client that is looked for in a text. */
const mostNameWords = 12;
/** Figures of the shortest number that is taken out of a sentence. */
const shortestInProse = 5;

/**
 * Everything in a text that may be a number of a kept dispatch, its declaration, reference or transport document, as `numberKey` keeps it: cells
 * and runs of up to four words that hold a digit.
 */
export function numberKeysIn(text: string): string[] {
  const keys = new Set<string>();
  for (const run of runsWithDigit(text)) for (const form of formsOf(run)) keys.add(numberKey(form));
  return [...keys];
}

/** The containers of a text, as `containerOf` writes them. */
export function containersIn(text: string): string[] {
  const found = [...runsWithDigit(text)].map((run) => containerOf(readNumber(run)?.number ?? ''));
  return [...new Set(found)].filter((one) => one !== undefined);
}

function* runsWithDigit(text: string): Generator<string> {
  for (const piece of pastedText(numbersApart(text)).lines.flat(2)) {
    const words = piece.split(' ');
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(from + mostWords, words.length); to++) {
        const run = words.slice(from, to).join(' ');
        if (/\p{N}/u.test(run)) yield run;
      }
    }
  }
}

function formsOf(run: string): readonly string[] {
  return readNumber(run)?.forms ?? [];
}

/**
 * Reads what a person typed or pasted: RUTs, numbers, names of clients in the book, document types, days, other words. It is the one reading of
 * numbers for the search box, pasted lists, the list of an inspection and the terminal. In a pasted text of several lines a sentence is left aside
 * but for the numbers in it that are kept, that have a label, or that look like the others.
 */
export function parseText(text: string, context: ParseContext): ParsedText {
  const reader = createReader(context);
  const { lines, isPasted } = pastedText(numbersApart(text));
  if (isPasted || context.isList) reader.readLines(lines);
  else for (const piece of lines.flat(2)) reader.readTyped(piece);
  return reader.parsed();
}

function createReader({ book, kept = new Map(), types = [], today, isList = false }: ParseContext) {
  const clients = new Map<Rut, ParsedClient>();
  const numbers = new Map<string, ParsedNumber & { place: number }>();
  const words = new Set<string>();
  const wrong = new Map<string, ParsedText['wrong'][number]>();
  const aside: string[] = [];
  const sentences: string[] = [];
  const prose: { text: string; ruts: readonly Rut[]; place: number; line: number }[] = [];
  const noise: { text: string; line: number }[] = [];
  const names = bookNames(book);
  let range: Range | undefined;
  /** The clients of the line that is read, and of the line above that held nothing else. */
  let beside: readonly Rut[] = [];
  /** Where in the text it is read: sentences are read when the rest has been. */
  let place = 0;
  let line = 0;

  function parsed(): ParsedText {
    const left = [...words];
    const meant = typesMeant(left, types);
    return {
      numbers: [...numbers.values()]
        .sort((left, right) => left.place - right.place)
        .map(({ place: _place, ...one }) => one),
      clients: [...clients.values()],
      types: meant.names,
      ...(range && { range }),
      words: meant.names.length > 0 || range ? withoutTaken(left, meant.words) : left,
      aside,
      sentences,
      wrong: [...wrong.values()],
    };
  }

  function readTyped(piece: string): void {
    const isKept = (found: string) => kept.has(numberKey(found));
    const said = today !== undefined && oneNumber(piece) === undefined && namedBy(piece).length === 0;
    const found = said ? readRange(piece, today, isKept) : undefined;
    if (found) range = found.range;
    const rest = (found?.rest ?? piece).replace(/\s+/g, ' ').trim();
    if (rest !== '') readPiece(rest);
  }

  function readLines(lines: readonly (readonly (readonly string[])[])[]): void {
    let above: readonly Rut[] = [];
    for (const columns of lines) {
      const pieces = columns.flat().flatMap((piece) => (rutOf(piece) ? [piece] : piece.split(' ')));
      const own = pieces.flatMap((piece) => rutOf(piece)?.rut ?? []);
      const isAlone = own.length > 0 && columns.flat().every((piece) => rutOf(piece) !== undefined);
      if (isAlone) above = own;
      beside = own.length > 0 ? own : above;
      line++;
      for (const column of columns) {
        place++;
        const isBeside = isBesideNumber(column, columns);
        for (const piece of column) if (!isHeading(piece)) readPasted(piece, isBeside);
      }
    }
    readProse();
  }

  /** A piece of a pasted text: what is a number, a RUT or a client's name as a whole, else words for later. */
  function readPasted(piece: string, isBeside: boolean): void {
    const parts = piece.split(' ');
    const isWhole = namedBy(piece).length > 0 || rutOf(piece) !== undefined || oneNumber(piece) !== undefined;
    if (isNoise(piece)) noise.push({ text: piece, line });
    else if (isBeside && !isKeptOrClient(piece)) aside.push(piece);
    else if (isWhole) readPiece(piece);
    else if (parts.length > 1 && parts.every((part) => isPartOfList(part)))
      for (const part of parts) readPiece(part);
    else prose.push({ text: piece, ruts: beside, place, line });
  }

  function isKeptOrClient(piece: string): boolean {
    return keptForm(piece) !== undefined || rutOf(piece) !== undefined || namedBy(piece).length > 0;
  }

  function isPartOfList(part: string): boolean {
    return (
      rutOf(part) !== undefined ||
      (/\d{4}/.test(part) && /^[\w./-]+$/.test(part)) ||
      // Where a list of dispatches is expected, the shortest number is asked for, too: one that is dropped is one that nobody looks for.
      (isList && oneNumber(part) !== undefined) ||
      keptForm(part) !== undefined
    );
  }

  /** What stands in sentences: by now it is known how the numbers of this text look, of those that a sentence names by a label, too. */
  function readProse(): void {
    const read = prose.map((one) => ({
      ...one,
      runs: runsOf(one.text).map((run) => ({ run, own: oneNumber(run) })),
    }));
    const named = read.flatMap(({ runs }) =>
      runs.flatMap(({ own }) => (own && isMeantInProse(own) ? own : [])),
    );
    const lengths = lengthsOf([...numbers.values(), ...named]);
    const isLike = ({ number }: ParsedNumber) =>
      number.length >= shortestInProse && /^\d+$/.test(number) && lengths.has(number.length);
    const unread: typeof prose = [];
    let hasFound = numbers.size > 0;
    for (const { runs, ...one } of read) {
      [beside, place] = [one.ruts, one.place];
      const between = [''];
      for (const { run, own } of runs) {
        if (own && (isMeantInProse(own) || isLike(own))) {
          addNumber(own);
          between.push('');
        } else between.push(`${between.pop()} ${run}`.trim());
      }
      const hasNumber = between.length > 1;
      hasFound ||= hasNumber;
      // What stands beside a number is read as a sentence of its own: a number that is found speaks for no other.
      const beyond = between.filter(mayHoldNumber);
      unread.push(...(hasNumber ? beyond.map((text) => ({ ...one, text })) : [one]));
    }
    leaveAside(unread);
    // A text without any number asks for clients, or for words.
    if (hasFound || clients.size > 0) return;
    for (const text of sentences.splice(0)) readPiece(text);
  }

  /** Sentences without a number, and signatures: of these are sentences, too, whose figures may be meant after all. */
  function leaveAside(unread: readonly (typeof prose)[number][]): void {
    const lengths = lengthsOf(numbers.values());
    const mayBeMeant = (text: string) =>
      text
        .split(' ')
        .some((word) => keptForm(word) !== undefined || lengths.has(/\d+/.exec(word)?.[0].length ?? 0));
    for (const { text } of noise) {
      const isMeant =
        (isShortPhone(text) && mayBeMeant(text.replaceAll(/\D/g, ''))) ||
        // Of two columns, `410.931,15`, nothing but what is kept tells.
        (isAmount(text) && keptForm(text.replace(/,.*/, '')) !== undefined);
      (isMeant ? sentences : aside).push(text);
    }
    const addresses = unread.filter(({ text }) => isAddress(text));
    const addressed = new Set(addresses.map(({ place: at }) => at));
    const clear = [...addresses, ...noise.filter(({ text }) => isContact(text))];
    const offices = unread.filter(({ text }) => isUnit(text));
    const signed = linesOfSignatures(linesIn(clear), linesIn(offices));
    for (const { text, place: at, line: own } of unread) {
      const isPartOfOne =
        isAddress(text) ||
        isLetteredPhone(text) ||
        (signed.has(own) && isUnit(text)) ||
        (addressed.has(at) && isUnitOfAddress(text));
      (isPartOfOne && !mayBeMeant(text) ? aside : sentences).push(text);
    }
  }

  function isMeantInProse({ number, as, text }: ParsedNumber): boolean {
    const isLabelled = as === 'dispatch' || as === 'declaration' || as === 'container';
    return isLabelled || (keptForm(text) !== undefined && numberKey(number).length >= shortestInProse);
  }

  /** The longest runs of words that are one number, one after the other. */
  function runsOf(text: string): string[] {
    const parts = withoutNoise(text).split(' ');
    const runs: string[] = [];
    for (let from = 0; from < parts.length; ) {
      let to = Math.min(from + mostWords, parts.length);
      while (to > from + 1 && oneNumber(parts.slice(from, to).join(' ')) === undefined) to--;
      runs.push(
        parts
          .slice(from, to)
          .join(' ')
          .replace(/[.,:!?]+$/, ''),
      );
      from = to;
    }
    return runs;
  }

  function readPiece(piece: string): void {
    const rut = rutOf(piece);
    const [named, own] = [namedBy(piece), oneNumber(piece)];
    const parts = piece.split(' ');
    if (looksLikeWrongRut(piece)) wrong.set(piece, { text: piece, reason: 'rut-form' });
    else if (rut) clients.set(rut.rut, { ...rut, name: nameOf(rut.rut) });
    else if (named.length > 0) addClients(named);
    else if (own) addNumber(own);
    else if (parts.length > 1) readParts(parts);
    else if (/\p{N}/u.test(piece)) wrong.set(piece, { text: piece, reason: 'dispatch-number' });
    else words.add(piece);
  }

  /** The longest runs of words that name a client or are one number, and what stands between them. */
  function readParts(parts: readonly string[]): void {
    for (let from = 0; from < parts.length; ) {
      let to = Math.min(from + mostNameWords, parts.length);
      while (to > from + 1 && !isOnePart(parts, from, to)) to--;
      readPiece(parts.slice(from, to).join(' '));
      from = to;
    }
  }

  function isOnePart(parts: readonly string[], from: number, to: number): boolean {
    const run = parts.slice(from, to).join(' ');
    if (to - from <= mostWords && oneNumber(run) !== undefined) return true;
    return rutOf(run) !== undefined || namedBy(run).length > 0;
  }

  function addNumber(found: ParsedNumber): void {
    if (!dispatchNumberSchema.safeParse(found.number).success) {
      wrong.set(found.text, { text: found.text, reason: 'dispatch-number' });
      return;
    }
    const key = JSON.stringify([found.as === 'any' ? 'dispatch' : found.as, found.number, beside]);
    if (!numbers.has(key)) numbers.set(key, { ...found, ruts: beside, place });
  }

  /** A text as one number: one that is kept, or one that nothing but its label or its form tells. */
  function oneNumber(run: string): ParsedNumber | undefined {
    const form = readNumber(run);
    if (!form || isAmount(run)) return undefined;
    const { as, number, isTypeToo } = form;
    const keptAs = keptForm(run);
    if (keptAs !== undefined) return { text: run, number: keptAs, as, ruts: [] };
    if (as === 'container')
      return containerOf(number) === undefined ? undefined : { text: run, number, as, ruts: [] };
    if (number.includes(' ') || !/\d/.test(number)) return undefined;
    // `BL 410905` is the B/L of a dispatch; `BL MEDU12345` is a B/L.
    const isPlain = /^\d+$/.test(number) && !/^\d{10,}$/.test(number);
    if (isTypeToo && isPlain) return undefined;
    return { text: run, number, as, ruts: [] };
  }

  /** How a number that is kept is written there, as far as its letters and digits go; of a labelled one that kind alone. */
  function keptForm(run: string): string | undefined {
    const form = readNumber(run);
    return form?.forms.find((one) => {
      const found = kept.get(numberKey(one));
      if (!found || form.as === 'folio') return false;
      return !form.isLabelled || form.as === 'any' || found.has(form.as);
    });
  }

  function rutOf(text: string): Omit<ParsedClient, 'name'> | undefined {
    const read = readRut(text, book);
    if (read === 'wrong' || (isList && !(read?.digitIsRight && text.includes('-')))) return undefined;
    return read;
  }

  function looksLikeWrongRut(text: string): boolean {
    return !isList && readRut(text, book) === 'wrong' && keptForm(text) === undefined;
  }

  function nameOf(rut: Rut): string {
    return book.find((client) => client.rut === rut)?.name ?? '';
  }

  /** The clients whose name a text is, or whose names it is a part of. */
  function namedBy(part: string): readonly Client[] {
    return names.find(part);
  }

  function addClients(found: readonly Client[]): void {
    for (const { rut, name } of found) {
      const read = parseRut(rut);
      if (read.form === 'right') {
        clients.set(rut, { rut, name, digitIsRight: read.digitIsRight, expected: read.expected });
      }
    }
  }

  return { readTyped, readLines, parsed };
}

/** How many figures the plain ones of numbers have. */
function lengthsOf(numbers: Iterable<ParsedNumber>): ReadonlySet<number> {
  const plain = [...numbers].filter(({ number }) => /^\d+$/.test(number));
  return new Set(plain.map(({ number }) => number.length));
}

function linesIn(pieces: readonly { line: number }[]): number[] {
  return pieces.map(({ line }) => line);
}

/** Whether a column of a pasted line stands beside a plain number of five figures at least, and is none itself. */
function isBesideNumber(column: readonly string[], columns: readonly (readonly string[])[]): boolean {
  const isPlain = (one: readonly string[]) =>
    one.some((piece) => /^\d{5,}$/.test(readNumber(piece)?.number ?? ''));
  return column.some((piece) => /\p{L}/u.test(piece)) && !isPlain(column) && columns.some(isPlain);
}

/** What stands above or below a column of a spreadsheet, and is not asked for: `N° Despacho`, `RUT cliente`, `Total`. */
const headings =
  /^(?:(?:n|no|nro|num|numero)(?: de)? )?(?:despachos?|ruts?|clientes?|rut(?: del?)? cliente|referencias?|folios?|total(?: general)?|dispatch(?:es)?|clients?|references?)$/;

function isHeading(cell: string): boolean {
  return headings.test(
    fold(cell)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
}
