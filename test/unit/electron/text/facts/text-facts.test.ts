import { expect, test } from 'vitest';
import { textFacts } from '../../../../../electron/text/facts/text-facts.ts';

const read = (...pages: string[]) =>
  textFacts(pages.map((text, index) => ({ page: index + 1, text }))).map(
    ({ form, name, value, page }) => `${form} ${name} ${value} ${page}`,
  );

test('a declaration states its number and its date', () => {
  const text =
    'SERVICIO NACIONAL DE ADUANAS\nDECLARACIÓN DE INGRESO\nNÚMERO DE IDENTIFICACIÓN: 3900123456-7\nFecha de aceptación\n05/10/2026';
  expect(read(text)).toEqual(['din number 39001234567 1', 'din date 2026-10-05 1']);
});

test('an invoice states its number, date, total and currency', () => {
  const text =
    'COMMERCIAL INVOICE\nInvoice No.: SZ-2026/118\nInvoice date: 13 Oct 2026\nGoods USD 100.00\nGRAND TOTAL: USD 12,450.00';
  expect(read(text)).toEqual([
    ...['invoice number SZ-2026/118 1', 'invoice date 2026-10-13 1'],
    ...['invoice total 12450.00 1', 'invoice currency USD 1'],
  ]);
});

test('a bill of lading states its number, containers and weight', () => {
  const text =
    'BILL OF LADING\nB/L No: MAEU123456789\nPort: SHANGHAI\nCSQU 305438-3 SEAL 1\nGROSS WEIGHT: 12.450,00 KGS\nMSKU1234567';
  expect(read(text)).toEqual([
    ...['bill number MAEU123456789 1', 'bill weight 12450.00 1', 'bill container CSQU3054383 1'],
  ]);
});

test('any document states its containers, by their check digits', () => {
  expect(read('Carta', 'Retiro CSQU3054383, no CSQU3054384')).toEqual([' container CSQU3054383 2']);
});

test('a number of a bill of lading is no container, though its check digit fits', () => {
  expect(read('B/L No: CSQU3054383', 'x\nCSQU3054383')).toEqual([]);
});

const invoice = 'COMMERCIAL INVOICE\n';
test.each([
  ['a title in a sentence', 'We send the commercial invoice\nInvoice No: 1234'],
  ['a pro forma', `PRO FORMA\n${invoice}Invoice No: 1234`],
  ['two numbers', `${invoice}Invoice No: 1234\nInvoice No: 1235`],
  ['a number with something behind it', `${invoice}Invoice No: 1234 of 3`],
  ['a day that may be a month', `${invoice}Invoice date: 05/10/2026`],
  ['an amount without a currency', `${invoice}TOTAL: 12,450.00`],
  ['an amount that may be in thousands', `${invoice}TOTAL: USD 12,450`],
  ['a total below another amount', `${invoice}TOTAL: USD 100.00\nInvoice amount USD 120.00`],
  ['a total with a discount', `${invoice}TOTAL: USD 100.00\nDiscount USD 10.00`],
  ['two forms', `${invoice}BILL OF LADING\nInvoice No: 1234`],
  ['a title on the second page', ` \n${'x\n'.repeat(30)}COMMERCIAL INVOICE\nInvoice No: 1234`],
])('%s is no fact', (_, text) => expect(read(text)).toEqual([]));
