import { cleanPasted, parseRut, type Rut } from '../../shared/model/rut.ts';

/** One RUT of a pasted text, parsed by itself. */
export type PastedRut =
  | {
      verdict: 'good' | 'wrong-digit';
      text: string;
      rut: Rut;
      /** The check digit by modulo 11. */
      expected: string;
      /** Whether it also occurs earlier in the text. */
      isRepeated: boolean;
    }
  | { verdict: 'wrong-form'; text: string };

/**
 * The RUTs of a pasted text, in its order: from Excel, a mail, a list. They are separated by line ends, tabs,
 * semicolons, bars and commas. Spaces separate only where every part is a RUT, so that `12.345.678 - 5` stays
 * one.
 */
export function readPastedRuts(text: string): PastedRut[] {
  const seen = new Set<string>();
  return linesOf(text)
    .flat()
    .flatMap((cell) => rutsOf(withoutRutLabel(cell)))
    .map((cell) => {
      const parsed = parseRut(cell);
      if (parsed.form === 'wrong') return { verdict: 'wrong-form', text: cell };
      const { rut, expected, digitIsRight } = parsed;
      return {
        verdict: digitIsRight ? 'good' : 'wrong-digit',
        text: cell,
        rut,
        expected,
        isRepeated: isRepeated(seen, rut),
      };
    });
}

/** List bullets, and the quotation marks of a mail reply. */
const bullet = /^(?:[-*•·>]+ )+/;

/** A line of a list or of a quoted mail without its bullet. */
export function withoutBullet(line: string): string {
  return line.replace(bullet, '');
}

/** A RUT without its label: `RUT: 12.345.678-5`. */
export function withoutRutLabel(cell: string): string {
  return cell.replace(/^r\.?u\.?t\.?\s*(?:n[°º.]?o?\s*)?(?::\s*)?(?=\d)/i, '');
}

/** A comma between columns. It may also separate thousands: `12,345,678-5` is parsed as one text. */
export const commaBetween = /(?<=-[\dkK]),|,(?!\d{3}(?!\d))|(?<!\d),/;

const separatorOfRuts = new RegExp(`[\\n\\v\\f\\r\\u0085\\u2028\\u2029;]|${commaBetween.source}`);

function linesOf(text: string): string[][] {
  return text.split(separatorOfRuts).map((line) =>
    line
      .split(/[\t|]/)
      .map((column) => unquoted(cleanPasted(column)))
      .filter((column) => column !== ''),
  );
}

function rutsOf(cell: string): string[] {
  // Spaces may separate thousands: a valid RUT is not split.
  if (parseRut(cell).form === 'right') return [cell];
  return splitAtSpaces(cell, (part) => parseRut(part).form === 'right' && /-|\d{7}/.test(part));
}

function unquoted(cell: string): string {
  return cell.replace(/^["'“”‘’«»]+|(?<!["'“”‘’«»])["'“”‘’«»]+$/gu, '').trim();
}

function splitAtSpaces(cell: string, isOne: (part: string) => boolean): string[] {
  const words = cell.split(' ');
  return words.length > 1 && words.every(isOne) ? words : [cell];
}

function isRepeated(seen: Set<string>, value: string): boolean {
  if (seen.has(value)) return true;
  seen.add(value);
  return false;
}
