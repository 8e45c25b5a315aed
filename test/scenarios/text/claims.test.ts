import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import { createReadScans, type ReadScans } from '../../../electron/text/index.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { Finding } from '../../../shared/model/review.ts';
import {
  listAllFindings,
  markWhole,
  readDocuments,
  type ServedDocument,
  type ServiceData,
} from '../../support/database/read-documents.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { acme } from '../../support/samples/documents.ts';
import { electronicInvoice } from '../../support/samples/electronic-invoice.ts';
import { picturePdf, scanJpeg, scanPng } from '../../support/samples/made-scan.ts';
import { pdfWith, textConnection, textPdf, zipOf } from '../../support/samples/text-files.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
});
afterEach(() => temporary.remove());

/** Downloads these documents, with what the service says of each, reads them, and returns the findings. */
async function findingsOf(
  files: Readonly<Record<string, ServedDocument>>,
  readScans?: ReadScans,
): Promise<readonly Finding[]> {
  await readDocuments(store, files, readScans);
  return list();
}

const list = () => listAllFindings(store);

const shown = (findings: readonly Finding[]) =>
  findings.flatMap(({ reason, documents }) =>
    'stated' in reason
      ? [
          [
            reason.kind,
            reason.against,
            ...documents.map(({ documentId }) => documentId),
            reason.stated.value,
            reason.known,
          ],
        ]
      : [],
  );

const declaration = (number: string) =>
  textPdf([`DECLARACION DE INGRESO\nNUMERO DE IDENTIFICACION: ${number}\nFECHA DE ACEPTACION: 05/10/2026`]);
const declared = (dispatchNumber: string, numeroIdentificacion: string): ServiceData => ({
  dispatchNumber,
  type: 'DIN',
  dispatch: { numeroIdentificacion, fechaAceptacion: '2026-10-05T00:00:00.000Z' },
});

test('a declaration that is another dispatch’s is shown with its line, and both dispatches', async () => {
  const findings = await findingsOf({
    own: { content: await declaration('3900000001-1'), says: declared('1', '3900000001-1') },
    wrong: { content: await declaration('3900000003-3'), says: declared('2', '3900000002-2') },
    other: { content: Buffer.from('nota'), says: declared('3', '3900000003-3') },
  });
  expect(shown(findings)).toEqual([['other-dispatch', 'service', 'wrong', '39000000033', '39000000022']]);
  expect(findings.find(({ reason }) => reason.kind === 'other-dispatch')).toMatchObject({
    reason: { otherDispatch: '3', stated: { page: 1, line: 'NUMERO DE IDENTIFICACION: 3900000003-3' } },
    dispatches: [{ number: '2' }, { number: '3' }],
  });
});

test('a declaration whose attached file is not read is shown, and one with an unread page is not', async () => {
  const page = 'DECLARACION DE INGRESO\nNUMERO DE IDENTIFICACION: 3900000003-3';
  const findings = await findingsOf({
    own: { content: await declaration('3900000001-1'), says: declared('1', '3900000001-1') },
    wrong: {
      content: await pdfWith({ 'a.zip': zipOf({ a: 'b' }) }, { page }),
      says: declared('2', '3900000002-2'),
    },
    scan: {
      content: await picturePdf([scanJpeg('Anexo')], { words: page }),
      says: declared('4', '3900000004-4'),
    },
    other: { content: Buffer.from('nota'), says: declared('3', '3900000003-3') },
  });
  expect(shown(findings)).toEqual([['other-dispatch', 'service', 'wrong', '39000000033', '39000000022']]);
});

