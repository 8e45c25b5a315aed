import { plainAscii } from '../without-accents.ts';

/**
 * A RUT in the only form that the app stores: body without leading zero or dots, hyphen, upper-case check
 * digit (`12345678-5`). The service accepts this form, so it is also the wire form (names.md, RUT on the
 * wire).
 */
export type Rut = string & { readonly __rut: unique symbol };

type ParsedRut =
  /** `expected` is the check digit by modulo 11; if it differs, warn and continue. */
  { form: 'right'; rut: Rut; digitIsRight: boolean; expected: string } | { form: 'wrong' };

const wireForm = /^([1-9]\d{0,8}|[1-9]\d{0,2}(?:\.\d{3}){1,2})-?([\dkK])$/;

/**
 * Pasted text without the characters that Excel and web pages add: all kinds of spaces, Unicode dashes,
 * invisible marks.
 */
export function cleanPasted(text: string): string {
  // A ledger has a million fields, and nearly all of them are clean.
  if (plainAscii.test(text) && !text.startsWith(' ')) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The check digit of a RUT's body by modulo 11: weights 2 to 7 cycling from the right, 11 gives 0, 10 gives
 * K.
 */
export function checkDigit(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index++) {
    sum += Number(body[body.length - 1 - index]) * (2 + (index % 6));
  }
  const rest = 11 - (sum % 11);
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest);
}

/**
 * Parses a RUT as typed or pasted. The form is the service's own; the app checks the digit, because the
 * service does not.
 */
export function parseRut(text: string): ParsedRut {
  const match = wireForm.exec(cleanPasted(text).replaceAll(' ', ''));
  const [, dotted, digit] = match ?? [];
  if (dotted === undefined || digit === undefined) return { form: 'wrong' };
  const body = dotted.replaceAll('.', '');
  const expected = checkDigit(body);
  const typed = digit.toUpperCase();
  return { form: 'right', rut: `${body}-${typed}` as Rut, digitIsRight: typed === expected, expected };
}

/** A RUT with dots and hyphen, for display: `12.345.678-5`. */
export function formatRut(rut: Rut): string {
  const [body = '', digit = ''] = rut.split('-');
  return `${body.replace(/\B(?=(?:\d{3}){1,2}$)/g, '.')}-${digit}`;
}

/** Whether a text is a RUT with its own check digit. */
export function hasRightDigit(text: string): boolean {
  const parsed = parseRut(text);
  return parsed.form === 'right' && parsed.digitIsRight;
}

/** A RUT with its dots if the text is one, else the text unchanged. */
export function asRut(text: string): string {
  const parsed = parseRut(text);
  return parsed.form === 'right' ? formatRut(parsed.rut) : text;
}

/** A client's name and RUT as shown; the RUT alone when the client is not in the directory. */
export function clientText(rut: Rut, clients: readonly { rut: Rut; name: string }[]): string {
  const name = clients.find((one) => one.rut === rut)?.name ?? '';
  return name === '' ? formatRut(rut) : `${name} (${formatRut(rut)})`;
}
