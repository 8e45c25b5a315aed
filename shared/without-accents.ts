/**
 * A text without its accents. `NFKD` also spells compatibility forms plainly, such as wide or joined letters.
 */
export function withoutAccents(text: string, form: 'NFD' | 'NFKD' = 'NFKD'): string {
  return text.normalize(form).replace(/\p{M}/gu, '');
}

/** A text in lower case and without accents, each character at its original offset. */
export function foldKeepingLength(text: string): string {
  return Array.from({ length: text.length }, (_, at) => foldedUnit(text.charAt(at))).join('');
}

function foldedUnit(unit: string): string {
  if (unit < '\u0080') return unit.toLowerCase();
  const folded = unit.normalize('NFD').charAt(0).toLowerCase();
  return folded.length === 1 ? folded : unit;
}
