import { describe, expect, it } from 'vitest';
import {
  type FindingDocument,
  findDocumentTotals,
  findForeignCustomers,
  findMoreThanUsual,
  findPaymentTotals,
  findSameDocument,
} from '../../../../../electron/database/rules/findings.ts';
import type { PaymentLink } from '../../../../../shared/model/review.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';

const client = '76086428-5' as Rut;
const agency = '96591760-8' as Rut;
let documentsMade = 0;
const document = (overrides: Partial<FindingDocument>): FindingDocument => ({
  connectionId: 'a',
  number: '100',
  documentId: `d${++documentsMade}`,
  rut: client,
  type: 'FACTURA TERCEROS',
  folio: '77',
  issuerId: '18.972.631-7',
  issuerName: 'ALMACENES',
  kind: '',
  customerId: '',
  customerName: '',
  totals: {},
  ...overrides,
});

describe('the same document in two dispatches', () => {
  it('is found in whatever form issuer and number are written, with all its documents', () => {
    const found = findSameDocument([
      document({ number: '100', folio: '0077' }),
      document({ number: '200', folio: 'N° 77', issuerId: '18972631-7' }),
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]?.dispatches.map(({ number }) => number)).toEqual(['100', '200']);
    expect(found[0]?.reason).toMatchObject({ kind: 'same-paper-twice', issuerName: 'ALMACENES' });
  });

  it('is not the same number from two issuers', () => {
    expect(findSameDocument([document({}), document({ number: '200', issuerId: '76.501.137-K' })])).toEqual(
      [],
    );
  });

  it('is not two copies in one dispatch', () => {
    expect(findSameDocument([document({}), document({})])).toEqual([]);
  });

  it('is not an invoice and the credit note of the same number, when both say what they are', () => {
    expect(
      findSameDocument([document({ kind: 'FACTURA' }), document({ number: '200', kind: 'Nota de Crédito' })]),
    ).toEqual([]);
    expect(
      findSameDocument([document({ kind: 'FACTURA' }), document({ number: '200', kind: '' })]),
    ).toHaveLength(1);
  });

  it('needs an issuer and a number', () => {
    expect(findSameDocument([document({ issuerId: '' }), document({ number: '2', issuerId: '' })])).toEqual(
      [],
    );
    expect(findSameDocument([document({ folio: '' }), document({ number: '2', folio: '' })])).toEqual([]);
  });

  it('stays within one agency', () => {
    expect(findSameDocument([document({}), document({ connectionId: 'b', number: '200' })])).toEqual([]);
  });

  it('is another finding once a third dispatch has it, so that a dismissed one comes back', () => {
    const two = [document({ number: '100' }), document({ number: '200' })];
    const [before] = findSameDocument(two);
    const [after] = findSameDocument([...two, document({ number: '300' })]);
    expect(before?.id).not.toBe(after?.id);
    expect(findSameDocument([...two].reverse())[0]?.id).toBe(before?.id);
  });
});

describe('the same document paid in two dispatches', () => {
  const payment = (overrides: Partial<PaymentLink>): PaymentLink => ({
    connectionId: 'a',
    number: '200',
    id: 'p1',
    rut: client,
    amount: 1190,
    documentNumber: '77',
    analysisName: 'ALMACENAJE',
    providerId: '18972631-7',
    providerName: 'ALMACENES',
    ...overrides,
  });

  it('is found when one of the two has no document, or neither has', () => {
    const [one] = findSameDocument([document({})], [payment({})]);
    expect(one?.documents.map(({ number }) => number)).toEqual(['100']);
    expect(one?.payments.map(({ number }) => number)).toEqual(['200']);
    expect(one?.dispatches.map(({ number }) => number)).toEqual(['100', '200']);
    const [none] = findSameDocument([], [payment({}), payment({ number: '300', documentNumber: '0077' })]);
    expect(none?.reason).toMatchObject({ folio: '77', issuerName: 'ALMACENES' });
    expect(none?.dispatches).toHaveLength(2);
  });

  it('is not a payment beside its own document, nor two payments in one dispatch', () => {
    expect(findSameDocument([document({})], [payment({ number: '100' })])).toEqual([]);
    expect(findSameDocument([], [payment({}), payment({ id: 'p2' })])).toEqual([]);
  });

  it('is not a credit note of the same number, when the payment has its own invoice', () => {
    const documents = [document({ kind: 'FACTURA' }), document({ number: '200', kind: 'NOTA DE CREDITO' })];
    expect(findSameDocument(documents, [payment({ number: '100' })])).toEqual([]);
  });

  it('needs a provider and a number', () => {
    expect(
      findSameDocument([document({})], [payment({ providerId: '' }), payment({ documentNumber: '' })]),
    ).toEqual([]);
  });

  it('is another finding once it is paid in a third dispatch', () => {
    const two = [payment({}), payment({ number: '300' })];
    const [before] = findSameDocument([], two);
    expect(findSameDocument([], [...two, payment({ number: '400' })])[0]?.id).not.toBe(before?.id);
    expect(findSameDocument([], two.toReversed())[0]?.id).toBe(before?.id);
  });
});

