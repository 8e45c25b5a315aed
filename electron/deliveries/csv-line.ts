import { spreadsheetText } from '../../shared/formula-text.ts';

/** A CSV line for Excel in Chile, every field quoted and otherwise unchanged. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => `"${spreadsheetText(field, ';').replaceAll('"', '""')}"`).join(';')}\r\n`;
}
