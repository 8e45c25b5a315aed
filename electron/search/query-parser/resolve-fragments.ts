import { type Range, resolveRange } from '../../../shared/model/dates.ts';
import { matchTypes, withoutTaken } from '../../../shared/model/match-types.ts';
import { dispatchNumberSchema } from '../../../shared/model/search-query.ts';
import { excludedKey } from './exclusions.ts';
import { type LineElement, type Span, uncoveredFigures } from './line-state.ts';
import { wordsOfName } from './named-clients.ts';
import type { ParsedNumber, ParsedText } from './parsed-text.ts';
import { type FoundRange, type Fragment, lettersPerYield, type Reading } from './parser-state.ts';
import {
  collectPasted,
  collectTyped,
  isLetteredPhone,
  linesOfContacts,
  type NumberShapes,
  type Resolution,
  reportLeftovers,
  type Segment,
} from './remaining-text.ts';
import { figuresIn } from './token.ts';
import { typesInSentence } from './types-in-sentence.ts';

/** Resolves the fragments: which numbers without a label have a certain shape, and what is left. */
export function* resolveFragments(reading: Reading, isPasted: boolean): Generator<undefined, ParsedText> {
  const contacts = linesOfContacts(reading.fragments);
  const shapes = numberShapesOf(reading.fragments);
  const numbers = new Map<string, ParsedNumber>();
  const sentences: string[] = [];
  const left: Segment[] = [];
  let letters = 0;
  for (const fragment of reading.fragments) {
    resolveFragment(fragment, { reading, contacts, shapes, numbers, sentences, left });
    letters += fragment.read.text.length;
    if (letters > lettersPerYield) {
      letters = 0;
      yield;
    }
  }
  reportLeftovers(reading, left, { contacts, shapes });
  removeExcluded(numbers, reading);
  if (numbers.size === 0) reportExcluded(reading);
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
  const typeMatch = isPasted ? { names: [], tokens: [] } : typesOf(words, numbers.size > 0, reading);
  const types = typesOfQuery([...reading.types, ...typeMatch.names], reading);
  const range = rangeOf(reading, numbers.size > 0);
  const isTaken = typeMatch.names.length > 0 || range !== undefined;
  const rest = [...new Set(isTaken ? withoutTaken(words, typeMatch.tokens) : words)];
  // Next to numbers, a whole sentence is no search text.
  const isSentence = !isPasted && numbers.size > 0 && rest.length > maxExtraWords;
  if (isSentence) sentences.push(rest.join(' '));
  return {
    numbers: [...numbers.values()],
    clients: [...reading.clients.values()],
    types,
    ...(range && { range }),
    ...(range && reading.found.every((one) => one.hasAssumedStart) && { hasAssumedStart: true }),
    ranges: reading.ranges,
    words: isSentence ? [] : rest,
    aside: reading.aside,
    sentences,
    wrong: [...reading.wrong.values()],
  };
}

/**
 * Removes excluded numbers wherever they are in the text; an excluded ending removes a number only if it is
 * unique.
 */
function removeExcluded(numbers: Map<string, ParsedNumber>, { excluded }: Reading): void {
  for (const [key, { number, as }] of numbers) {
    if (excluded.numbers.has(number) || excluded.numbers.has(excludedKey(number, as))) numbers.delete(key);
  }
  for (const end of excluded.ends) {
    const [only, ...others] = [...numbers].filter(([, { number }]) => number.endsWith(end));
    if (only && others.length === 0) numbers.delete(only[0]);
  }
}

/** If the query has no number, but clients, types or days, it cannot exclude a number: that is reported. */
function reportExcluded(reading: Reading): void {
  const { excluded, clients, types, found, wrong } = reading;
  if (clients.size + types.size + found.length === 0) return;
  for (const text of excluded.texts) wrong.set(text, { text, reason: 'not-understood' });
  reading.aside = reading.aside.filter(
    ({ text, as }) => (as !== 'excluded' && as !== 'replaced') || !excluded.texts.has(text),
  );
}

/** The types of the query; if some are excluded and none is named, the rest of the catalogue. */
function typesOfQuery(named: readonly string[], { excluded, context: { types = [] } }: Reading): string[] {
  const all = named.length === 0 && excluded.types.size > 0 ? types : named;
  return [...new Set(all)]
    .filter((name) => !excluded.types.has(name))
    .sort((one, other) => one.localeCompare(other, 'es'));
}

/** Maximum words next to numbers that are searched in stored data. */
const maxExtraWords = 2;

/** The types named in a typed text; in a sentence or next to numbers, by the rules for sentences. */
function typesOf(words: readonly string[], hasNumbers: boolean, { context: { types = [] } }: Reading) {
  if (!hasNumbers && words.length <= maxWordsOfQuery) return matchTypes(words, types);
  const { names, indexes } = typesInSentence(words.map(wordOfType), types);
  return { names, tokens: indexes.map((index) => words[index] ?? '') };
}

