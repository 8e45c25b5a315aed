import type { Client, PastedClient } from '../../shared/model/connection.ts';
import { commaBetween, readPastedRuts, withoutRutLabel } from '../../shared/model/paste.ts';
import { cleanPasted, parseRut } from '../../shared/model/rut.ts';

/**
 * Judges a pasted client list line by line. Columns are parted by tabs (Excel), semicolons, or commas when there is neither; the one that
 * holds a RUT is the RUT, one with an `@` the e-mail, the first other the name and the next the folder. A line of RUTs alone is a client for
 * each. Empty lines and a heading count for nothing.
 */
export function readPastedClients(text: string, known: readonly Client[]): PastedClient[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => cleanPasted(line) !== '');
  return lines.flatMap((line, place): PastedClient[] => {
    const ruts = readPastedRuts(line);
    // With their hyphens, because a number without one may be a folder's name.
    if (
      ruts.length > 1 &&
      ruts.every(({ verdict, text }) => verdict !== 'wrong-form' && text.includes('-'))
    ) {
      return ruts.map(({ text }) => judgeLine(text, known));
    }
    const judged = judgeLine(line, known);
    return judged.verdict === 'wrong-form' && place === 0 && isHeading(line) ? [] : [judged];
  });
}

function judgeLine(line: string, known: readonly Client[]): PastedClient {
  const cells = columnsOf(line);
  const isRut = (cell: string) => parseRut(withoutRutLabel(cell)).form === 'right';
  const hyphened = cells.findIndex((cell) => cell.includes('-') && isRut(cell));
  const place = hyphened >= 0 ? hyphened : cells.findIndex(isRut);
  const parsed = parseRut(withoutRutLabel(cells[place] ?? ''));
  if (parsed.form === 'wrong') return { verdict: 'wrong-form', line: cleanPasted(line) };
  const rest = cells.filter((_, index) => index !== place);
  const email = rest.find(isEmail) ?? '';
  const [name = '', folder = ''] = rest.filter((cell) => cell !== email);
  const before = known.find(({ rut }) => rut === parsed.rut);
  return {
    verdict: parsed.digitIsRight ? 'good' : 'wrong-digit',
    line: cleanPasted(line),
    client: {
      rut: parsed.rut,
      name: name.slice(0, 200) || before?.name || '',
      email: email || before?.email || '',
      folder: folder.slice(0, 120) || before?.folder || '',
    },
    expected: parsed.expected,
    known: before !== undefined,
  };
}

function columnsOf(line: string): string[] {
  const separator = ['\t', ';', commaBetween].find((mark) => line.split(mark).length > 1);
  if (separator) return line.split(separator).map((cell) => unquoted(cleanPasted(cell)));
  // One column: a RUT, and whatever stands around it is the name.
  const whole = withoutRutLabel(cleanPasted(line));
  const [rut = ''] = /(?<![\w.,-])\d[\d.]* ?- ?[\dk](?![\w-])/i.exec(whole) ?? /^\S+/.exec(whole) ?? [];
  return [rut, cleanPasted(whole.replace(rut, ' '))];
}

function unquoted(cell: string): string {
  const [, inner] = /^"(.*)"$/.exec(cell) ?? [];
  return inner === undefined ? cell : inner.replaceAll('""', '"').trim();
}

function isEmail(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(cell) && cell.length <= 254;
}

function isHeading(line: string): boolean {
  return !/\d/.test(line) && columnsOf(line).some((cell) => /^r\.?u\.?t\.?\b/i.test(cell));
}