test('an electronic invoice is held against the service, and against its own sum', async () => {
  const totals = (total: number): ServiceData => ({
    folio: '60',
    more: { infoDoc: { document: { number: '60' }, totals: { total } } },
  });
  const findings = await findingsOf({
    right: { content: electronicInvoice(), says: totals(119_000) },
    total: { content: electronicInvoice(), says: totals(118_000) },
    folio: { content: electronicInvoice(), says: { folio: '71' } },
    // In another dispatch: as a copy it would contradict the others, too.
    sum: { content: electronicInvoice({ total: 200_000 }), says: { dispatchNumber: '2' } },
    changed: { content: electronicInvoice({ totalNow: 1 }) },
  });
  expect(shown(findings).sort()).toEqual([
    ['folio-differs', 'service', 'folio', '60', '71'],
    ['signature-differs', 'service', 'changed', 'changed', ''],
    ['total-differs', 'own-sum', 'sum', '200000', '119000'],
    ['total-differs', 'service', 'total', '119000', '118000'],
  ]);
});

test('a printed electronic invoice is held against the service, with the line that shows it', async () => {
  const invoice = await textPdf([
    'R.U.T.: 76.086.428-5\nFACTURA ELECTRÓNICA\nN° 60\nNETO $ 100.000\nIVA 19% $ 19.000\nTOTAL $ 119.000',
  ]);
  const says = (total: number, folio: string): ServiceData => ({
    folio,
    more: { infoDoc: { document: { number: folio }, totals: { total } } },
  });
  const findings = await findingsOf({
    right: { content: invoice, says: says(119_000, '60') },
    total: { content: invoice, says: says(118_000, '60') },
    folio: { content: invoice, says: says(119_000, '71') },
  });
  expect(shown(findings).sort()).toEqual([
    ['folio-differs', 'service', 'folio', '60', '71'],
    ['total-differs', 'service', 'total', '119000', '118000'],
  ]);
  expect(findings.find(({ reason }) => reason.kind === 'total-differs')?.reason).toMatchObject({
    stated: { page: 1, line: 'TOTAL $ 119.000' },
  });
});

test('the day of an electronic invoice is held against the service’s, but for a time zone', async () => {
  const issued = (issueDate: string): ServiceData => ({ folio: '60', issueDate });
  const findings = await findingsOf({
    right: { content: electronicInvoice(), says: issued('2026-10-05T00:00:00.000Z') },
    zone: { content: electronicInvoice(), says: issued('2026-10-06T03:00:00.000Z') },
    other: { content: electronicInvoice(), says: issued('2026-09-05') },
    unsure: { content: electronicInvoice(), says: issued('05/09/2026') },
  });
  expect(shown(findings)).toEqual([['issue-date-differs', 'service', 'other', '2026-10-05', '2026-09-05']]);
});

const paying = (documentNumber: string, providerId: string, total: number, amount = total): Disbursement => ({
  id: `${documentNumber} ${providerId} ${total}`,
  analysisCode: '1',
  analysisName: 'FLETE',
  dispatchNumber: '123456',
  documentNumber,
  state: '',
  date: '',
  providerId,
  providerName: '',
  amount,
  item: { invoiceInfo: { totals: { total } } },
});

test.each([
  ['another total', [paying('60', '76086428-5', 118_000)], ['118000']],
  ['the same total', [paying('60', '76.086.428-5', 119_000)], []],
  ['its total as what was paid', [paying('60', '76086428-5', 100_000, 119_000)], []],
  ['the number alone', [paying('60', '', 118_000)], []],
  ['another issuer', [paying('60', '96790240-3', 118_000)], []],
  ['two parts', [paying('60', '76086428-5', 60_000), paying('60', '76086428-5', 59_000)], []],
] as const)(
  'an electronic invoice is held against a disbursement that has %s',
  async (_, payments, known) => {
    const at = '2026-11-20T12:00:00.000Z';
    const files = { invoice: { content: electronicInvoice(), says: { folio: '60' } } };
    await findingsOf(files);
    await store.saveDisbursements(
      { connectionId: textConnection, number: '123456', rut: acme, at },
      payments,
    );
    expect(shown(await list())).toEqual(
      known.map((total) => ['total-differs', 'disbursement', 'invoice', '119000', total]),
    );
  },
);

