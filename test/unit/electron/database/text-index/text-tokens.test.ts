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
  ['a RUT with the hyphen of a program', '76.123.456\u20137 y 76123456\u20107', '761234567 y 761234567'],
  ['a RUT behind its name with points', 'R.U.T.76123456-7', 'r u t 761234567'],
  [
    'a container in groups',
    'MSKU 123 456 7, MSKU 123.456-7',
    'msku 1234567 msku1234567 msku 1234567 msku1234567',
  ],
  ['a container with the hyphen of a program', 'MSKU\u2011123456\u20137', 'msku 1234567 msku1234567'],
  ['an air waybill as it is printed', '045-1234 5675', '045 12345675 04512345675'],
  ['a word broken at the end of its line', 'conoci-\nmiento', 'conoci miento conocimiento'],
  ['a word that may be broken', 'conoci\u00admiento de embar\u00ad\nque', 'conocimiento de embarque'],
  ['a space without width', 'MSKU1234567\u200b con\u200btenedor', 'msku 1234567 msku1234567 contenedor'],
  ['a word whose letters stand apart', 'F A C T U R A  C O M E R C I A L Nº 5', 'factura comercial n 5'],
  ['letters in a row that are few', 'A B C', 'a b c'],
  ['wide and Arabic digits', '１２３４５ ١٢٣٤٥', '12345 12345'],
  ['base64 is no word', 'A'.repeat(64), ''],
])('%s', (_, text, tokens) => expect(indexText(text)).toBe(tokens));

test('a term says where it stands', () => {
  const text = 'Contenedor MSKU 123456-7.';
  const marked = textTerms(text).map(({ start, end }) => text.slice(start, end));
  expect(marked).toEqual(['Contenedor', 'MSKU 123456-7']);
});

test.each([
  ['Nº123456', 'n 123456'],
  ['N°123456', 'n 123456'],
  ['Folio Nº12.345', 'folio n 12345'],
  ['Nº76.123.456-7', 'n 761234567'],
  ['RUT76.123.456-7', 'rut 761234567'],
  ['rut76123456-K', 'rut 76123456k'],
  ['USD12.450,00', 'usd 12450'],
  ['US$12.450,50', 'us 12450 5'],
  ['CLP1.234.567', 'clp 1234567'],
  ['12,450.00USD', '12450 usd'],
  ['12450KGS neto', '12450 kgs neto'],
  ['1ª quincena', '1 quincena'],
  ['EUR1', 'eur 1'],
])('a number written together with its sign or unit is a term of its own: %s', (text, tokens) => {
  expect(indexText(text)).toBe(tokens);
});

test.each([
  ['MSKU1234567', 'msku 1234567 msku1234567'],
  ['F-123', 'f 123 f123'],
  ['145201-A', '145201 a 145201a'],
  ['M3X40', 'm3x40'],
  ['12K', '12k'],
])('a mark of letters and digits stays what it was: %s', (text, tokens) => {
  expect(indexText(text)).toBe(tokens);
});

test('long rows of figures and separators take time in proportion to their length', () => {
  const termsOf = (text: string) => textTerms(text).length;
  for (const unit of ['1,', '1.', '12', 'USD', 'º1', '1kg', 'A ', 'a-\n', 'a\u00ad', '123 ', 'R.U.T.'])
    expect(termsOf(unit.repeat(100_000)), unit).toBeGreaterThanOrEqual(1);
});