/** A word for matching types; its single letters become one, as in `B/L`. */
function wordOfType(word: string): string {
  const words = wordsOfName(word);
  return words.every(({ length }) => length === 1) ? words.join('') : (words[0] ?? '');
}

/** Maximum words of a query that may name types loosely. */
const maxWordsOfQuery = 8;

/**
 * The days of the text, from the first to the last; next to numbers only ranges that a sentence relates to
 * documents. Figures that the days do not show are ignored as dates, unless they count or name a period.
 */
function rangeOf(reading: Reading, hasNumbers: boolean): Range | undefined {
  const { found, aside, context } = reading;
  const relevant = found.filter(({ isOfSentence }) => isOfSentence || !hasNumbers || found.length === 1);
  const range = mergedRange(reading, relevant);
  const days = range && context.today !== undefined ? resolveRange(range, context.today) : undefined;
  // As `2020-01-31` and as `20-01-31`.
  const written = [days?.start, days?.end].map((day = '') => `${day} ${day.slice(2)}`);
  const shown = new Set(figuresOf(`${JSON.stringify(range)} ${written.join(' ')}`));
  for (const own of found) {
    const isPeriod = own.range === range && own.isOfPeriod;
    if (!isPeriod && figuresOf(own.text).some((run) => !shown.has(run)))
      aside.push({ text: own.text, as: 'date' });
  }
  return range;
}

/** The runs of figures of a text, without zeros in front. */
function figuresOf(text: string): string[] {
  return [...text.matchAll(/\d+/g)].map(([run]) => run.replace(/^0+(?=\d)/, ''));
}

function mergedRange(reading: Reading, relevant: readonly FoundRange[]): Range | undefined {
  const [first, ...others] = relevant.map(({ range }) => range);
  if (first === undefined || others.length === 0) return first;
  const days = [first, ...others].flatMap((range) => (range.kind === 'days' ? [range] : []));
  if (days.length !== relevant.length) return first;
  reportDaysOfClients(reading, relevant);
  const starts = days.map(({ start }) => start).sort();
  const ends = days.map(({ end }) => end).sort();
  return { kind: 'days', start: starts[0] ?? '', end: ends.at(-1) ?? '' };
}

/** Reports days that differ between clients: a query has the same days for all. */
function reportDaysOfClients({ clients, wrong }: Reading, found: readonly FoundRange[]): void {
  const areOfAll = found.every(({ clientsBefore }) => clientsBefore === found[0]?.clientsBefore);
  const areSame = new Set(found.map(({ range }) => JSON.stringify(range))).size === 1;
  if (clients.size < 2 || areOfAll || areSame) return;
  for (const { text } of found) wrong.set(text, { text, reason: 'days-of-all' });
}

function resolveFragment(fragment: Fragment, resolution: Resolution): void {
  const { reading, shapes, numbers } = resolution;
  const { text, elements } = fragment.read;
  const isPhone = isLetteredPhone(
    text,
    resolution.contacts.has(fragment.line - 1) || resolution.contacts.has(fragment.line + 1),
  );
  const spans: { from: number; to: number }[] = [];
  const open: { from: number; to: number }[] = [];
  for (const element of elements) {
    if (element.kind === 'number') {
      addNumber(
        numbers,
        { text: element.text, number: element.number, as: element.as, ruts: fragment.ruts },
        reading,
      );
      spans.push(element);
    } else if (
      element.kind === 'candidate' &&
      fragment.taken.some(({ from, to }) => element.from < to && element.to > from)
    )
      continue;
    else if (element.kind === 'candidate' && !isPhone && isOfQuery(element, fragment, shapes)) {
      const written = text.slice(element.from, element.to);
      addNumber(
        numbers,
        {
          text: element.form === 'dotted' ? written : element.number,
          number: element.number,
          as: 'any',
          ruts: fragment.ruts,
        },
        reading,
      );
      spans.push(element);
    } else if (element.kind === 'candidate' && element.isYear)
      reading.aside.push({ text: element.number, as: 'year' });
    else if (element.kind === 'uncertain' && element.isOwn) {
      const own = text.slice(element.from, element.to);
      reading.wrong.set(own, { text: own, reason: 'not-understood' });
    } else if (element.kind === 'candidate' || element.kind === 'uncertain') open.push(element);
    else if (element.kind === 'aside' && !isTaken(element, fragment)) asideOf(element, fragment, resolution);
  }
  const covered = [...elements.filter(({ kind }) => kind !== 'word'), ...fragment.taken];
  for (const run of uncoveredFigures(text, covered))
    reading.wrong.set(run, { text: run, reason: 'not-understood' });
  if (isPhone && open.length > 0) reading.aside.push({ text, as: 'phone' });
  else if (fragment.isTyped) collectTyped(fragment, spans, open, resolution);
  else collectPasted(fragment, spans, open, resolution);
}