test('a disbursement whose folio documents of two kinds have is of either', async () => {
  await findingsOf({
    invoice: { content: electronicInvoice(), says: { folio: '60' } },
    note: { content: electronicInvoice({ type: '61', net: 1_000 }), says: { folio: '60' } },
  });
  await store.saveDisbursements(
    { connectionId: textConnection, number: '123456', rut: acme, at: '2026-11-20T12:00:00.000Z' },
    [paying('60', '76086428-5', 1_190)],
  );
  expect(shown(await list())).toEqual([]);
});

const shipped = (dispatchNumber: string, doctoTransporte: string): ServiceData => ({
  dispatchNumber,
  type: 'B/L',
  dispatch: { doctoTransporte },
});
const billOf = (number: string) => textPdf([`BILL OF LADING\nB/L No: ${number}`]);
const completed = (number: string) => markWhole(store, number);

test('a bill of lading that is another dispatch’s is shown, with both dispatches', async () => {
  const findings = await findingsOf({
    own: { content: await billOf('MAEU111111111'), says: shipped('1', 'MAEU111111111') },
    wrong: { content: await billOf('MAEU333333333'), says: shipped('2', 'MAEU222222222') },
    other: { content: Buffer.from('nota'), says: shipped('3', 'MAEU333333333') },
  });
  // Another document of the dispatch, which is not here, may be its own bill.
  expect(shown(findings)).toEqual([]);
  for (const number of ['1', '2', '3']) await completed(number);
  const found = await list();
  expect(shown(found)).toEqual([
    ['other-dispatch-bill', 'service', 'wrong', 'MAEU333333333', 'MAEU222222222'],
  ]);
  expect(found.find(({ reason }) => reason.kind === 'other-dispatch-bill')).toMatchObject({
    reason: { otherDispatch: '3', stated: { page: 1, line: 'B/L No: MAEU333333333' } },
    dispatches: [{ number: '2' }, { number: '3' }],
  });
});

test.each([
  ['its own bill is there, too', { own: 'MAEU222222222', others: ['3'] }],
  ['its own bill is there without its prefix', { own: '222222222', others: ['3'] }],
  ['its own bill is there with a suffix', { own: 'MAEU222222222-B1', others: ['3'] }],
  ['two dispatches have its number', { own: '', others: ['3', '4'] }],
  ['no dispatch has its number', { own: '', others: [] }],
])('a bill of another number is not shown where %s', async (_, { own, others }) => {
  const note = Buffer.from('nota');
  await findingsOf({
    master: { content: await billOf('MAEU333333333'), says: shipped('2', 'MAEU222222222') },
    ...(own !== '' && { house: { content: await billOf(own), says: shipped('2', 'MAEU222222222') } }),
    ...Object.fromEntries(
      others.map((number) => [`other${number}`, { content: note, says: shipped(number, 'MAEU333333333') }]),
    ),
  });
  for (const number of ['2', ...others]) await completed(number);
  expect(shown(await list())).toEqual([]);
});

test('invoices of one number with two totals show both lines', async () => {
  const invoice = (total: string) => textPdf([`COMMERCIAL INVOICE\nInvoice No: A-118\nTOTAL: USD ${total}`]);
  const findings = await findingsOf({
    one: { content: await invoice('100.00') },
    two: { content: await invoice('120.00') },
  });
  expect(shown(findings)).toEqual([['total-differs', 'document', 'one', 'two', '100.00', '120.00']]);
});

test.each([
  ['total', 'TOTAL: USD 120.00', 'Invoice date: 5 Oct 2026', ['total-differs', '100.00', '120.00']],
  ['currency', 'TOTAL: EUR 100.00', 'Invoice date: 5 Oct 2026', ['currency-differs', 'USD', 'EUR']],
  [
    'day',
    'TOTAL: USD 100.00',
    'Invoice date: 9 Oct 2026',
    ['issue-date-differs', '2026-10-05', '2026-10-09'],
  ],
] as const)(
  'two copies of an invoice that differ in their %s show both lines',
  async (_, total, day, found) => {
    const invoice = (lines: string) => textPdf([`COMMERCIAL INVOICE\nInvoice No: A-118\n${lines}`]);
    const own = { content: await invoice('Invoice date: 5 Oct 2026\nTOTAL: USD 100.00') };
    const findings = await findingsOf({
      one: own,
      two: { content: await invoice(`${day}\n${total}`) },
      // Another supplier may use the same number.
      supplier: { content: await invoice('TOTAL: USD 7.00'), says: { issuerId: 'DE-1', issuerName: 'WERK' } },
      unknown: { content: await invoice('TOTAL: USD 8.00'), says: { issuerId: '', issuerName: '' } },
      unnamed: { content: await invoice('TOTAL: USD 9.00'), says: { issuerId: '', issuerName: '' } },
    });
    const [kind, ...values] = found;
    expect(shown(findings)).toEqual([[kind, 'document', 'one', 'two', ...values]]);
  },
);

