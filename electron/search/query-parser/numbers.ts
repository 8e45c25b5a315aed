import { containerDigit } from '../../lib/container-digit.ts';
import { figuresIn, type Token } from './token.ts';

/** The kind of a number, by its label or form; `any` where neither tells. */
export type NumberKind =
  | 'any'
  | 'dispatch'
  | 'declaration'
  | 'reference'
  | 'transport'
  | 'folio'
  | 'container';

/** Prefixes of carriers in their bill of lading numbers. */
export const carriers = new Set(
  'maeu msku medu mscu hlcu cmdu oolu cosu oney eglv evgl ymlu ymja zimu sudu hdmu aplu anlc whlc hlxu nyks molu kkfu pilu smlm cclu csav blpl mscx safm sealand ones nykl cosco tlrs dhlc dsvf expd kkft'.split(
    ' ',
  ),
);

const kinds: ReadonlySet<string> = new Set<NumberKind>([
  ...(['any', 'dispatch', 'declaration', 'reference', 'transport', 'folio', 'container'] as const),
]);

/** Whether a query can hold numbers of this kind. */
export function isKind(as: string): as is NumberKind {
  return kinds.has(as);
}

/** The kind of a number by its form alone. */
export function kindOfForm({ kind, text, folded }: Token): NumberKind | undefined {
  if (kind === 'declaration' || kind === 'transport' || kind === 'container') return kind;
  if (kind !== 'mixed') return undefined;
  if (/^(?:o\.?c|p\.?o|ref|nv)[-._]?\d/.test(folded)) return 'reference';
  if (/^(?:fac|fact|factura|inv|folio)[-._]?\d{3,}/.test(folded)) return 'folio';
  const isOfCarrier =
    carriers.has(folded.slice(0, 4)) && figuresIn(text) >= 5 && !/^[a-z]{3}[ujz]\d{6,7}$/.test(folded);
  return isOfCarrier ? 'transport' : undefined;
}

/**
 * Whether a number may be what its label says. A dispatch has at least three figures, and a container its
 * check digit. Without it, a container may be a number of a carrier or a client.
 */
export function isPossible(as: NumberKind, { kind, text }: Token): boolean {
  if (kind === 'wrong-container') return as === 'transport' || as === 'reference' || as === 'folio';
  if (as === 'dispatch') return figuresIn(text) > 2;
  return as !== 'container' || containerOf(text) !== undefined;
}

/**
 * A container as painted on its side, `MSCU1234566`: four letters ending in U, J or Z, six figures, and the
 * check digit of ISO 6346.
 */
export function containerOf(text: string): string | undefined {
  const [, owner = '', first = '', last = '', digit = ''] =
    /^([A-Z]{3}[UJZ])[ -]?(\d{3})[ .]?(\d{3})[ /]?-? ?(\d)$/i.exec(text) ?? [];
  const number = `${owner}${first}${last}`.toUpperCase();
  return digit !== '' && String(containerDigit(number)) === digit ? number + digit : undefined;
}

/** A container with its check digit added: `MSKU100000`. */
export function containerWithDigit(text: string): string | undefined {
  const bare = text.replaceAll(/[ .-]/g, '').toUpperCase();
  return /^[A-Z]{3}[UJZ]\d{6}$/.test(bare) ? bare + containerDigit(bare) : undefined;
}

/**
 * Whether two numbers have the same length and the same first two figures: adjacent dispatches do, a dispatch
 * and its amount do not.
 */
export function isOfSeries(one: string, other: string): boolean {
  return one.length === other.length && one.slice(0, 2) === other.slice(0, 2);
}

/** Whether two figures after a separator are a year, and no ending of another number: `410931/26`. */
export function isYearOf(whole: string, end: string): boolean {
  return /^2[4-9]$/.test(end) && Math.abs(Number(end) - Number(whole.slice(-2))) > 10;
}

/**
 * An abbreviated number completed by a whole one: `32` after `410931`. Undefined unless the result is
 * greater.
 */
export function completed(short: string, whole: string): string | undefined {
  if (!/^\d{1,3}$/.test(short) || !/\d{5}$/.test(whole)) return undefined;
  const number = whole.slice(0, whole.length - short.length) + short;
  return number > whole ? number : undefined;
}

/** Whether joined figures are a list: plain numbers of one length, or endings of the first. */
export function isList(text: string): boolean {
  const [first = '', ...others] = text.split(/[-/]/);
  if (first.length < 5 || others.every((one) => isYearOf(first, one))) return false;
  // `410931/2` is the second part of a dispatch; `410935/6` are two.
  if (others.length === 1 && /^[0-3]$/.test(others[0] ?? '')) return false;
  const isSame = others.every(({ length }) => length === first.length);
  return (
    isSame ||
    ((text.includes('/') || others.length > 1) &&
      others.every((one) => one.length < 4 && completed(one, first) !== undefined))
  );
}

/**
 * Whether joined figures are several numbers: whole ones, or endings of the first; folios of one length. A
 * check digit is none.
 */
export function isListOf(as: NumberKind, text: string): boolean {
  if (as === 'declaration' && /^\d+-\d$/.test(text)) return false;
  const [first = '', ...others] = text.split(/[-/]/);
  if (others.every((one) => isYearOf(first, one))) return false;
  // `4512/2026` is a folio of a year, too.
  if (as === 'folio' && others.length === 1 && /^20\d\d$/.test(others[0] ?? '')) return false;
  // `4512-4513-4514`, and no `0001-00012345`.
  if (as === 'folio' && others.length > 1 && /^[1-9]\d{2,}$/.test(first) && !text.includes('/'))
    return others.every((one) => isOfSeries(one, first));
  const isSameOrEnd = (one: string) => one.length === first.length || completed(one, first) !== undefined;
  // `411953-5` has a check digit.
  if (as === 'dispatch' && /^\d+-\d$/.test(text)) return false;
  if (/^\d{5,}$/.test(first)) return others.every(isSameOrEnd);
  // `2026/0045` is a folio of a year.
  const isYear = /^20\d\d$/.test(first) && !others.some((one) => /^20/.test(one));
  return as === 'folio' && !isYear && /^\d{4}(?:\/\d{4})+$/.test(text);
}

/**
 * The numbers of a token whose slashes separate endings of the first, or of the number before it:
 * `DSP-00123/124`, `954/955`.
 */
export function endsOf({ kind, text }: Token, before = ''): readonly string[] | undefined {
  const [first = '', ...others] = text.split('/');
  const isMixed = kind === 'mixed' && others.length > 0 && /\p{L}/u.test(first) && /\d{5}$/.test(first);
  const isEnds = kind === 'joined' && /^\d{1,3}(?:\/\d{1,3})+$/.test(text);
  if ((!isMixed && !isEnds) || (isMixed && others.every((one) => isYearOf(first, one)))) return undefined;
  let last = isMixed ? first : before;
  const numbers = isMixed ? [first] : [];
  for (const one of isMixed ? others : [first, ...others]) {
    const number = completed(one, last);
    if (number === undefined) return undefined;
    numbers.push(number);
    last = number;
  }
  return numbers;
}
