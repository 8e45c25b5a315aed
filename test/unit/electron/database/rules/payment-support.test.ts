import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exemptIn,
  readTotals,
  totalsDifference,
} from '../../../../../electron/database/rules/document-totals.ts';
import { sumPayments } from '../../../../../electron/database/rules/payment-sums.ts';
import {
  type DocumentFacts,
  documentsNamed,
  isOtherRut,
  supportOf,
} from '../../../../../electron/database/rules/payment-support.ts';
import { checkDigit, formatRut, type Rut } from '../../../../../shared/model/rut.ts';

const rut = fc
  .integer({ min: 1_000_000, max: 99_999_999 })
  .map((body) => `${body}-${checkDigit(String(body))}` as Rut);
const folio = fc.integer({ min: 1, max: 9_999_999 });
const rutForm = (one: Rut) =>
  fc.constantFrom(one, formatRut(one), one.replace('-', ''), `0${one}`, one.toLowerCase());
const folioForm = (one: number) =>
  fc.constantFrom(String(one), String(one).padStart(12, '0'), `N° ${one}`, one.toLocaleString('es-CL'));

const document = (overrides: Partial<DocumentFacts>): DocumentFacts => ({
  documentId: 'd1',
  isActive: true,
  folio: '',
  issuerId: '',
  ...overrides,
});