test('copies of an invoice are of one foreign supplier by the name that the service has', async () => {
  const invoice = (total: string) => textPdf([`COMMERCIAL INVOICE\nInvoice No: A-118\nTOTAL: USD ${total}`]);
  const says = (issuerName: string): ServiceData => ({ issuerId: '', issuerName });
  const findings = await findingsOf({
    one: { content: await invoice('100.00'), says: says('Werk GmbH') },
    two: { content: await invoice('120.00'), says: says('WERK  GMBH') },
    other: { content: await invoice('130.00'), says: says('Werk AG') },
  });
  expect(shown(findings)).toEqual([['total-differs', 'document', 'one', 'two', '100.00', '120.00']]);
});

test('a printed electronic invoice is held against the XML of its issuer and folio', async () => {
  const printed = (folio: string) =>
    textPdf([
      `R.U.T.: 76.086.428-5\nFACTURA ELECTRÓNICA\nN° ${folio}\nNETO $ 1.000\nIVA 19% $ 190\nTOTAL $ 1.190`,
    ]);
  const findings = await findingsOf({
    xml: { content: electronicInvoice() },
    printed: { content: await printed('60') },
    other: { content: await printed('61') },
  });
  expect(shown(findings)).toEqual([['total-differs', 'document', 'xml', 'printed', '119000', '1190']]);
});

test('the day of a commercial invoice is held against the service’s where its number is the same', async () => {
  const content = await textPdf(['COMMERCIAL INVOICE\nInvoice No: A-118\nInvoice date: 5 Oct 2026']);
  const says = (folio: string, issueDate: string): ServiceData => ({ folio, issueDate });
  const findings = await findingsOf({
    right: { content, says: says('A-118', '2026-10-05T00:00:00.000Z') },
    zone: { content, says: says('A-118', '2026-10-06T03:00:00.000Z') },
    other: { content, says: says('A-118', '2026-09-05T00:00:00.000Z') },
    unsure: { content, says: says('A-118', '05/09/2026') },
    unnamed: { content, says: says('', '2026-09-05T00:00:00.000Z') },
  });
  expect(shown(findings)).toEqual([['issue-date-differs', 'service', 'other', '2026-10-05', '2026-09-05']]);
});

const bill = () =>
  textPdf(['BILL OF LADING\nB/L No: MAEU123456789\nPort: SHANGHAI\nCSQU3054383\nMSCU6639870']);
const packing = (text: string) => textPdf([`PACKING LIST\n\n${text}`]);

test('a container that no other document names is shown once all documents of its dispatch are read', async () => {
  const files = { bill: { content: await bill() }, list: { content: await packing('CSQU3054383') } };
  expect(shown(await findingsOf(files))).toEqual([]);
  await completed('123456');
  expect(shown(await list())).toEqual([
    ['lone-container', 'document', 'bill', 'list', 'MSCU6639870', 'CSQU3054383'],
  ]);
});

const billWith = (number: string, weight: string) =>
  textPdf([`BILL OF LADING\nB/L No: ${number}\nGROSS WEIGHT: ${weight} KGS`]);
const weighed = (weight: string, more = '') =>
  textPdf([
    `DECLARACION DE INGRESO\nNUMERO DE IDENTIFICACION: 3900000001-1\nTOTAL PESO BRUTO: ${weight}${more}`,
  ]);
