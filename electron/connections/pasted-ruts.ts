import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { isTotal } from '../lib/pasted-lines.ts';
import { withoutEmails, withoutZeros } from './pasted-cells.ts';

/** A pasted line by its columns; a line of one column has one cell. */
export interface PastedLine {
  text: string;
  cells: string[];
}

/** A RUT of a line, and its position. */
export interface FoundRut {
  /** As it was written. */
  text: string;
  rut: Rut;
  expected: string;
  digitIsRight: boolean;
  /** The text around it in a line of one column, or in its cell. */
  around?: string;
  /** The index of its column. */
  index?: number;
}

/** Where the RUTs of pasted lines are, and what numbers are RUTs. */
export interface RutColumns {
  /** The index of their column. */
  rut: number | undefined;
  /** Whether numbers without a hyphen are RUTs here: most of their check digits are valid. */
  areBareRuts: boolean;
  /** Whether most lines of one column are clients here; in a mail most are not. */
  isList: boolean;
}

/** The RUTs of a line: one, or several in a line or cell of RUTs alone. `isAlone`: there is no other line. */
export function rutsOf(line: PastedLine, columns: RutColumns, isAlone: boolean): FoundRut[] {
  const all = [line.cells, ...line.cells.map((cell) => [cell])].map(severalRuts);
  const several = all.find(({ length }) => length > 1);
  if (several) return several;
  const found =
    line.cells.length > 1 ? rutInTable(line.cells, columns) : rutInText(line.text, columns, isAlone);
  // A total of amounts often has a RUT's form, but not its check digit; a client's name may contain "total".
  return !found || (isTotal(line.cells) && !isCertain(found)) ? [] : [found];
}

function isCertain({ text, digitIsRight }: FoundRut): boolean {
  return digitIsRight && text.includes('-');
}

/**
 * A line of RUTs alone is a client for each. Hyphens are required, because a number without one may be a
 * folder's name.
 */
function severalRuts(cells: readonly string[]): FoundRut[] {
  const words = cells
    .flatMap((cell) => (ruledRut(cell) ? [cell] : cell.split(/ y |[ ,;/&]+/)))
    .filter((word) => word !== '');
  const ruts = words.map((part) => (part.includes('-') ? ruledRut(part) : undefined));
  return ruts.flatMap((found) => found ?? []).length === words.length
    ? ruts.flatMap((found) => found ?? [])
    : [];
}

function rutInTable(cells: readonly string[], { rut }: RutColumns): FoundRut | undefined {
  const found = cells.flatMap((cell, index) => {
    const ruled = ruledRut(cell);
    return ruled && (index === rut || ruled.text.includes('-')) ? [{ ...ruled, index }] : [];
  });
  return (
    found.find(({ index }) => index === rut) ??
    found.find(({ digitIsRight }) => digitIsRight) ??
    found[0] ??
    rutWithinCell(cells)
  );
}

/** A RUT and its name in one cell: `ACME SPA (76.086.428-5)`. */
function rutWithinCell(cells: readonly string[]): FoundRut | undefined {
  for (const [index, cell] of cells.entries()) {
    const found = insideOf(cell).find(({ digitIsRight }) => digitIsRight);
    if (found) return { ...found, index, around: nameAround(found.before, found.after) };
  }
  return undefined;
}

const rutInside = /(?<![\w.,-])\d[\d.]* ?- ?[\dk](?![\w-])/gi;

/**
 * The RUTs with a hyphen in a line of one column. Shorter numbers without dots are those of containers and
 * documents.
 */
export function insideOf(line: string) {
  const text = withoutRutLabel(line);
  return [...text.matchAll(rutInside)].flatMap(({ 0: written, index }) => {
    const ruled = ruledRut(written);
    const isDotted = written.includes('.');
    const isShort = !isDotted && ruled !== undefined && ruled.rut.length < 9;
    const [before, after] = [text.slice(0, index), text.slice(index + written.length)];
    return ruled && !isShort ? [{ ...ruled, isDotted, before, after }] : [];
  });
}

function rutInText(
  line: string,
  { areBareRuts, isList }: RutColumns,
  isAlone: boolean,
): FoundRut | undefined {
  const inside = insideOf(line);
  const found =
    inside.find(({ digitIsRight }) => digitIsRight) ??
    inside.find(
      // In a sentence other numbers have this form, too.
      ({ isDotted, before, after }) =>
        isDotted || ((isList || isAlone) && (before.trim() === '' || after.trim() === '')),
    );
  if (found) return { ...found, around: nameAround(found.before, found.after) };
  const text = withoutRutLabel(line);
  const bare = bareRut(text);
  const ruled = bare === undefined ? undefined : ruledRut(bare);
  if (!bare || !ruled || !(areBareRuts || isAlone)) return undefined;
  return { ...ruled, around: text.slice(bare.length) };
}

/** The text before or after a RUT is its name; in the middle of a sentence there is none. */
function nameAround(before: string, after: string): string {
  const [first, last] = [withoutRutWord(before), after];
  const isWithin = [first, last].every((text) => /\p{L}/u.test(withoutEmails(text)));
  return isWithin ? '' : `${first} ${last}`;
}

/** The text before a RUT, without its label "RUT" and the punctuation before that. */
function withoutRutWord(before: string): string {
  const word = /\br\.?u\.?t\.?$/i.exec(before.replace(/(?<![\s:°º])[\s:°º]+$/, ''));
  return before.slice(0, word?.index).replace(/(?<![\s,;:(-])[\s,;:(-]+$/, '');
}

/** A RUT as a cell of its own: long enough to be one, and no other number that happens to have its form. */
export function ruledRut(cell: string) {
  const text = withoutZeros(withoutRutLabel(cell));
  const parsed = parseRut(text);
  if (parsed.form === 'wrong') return undefined;
  const digits = parsed.rut.length - 2;
  const isLikely = text.includes('-') ? digits >= 6 : digits === 7 || digits === 8;
  return isLikely ? { ...parsed, text } : undefined;
}

/** The number without a hyphen at the start of a line, where it is as long as a RUT. */
export function bareRut(line: string): string | undefined {
  const [, number] = /^(\d[\d.]{6,10}[\dk])(?![\w.,-])/i.exec(withoutRutLabel(line)) ?? [];
  return number;
}

/**
 * A text whose RUT has a space or a slash for its hyphen, or spaces for its marks, with a hyphen:
 * `76086428 5 ACME`, `76 086 428 - 5 ACME`. Its digit is right.
 */
export function digitApart(line: string): string {
  const [whole = '', body = '', digit = ''] =
    /^(\d{7,9}|\d{1,3}(?:\.\d{3}){2}|\d{1,2} \d{3} \d{3})(?:[ /]| ?- ?)([\dk])(?= |$)/i.exec(line) ?? [];
  const rut = `${body.replaceAll(' ', '')}-${digit}`;
  return whole !== '' && ruledRut(rut)?.digitIsRight ? `${rut}${line.slice(whole.length)}` : line;
}

/** A RUT without its label: `RUT: 12.345.678-5`. */
export function withoutRutLabel(cell: string): string {
  return cell.replace(/^r\.?u\.?t\.?\s*(?:n[°º.]?o?\s*)?(?::\s*)?(?=\d)/i, '');
}
