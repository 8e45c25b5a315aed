import { expect, test } from 'vitest';
import { textOf } from '../../../../../electron/lib/file-formats/plain-text.ts';
import { invoiceFacts } from '../../../../../electron/text/facts/invoice-facts.ts';
import { electronicInvoice, type InvoiceSample } from '../../../../support/samples/electronic-invoice.ts';

const factsOf = (sample: InvoiceSample) =>
  Object.fromEntries(invoiceFacts(textOf(electronicInvoice(sample))).map(({ name, value }) => [name, value]));

const stated = {
  type: '33',
  number: '60',
  issuer: '76086428-5',
  date: '2026-10-05',
  currency: 'CLP',
  total: '119000',
  sum: '119000',
};

test.each([
  ['signed', {}],
  ['signed and shipped', { isShipped: true }],
  ['without a signature', { isSigned: false }],
])('an invoice %s states its facts exactly', (_, sample) => {
  expect(factsOf(sample)).toEqual(stated);
});

test('an invoice that was changed after it was signed says so, and states no amount', () => {
  const facts = factsOf({ totalNow: 119_001 });
  expect(facts).toEqual({
    type: '33',
    signature: 'changed',
    number: '60',
    issuer: '76086428-5',
    date: '2026-10-05',
  });
});

test('a credit note states its kind', () => {
  expect(factsOf({ type: '61' })).toEqual({ ...stated, type: '61' });
});

test('an exempt amount is part of the sum, and a total that differs stands beside it', () => {
  expect(factsOf({ exempt: 500, total: 120_000 })).toMatchObject({ total: '120000', sum: '119500' });
});

const xml = () => textOf(electronicInvoice());

test.each([
  ['a signature of another form', xml().replaceAll('rsa-sha1', 'rsa-sha256')],
  ['a key that cannot be read', xml().replace(/<Modulus>[^<]*/, '<Modulus>AA')],
])('%s leaves the amounts unclaimed, and accuses nobody', (_, text) => {
  expect(invoiceFacts(text).map(({ name }) => name)).toEqual(['type', 'number', 'issuer', 'date']);
});

test.each([
  ['two invoices', xml().replace('</DTE>', '</DTE><DTE></DTE>')],
  ['a DTD', xml().replace('<DTE', '<!DOCTYPE a [<!ENTITY b "c">]><DTE')],
  ['another document', '<a><Folio>60</Folio></a>'],
  ['a kind that is none', xml().replace('<TipoDTE>33', '<TipoDTE>treinta y tres')],
  ['no total', xml().replace('MntTotal', 'MntOtro')],
])('%s states nothing', (_, text) => expect(invoiceFacts(text)).toEqual([]));

test('a text of many unclosed tags is read in linear time', () => {
  expect(invoiceFacts(`<DTE>${'<Documento '.repeat(200_000)}`)).toEqual([]);
});
