const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** A cell in double quotes, as spreadsheets write one with a quotation mark or a line end. */
export const quotedCell = /(^|[\t;,|\n]) ?"((?:[^"]|""){0,2000})" ?(?=[\t;,|\n]|$)/g;

/** The lines of a pasted text; line ends within a quoted cell become spaces. */
export function linesOf(text: string): string[] {
  return text
    .replace(lineEnd, '\n')
    .replace(quotedCell, (whole: string, before: string, inner: string) =>
      inner.includes('\n') && !inner.includes('\t') ? `${before}"${inner.replaceAll('\n', ' ')}"` : whole,
    )
    .split('\n');
}
