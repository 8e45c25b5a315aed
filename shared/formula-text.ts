/** What a formula begins with, in full-width forms too: East Asian spreadsheets take those for the same. */
const beginning = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * Whether a spreadsheet may take a text for a formula, also after the blanks and controls that some skip, or
 * lose what it begins with.
 */
export function isLikeFormula(text: string): boolean {
  return beginning.test(text) || /^[\t\r\n]/.test(text);
}

/**
 * What a spreadsheet takes for a number, a date, a time or a fraction, and shows otherwise: `004512`,
 * `123456789012`, `12E5`, `410.931`, `1,5`, `10-12`, `1/2`, `2026-10`, `5-oct-26`, `1.2.26`, `oct-26`,
 * `10:30`, `(12)`, `12%`. A whole number of fewer figures stays as it is.
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

/** Whether a spreadsheet shows a text as another one, or keeps another. */
export function isShownOtherwise(text: string): boolean {
  const plain = text.trim();
  return otherwiseShown.some((form) => form.test(plain));
}

/**
 * A text that a spreadsheet takes for nothing else, in a file of this separator: what it would show otherwise
 * gets a tab, which is not seen; what begins like a formula an apostrophe.
 */
export function spreadsheetText(text: string, separator: ';' | ','): string {
  return isShownOtherwise(text) ? `\t${text}` : withMarks(text, separator);
}

/**
 * A text of which no spreadsheet makes a formula, in a file of this separator: each place that begins like
 * one gets an apostrophe before it.
 */
function withMarks(text: string, separator: ';' | ','): string {
  const inside = withInnerMarks(text, separator);
  return isLikeFormula(inside) ? `'${inside}` : inside;
}

/**
 * A text in which nothing begins like a formula where its file is opened under another separator than its
 * own: quotes inside what that takes for a cell hold nothing together, not even the end of a line. Each such
 * place gets one apostrophe more, which {@link withoutInnerMarks} takes away.
 */
export function withInnerMarks(text: string, separator: ';' | ','): string {
  return text.replace(otherwiseBegun[separator], (whole, before: string, marks: string, sign?: string) =>
    sign === undefined ? whole : `${before}'${marks}${sign}`,
  );
}

/** The text that {@link withInnerMarks} was given. */
export function withoutInnerMarks(text: string, separator: ';' | ','): string {
  return text.replace(otherwiseBegun[separator], (whole, before: string, marks: string, sign?: string) =>
    sign === undefined ? whole : `${before}${marks.slice(1)}${sign}`,
  );
}

// The sign is optional so that a run of blanks is read once, however long it is.
const otherwiseBegun = {
  ';': /([,\t\r\n][\s\p{Cc}"]*)('*)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu,
  ',': /([;\t\r\n][\s\p{Cc}"]*)('*)([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu,
};