const ofBill = (dispatchNumber = '1', doctoTransporte = 'MAEU222222222'): ServiceData => ({
  dispatchNumber,
  type: 'B/L',
  dispatch: { doctoTransporte, numeroIdentificacion: '3900000001-1' },
});

test('two copies of a bill of lading with other weights show both lines', async () => {
  const findings = await findingsOf({
    one: { content: await billWith('MAEU222222222', '12,450.000'), says: ofBill() },
    two: { content: await billWith('MAEU222222222', '12.540,00'), says: ofBill() },
    same: { content: await billWith('MAEU222222222', '12,450.00'), says: ofBill() },
    other: { content: await billWith('MAEU333333333', '9,000.00'), says: ofBill() },
  });
  expect(shown(findings)).toEqual([['weight-differs', 'document', 'one', 'two', '12450.000', '12540.00']]);
  expect(findings.find(({ reason }) => reason.kind === 'weight-differs')?.reason).toMatchObject({
    stated: { page: 1, line: 'GROSS WEIGHT: 12,450.000 KGS' },
    other: { page: 1, line: 'GROSS WEIGHT: 12.540,00 KGS' },
  });
});

test('the weight of a bill of lading is held against the declaration’s once all of its dispatch is read', async () => {
  await findingsOf({
    bill: { content: await billWith('MAEU222222222', '12,450.00'), says: ofBill() },
    din: { content: await weighed('12.540,00'), says: ofBill() },
  });
  // Another bill, which is not here, may have the rest.
  expect(shown(await list())).toEqual([]);
  await completed('1');
  expect(shown(await list())).toEqual([
    ['weight-differs', 'document', 'bill', 'din', '12450.00', '12540.00'],
  ]);
});

/** One weight that is in the bill and in the declaration of one dispatch, and what else is there. */
const weights = {
  weight: '22.450,00',
  more: '',
  declaration: '3900000001-1',
  second: '',
  transport: 'MAEU222222222',
  isShared: false,
};
test.each([
  ['rounds', { ...weights, weight: '12.450,40' }],
  ['declares a part', { ...weights, more: '\nDESPACHO PARCIAL' }],
  ['is another dispatch’s', { ...weights, declaration: '3900000009-9' }],
  ['has a second bill', { ...weights, second: 'MAEU222222229' }],
  ['has another number from the service', { ...weights, transport: 'MAEU777777777' }],
  ['shares the bill with another', { ...weights, isShared: true }],
])('the weights of a bill and a declaration are not compared where the dispatch %s', async (_, one) => {
  const says = ofBill('1', one.transport);
  const own = { ...says, dispatch: { ...says.dispatch, numeroIdentificacion: one.declaration } };
  await findingsOf({
    bill: { content: await billWith('MAEU222222222', '12,450.00'), says: own },
    din: { content: await weighed(one.weight, one.more), says: own },
    ...(one.second !== '' && { second: { content: await billOf(one.second), says: own } }),
    ...(one.isShared && { other: { content: Buffer.from('nota'), says: ofBill('2') } }),
  });
  for (const number of one.isShared ? ['1', '2'] : ['1']) await completed(number);
  expect(shown(await list())).toEqual([]);
});

test('a bill of lading to which the service gives the number of another dispatch’s is shown', async () => {
  const content = await billOf('MAEU222222222');
  await findingsOf({
    right: { content, says: { ...ofBill('1'), folio: 'MAEU222222222' } },
    wrong: { content, says: { ...ofBill('1'), folio: 'MAEU333333333' } },
    booking: { content, says: { ...ofBill('1'), folio: '778899001122' } },
    other: { content: Buffer.from('nota'), says: shipped('3', 'MAEU333333333') },
  });
  expect(shown(await list())).toEqual([
    ['folio-differs', 'service', 'wrong', 'MAEU222222222', 'MAEU333333333'],
  ]);
});

