import { cleanPasted } from '../../shared/model/rut.ts';

const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** A cell in double quotes, as spreadsheets write one with a quotation mark or a line end. */
const quotedCell = /(^|[\t;,|\n]) ?"((?:[^"]|""){0,2000})" ?(?=[\t;,|\n]|$)/g;

/** The lines of a pasted text; line ends within a quoted cell become spaces. */
export function linesOf(text: string): string[] {
  return text
    .replace(lineEnd, '\n')
    .replace(quotedCell, (whole: string, before: string, inner: string) =>
      inner.includes('\n') && !inner.includes('\t') ? `${before}"${inner.replaceAll('\n', ' ')}"` : whole,
    )
    .split('\n');
}

/** Placeholder of a quoted cell while its line is split. */
const mark = '\uE000';
const masks = /\uE000(\d+)\uE000/g;

/** A line whose quoted cells hide their separators, and the text of each cell after it is split. */
export function maskQuoted(line: string): { masked: string; textOf: (cell: string) => string } {
  const quoted: string[] = [];
  const masked = !line.includes('"')
    ? line
    : line.replace(quotedCell, (_, before: string, inner: string) => {
        quoted.push(inner.replaceAll('""', '"'));
        return `${before}${mark}${quoted.length - 1}${mark}`;
      });
  const unmask = (cell: string) => cell.replace(masks, (_, index: string) => quoted[Number(index)] ?? '');
  return { masked, textOf: (cell) => withoutFormula(cleanPasted(quoted.length > 0 ? unmask(cell) : cell)) };
}

/** What a spreadsheet shows for `="0123"`, `=119000` and `'0123`, which make a number a text. */
function withoutFormula(cell: string): string {
  return /^[=']/.test(cell) ? cell.replace(/^="(.*)"$|^=(?=[\d$-])|^'(?=\d)/, '$1') : cell;
}

/** Whether a line sums up others. */
export function isTotal(cells: readonly string[]): boolean {
  return /^(?:sub-?)?total(?:es)?(?![\p{L}\d])|^sumas?(?![\p{L}\d])/iu.test(
    cells.find((cell) => cell !== '') ?? '',
  );
}
