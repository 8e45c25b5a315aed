import { cleanPasted, parseRut, type Rut } from '../../shared/model/rut.ts';

/** One RUT of a pasted text, judged by itself. */
export type PastedRut =
  | {
      verdict: 'good' | 'wrong-digit';
      text: string;
      rut: Rut;
      /** The check digit that modulo 11 gives. */
      expected: string;
      /** Whether it stood further up already. */
      isRepeated: boolean;
    }
  | { verdict: 'wrong-form'; text: string };

/**
 * The RUTs of a pasted text, in its order: from Excel, a mail, a list. Parted by line ends, tabs, semicolons,
 * bars and commas; by spaces only where what stands between them is a RUT each, so that `12.345.678 - 5`
 * stays one.
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

/** Before the points of a list, and before what a mail answers to. */
const bullet = /^(?:[-*•·>]+ )+/;

/** A line of a list or of a quoted mail without what stands before it. */
export function withoutBullet(line: string): string {
  return line.replace(bullet, '');
}

/** A RUT without the word that says that it is one: `RUT: 12.345.678-5`. */
export function withoutRutLabel(cell: string): string {
  return cell.replace(/^r\.?u\.?t\.?\s*(?:n[°º.]?o?\s*)?(?::\s*)?(?=\d)/i, '');
}

/** A comma between columns. One may be a thousands mark: `12,345,678-5` is one text, and judged as one. */
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
  // Spaces as thousands marks: what is a RUT as a whole is not taken apart.
  if (parseRut(cell).form === 'right') return [cell];
  return splitAtSpaces(cell, (part) => parseRut(part).form === 'right' && /-|\d{7}/.test(part));
}

function unquoted(cell: string): string {
  return cell.replace(/^["'“”‘’«»]+|(?<!["'“”‘’«»])["'“”‘’«»]+$/gu, '').trim();
}

function splitAtSpaces(cell: string, isOne: (part: string) => boolean): string[] {
  const parts = cell.split(' ');
  return parts.length > 1 && parts.every(isOne) ? parts : [cell];
}

function isRepeated(seen: Set<string>, value: string): boolean {
  if (seen.has(value)) return true;
  seen.add(value);
  return false;
}
