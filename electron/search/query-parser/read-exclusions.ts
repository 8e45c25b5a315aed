import { wordsOfName } from './clients.ts';
import { typesInSentence } from './document-types.ts';
import { exclusionsIn } from './exclusions.ts';
import { joining } from './labels.ts';
import type { Part, ReadLine } from './line-state.ts';
import type { NumberKind } from './numbers.ts';
import type { Reading } from './parser-state.ts';
import { readRange } from './read-dates.ts';

type Span = { from: number; to: number };

/** Removes the exclusions of a line. Returns the line without them, and their spans. */
export function takeExclusions(reading: Reading, read: ReadLine): { read: ReadLine; taken: Span[] } {
  const taken: Span[] = [];
  const isWithin = reading.isExcluding;
  reading.isExcluding = false;
  for (const { from, to, objectFrom, isOpen } of exclusionsIn(read.text, isWithin)) {
    const within = read.parts.filter((part) => part.from < to && part.to > objectFrom);
    const behind =
      from === objectFrom || within.some(isFigure) ? undefined : numberBefore(read, from, objectFrom, to);
    const span = { from: behind?.from ?? from, to };
    if (exclude(reading, read, { span, objectFrom, parts: behind ? [behind] : within })) taken.push(span);
    const isList = isWithin && from === 0 && to === read.text.length;
    if ((isOpen && !behind) || isList) reading.isExcluding = true;
  }
  if (taken.length === 0) return { read, taken };
  const isFree = (part: Part) => !taken.some(({ from, to }) => part.from < to && part.to > from);
  const parts = read.parts.filter(isFree);
  const numbers = new Set(parts.flatMap((part) => (part.kind === 'number' ? [part.number] : [])));
  const ranges = read.ranges.filter(({ first }) => numbers.has(first));
  return { read: { ...read, text: blanked(read.text, taken), parts, ranges }, taken };
}

/** Excludes what a span names. Returns whether it names something. */
function exclude(
  reading: Reading,
  { text }: ReadLine,
  { span: { from, to }, objectFrom, parts }: { span: Span; objectFrom: number; parts: readonly Part[] },
): boolean {
  const own = text
    .slice(from, to)
    .replace(/(?<![\s,;:.()-])[\s,;:.()-]+$/, '')
    .trim();
  const figures = parts.filter(isFigure);
  const words = parts.flatMap((part) =>
    part.kind === 'word' && !figures.some((one) => part.from < one.to && part.to > one.from) ? [part] : [],
  );
  const { names, places } = typesInSentence(
    words.map(({ folded }) => folded),
    reading.context.types ?? [],
  );
  const isDay =
    reading.context.today !== undefined &&
    readRange(text.slice(from, to), reading.context.today) !== undefined;
  const lastType = words[places.at(-1) ?? -1];
  const lastWord = words.findLast(({ folded }) => !joining.has(folded));
  const clients = reading.names.named(wordsOfName(text.slice(from, to)), () => true);
  if (figures.length === 0 && names.length === 0 && clients.length === 0 && !isDay) return false;
  // `No mandes nada por correo, deja 410931 en la carpeta`: the comma ends the exclusion.
  const first = Math.min(
    ...[...figures, ...places.flatMap((index) => words[index] ?? [])].map((one) => one.from),
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
  for (const part of figures) {
    if (part.kind === 'aside') reading.excluded.ends.add(part.text);
    else if (part.kind !== 'rut') reading.excluded.numbers.add(partKey(part));
  }
  if (figures.length > 0) reading.excluded.texts.add(own);
  reading.aside.push({ text: own, as: 'excluded' });
  return true;
}

/** `factura del 410931`: the one of a dispatch. */
const ofDispatch = /(?<!\p{L})del? /iu;

function isFigure(part: Part): part is Extract<Part, { kind: 'number' | 'candidate' | 'rut' | 'aside' }> {
  return (
    part.kind === 'number' ||
    part.kind === 'candidate' ||
    part.kind === 'rut' ||
    (part.kind === 'aside' && part.as === 'short' && /^\d{1,3}$/.test(part.text))
  );
}

/** A number of a known kind excludes only that kind. */
function partKey(part: Extract<Part, { kind: 'number' | 'candidate' }>): string {
  return excludedKey(part.number, part.kind === 'number' ? part.as : 'any');
}

/** The key of an excluded number: a dispatch and `any` share one. */
export function excludedKey(number: string, as: NumberKind): string {
  return as === 'any' || as === 'dispatch' ? number : `${as} ${number}`;
}

/** The number right before excluding words that name nothing: `410931 (no enviar)`, `410931: omitir`. */
function numberBefore(
  { text, parts }: ReadLine,
  from: number,
  objectFrom: number,
  to: number,
): Extract<Part, { kind: 'number' | 'candidate' }> | undefined {
  if (/[\p{L}\d]/u.test(text.slice(objectFrom, to))) return undefined;
  const before = parts.findLast((part) => part.to <= from);
  if (before?.kind !== 'number' && before?.kind !== 'candidate') return undefined;
  return /^[\s:,(–-]*$/.test(text.slice(before.to, from)) ? before : undefined;
}

/** A text with its spans blanked. */
function blanked(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { from, to } of spans) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  return rest;
}