describe('the document that supports a disbursement', () => {
  it('is found in whatever form both sides write number and RUT', () => {
    const forms = fc
      .tuple(rut, folio)
      .chain(([issuer, number]) =>
        fc.tuple(rutForm(issuer), rutForm(issuer), folioForm(number), folioForm(number)),
      );
    fc.assert(
      fc.property(forms, ([providerId, issuerId, documentNumber, printed]) => {
        const support = supportOf({ documentNumber, providerId }, [document({ folio: printed, issuerId })]);
        expect(support).toEqual({
          state: 'supported',
          documents: [{ documentId: 'd1', by: 'number-and-issuer' }],
          otherIssuer: [],
        });
      }),
      { numRuns: 500 },
    );
  });

  it('is never one of the same number from another issuer, which is told apart', () => {
    fc.assert(
      fc.property(rut, rut, folio, fc.boolean(), (provider, other, number, isFirst) => {
        fc.pre(provider !== other);
        const own = document({ documentId: 'own', folio: String(number), issuerId: provider });
        const stranger = document({
          documentId: 'stranger',
          folio: String(number),
          issuerId: formatRut(other),
        });
        const support = supportOf(
          { documentNumber: String(number), providerId: provider },
          isFirst ? [own, stranger] : [stranger, own],
        );
        expect(support.documents).toEqual([{ documentId: 'own', by: 'number-and-issuer' }]);
        expect(support.otherIssuer).toEqual(['stranger']);
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of the documents', () => {
    const documents = fc.uniqueArray(
      fc.record({
        documentId: fc.uuid(),
        isActive: fc.boolean(),
        folio: fc.constantFrom('12', '0012', '13', ''),
        issuerId: fc.constantFrom('76086428-5', '76.501.137-K', 'DE811', ''),
      }),
      { selector: ({ documentId }) => documentId, maxLength: 8 },
    );
    const sorted = (ids: readonly string[]) => [...ids].sort();
    fc.assert(
      fc.property(
        documents.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const payment = { documentNumber: '12', providerId: '76.086.428-5' };
          const [left, right] = [supportOf(payment, list), supportOf(payment, shuffled)];
          expect(right.state).toBe(left.state);
          expect(sorted(right.documents.map(({ documentId }) => documentId))).toEqual(
            sorted(left.documents.map(({ documentId }) => documentId)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is found by its number alone where one side does not say the issuer, and says so', () => {
    const documents = [document({ folio: '00123' })];
    expect(supportOf({ documentNumber: '123', providerId: '76086428-5' }, documents).documents).toEqual([
      { documentId: 'd1', by: 'number' },
    ]);
  });

  it('leaves documents without an issuer aside when one agrees in both', () => {
    const documents = [
      document({ documentId: 'silent', folio: '5' }),
      document({ documentId: 'sure', folio: '5', issuerId: '76086428-5' }),
    ];
    expect(supportOf({ documentNumber: '5', providerId: '76.086.428-5' }, documents).documents).toEqual([
      { documentId: 'sure', by: 'number-and-issuer' },
    ]);
  });

  it('is not an inactive one', () => {
    const documents = [document({ folio: '5', isActive: false })];
    expect(supportOf({ documentNumber: '5', providerId: '' }, documents).state).toBe('unsupported');
  });

  it('cannot be looked for without a number, and then nothing matches an empty one', () => {
    expect(supportOf({ documentNumber: ' ', providerId: '' }, [document({ folio: '' })])).toMatchObject({
      state: 'no-number',
      documents: [],
    });
    expect(documentsNamed('', '', [document({ folio: '' })]).byNumber).toEqual([]);
  });
});

describe('a customer', () => {
  it('is another only when it is a RUT and none of those', () => {
    expect(isOtherRut('76.501.137-k', ['76501137-K'])).toBe(false);
    expect(isOtherRut('18.972.631-7', ['76501137-K', '96591760-8'])).toBe(true);
    expect(isOtherRut('US-4471', ['76501137-K'])).toBe(false);
    expect(isOtherRut('18.972.631-5', ['76501137-K'])).toBe(false);
    expect(isOtherRut('', [])).toBe(false);
  });
});

describe('sums of disbursements', () => {
  const payment = (overrides: { state?: string; amount?: number; code?: string; currency?: string }) => ({
    state: overrides.state ?? 'PAGADO',
    currency: overrides.currency ?? '',
    analysisCode: overrides.code ?? '1',
    analysisName: 'FLETE',
    ...(overrides.amount !== undefined && { amount: overrides.amount }),
  });

  it('leave unknown amounts out and count them beside the sum', () => {
    const { all } = sumPayments([payment({ amount: 100 }), payment({}), payment({ amount: 20.5 })]);
    expect(all.amount).toEqual({ sum: 120.5, known: 2, unknown: 1 });
    expect(all.net).toEqual({ sum: 0, known: 0, unknown: 3 });
  });

  it('stand by state whatever its case, and by analysis', () => {
    const sums = sumPayments([
      payment({ state: 'PAGADO', amount: 1 }),
      payment({ state: 'Pagado', amount: 2 }),
      payment({ state: '', amount: 4, code: '2' }),
    ]);
    expect(sums.byState.map(({ label, amount }) => [label, amount.sum])).toEqual([
      ['', 4],
      ['Pagado', 3],
    ]);
    expect(sums.byAnalysis.map(({ label, count }) => [label, count])).toEqual([
      ['FLETE · 1', 2],
      ['FLETE · 2', 1],
    ]);
  });

  it('name a concept by its words, and by its code where it has none', () => {
    const { byAnalysis } = sumPayments([
      payment({ amount: 1 }),
      { ...payment({ amount: 2, code: '2' }), analysisName: 'ALMACENAJE' },
      { ...payment({ amount: 4, code: '3' }), analysisName: '' },
    ]);
    expect(byAnalysis.map(({ label }) => label)).toEqual(['FLETE', 'ALMACENAJE', '3']);
  });

  it('of each currency stand by themselves, also by state and by analysis', () => {
    const { byCurrency, byState, byAnalysis } = sumPayments([
      payment({ amount: 1000 }),
      payment({ amount: 20, currency: 'USD' }),
      payment({ amount: 5, currency: 'USD' }),
    ]);
    expect(byCurrency.map(({ label, amount }) => [label, amount.sum])).toEqual([
      ['', 1000],
      ['USD', 25],
    ]);
    const sumsOf = (groups: typeof byState) =>
      groups.map(({ label, currency, amount }) => [label, currency, amount.sum]);
    expect(sumsOf(byState)).toEqual([
      ['Pagado', '', 1000],
      ['Pagado', 'USD', 25],
    ]);
    expect(sumsOf(byAnalysis)).toEqual([
      ['FLETE', '', 1000],
      ['FLETE', 'USD', 25],
    ]);
  });

  it('of groups come to the sum of all, with as many unknown', () => {
    const payments = fc.array(
      fc.record(
        {
          state: fc.constantFrom('PAGADO', 'RENDIDO', ''),
          analysisCode: fc.constantFrom('1', '2'),
          analysisName: fc.constant(''),
          currency: fc.constantFrom('', 'USD'),
          amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
        },
        { requiredKeys: ['state', 'analysisCode', 'analysisName', 'currency'] },
      ),
    );
    fc.assert(
      fc.property(payments, (list) => {
        const { all, byCurrency, byState, byAnalysis } = sumPayments(list);
        for (const groups of [byCurrency, byState, byAnalysis]) {
          expect(groups.reduce((sum, group) => sum + group.amount.sum, 0)).toBe(all.amount.sum);
          expect(groups.reduce((sum, group) => sum + group.amount.unknown, 0)).toBe(all.amount.unknown);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('net, tax and total', () => {
  it('are read under keys that vary', () => {
    expect(readTotals({ montoNeto: 100, iva: 19, montoTotal: 119 })).toEqual({
      net: 100,
      tax: 19,
      total: 119,
    });
    expect(readTotals({ neto: 100, exento: 5, IVA: 19, total: 124, items: 3 })).toEqual({
      net: 100,
      tax: 19,
      exempt: 5,
      total: 124,
    });
    expect(readTotals('nothing')).toEqual({});
  });

  it.each([
    [{ montoExento: 3, invoiceInfo: { totals: { exento: 5 } } }, 3],
    [
      {
        exento: 'text',
        invoiceInfo: { totals: { 'No afecto': 5 } },
        documentInfo: { totals: { exento: 6 } },
      },
      5,
    ],
    [{ invoiceInfo: 'text', documentInfo: { totals: { montoExento: 6 } } }, 6],
    [{ exento: null, documentInfo: { totals: { neto: 6 } } }, undefined],
  ])('of a disbursement %j has the exempt amount %s', (item, exempt) => {
    expect(exemptIn(item)).toBe(exempt);
  });

  it('differ when they do, not by rounding, and not when one is unknown', () => {
    expect(totalsDifference({ net: 100, tax: 19, total: 119 })).toBeUndefined();
    expect(totalsDifference({ net: 100, tax: 19, total: 120 })).toBeUndefined();
    expect(totalsDifference({ net: 100, tax: 19, total: 1309 })).toBe(-1190);
    expect(totalsDifference({ net: 100, tax: 19, exempt: 6, total: 125 })).toBeUndefined();
    expect(totalsDifference({ net: 100, total: 300 })).toBeUndefined();
  });
});
