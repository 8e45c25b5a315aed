import { wordsOfName } from './clients.ts';
import { typesInSentence } from './document-types.ts';
import { type Exclusion, exclusionsIn } from './exclusions.ts';
import { joining } from './labels.ts';
import type { LineElement, ReadLine, Span } from './line-state.ts';
import type { NumberKind } from './number-kind.ts';
import type { Reading } from './parser-state.ts';
import { readDayRange } from './read-day-range.ts';

/** Removes the exclusions of a line. Returns the line without them, and their spans. */
export function takeExclusions(reading: Reading, read: ReadLine): { read: ReadLine; taken: Span[] } {
  const taken: Span[] = [];
  const isWithin = reading.isExcluding;
  reading.isExcluding = false;
  for (const exclusion of exclusionsIn(read.text, isWithin)) {
    const { from, to, objectFrom, isOpen } = exclusion;
    const within = read.elements.filter((element) => element.from < to && element.to > objectFrom);
    const before = from === objectFrom || within.some(isFigure) ? [] : numbersBefore(read, exclusion);
    const [first] = before;
    const object = {
      span: { from: first?.from ?? from, to },
      objectFrom,
      elements: first ? before : within,
      as: exclusion.isReplaced ? ('replaced' as const) : ('excluded' as const),
    };
    const span = exclude(reading, read, object);
    if (span) taken.push(span);
    const isList = isWithin && from === 0 && to === read.text.length;
    if ((isOpen && !first) || isList) reading.isExcluding = true;
  }
  if (taken.length === 0) return { read, taken };
  const isFree = (element: LineElement) =>
    !taken.some(({ from, to }) => element.from < to && element.to > from);
  const elements = read.elements.filter(isFree);
  const numbers = new Set(elements.flatMap((element) => (element.kind === 'number' ? [element.number] : [])));
  const ranges = read.ranges.filter(({ first }) => numbers.has(first));
  return { read: { ...read, text: blanked(read.text, taken), elements, ranges }, taken };
}

interface Excluded {
  span: Span;
  objectFrom: number;
  elements: readonly LineElement[];
  as: 'excluded' | 'replaced';
}

/** Excludes what a span names. Returns the span of what is excluded; undefined where it names nothing. */
function exclude(
  reading: Reading,
  { text, elements: all }: ReadLine,
  { span, objectFrom, elements, as }: Excluded,
): Span | undefined {
  const { from, to } = span;
  const own = ownText(text, span);
  const figures = elements.filter(isFigure);
  const words = elements.flatMap((element) =>
    element.kind === 'word' && !figures.some((one) => element.from < one.to && element.to > one.from)
      ? [element]
      : [],
  );
  const { names, indexes } = typesInSentence(
    words.map(({ folded }) => folded),
    reading.context.types ?? [],
  );
  const isDay =
    reading.context.today !== undefined &&
    readDayRange(text.slice(from, to), reading.context.today) !== undefined;
  const lastType = words[indexes.at(-1) ?? -1];
  const lastWord = words.findLast(({ folded }) => !joining.has(folded));
  const clients = reading.names.named(wordsOfName(text.slice(from, to)), () => true);
  if (figures.length === 0 && names.length === 0 && clients.length === 0 && !isDay) return undefined;
  // `No mandes nada por correo, deja 410931 en la carpeta`: the comma ends the exclusion.
  const first = Math.min(
    ...[...figures, ...indexes.flatMap((index) => words[index] ?? [])].map((one) => one.from),
  );
  if (Number.isFinite(first) && text.slice(objectFrom, first).includes(',')) return undefined;
  const isOfWhole =
    lastType !== undefined && figures.length > 0 && figures.every((one) => one.from > lastType.from);
  if (isOfWhole && !isDay && clients.length === 0 && isOfAll(text.slice(0, from), all, from)) {
    for (const name of names) reading.excluded.types.add(name);
    const ofTypes = { from, to: lastType.to };
    reading.aside.push({ text: ownText(text, ofTypes), as });
    return ofTypes;
  }
  // A query cannot exclude the invoices of one dispatch, clients or days.
  const isOfPart =
    isDay ||
    clients.length > 0 ||
    figures.some((one) => one.kind === 'rut' || (one.kind === 'number' && ofDispatch.test(one.text))) ||
    (lastType !== undefined &&
      (figures.some((one) => one.from > lastType.from) ||
        (lastWord !== undefined && lastWord.from > lastType.from)));
  if (isOfPart) {
    reading.wrong.set(own, { text: own, reason: 'not-understood' });
    return span;
  }
  for (const name of names) reading.excluded.types.add(name);
  for (const element of figures) {
    if (element.kind === 'aside') reading.excluded.ends.add(element.text);
    else if (element.kind !== 'rut') reading.excluded.numbers.add(elementKey(element));
  }
  if (figures.length > 0) reading.excluded.texts.add(own);
  reading.aside.push({ text: own, as });
  return span;
}

