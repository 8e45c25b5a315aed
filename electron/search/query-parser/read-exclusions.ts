import { wordsOfName } from './clients.ts';
import { typesInSentence } from './document-types.ts';
import { exclusionsIn } from './exclusions.ts';
import { joining } from './labels.ts';
import type { LineElement, ReadLine } from './line-state.ts';
import type { NumberKind } from './numbers.ts';
import type { Reading } from './parser-state.ts';
import { readDayRange } from './read-day-range.ts';

type Span = { from: number; to: number };

/** Removes the exclusions of a line. Returns the line without them, and their spans. */
export function takeExclusions(reading: Reading, read: ReadLine): { read: ReadLine; taken: Span[] } {
  const taken: Span[] = [];
  const isWithin = reading.isExcluding;
  reading.isExcluding = false;
  for (const { from, to, objectFrom, isOpen } of exclusionsIn(read.text, isWithin)) {
    const within = read.elements.filter((element) => element.from < to && element.to > objectFrom);
    const behind =
      from === objectFrom || within.some(isFigure) ? undefined : numberBefore(read, from, objectFrom, to);
    const span = { from: behind?.from ?? from, to };
    if (exclude(reading, read, { span, objectFrom, elements: behind ? [behind] : within })) taken.push(span);
    const isList = isWithin && from === 0 && to === read.text.length;
    if ((isOpen && !behind) || isList) reading.isExcluding = true;
  }
  if (taken.length === 0) return { read, taken };
  const isFree = (element: LineElement) =>
    !taken.some(({ from, to }) => element.from < to && element.to > from);
  const elements = read.elements.filter(isFree);
  const numbers = new Set(elements.flatMap((element) => (element.kind === 'number' ? [element.number] : [])));
  const ranges = read.ranges.filter(({ first }) => numbers.has(first));
  return { read: { ...read, text: blanked(read.text, taken), elements, ranges }, taken };
}

/** Excludes what a span names. Returns whether it names something. */
function exclude(
  reading: Reading,
  { text }: ReadLine,
  {
    span: { from, to },
    objectFrom,
    elements,
  }: { span: Span; objectFrom: number; elements: readonly LineElement[] },
): boolean {
  const own = text
    .slice(from, to)
    .replace(/(?<![\s,;:.()-])[\s,;:.()-]+$/, '')
    .trim();
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
  if (figures.length === 0 && names.length === 0 && clients.length === 0 && !isDay) return false;
  // `No mandes nada por correo, deja 410931 en la carpeta`: the comma ends the exclusion.
  const first = Math.min(
    ...[...figures, ...indexes.flatMap((index) => words[index] ?? [])].map((one) => one.from),
  );
  if (Number.isFinite(first) && text.slice(objectFrom, first).includes(',')) return false;
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
    return true;
  }
  for (const name of names) reading.excluded.types.add(name);
  for (const element of figures) {
    if (element.kind === 'aside') reading.excluded.ends.add(element.text);
    else if (element.kind !== 'rut') reading.excluded.numbers.add(elementKey(element));
  }
  if (figures.length > 0) reading.excluded.texts.add(own);
  reading.aside.push({ text: own, as: 'excluded' });
  return true;
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

/** The number right before excluding words that name nothing: `410931 (no enviar)`, `410931: omitir`. */
function numberBefore(
  { text, elements }: ReadLine,
  from: number,
  objectFrom: number,
  to: number,
): Extract<LineElement, { kind: 'number' | 'candidate' }> | undefined {
  if (/[\p{L}\d]/u.test(text.slice(objectFrom, to))) return undefined;
  const before = elements.findLast((element) => element.to <= from);
  if (before?.kind !== 'number' && before?.kind !== 'candidate') return undefined;
  return /^[\s:,(–-]*$/.test(text.slice(before.to, from)) ? before : undefined;
}

/** A text with its spans blanked. */
function blanked(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  return rest;
}
