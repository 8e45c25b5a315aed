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

test.each([
  ['12,450.000 KGS', '12450.000'],
  ['12.450,5 KG', '12450.5'],
  ['12450.500 KGS', '12450.500'],
  ['450.500 KGS', undefined],
])('a gross weight of %s is read where its decimals are certain', (written, value) => {
  const facts = read(`BILL OF LADING\nTOTAL GROSS WEIGHT: ${written}`);
  expect(facts).toEqual(value === undefined ? [] : [`bill weight ${value} 1`]);
});

test('a declaration states its total gross weight, and a packing list its containers alone', () => {
  expect(read('DECLARACIÓN DE INGRESO\nTOTAL PESO BRUTO: 12.450,00')).toEqual(['din weight 12450.00 1']);
  expect(read('PACKING LIST\nTOTAL GROSS WEIGHT: 450.00 KGS\nCSQU3054383')).toEqual([
    'packing container CSQU3054383 1',
  ]);
});

test('the weight of a declaration may stand below its label with its unit', () => {
  const below = (weight: string) => read(`DECLARACIÓN DE INGRESO\nTOTAL PESO BRUTO\n${weight}`);
  expect(below('12.450,00 KB')).toEqual(['din weight 12450.00 1']);
  expect(below('12.450,00')).toEqual([]);
});

test('the weight of a bill of lading stands beside smaller amounts, and numbers without decimals', () => {
  const text =
    'BILL OF LADING\nGROSS WEIGHT: 12.450,00 KGS\nTEL 99887766\nFreight USD 21,200.00\nTOTAL $ 19.000.000\n68.500 M3';
  expect(read(text)).toEqual(['bill weight 12450.00 1']);
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
  ['a weight beside a larger one', 'BILL OF LADING\nGROSS WEIGHT: 100.00 KGS\nItem 2 150.00 KGS'],
  ['the weight of the first of two items', 'BILL OF LADING\nGROSS WEIGHT\n12500.00 KGS\n800.00 KGS'],
  [
    'the weight of an item above a total',
    'BILL OF LADING\nGROSS WEIGHT\n12500.00 KGS\n800.00 KGS\nTOTAL 13300.00',
  ],
  ['a weight below one in tonnes', 'BILL OF LADING\nGROSS WEIGHT: 12500.00 KGS\nTOTAL 13.300 TONS'],
  ['a weight above one in tonnes', 'BILL OF LADING\nGROSS WEIGHT: 12500.00 KGS\nNet 11,2 MT'],
  ['a weight below a larger amount', 'BILL OF LADING\nGROSS WEIGHT: 12500.00 KGS\nTOTAL 13300.00'],
  [
    'a weight of a declaration’s columns',
    'DECLARACIÓN DE INGRESO\nTOTAL BULTOS\nTOTAL PESO BRUTO\n25\n12500,00',
  ],
  ['a weight beside another of its line', 'BILL OF LADING\nGROSS WEIGHT: 100.00 KGS\nMARKS 20.00 KGS'],
  ['a weight that stands twice', 'BILL OF LADING\nGROSS WEIGHT: 100.00 KGS\nGROSS WEIGHT: 100.00 KGS'],
  ['the weight of a part', 'DECLARACIÓN DE INGRESO\nTOTAL PESO BRUTO: 100,00\nDESPACHO PARCIAL'],
  ['two forms', `${invoice}BILL OF LADING\nInvoice No: 1234`],
  ['a title on the second page', ` \n${'x\n'.repeat(30)}COMMERCIAL INVOICE\nInvoice No: 1234`],
])('%s is no fact', (_, text) => expect(read(text)).toEqual([]));

const printed = ['R.U.T.: 76.086.428-5', 'FACTURA ELECTRÓNICA', 'N° 1234', 'S.I.I. - SANTIAGO'].join('\n');
const amounts = ['MONTO NETO $ 100.000', 'I.V.A. 19%', '$ 19.000', 'TOTAL $ 119.000'].join('\n');

