import { cleanPasted } from '../../../shared/model/rut.ts';

/** The kind of a number, by its label or form; `any` where neither tells. */
export type NumberKind =
  | 'any'
  | 'dispatch'
  | 'declaration'
  | 'reference'
  | 'transport'
  | 'folio'
  | 'container';

/** A number without its thousands mark; more than seven figures may be a RUT, and stay unchanged. */
export function withoutThousands(text: string): string {
  return /^\d{1,3}[., ]\d{3}$|^\d\.\d{3}\.\d{3}$/.test(text) ? text.replace(/[., ]/g, '') : text;
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

function containerDigit(number: string): number {
  let sum = 0;
  for (const [index, letter] of [...number].entries()) sum += containerValue(letter) * 2 ** index;
  return (sum % 11) % 10;
}

/** Letters count from 10, skipping multiples of 11. */
function containerValue(letter: string): number {
  if (/\d/.test(letter)) return Number(letter);
  const index = letter.charCodeAt(0) - 65;
  return 10 + index + Math.floor((index + 9) / 10);
}

/**
 * Whether two numbers have the same length and the same first two figures: adjacent dispatches do, a dispatch
 * and its amount do not.
 */
export function isOfSeries(one: string, other: string): boolean {
  return one.length === other.length && one.slice(0, 2) === other.slice(0, 2);
}

export function figuresIn(text: string): number {
  let figures = 0;
  for (const letter of text) if (letter >= '0' && letter <= '9') figures++;
  return figures;
}

/** Maximum numbers in one range; a longer one is reported. */
const maxOfRange = 1000;

/**
 * The numbers of a range, both ends included, which differ only in their last figures: `410931` to `410940`,
 * `I-008` to `I-012`. The second may be abbreviated (`40`). Undefined where they are no range, `too-long`
 * where it is longer than `maxOfRange`.
 */
export function expandRange(first: string, last: string): string[] | 'too-long' | undefined {
  const [, head = '', from = ''] = /^(.*?)(\d{1,15})$/.exec(first) ?? [];
  const [, lastHead = '', to = ''] = /^(.*?)(\d{1,15})$/.exec(last) ?? [];
  if (from === '' || to === '' || (lastHead !== head && lastHead !== '')) return undefined;
  // A longer ending is a number of its own.
  const isAbbreviated = to.length < from.length && to.length <= 3;
  const end = isAbbreviated ? from.slice(0, from.length - to.length) + to : to;
  const count = Number(end) - Number(from) + 1;
  if (end.length !== from.length || count < 2) return undefined;
  if (count > maxOfRange) return 'too-long';
  return Array.from(
    { length: count },
    (_, index) => head + String(Number(from) + index).padStart(from.length, '0'),
  );
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

/** A number without its label, note and thousands mark: an argument of the terminal. */
export function bareNumber(text: string): string {
  const cleaned = cleanPasted(text);
  const bare = cleaned
    .replace(leading, '')
    .replace(/^\(?([^()]*)(?:\([^()]*\)|(?=\)|$))[).,:;!?]*$/, (whole, inner) =>
      /\d/.test(inner) ? inner : whole,
    )
    .replace(/(?<![-.,:;!? ])[-.,:;!? ]+$/, '');
  return /\d/.test(bare) ? withoutThousands(bare) : cleaned;
}

const leading =
  /^(?:(?:despachos?|desp|dispatch(?:es)?|carpetas?|din|dus)(?:\.:|[.:-])? ?)?(?:(?:n°|n\.o|n[.:]|no|nro|num|numero|número|number)[°.:]{0,2} ?|# ?)?(?=.*\d)/i;
