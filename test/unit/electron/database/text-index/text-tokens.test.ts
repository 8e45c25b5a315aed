import { expect, test } from 'vitest';
import { indexText, textTerms } from '../../../../../electron/database/text-index/text-tokens.ts';

test.each([
  ['accents and case go', 'Despacho ÑUÑOA, Código', 'despacho nunoa codigo'],
  ['a number has no dots, and no decimals of zero', 'CIF 12.450,00 US', 'cif 12450 us'],
  ['the same number in English', '12,450.00', '12450'],
  ['decimals are a token of their own', '1.234,50 y 1234.5', '1234 5 y 1234 5'],
  ['a date is its parts', '27-11-2026 o 27/11/2026', '27 11 2026 o 27 11 2026'],
  ['a RUT is one token', '76.123.456-K y 76123456-k', '76123456k y 76123456k'],
  ['a container is one token, and its parts', 'MSKU 123456-7', 'msku 1234567 msku1234567'],
  ['a container without blanks', 'msku1234567', 'msku 1234567 msku1234567'],
  ['a bill of lading is one token, and its parts', 'MAEU-123456789', 'maeu 123456789 maeu123456789'],
  ['an air waybill too', '045-12345675', '045 12345675 04512345675'],
  ['an order with letters', 'OC-2026/15', 'oc 2026 15 oc202615'],
  ['a sign of number is no letter', 'N° 5, Nº 5', 'n 5 n 5'],
  ['joined letters are spelled out', 'oﬁcina', 'oficina'],
  ['each ideograph is a term', '上海ABC港', '上 海 abc 港'],
  ['base64 is no word', 'A'.repeat(64), ''],
])('%s', (_, text, tokens) => expect(indexText(text)).toBe(tokens));

test('a term says where it stands', () => {
  const text = 'Contenedor MSKU 123456-7.';
  const marked = textTerms(text).map(({ start, end }) => text.slice(start, end));
  expect(marked).toEqual(['Contenedor', 'MSKU 123456-7']);
});
