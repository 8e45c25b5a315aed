/**
 * A text without its accents. `NFKD` also spells compatibility forms plainly, such as wide or joined letters.
 */
export function withoutAccents(text: string, form: 'NFD' | 'NFKD' = 'NFKD'): string {
  return text.normalize(form).replace(/\p{M}/gu, '');
}