test('a printed electronic invoice states its folio, its issuer and its total', () => {
  const facts = [
    ...['printed-dte type 33 1', 'printed-dte number 1234 1', 'printed-dte issuer 76086428-5 1'],
    ...['printed-dte total 119000 1', 'printed-dte currency CLP 1'],
  ];
  expect(read(`${printed}\n${amounts}`)).toEqual(facts);
  expect(read(`${printed}\n${amounts}`, `${printed}\n${amounts}\nCEDIBLE`)).toEqual(facts);
});

test.each([
  ['amounts that do not add up', 'MONTO NETO $ 100.000\nIVA $ 19.000\nTOTAL $ 119.001'],
  ['a total alone', 'TOTAL $ 119.000'],
  ['two totals', `${amounts}\nTOTAL $ 120.000`],
  ['an amount that cannot be read', amounts.replace('100.000', '100,000')],
  ['an exempt amount that cannot be read', `${amounts}\nMONTO EXENTO $ 1.0`],
])('of a printed electronic invoice with %s, the total is no fact', (_, end) => {
  expect(read(`${printed}\n${end}`)).toEqual([
    'printed-dte type 33 1',
    'printed-dte number 1234 1',
    'printed-dte issuer 76086428-5 1',
  ]);
});

test.each([
  ['a RUT whose digit is wrong', printed.replace('428-5', '428-6')],
  ['a RUT elsewhere', printed.replace('FACTURA', 'Giro: transportes\nFACTURA')],
  ['a folio elsewhere', printed.replace('N° 1234', 'S.I.I.\nN° 1234')],
  ['another invoice', `${printed}\n${printed.replace('1234', '1235')}`],
  ['a credit note', `${printed}\nNOTA DE CRÉDITO ELECTRÓNICA`],
  ['a draft', `BORRADOR\n${printed}`],
  ['a sentence', printed.replace('FACTURA ELECTRÓNICA', 'Pagar la factura electrónica')],
])('%s leaves a printed electronic invoice without facts', (_, text) => expect(read(text)).toEqual([]));

const titled = 'BILL OF LADING\nB/L No: MAEU123456789\nGROSS WEIGHT: 12450.00 KGS';
test.each([
  ['REVISED'],
  ['AMENDED'],
  ['CORRECTED COPY'],
  ['VOID'],
  ['CANCELLED'],
  ['Corregida'],
  ['RECTIFICADO'],
  ['Modificada el 5/10'],
  ['ANULADO'],
  ['Reemplaza a la anterior'],
  ['This bill replaces the former'],
])('a document marked %s states that it is another edition', (mark) => {
  expect(read(`${mark}\n${titled}`)[0]).toBe('bill edition marked 1');
  expect(read(titled.replace('\n', `\n${mark}\n`)).length).toBe(3);
});

test.each(['AVOID MOISTURE', 'INCORRECTED', 'Puerto: SHANGHAI'])('a line %s marks no edition', (line) => {
  expect(read(`${titled}\n${line}`).map((fact) => fact.split(' ')[1])).toEqual(['number', 'weight']);
});

test('a printed exempt invoice is of another kind, and both in one file are two documents', () => {
  const exempt = printed.replace('FACTURA', 'FACTURA NO AFECTA O EXENTA');
  expect(read(exempt)[0]).toBe('printed-dte type 34 1');
  expect(read(`${printed}\n${exempt}`)).toEqual([]);
});