test('what a document states is in no byte of the files after its purge, and no finding names it', async () => {
  await findingsOf({ changed: { content: electronicInvoice({ folio: '60123', totalNow: 1 }) } });
  const holds = () =>
    ['', '-wal']
      .map((suffix) => `${temporary.path}.texts${suffix}`)
      .filter((path) => existsSync(path) && readFileSync(path).includes('Folio 60123'));
  expect(holds()).not.toEqual([]);
  expect(shown(await list())).toHaveLength(1);
  const pass = await store.beginTextPass();
  await store.endTextPass(pass);
  await store.overwriteTexts();
  expect(holds()).toEqual([]);
  expect(shown(await list())).toEqual([]);
});

const invoiceText = (number: string) => `COMMERCIAL INVOICE\nInvoice No.: ${number}\nTOTAL: USD 100.00`;

test('a scan states its facts once it is recognised, in a PDF, in a picture, and beside a text layer', async () => {
  const scan = scanJpeg(invoiceText('SZ-12345'));
  const says: ServiceData = { folio: 'HK-99887' };
  const findings = await findingsOf(
    {
      right: { content: await picturePdf([scan]), says: { folio: 'SZ-12345' } },
      wrong: { content: await picturePdf([scan]), says },
      picture: { content: scanPng(invoiceText('SZ-12346')), says },
      // One sign of these may be read wrong.
      near: { content: await picturePdf([scan]), says: { folio: 'SZ-12845' } },
    },
    createReadScans(startWorker),
  );
  expect(shown(findings).sort()).toEqual([
    ['folio-differs', 'service', 'picture', 'SZ-12346', 'HK-99887'],
    ['folio-differs', 'service', 'wrong', 'SZ-12345', 'HK-99887'],
  ]);
  expect(findings[0]?.reason).toMatchObject({ stated: { page: 1, line: 'Invoice No.: SZ-12345' } });
}, 120_000);

/** Recognises the same words on each page, those with a digit as confidently as this. */
const readingAs =
  (text: string, confidence: number): ReadScans =>
  async (pages, onPage) => {
    const words = text.split('\n').flatMap((line) =>
      line.split(' ').map((word, index, { length }) => ({
        text: word,
        confidence: /\d/.test(word) ? confidence : 95,
        box: [0, 0, 1, 1] as const,
        endsLine: index === length - 1,
      })),
    );
    for (const index of pages.keys()) onPage(index, { kind: 'words', words, confidence: 90 });
  };

test.each([
  ['of high confidence', invoiceText('SZ-12345'), 95, ['wrong']],
  ['of low confidence', invoiceText('SZ-12345'), 80, []],
  ['whose value is below its label', 'COMMERCIAL INVOICE\nInvoice No\nSZ-12345', 95, []],
])('a number %s on a scan is held against the service’s or not', async (_, text, confidence, found) => {
  const says: ServiceData = { folio: 'HK-99887' };
  const files = { wrong: { content: await picturePdf([scanJpeg('x')]), says } };
  const findings = await findingsOf(files, readingAs(text, confidence));
  expect(shown(findings).map(([, , id]) => id)).toEqual(found);
});

test('a scan with a page that stays unread states nothing, and one with a text layer all of it', async () => {
  const says: ServiceData = { folio: 'HK-99887' };
  const reading = readingAs('SHENZHEN TRADING', 95);
  const words = invoiceText('SZ-12345');
  const files = {
    beside: { content: await picturePdf([scanJpeg('x')], { words }), says },
    unread: { content: await picturePdf([scanJpeg('x'), scanJpeg('y')], { words }), says },
  };
  const findings = await findingsOf(files, async (pages, onPage, signal) => {
    const read = pages.filter(({ page }) => page === 1);
    for (const [index, { page }] of pages.entries()) if (page > 1) onPage(index, { kind: 'unreadable' });
    await reading(
      read,
      (at, outcome) => onPage(pages.indexOf(read[at] ?? { path: '', sha256: '', page: 0 }), outcome),
      signal,
    );
  });
  expect(shown(findings).map(([, , id]) => id)).toEqual(['beside']);
});
