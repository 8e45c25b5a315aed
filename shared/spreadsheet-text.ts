/**
 * The first characters of a formula, including full-width forms, which East Asian spreadsheets treat alike.
 */
const beginning = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * Whether a spreadsheet may read a text as a formula, also after blanks and controls that some skip, or drop
 * its first characters.
 */
export function isLikeFormula(text: string): boolean {
  return beginning.test(text) || /^[\t\r\n]/.test(text);
}

/**
 * Texts that a spreadsheet reads as a number, a date, a time or a fraction, and displays differently.
 * Examples: `004512`, `123456789012`, `12E5`, `410.931`, `1,5`, `10-12`, `1/2`, `2026-10`, `5-oct-26`,
 * `1.2.26`, `oct-26`, `10:30`, `(12)`, `12%`. A shorter integer stays unchanged.
 */
const otherwiseShown = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d+(?:[.,]\d+)?e[+-]?\d+$/i,
  /^\d+(?:[.,]\d+)+$/,
  /^\(\d[\d.,]*\)$/,
  /^(?:\p{Sc} ?\d[\d.,]*|\d[\d.,]* ?(?:\p{Sc}|%))$/u,
  /^\d{1,4} ?[-/] ?\d{1,4}(?: ?[-/] ?\d{1,4})?(?: \d{1,4}:\d{2}(?::\d{2})?)?$/,
  /^\d{1,2}[-/ .]\p{L}{3,10}\.?(?:[-/ .]\d{2,4})?$/u,
  /^\p{L}{3,10}\.?[-/ .]\d{1,4}$/u,
  /^\d{1,4}:\d{2}(?::\d{2})?$/,
];

/** Whether a spreadsheet displays or stores a text differently. */
export function isShownOtherwise(text: string): boolean {
  const plain = text.trim();
  return otherwiseShown.some((form) => form.test(plain));
}

/**
 * A text that a spreadsheet reads only as text, in a file with this separator. A text that it would display
 * differently gets an invisible tab; one that starts like a formula gets an apostrophe.
 */
export function spreadsheetText(text: string, separator: ';' | ','): string {
  return isShownOtherwise(text) ? `\t${text}` : withMarks(text, separator);
}

/**
 * A text that no spreadsheet reads as a formula, in a file with this separator: each position that starts
 * like one gets an apostrophe.
 */
function withMarks(text: string, separator: ';' | ','): string {
  const inside = withInnerMarks(text, separator);
  return isLikeFormula(inside) ? `'${inside}` : inside;
}

/**
 * A text in which nothing starts like a formula if its file is opened with the wrong separator. Quotes then
 * enclose nothing, not even a line break. Each such position gets one more apostrophe, which {@link
 * withoutInnerMarks} removes.
 */
export function withInnerMarks(text: string, separator: ';' | ','): string {
  return text.replace(otherwiseBegun[separator], (whole, before: string, marks: string, sign?: string) =>
    sign === undefined ? whole : `${before}'${marks}${sign}`,
  );
}

/** The inverse of {@link withInnerMarks}. */
export function withoutInnerMarks(text: string, separator: ';' | ','): string {
  return text.replace(otherwiseBegun[separator], (whole, before: string, marks: string, sign?: string) =>
    sign === undefined ? whole : `${before}${marks.slice(1)}${sign}`,
  );
}

// The sign is optional so that a run of blanks is scanned once, whatever its length.
const otherwiseBegun = {
  ';': /([,\t\r\n][\s\p{Cc}"]*)('*)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu,
  ',': /([;\t\r\n][\s\p{Cc}"]*)('*)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu,
};

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
