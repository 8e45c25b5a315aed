import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folioKey, partyKey, rutIn } from '../../../../../electron/database/rules/folio.ts';
import { checkDigit, formatRut, type Rut } from '../../../../../shared/model/rut.ts';

const rut = fc
  .integer({ min: 1_000_000, max: 99_999_999 })
  .map((body) => `${body}-${checkDigit(String(body))}` as Rut);
const number = fc.integer({ min: 1, max: 99_999_999 });
/** Ways in which the same number is printed on a document and typed into a list. */
const printed = (folio: number) =>
  fc.constantFrom(
    String(folio),
    String(folio).padStart(10, '0'),
    `N° ${folio}`,
    `Nº${folio}`,
    `No. ${folio}`,
    `Nro: ${folio}`,
    `FOLIO ${folio}`,
    `Factura N° ${folio}`,
    ` ${folio}\u00a0`,
    folio.toLocaleString('es-CL'),
    `#${folio}`,
  );

describe('the number of a document', () => {
  it('is the same however it is printed', () => {
    fc.assert(
      fc.property(
        number.chain((folio) => fc.tuple(printed(folio), printed(folio))),
        ([left, right]) => {
          expect(folioKey(left)).toBe(folioKey(right));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is another when its digits are', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        fc.pre(left !== right);
        expect(folioKey(`N° ${left}`)).not.toBe(folioKey(String(right).padStart(12, '0')));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['INV-00123', 'inv-00123', true],
    ['INV-123', '123', false],
    ['2025/123', '2025 / 123', true],
    ['2025/123', '2025123', false],
    ['F123', '123', false],
    ['F. 123', '123', true],
    ['A 12', 'A  12', true],
    ['000', '0', true],
    ['', 'N°', false],
  ])('%s and %s are the same: %s', (left, right, same) => {
    expect(folioKey(left) === folioKey(right)).toBe(same);
  });

  it('is stable: its form does not change when it is formed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folioKey(folioKey(text))).toBe(folioKey(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the issuer of a document', () => {
  it('is the same RUT with and without dots, hyphen, leading zeros and capitals', () => {
    fc.assert(
      fc.property(rut, fc.constantFrom(0, 1, 2, 3), (one, way) => {
        const [body = '', digit = ''] = one.split('-');
        const forms = [formatRut(one), body + digit, `0${one}`, `${one.toLowerCase()} `];
        expect(partyKey(forms[way] ?? '')).toBe(one);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a foreign identifier as it is, but for case and spaces', () => {
    expect(partyKey('de 811 234 567')).toBe(partyKey('DE811234567'));
    expect(rutIn('DE811234567')).toBeUndefined();
    expect(partyKey('  ')).toBe('');
  });
});
