/** `;` is what Excel in Chile opens as columns. */
export type CsvSeparator = ';' | ',';

/** One line of a CSV file, its CR LF included (RFC 4180). Quotes the fields that need it, or `all`. */
export function csvLine(
  fields: readonly string[],
  separator: CsvSeparator = ';',
  quotes: 'needed' | 'all' = 'needed',
): string {
  const isQuoted = (field: string) => quotes === 'all' || needsQuotes(field, separator);
  const written = fields.map((field) => (isQuoted(field) ? `"${field.replaceAll('"', '""')}"` : field));
  return `${written.join(separator)}\r\n`;
}

function needsQuotes(field: string, separator: CsvSeparator): boolean {
  return field.includes(separator) || /["\r\n\t]/.test(field) || field !== field.trim();
}
