import type { NumberKind } from './numbers.ts';
import type { Token } from './token.ts';

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
