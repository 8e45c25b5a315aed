import { hasRightDigit } from '../../shared/model/rut.ts';
import { maskQuoted } from '../lib/pasted-lines.ts';

/** List bullets, and the quotation marks of a mail reply. */
const bullet = /^(?:[-*•·>]+ )+/;

/** A line of a list or of a quoted mail without its bullet. */
function withoutBullet(line: string): string {
  return line.replace(bullet, '');
}

/** A comma between columns. It may also separate thousands: `12,345,678-5` is parsed as one text. */
const commaBetween = /(?<=-[\dkK]),|,(?!\d{3}(?!\d))|(?<!\d),/;

/** The mark and the number of a line in a list: `1.- `, `2) `. */
const listMark = /^ ?(?:(?:[-*•·>]+|\d{1,3}(?:\.-|[.)])) )+(?=\S)/;

/** A line without its bullet or its number in a list. */
export function withoutListMark(line: string): string {
  return line.replace(listMark, '');
}

/**
 * The columns of a line: separated by tabs, bars, semicolons, or commas where there is none of these; a
 * quoted cell is one.
 */
export function cellsOf(line: string): string[] {
  const { masked, textOf } = maskQuoted(line);
  // A table in a text file has bars at both ends, too.
  const bare = /^\s*\|.*\|\s*$/.test(masked) ? masked.replace(/^\s*\||\|\s*$/g, '') : masked;
  const separator = ['\t', '|', ';', commaBetween].find((one) => bare.split(one).length > 1);
  const cells = separator === undefined ? [bare] : bare.split(separator);
  return cells.map((cell) => withoutBullet(textOf(cell)));
}

/** The word of a heading of RUTs: `RUT`, `R.U.T. cliente`, `N° RUT`. */
export const rutWord = /(?<![\p{L}.])r\.?u\.?t\.?(?!\p{L})/iu;

const body = /^\d{1,3}(?:\.?\d{3}){2}$|^0{0,3}\d{6,9}$/;
const digit = /^-? ?([\dk])$/i;

/**
 * Rows with each RUT in one cell, where check digits have a column of their own: by its heading, or because
 * most are valid. A number without the digit of its column is no RUT.
 */
export function withDigits(rows: readonly string[][], heading: readonly string[]): string[][] {
  const headed = heading.findIndex((title) =>
    /^(?:d\.?v\.?|d[ií]gito(?: verificador)?)$/i.test(title.trim()),
  );
  const ofRut = heading.findIndex((title) => rutWord.test(title));
  const column = headed >= 0 && ofRut >= 0 ? ofRut : bodyColumn(rows);
  if (column === undefined) return rows.map((row) => [...row]);
  const own = headed >= 0 && ofRut >= 0 ? headed : column + 1;
  return rows.map((row) => {
    const [number = '', last = ''] = [row[column], digit.exec(row[own] ?? '')?.[1]];
    if (!body.test(number)) return [...row];
    // Without its check digit, the last figure would be taken for it.
    if (last === '') return headed < 0 || ofRut < 0 ? [...row] : row.with(column, `${number}-`);
    return row.map((cell, at) => (at === column ? `${number}-${last}` : at === own ? '' : cell));
  });
}

/** The column of numbers whose check digits are in the next column, in more than half of the rows. */
function bodyColumn(rows: readonly string[][]): number | undefined {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, index) => index).find((column) => {
    const pairs = rows.flatMap((row) => {
      const last = digit.exec(row[column + 1] ?? '')?.[1];
      return last !== undefined && body.test(row[column] ?? '') ? [`${row[column]}-${last}`] : [];
    });
    return pairs.length > 0 && pairs.filter(isRight).length * 2 > pairs.length;
  });
}

function isRight(text: string): boolean {
  return hasRightDigit(withoutZeros(text));
}

/** A number without leading zeros: `076086428-5`. */
export function withoutZeros(text: string): string {
  return text.replace(/^0[0.]*(?=[1-9])/, '');
}

const email = /[^\s@<>()[\]{}"'“”,;:|/]{1,64}@[^\s@<>()[\]{}"'“”,;:|/]{1,189}/g;

/** The e-mail addresses in a cell or a line: `Ana <ana@acme.cl>`, `a@acme.cl; b@acme.cl`. */
export function emailsIn(text: string): string[] {
  return [...text.matchAll(email)].map(([found]) => found.replace(/(?<!\.)\.+$/, ''));
}

/** A cell without its e-mail addresses and the punctuation around them. */
export function withoutEmails(text: string): string {
  if (!text.includes('@')) return text;
  return text
    .replaceAll(/(?:mailto:|e-?mail:?|correo:?)(?=[ <]{0,3}[^\s@]{1,64}@)/gi, ' ')
    .replaceAll(email, ' ')
    .replaceAll(/[<([{] *[>)\]}]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s,;:/-]+|(?<![\s,;:/-])[\s,;:/-]+$/g, '');
}
