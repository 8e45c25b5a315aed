import { describe, expect, it } from 'vitest';
import { sumPayments } from '../../../../../electron/database/rules/payment-sums.ts';
import { choiceLabel, sumLabel } from '../../../../../renderer/features/payments/payment-labels.ts';
import { shownSum, sumRows } from '../../../../../renderer/features/payments/sum-rows.ts';
import {
  documentToShow,
  supportNames,
  supportStatus,
} from '../../../../../renderer/features/payments/support-labels.ts';
import type { Support } from '../../../../../shared/model/review.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';

const t = translationsOf('payments');
const payment = { state: 'PAGADO', analysisCode: '10', analysisName: 'FLETE', currency: '' };
const sums = sumPayments([{ ...payment, amount: 1000 }, { ...payment }, { ...payment, state: 'PENDIENTE' }]);

describe('sums of disbursements', () => {
  it('stand by state with all of them at the end', () => {
    expect(sumRows(sums, 'state').map(({ label, isAll, count }) => [label, isAll, count])).toEqual([
      ['Pagado', false, 2],
      ['Pendiente', false, 1],
      ['', true, 3],
    ]);
    expect(sumRows(sumPayments([]), 'analysis')).toEqual([]);
  });

  it('are nothing, and no zero, where every amount is unknown', () => {
    const [paid, pending] = sumRows(sums, 'state');
    expect([paid && shownSum(paid.amount), pending && shownSum(pending.amount)]).toEqual([1000, undefined]);
  });

  it('say what is not in them', () => {
    expect(sumLabel({ sums }, t)).toBe('Suma de lo conocido: 1.000 · 2 sin dato');
    expect(sumLabel({ sums: sumPayments([]) }, t)).toBe('');
  });

  it('are one of each currency', () => {
    const dollars = { ...payment, currency: 'USD', amount: 20 };
    const both = sumPayments([{ ...payment, amount: 1000 }, dollars]);
    expect(sumLabel({ sums: both }, t)).toBe('Suma de lo conocido: 1.000 sin moneda declarada · 20 USD');
    expect(sumLabel({ sums: sumPayments([dollars]) }, t)).toBe('Suma de lo conocido: 20 USD');
    expect(
      sumRows(both, 'state').map(({ label, isAll, currency, amount }) => [
        label,
        isAll,
        currency,
        amount.sum,
      ]),
    ).toEqual([
      ['Pagado', false, '', 1000],
      ['', true, '', 1000],
      ['Pagado', false, 'USD', 20],
      ['USD', true, 'USD', 20],
    ]);
  });

  it('go with how many disbursements have their document', () => {
    const numbers = { sums, supported: 2, unsupported: 1, withoutNumber: 0 };
    expect(choiceLabel('unsupported', numbers, t)).toBe('Sin respaldo 1');
    expect(choiceLabel('all', undefined, t)).toBe('Todos');
  });
});

describe('the document of a disbursement', () => {
  const match = (by: 'number' | 'number-and-issuer'): Support => ({
    state: 'supported',
    documents: [{ documentId: 'd1', by }],
    otherIssuer: [],
  });
  const none: Support = { state: 'unsupported', documents: [], otherIssuer: [] };

  it('is sure, less sure, or only of the same number', () => {
    const statuses = [
      match('number-and-issuer'),
      match('number'),
      none,
      { ...none, otherIssuer: ['d2'] },
      { ...none, state: 'no-number' as const },
    ].map(supportStatus);
    expect(statuses).toEqual(['sure', 'by-number', 'unsupported', 'other-issuer', 'no-number']);
  });

  it('is shown beside it, else the one of the other issuer, which it is not', () => {
    const shown = [match('number'), { ...none, otherIssuer: ['d2'] }, none].map((support) =>
      documentToShow({ support }),
    );
    expect(shown).toEqual(['d1', 'd2', undefined]);
  });

  it('is named as people name it', () => {
    const supportedBy = [
      { documentId: 'd1', type: 'FACTURA', folio: '7' },
      { documentId: 'd2', type: 'BOLETA', folio: '' },
    ];
    expect(supportNames({ supportedBy })).toBe('FACTURA 7, BOLETA');
  });
});
