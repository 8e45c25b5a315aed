/** What a formula begins with, in full-width forms too: East Asian spreadsheets take those for the same. */
const beginning = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** Whether a spreadsheet may take a text for a formula, also after the blanks and controls that some skip, or lose what it begins with. */
export function isLikeFormula(text: string): boolean {
  return beginning.test(text) || /^[\t\r\n]/.test(text);
}

/** A text of which no spreadsheet makes a formula, in a file of this separator: each place that begins like one gets an apostrophe before it. */
export function withMarks(text: string, separator: ';' | ','): string {
  const inside = withInnerMarks(text, separator);
  return isLikeFormula(inside) ? `'${inside}` : inside;
}

/**
 * A text in which nothing begins like a formula where its file is opened under another separator than its own: quotes inside what that takes for a
 * cell hold nothing together, not even the end of a line. Each such place gets one apostrophe more, which {@link withoutInnerMarks} takes away.
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