const declaration = 'DECLARACIÓN DE INGRESO\nNÚMERO DE IDENTIFICACIÓN: 3900123456-7';
test.each([
  ['a declaration', declaration, ['din number 39001234567 1']],
  ['a bill of lading', 'BILL OF LADING\nB/L No: MAEU123456789', ['bill number MAEU123456789 1']],
  ['a note of charges', 'NOTA DE COBRO\nN° 771', []],
  ['two forms', `${declaration}\nBILL OF LADING`, []],
])('%s with a printed electronic invoice behind it states its own facts alone', (_, own, facts) => {
  const invoice = `${printed}\n${amounts}`;
  expect(read(own, invoice)).toEqual(facts);
  expect(read(`${own}\n${invoice}`)).toEqual(facts);
});

test('a printed electronic invoice has its box at the top of the first page', () => {
  const letter = 'línea\n'.repeat(25);
  expect(read(`${letter}${printed}\n${amounts}`)).toEqual([]);
  expect(read('Carta', `${printed}\n${amounts}`)).toEqual([]);
  expect(read(`${printed}\n${amounts}`, declaration)[0]).toBe('printed-dte type 33 1');
});

const invoiceOf = (...lines: string[]) =>
  ['ACME', 'INVOICE', 'Invoice No.: ZH-99592', ...lines, 'TOTAL USD 65,860.00'].join('\n');

test.each([
  ...['CREDIT MEMO', 'DEBIT NOTE', 'Nota de débito 4411', 'QUOTATION', 'Order confirmation'],
  'STATEMENT OF ACCOUNT',
])('what looks like an invoice and is titled %s, too, is none', (title) => {
  expect(read(invoiceOf(title))).toEqual([]);
});

test.each(['PRELIMINARY', 'PROOF READ COPY', 'Verify copy', 'SHIPPING INSTRUCTION'])(
  'a bill of lading that is titled %s, too, states nothing yet',
  (title) => {
    expect(read(`BILL OF LADING\n${title}\nB/L No. MAEU123456789\nGROSS WEIGHT: 12,450.00 KGS`)).toEqual([]);
  },
);

test('a further page with the title and another number is another document, whatever its label', () => {
  const first = invoiceOf('Invoice date: 13/04/2026');
  expect(read(first, 'INVOICE\nNo.: ZH-11111\nDate: 14/04/2026')).toEqual([]);
  expect(read(first, 'INVOICE\nNo.: ZH-99592\nPage 2')).toEqual(read(first));
});

test('a larger amount of the same currency leaves the total uncertain, without decimals, too', () => {
  const others = (line: string) => read(invoiceOf(line)).filter((fact) => fact.includes('total'));
  expect(others('CIF VALPARAISO USD 66,360')).toEqual([]);
  expect(others('66360 USD TO PAY')).toEqual([]);
  expect(others('USD 500')).toHaveLength(1);
  expect(others('RATE CLP 59,000,000')).toHaveLength(1);
});

test('a number below a heading of another document is not its own', () => {
  const antecedent =
    'DOCUMENTO ANTECEDENTE\nNÚMERO DE ACEPTACIÓN 3900123456-7\nFECHA DE ACEPTACIÓN 01/01/2026';
  expect(read(`DECLARACIÓN DE INGRESO\n${antecedent}`)).toEqual([]);
});

test('the number of the carrier is not that of the bill of a forwarder, nor a container', () => {
  const carrier = 'HOUSE BILL OF LADING\nMBL NO. CSQU3054383\nB/L No. CSQU3054383';
  expect(read(carrier)).toEqual([]);
});

test('a printed note of credit that refers to an invoice is none, without the word electronic, too', () => {
  const box = 'R.U.T.: 76.086.428-5\nFACTURA ELECTRONICA\nN° 123';
  expect(read(`NOTA DE CRÉDITO\nReferencia\n${box}`)).toEqual([]);
});

