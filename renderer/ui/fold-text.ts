import { withoutAccents } from '../../shared/without-accents.ts';

/** Text normalised for comparison: without accents, case or surrounding spaces. */
export function foldText(text: string): string {
  return withoutAccents(text, 'NFD').toLowerCase().trim();
}