function ownText(text: string, { from, to }: Span): string {
  return text
    .slice(from, to)
    .replace(/(?<![\s,;:.()-])[\s,;:.()-]+$/, '')
    .trim();
}

/**
 * Whether all documents are asked for before a position, of no dispatch yet: `todo menos la DIN del 412301`.
 */
function isOfAll(before: string, elements: readonly LineElement[], from: number): boolean {
  return (
    /(?<!\p{L})(?:tod[oa]s?|everything|all)(?!\p{L})/iu.test(before) &&
    !elements.some((element) => element.to <= from && isFigure(element))
  );
}

/** `factura del 410931`: the one of a dispatch. */
const ofDispatch = /(?<!\p{L})del? /iu;

function isFigure(
  element: LineElement,
): element is Extract<LineElement, { kind: 'number' | 'candidate' | 'rut' | 'aside' }> {
  return (
    element.kind === 'number' ||
    element.kind === 'candidate' ||
    element.kind === 'rut' ||
    (element.kind === 'aside' && element.as === 'short' && /^\d{1,3}$/.test(element.text))
  );
}

/** A number of a known kind excludes only that kind. */
function elementKey(element: Extract<LineElement, { kind: 'number' | 'candidate' }>): string {
  return excludedKey(element.number, element.kind === 'number' ? element.as : 'any');
}

/** The key of an excluded number: a dispatch and `any` share one. */
export function excludedKey(number: string, as: NumberKind): string {
  return as === 'any' || as === 'dispatch' ? number : `${as} ${number}`;
}

/**
 * The number right before excluding words that name nothing, `410931 (no enviar)`, or several before a
 * plural: `410931 y 410932 (anulados)`.
 */
function numbersBefore(
  { text, elements }: ReadLine,
  { from, objectFrom, to, isBehind }: Exclusion,
): Extract<LineElement, { kind: 'number' | 'candidate' }>[] {
  if (/[\p{L}\d]/u.test(text.slice(objectFrom, to))) return [];
  const found: Extract<LineElement, { kind: 'number' | 'candidate' }>[] = [];
  let at = from;
  for (const element of elements.toReversed()) {
    if (element.to > at || (element.kind === 'word' && found.length > 0 && joining.has(element.folded)))
      continue;
    const isNext = found.length === 0 ? beforeExclusion : betweenNumbers;
    if (
      (element.kind !== 'number' && element.kind !== 'candidate') ||
      !isNext.test(text.slice(element.to, at))
    )
      break;
    found.unshift(element);
    at = element.from;
    if (isBehind !== 'several') break;
  }
  return found;
}

const beforeExclusion = /^[\s:,("'”*–-]*$/;
const betweenNumbers = /^(?:[\s,/]|(?<![\p{L}])[ye](?![\p{L}])|and)*$/u;

/** A text with its spans blanked. */
function blanked(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  return rest;
}
