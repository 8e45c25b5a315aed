import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { joining } from './labels.ts';
import type { LineElement, ReadLine } from './line-state.ts';
import { isOfSeries } from './numbers.ts';

/** A part of a line that excludes something, `excepto el 410931`. */
export interface Exclusion {
  from: number;
  to: number;
  /** After the excluding words, before their object. */
  objectFrom: number;
  /** Whether the part reaches the end of the line and names nothing: its object is on the lines below. */
  isOpen: boolean;
  /** Whether another number takes the place of what it names. */
  isReplaced?: boolean;
  /** Whether its object can only be the numbers before it; the number of those is that of the word. */
  isBehind?: 'one' | 'several';
  /** Whether somebody has what it names, `ya lo tengo`: a document, where one is named. */
  isOwned?: boolean;
  /** Whether a word such as `perdón` or `digo` tells of a wrong number. */
  isSaid?: boolean;
}

type NumberElement = Extract<LineElement, { kind: 'number' | 'candidate' }>;

/**
 * The number right before excluding words that name nothing, `410931 (no enviar)`, or several before a
 * plural: `410931 y 410932 (anulados)`.
 */
export function numbersBefore(read: ReadLine, exclusion: Exclusion): NumberElement[] {
  const { text, elements } = read;
  const { from, objectFrom, to, isBehind, isOwned, isSaid } = exclusion;
  if (/[\p{L}\d]/u.test(text.slice(objectFrom, to))) return [];
  const found: NumberElement[] = [];
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
  const [first] = found;
  if (isOwned && first && !isAtStart.test(foldKeepingLength(text.slice(0, first.from)))) return [];
  const isOther = !isLike(found.at(-1), numberAt(read, objectFrom));
  return isSaid && (isOther || isApology(read, exclusion, first)) ? [] : found;
}

/** Whether an apology behind several numbers adds one: `410931 y 410932, disculpe, 410933`. */
function isApology(
  { text, elements }: ReadLine,
  { from, objectFrom }: Exclusion,
  first?: NumberElement,
): boolean {
  const words = foldKeepingLength(text.slice(from, objectFrom));
  if (!first || !/^(?:perdon|disculp[ae]|sorry)[,:]? (?:(?:el|los) )?$/.test(words)) return false;
  const before = elements.findLast(({ kind, to }) => kind !== 'word' && to <= first.from);
  return before !== undefined && betweenNumbers.test(text.slice(before.to, first.from));
}

/** Only the words of a dispatch are between the start of a sentence or list item and a position. */
const isAtStart =
  /(?:^|[.,;:(!?*•–-])[ *•–-]{0,3}(?:(?:y|e|and|pero|el|los|the|despachos?|carpetas?|n°|nro[.]?) ?){0,4}$/u;

/** Whether a number may be the right one for another: it has as many figures, or begins alike. */
function isLike(one: NumberElement | undefined, other: NumberElement | undefined): boolean {
  if (!one || !other) return false;
  return one.number.length === other.number.length || one.number.slice(0, 2) === other.number.slice(0, 2);
}

/** The number that starts at a position. */
export function numberAt({ elements }: ReadLine, at: number): NumberElement | undefined {
  return elements.find(
    (element): element is NumberElement =>
      element.from === at && (element.kind === 'number' || element.kind === 'candidate'),
  );
}

/** Whether excluding words stand before a weight or an amount: `llegó sin 12000 kg`. */
export function isBeforeMeasure({ elements }: ReadLine, { objectFrom }: Exclusion): boolean {
  return elements.some(
    (one) =>
      one.from === objectFrom && one.kind === 'aside' && (one.as === 'quantity' || one.as === 'amount'),
  );
}

/** A number of the kind of the one that it replaces: `factura 4512, digo 4513`. */
export function asReplaced(number: LineElement, replaced: NumberElement | undefined): LineElement {
  if (number.kind !== 'candidate' || replaced?.kind !== 'number') return number;
  const { as, text } = replaced;
  if (as === 'dispatch' || as === 'any') return number;
  // `OC 452599, digo 410931` may be a dispatch.
  if (as !== 'folio' && !isOfSeries(number.number, replaced.number)) return number;
  const { from, to } = number;
  return {
    kind: 'number',
    as,
    number: number.number,
    text: text.replace(replaced.number, number.number),
    from,
    to,
  };
}

const beforeExclusion = /^[\s:,("'”*–-]*$/;
const betweenNumbers = /^(?:[\s,/]|(?<![\p{L}])[ye](?![\p{L}])|and)*$/u;
