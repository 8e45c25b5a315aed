/** What a formula begins with, in full-width forms too: East Asian spreadsheets take those for the same. */
const beginning = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** Whether a spreadsheet may take a text for a formula, also after the blanks and controls that some skip, or lose what it begins with. */
export function isLikeFormula(text: string): boolean {
  return beginning.test(text) || /^[\t\r\n]/.test(text);
}
