/**
 * A text without its accents. `NFKD` also spells compatibility forms plainly, such as wide or joined letters.
 */
export function withoutAccents(text: string, form: 'NFD' | 'NFKD' = 'NFKD'): string {
  return text.normalize(form).replace(/\p{M}/gu, '');
}

/** A text in lower case and without accents. */
export function foldLetters(text: string): string {
  return withoutAccents(text).toLowerCase();
}

/** As {@link foldLetters}, each character at its original offset. */
export function foldKeepingLength(text: string): string {
  return Array.from({ length: text.length }, (_, at) => foldedUnit(text.charAt(at))).join('');
}

function foldedUnit(unit: string): string {
  if (unit < '\u0080') return unit.toLowerCase();
  const folded = unit.normalize('NFD').charAt(0).toLowerCase();
  return folded.length === 1 ? folded : unit;
}

/** Normalizes text for filters: lower case, no accents or control characters, single spaces. */
export function fold(text: string): string {
  return plainAscii.test(text) ? text.toLowerCase() : foldAccents(text);
}

/** A text of printable ASCII and single spaces. */
export const plainAscii = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;

function foldAccents(text: string): string {
  return foldLetters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
