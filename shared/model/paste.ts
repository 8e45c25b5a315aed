import { dispatchNumberSchema } from './question.ts';
import { cleanPasted, parseRut, type Rut } from './rut.ts';

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

/** One dispatch number of a pasted text, judged by itself. */
export type PastedDispatchNumber =
  | { verdict: 'good'; text: string; number: string; isRepeated: boolean }
  /** It stands in a column beside that of the numbers: a reference, a name. */
  | { verdict: 'beside'; text: string }
  /** It cannot stand in an address: `.`, `..`, or longer than any number. */
  | { verdict: 'wrong-form'; text: string };

/**
 * The RUTs of a pasted text, in its order: from Excel, a mail, a list. Parted by line ends, tabs, semicolons, bars and commas; by spaces only where
 * what stands between them is a RUT each, so that `12.345.678 - 5` stays one.
 */
export function readPastedRuts(text: string): PastedRut[] {
  const seen = new Set<string>();
  return pastedLines(text)
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

/**
 * The dispatch numbers of a pasted text, in its order, parted as RUTs are; by spaces only where every part has a digit. Nothing is known of their
 * form (api.md does not show it), so all that an address can hold is good, but for what stands in a column beside a plain number.
 */
export function readPastedDispatchNumbers(text: string): PastedDispatchNumber[] {
  const seen = new Set<string>();
  return linesOf(text, separator).flatMap((columns) =>
    columns.flatMap((column) => {
      if (isBesideNumber(column, columns)) return [{ verdict: 'beside' as const, text: column }];
      return splitAtSpaces(column, (part) => /\d/.test(part) && /^[\w./-]+$/.test(part)).map(judged);
    }),
  );

  function judged(cell: string): PastedDispatchNumber {
    const parsed = dispatchNumberSchema.safeParse(bareNumber(cell));
    if (!parsed.success) return { verdict: 'wrong-form', text: cell };
    return { verdict: 'good', text: cell, number: parsed.data, isRepeated: isRepeated(seen, parsed.data) };
  }
}

/** The lines of a pasted text, or what is listed within one, each with its columns: without the quotation marks around them. */
export function pastedLines(text: string): string[][] {
  return linesOf(text, separatorOfRuts);
}

/** Whether a column of a pasted line stands beside a plain number of five figures at least, and is none itself. */
export function isBesideNumber(column: string, columns: readonly string[]): boolean {
  const isPlain = (one: string) => /^\d{5,}$/.test(bareNumber(one));
  return /\p{L}/u.test(column) && !isPlain(column) && columns.some(isPlain);
}

/**
 * A number of a dispatch or a paper without what only says that it is one: `N°410905`, `#410905`, `Despacho 410905`, `410905 (ver)`, `410.905`. Its
 * leading zeros stay, because the service may count them as part of it. Text without a number stays as it is.
 */
export function bareNumber(text: string): string {
  return withoutThousands(text.replace(label, '').replace(note, '$1'));
}

// `Nº` is `No` once it is cleaned.
const label =
  /^(?:(?:despachos?|dispatch|carpeta)(?: |(?=[n#:.\d]))[:.]? ?)?(?:(?:n°|n[.:]|no|nro|num|numero|número)[°.:]{0,2} ?|# ?)?(?=\d)/i;
const note = /^(.*\d.*?) ?\([^()]*\)$/;

/** A number without its thousands mark; more than seven figures may be a RUT's, and stay as they are. */
export function withoutThousands(text: string): string {
  return /^\d{1,3}[.,]\d{3}$|^\d\.\d{3}\.\d{3}$/.test(text) ? text.replace(/[.,]/g, '') : text;
}

/** A RUT without the word that says that it is one: `RUT: 12.345.678-5`. */
export function withoutRutLabel(cell: string): string {
  return cell.replace(/^r\.?u\.?t\.?\s*(?:n[°º.]?o?)?\s*:?\s*(?=\d)/i, '');
}

/** A comma between columns. One may be a thousands mark: `12,345,678-5` is one text, and judged as one. */
export const commaBetween = /(?<=-[\dkK]),|,(?!\d{3}(?!\d))|(?<!\d),/;

const separator = /[\n\v\f\r\u0085\u2028\u2029;,]/;
const separatorOfRuts = new RegExp(`[\\n\\v\\f\\r\\u0085\\u2028\\u2029;]|${commaBetween.source}`);

function linesOf(text: string, parting: RegExp): string[][] {
  return text.split(parting).map((line) =>
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
  return cell.replace(/^["'“”‘’«»]+|["'“”‘’«»]+$/gu, '').trim();
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
