import { spreadsheetText } from '../../shared/formula-text.ts';

/** A line of CSV as Excel in Chile opens it, every field quoted, and each as it is. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => `"${spreadsheetText(field, ';').replaceAll('"', '""')}"`).join(';')}\r\n`;
}