describe('totals', () => {
  it('that net and tax do not make are found on papers and disbursements, with the numbers', () => {
    const totals = { net: 1000, tax: 190, total: 2380 };
    expect(
      findDocumentTotals([document({ totals }), document({ totals: { net: 1000, tax: 190, total: 1190 } })]),
    ).toMatchObject([{ reason: { kind: 'totals-differ', of: 'paper', difference: -1190 } }]);
    const payment = {
      connectionId: 'a',
      number: '100',
      rut: client,
      id: 'p1',
      documentNumber: '77',
      documents: [],
      analysisName: 'ALMACENAJE',
      providerId: '',
      providerName: '',
    };
    expect(findPaymentTotals([{ ...payment, totals: [{ net: 1, total: 9 }, totals] }])).toMatchObject([
      { reason: { of: 'disbursement', subject: '77', difference: -1190 }, dispatches: [{ number: '100' }] },
    ]);
    expect(findPaymentTotals([{ ...payment, totals: [{ net: 1000, total: 2000 }] }])).toEqual([]);
  });
});

describe('a document made out to somebody else', () => {
  const agencies = new Map([['a', agency]]);

  it('is found when its customer is a RUT that is neither the client nor the agency', () => {
    const found = findForeignCustomers(
      [
        document({ customerId: '76.086.428-5' }),
        document({ customerId: '96591760-8' }),
        document({ customerId: '76.501.137-K', customerName: 'OTRA' }),
      ],
      agencies,
    );
    expect(found.map(({ reason }) => reason)).toEqual([
      { kind: 'foreign-customer', customerId: '76.501.137-K', customerName: 'OTRA', client, agency },
    ]);
  });

  it('says nothing of a customer without a RUT', () => {
    expect(
      findForeignCustomers([document({ customerId: '' }), document({ customerId: 'US 4471' })], agencies),
    ).toEqual([]);
  });

  it('says that the RUT of the agency is not known, when it is not', () => {
    const [found] = findForeignCustomers([document({ customerId: '96591760-8' })], new Map());
    expect(found?.reason).toMatchObject({ agency: undefined });
  });
});

describe('several documents of one type', () => {
  const habit =
    (single: number, seen = 20) =>
    () => [{ type: 'DIN', seen, single }];
  const two = [document({ type: 'DIN' }), document({ type: 'DIN' })];

  it('are found where complete dispatches have one', () => {
    expect(findMoreThanUsual(two, habit(19))).toMatchObject([
      { reason: { kind: 'more-than-usual', type: 'DIN', count: 2, single: 19, of: 20 } },
    ]);
  });

  it('are nothing where two are common, or where too little is known', () => {
    expect(findMoreThanUsual(two, habit(14))).toEqual([]);
    expect(findMoreThanUsual(two, habit(4, 4))).toEqual([]);
    expect(findMoreThanUsual(two, () => [])).toEqual([]);
  });

  it('are counted within a dispatch', () => {
    expect(
      findMoreThanUsual([document({ type: 'DIN' }), document({ type: 'DIN', number: '200' })], habit(20)),
    ).toEqual([]);
  });
});
