import fc from 'fast-check';
import { expect } from 'vitest';
import { readPastedRuts } from '../../../../electron/connections/pasted-ruts.ts';
import { cleanPasted, formatRut, parseRut } from '../../../../shared/model/rut.ts';
import { rutSchema } from '../../../../shared/model/rut-schema.ts';
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

const separator = fc.constantFrom('\n', '\r\n', '\t', ';', ' ; ', ', ', '\n\n', '\u2028', '|', '\t\t', '\r');
holds(
  'any list of RUTs is read one by one, however it was pasted',
  fc.property(
    fc.array(fc.tuple(body, fc.constantFrom('plain', 'dots', 'bare'), separator), {
      minLength: 1,
      maxLength: 30,
    }),
    (lines) => {
      const forms = {
        plain: (b: string) => `${b}-${digitOf(b)}`,
        dots: (b: string) => `${dotted(b)}-${digitOf(b)}`,
        bare: (b: string) => `${b}${digitOf(b).toLowerCase()}`,
      };
      const text = lines.map(([digits, form, parting]) => `${forms[form](digits)}${parting}`).join('');
      const pasted = readPastedRuts(text);
      expect(pasted.map((one) => one.verdict !== 'wrong-form' && one.rut)).toEqual(
        lines.map(([digits]) => `${digits}-${digitOf(digits)}`),
      );
      expect(pasted.every(({ verdict }) => verdict === 'good')).toBe(true);
    },
  ),
);

holds(
  'any pasted text is read without a crash, and no part of it is lost unjudged',
  fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
    const letters = (parts: readonly string[]) => parts.join('').replace(/[^\p{L}\p{N}]/gu, '');
    const whole = letters([cleanPasted(text)]);
    // A label such as "RUT" may be left out, so its letters may be missing at the front of a cell.
    expect(letters(readPastedRuts(text).map((one) => one.text)).length).toBeLessThanOrEqual(whole.length);
  }),
);