const page1 = invoiceOf('Invoice date: 13/04/2026', 'P.O. No. 4500123');
const bill1 = 'BILL OF LADING\nB/L No: MAEU123456789\nGROSS WEIGHT: 12.450,00 KGS';
const declaration1 = `${declaration}\nFECHA DE ACEPTACIÓN: 05/10/2026\nTOTAL PESO BRUTO: 12.450,00`;
test.each([
  ['an invoice', page1, 'COMMERCIAL INVOICE\nPage 2/2\nP.O. No. 4500123\nValve 20 USD 5.00'],
  ['an invoice with its number', page1, 'COMMERCIAL INVOICE\nNo.: ZH 99592\nDate: 13/04/2026\nPage 1 of 1'],
  ['a bill of lading with its terms', bill1, 'BILL OF LADING\nTERMS AND CONDITIONS\n1. Definitions'],
  ['a declaration', declaration1, 'DECLARACIÓN DE INGRESO\nHOJA ADICIONAL\nHOJA 2 DE 2'],
])('%s keeps its facts where a further page repeats its title', (_, first, second) => {
  expect(read(first).length).toBeGreaterThan(1);
  expect(read(first, second)).toEqual(read(first));
});

const short = 'ACME\nINVOICE\nInvoice No.: 118\nInvoice date: 13 Oct 2026\nTOTAL: USD 12,450.00';
test.each([
  ['INVOICE\nNo.: 1180\nSubtotal USD 5,000.00'],
  ['INVOICE\nNumber 119\nTel 555118'],
  ['INVOICE\n119\nSubtotal USD 5,000.00'],
  ['TAX INVOICE\nRef. 119\nSubtotal USD 5,000.00'],
  ['INVOICE\nDate: 14 Oct 2026\nSubtotal USD 5,000.00'],
])('two invoices are no one document, on two pages nor on one: %j', (second) => {
  expect(read(short).length).toBeGreaterThan(1);
  expect(read(short, second)).toEqual([]);
  expect(read(`${short}\n${second}`)).toEqual([]);
});

test('a page that repeats the title and begins its pages anew is another document', () => {
  expect(read(short, 'INVOICE\nPage 1 of 1\nSubtotal USD 5,000.00')).toEqual([]);
});

test.each([
  ['Valve DN50 20000 US$ 0.62 12,400.00'],
  ['Bolts 50,000 USD 0.10 USD 5,000.00'],
  ['UNIT USD 13.125'],
  ['Bank: A/C 0012345678 USD'],
  ['Account No. 8800123456 USD'],
  ['PO 4500123456 USD'],
  ['HS 84713000 USD'],
  ['HS code: 84713000 USD 2,450.00'],
])('a unit price, an account or a tariff code is no sum beside the total: %s', (line) => {
  expect(read(short.replace('TOTAL', `${line}\nTOTAL`))).toEqual(read(short));
});

test('a weight stands below a heading of references, too', () => {
  const above = (heading: string) => read(`${declaration}\n${heading}\nB/L\nTOTAL PESO BRUTO: 12.450,00`);
  expect(above('DOCUMENTO DE REFERENCIA')).toContain('din weight 12450.00 1');
});

test.each([
  ...['QUOTATION NO. 77', 'SALES QUOTATION', 'COTIZACIÓN N° 88', 'ESTADO DE CUENTA CLIENTE', 'STATEMENT'],
])('an invoice that is titled %s, too, is none', (title) => {
  expect(read(short.replace('INVOICE', `${title}\nINVOICE`))).toEqual([]);
  expect(read(short.replace('INVOICE', `INVOICE\n${title}`))).toEqual([]);
});

test.each(['PRELIMINARY BILL OF LADING', 'Preliminary - not for release', 'SHIPPING INSTRUCTION NO. 5'])(
  'a bill of lading that is titled %s, too, is not final',
  (title) => expect(read(bill1.replace('\n', `\n${title}\n`))).toEqual([]),
);

test.each(['COTIZACIÓN DEL DÓLAR 950', 'Shipped as per our quotation', 'Our statement of origin'])(
  'an invoice that says %s is one',
  (line) => expect(read(short.replace('INVOICE', `INVOICE\n${line}`))).toEqual(read(short)),
);
