import { writtenDay } from '../../shared/model/dates.ts';
import { fold } from '../../shared/without-accents.ts';

/**
 * A text whose code-unit order is natural order: accents and case ignored, 9 before 10, leading zeros
 * ignored.
 */
export function sortKey(text: string): string {
  const folded = fold(text);
  let key = '';
  for (let at = 0; at < folded.length; ) {
    const end = endOfRun(folded, at);
    key += isDigit(folded, at) ? counted(folded, at, end) : folded.slice(at, end);
    at = end;
  }
  return key;
}

/** Sort key of a path: that of the file's name, which a list shows first. */
export function nameKey(path: string): string {
  return sortKey(path.slice(path.lastIndexOf('/') + 1));
}

// Not a regular expression, for speed: 100,000 documents need half a million keys.
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function endOfRun(text: string, from: number): number {
  const ofDigits = isDigit(text, from);
  let end = from + 1;
  while (end < text.length && isDigit(text, end) === ofDigits) end++;
  return end;
}

/** Sort key of a date, `YYYY-MM-DD`; `''`, which sorts last, for other text. */
export function dateKey(text: string): string {
  return writtenDay(text) ?? '';
}

/** A number prefixed with its digit count: the one with more digits is larger. */
function counted(text: string, from: number, end: number): string {
  let first = from;
  while (first < end - 1 && text.charCodeAt(first) === 48) first++;
  const digits = Math.min(end - first, 99);
  return (digits < 10 ? '0' : '') + digits + text.slice(first, end);
}

/**
 * A document number in the form that users quote: letters and digits only, without leading zeros in each run
 * of digits.
 */
export function numberKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^|\D)0+(?=\d)/g, '$1')
    .replaceAll(' ', '');
}
