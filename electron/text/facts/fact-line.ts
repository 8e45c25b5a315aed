import { withoutAccents } from '../../../shared/without-accents.ts';

/** A line of a text, with its page, folded for the patterns. */
export interface FactLine {
  page: number;
  written: string;
  folded: string;
}

const maxLineLength = 240;

/** The lines of a page that say something. */
export function factLines(page: number, text: string): FactLine[] {
  return text
    .split('\n')
    .map((written) => written.replace(/\s+/g, ' ').trim().slice(0, maxLineLength))
    .filter((written) => written !== '')
    .map((written) => ({ page, written, folded: withoutAccents(written).toUpperCase() }));
}
