import fc from 'fast-check';
import { expect } from 'vitest';
import { cleanPasted, formatRut, parseRut } from '../../../../shared/model/rut.ts';
import { rutSchema } from '../../../../shared/model/value-schemas.ts';
import { holds } from '../../../support/properties.ts';

/** Modulo 11 as accountants write it: each digit by its weight, told apart from the way the app counts. */
function digitOf(body: string): string {
  const weights = [2, 3, 4, 5, 6, 7, 2, 3, 4];
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  return '0K987654321'[sum % 11] ?? '';
}

const body = fc.integer({ min: 1, max: 999_999_999 }).map(String);
const dotted = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.');

holds(
  'any RUT is read from every form of it, and its digit judged by modulo 11',
  fc.property(
    body,
    fc.constantFrom(...'0123456789Kk'),
    fc.constantFrom('-', '', '\u2010', '\u2013', '\u2212', ' - ', '\u00a0-'),
    fc.boolean(),
    fc.constantFrom('', ' ', '\u00a0', '\u200b', '\t', '\ufeff'),
    (digits, digit, hyphen, isDotted, around) => {
      const text = `${around}${isDotted ? dotted(digits) : digits}${hyphen}${digit}${around}`;
      const right = digitOf(digits);
      const upper = digit.toUpperCase();
      expect(parseRut(text)).toEqual({
        form: 'right',
        rut: `${digits}-${upper}`,
        digitIsRight: upper === right,
        expected: right,
      });
    },
  ),
);

const nearly = fc.string({ unit: fc.constantFrom(...'0123456789.-kK ,xe+'), maxLength: 16 });
holds(
  'any text is judged without a crash, and what is taken is a RUT that reads the same again',
  fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearly), (text) => {
    const parsed = parseRut(text);
    if (parsed.form === 'wrong') return;
    expect(rutSchema.safeParse(parsed.rut).success).toBe(true);
    expect(parseRut(parsed.rut)).toEqual(parsed);
    expect(parseRut(formatRut(parsed.rut))).toEqual(parsed);
    // Nothing was made up: its digits are those of the text, in order.
    expect(
      cleanPasted(text)
        .replace(/[^\dkK]/g, '')
        .toUpperCase(),
    ).toBe(parsed.rut.replace('-', ''));
  }),
);
