import { withMarks } from '../../shared/formula-text.ts';

/** A line of CSV as Excel in Chile opens it, every field quoted, and none a formula. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => `"${withMarks(field, ';').replaceAll('"', '""')}"`).join(';')}\r\n`;
}