function isTaken(element: Span, { taken }: Fragment): boolean {
  return taken.some(({ from, to }) => element.from < to && element.to > from);
}

function asideOf(
  element: Extract<LineElement, { kind: 'aside' }>,
  { isWhole, isTyped, read: { text, elements } }: Fragment,
  { reading, shapes }: Resolution,
): void {
  // `411953 (2)`: the brackets hold a count.
  const isBracketed = text[element.from - 1] === '(' && text[element.to] === ')' && elements.length > 1;
  const figures = figuresIn(element.text);
  // `22 2345678` among numbers of seven figures may be one, and its place in a list.
  const isOfArea = /^\d\d \d{7}$/.test(element.text) && shapes.plain.has(7);
  const isPhoneLike =
    element.as === 'phone' && !element.text.includes('+') && (shapes.plain.has(figures) || isOfArea);
  const isAll =
    isWhole &&
    !isBracketed &&
    (element.as === 'short' || (element.as === 'ordinal' && isTyped && elements.length === 1));
  if (isPhoneLike) reading.wrong.set(element.text, { text: element.text, reason: 'not-understood' });
  else if (isAll) reading.wrong.set(element.text, { text: element.text, reason: 'dispatch-number' });
  else reading.aside.push({ text: element.text, as: element.as });
}

function addNumber(numbers: Map<string, ParsedNumber>, found: ParsedNumber, { wrong }: Reading): void {
  if (!dispatchNumberSchema.safeParse(found.number).success) {
    wrong.set(found.text, { text: found.text, reason: 'dispatch-number' });
    return;
  }
  const key = JSON.stringify([found.as === 'any' ? 'dispatch' : found.as, found.number, found.ruts]);
  if (!numbers.has(key)) numbers.set(key, found);
}

/** The shapes of the certain numbers of a text; if none is certain, of all that stand alone. */
function numberShapesOf(fragments: readonly Fragment[]): NumberShapes {
  const sure: string[] = [];
  const weak: string[] = [];
  for (const { read, isWhole } of fragments) {
    for (const element of read.elements) {
      if (element.kind === 'number' && (element.as === 'dispatch' || element.as === 'any'))
        sure.push(element.number);
      else if (element.kind === 'candidate' && isWhole) (isWeak(element) ? weak : sure).push(element.number);
    }
  }
  if (sure.length === 0) sure.push(...weak);
  const plain = sure.map((number) => number.replace(lastLetter, '')).filter((number) => /^\d+$/.test(number));
  return {
    plain: new Set(plain.map(({ length }) => length)),
    heads: new Set(sure.filter((number) => !/^\d/.test(number)).map(headOf)),
    hasAny: sure.length > 0,
  };
}

/** A letter after plain figures, `145201-A`. */
const lastLetter = /(?<=^\d{5,8})-\p{L}$/u;

function headOf(number: string): string {
  return /^\P{N}*/u.exec(number)?.[0].toLowerCase() ?? '';
}

type Candidate = Extract<LineElement, { kind: 'candidate' }>;

/** Whether a number is ambiguous: three or four figures, nine or more, or a few figures among letters. */
function isWeak({ number, form, isYear = false }: Candidate): boolean {
  if (isYear) return true;
  if (form === 'mixed') return figuresIn(number) < 4;
  return number.length < 5 || number.length > 8;
}

/**
 * Whether a number without a label is part of the query: its line holds nothing else, or it has a certain
 * shape.
 */
function isOfQuery(element: Candidate, { isWhole, isTyped }: Fragment, shapes: NumberShapes): boolean {
  const { number, form } = element;
  const bare = number.replace(lastLetter, '');
  if (bare !== number) return isWhole || shapes.plain.size === 0 || shapes.plain.has(bare.length);
  if (form === 'mixed') {
    if (isWhole) return true;
    if (figuresIn(number) < 5) return shapes.heads.has(headOf(number)) && headOf(number) !== '';
    return /^\p{L}/u.test(number)
      ? !shapes.hasAny || shapes.heads.has(headOf(number)) || /[-/]/.test(number)
      : false;
  }
  const isLike = shapes.plain.has(number.length);
  if (isWeak(element)) {
    const mayBe = number.length > 2 && (!shapes.hasAny || isLike);
    return (isWhole && mayBe) || (isLike && number.length > 4);
  }
  // In a sentence, seven figures with thousands marks are an amount.
  if (form === 'dotted' && number.length > 6 && !isWhole) return isLike && !isTyped;
  return isWhole || isLike || shapes.plain.size === 0;
}
