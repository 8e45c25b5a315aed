import { cleanPasted } from '../../../shared/model/rut.ts';

/** What a number is a number of, as its label or its form says; `any` where neither does. */
export type NumberKind =
  | 'any'
  | 'dispatch'
  | 'declaration'
  | 'reference'
  | 'transport'
  | 'folio'
  | 'container';

/** A number without its thousands mark; more than seven figures may be a RUT's, and stay as they are. */
export function withoutThousands(text: string): string {
  return /^\d{1,3}[., ]\d{3}$|^\d\.\d{3}\.\d{3}$/.test(text) ? text.replace(/[., ]/g, '') : text;
}

/**
 * A container as it is painted on its side, `MSCU1234566`: four letters of which the last is U, J or Z, six
 * figures and the check digit of ISO 6346.
 */
export function containerOf(text: string): string | undefined {
  const [, owner = '', first = '', last = '', digit = ''] =
    /^([A-Z]{3}[UJZ])[ -]?(\d{3})[ .]?(\d{3})[ /]?-? ?(\d)$/i.exec(text) ?? [];
  const number = `${owner}${first}${last}`.toUpperCase();
  return digit !== '' && String(containerDigit(number)) === digit ? number + digit : undefined;
}

/** A container with its check digit, where it stands without one: `MSKU100000`. */
export function containerWithDigit(text: string): string | undefined {
  const bare = text.replaceAll(/[ .-]/g, '').toUpperCase();
  return /^[A-Z]{3}[UJZ]\d{6}$/.test(bare) ? bare + containerDigit(bare) : undefined;
}

function containerDigit(number: string): number {
  let sum = 0;
  for (const [index, letter] of [...number].entries()) sum += containerValue(letter) * 2 ** index;
  return (sum % 11) % 10;
}

/** Letters count from 10 on, without the multiples of 11. */
function containerValue(letter: string): number {
  if (/\d/.test(letter)) return Number(letter);
  const place = letter.charCodeAt(0) - 65;
  return 10 + place + Math.floor((place + 9) / 10);
}

/**
 * Whether two numbers have as many figures, and the same first two: numbers of dispatches beside one another
 * do, an amount beside one does not.
 */
export function isOfSeries(one: string, other: string): boolean {
  return one.length === other.length && one.slice(0, 2) === other.slice(0, 2);
}

/** How many figures a text has. */
export function figuresIn(text: string): number {
  let figures = 0;
  for (const letter of text) if (letter >= '0' && letter <= '9') figures++;
  return figures;
}

/** The most numbers that one range stands for; a longer one is told. */
const maxOfRange = 1000;

/**
 * The numbers from one to another, both included, which differ in the figures at their end alone: `410931` to
 * `410940`, `I-008` to `I-012`; the second may be cut short (`40`). Undefined where they are no range,
 * `too-long` where it is longer than `maxOfRange`.
 */
export function expandRange(first: string, last: string): string[] | 'too-long' | undefined {
  const [, head = '', from = ''] = /^(.*?)(\d{1,15})$/.exec(first) ?? [];
  const [, lastHead = '', to = ''] = /^(.*?)(\d{1,15})$/.exec(last) ?? [];
  if (from === '' || to === '' || (lastHead !== head && lastHead !== '')) return undefined;
  // A longer number stands for itself.
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

/** Whether two figures behind a mark are the year of a number, and no end of another: `410931/26`. */
export function isYearOf(whole: string, end: string): boolean {
  return /^2[4-9]$/.test(end) && Math.abs(Number(end) - Number(whole.slice(-2))) > 10;
}

/**
 * A number that is cut short behind a whole one, `32` behind `410931`, as it is whole; undefined unless it
 * follows that one.
 */
export function completed(short: string, whole: string): string | undefined {
  if (!/^\d{1,3}$/.test(short) || !/\d{5}$/.test(whole)) return undefined;
  const number = whole.slice(0, whole.length - short.length) + short;
  return number > whole ? number : undefined;
}

/**
 * A number as it is asked for, whatever label, note and thousands mark it has: what the terminal is given by
 * itself.
 */
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
