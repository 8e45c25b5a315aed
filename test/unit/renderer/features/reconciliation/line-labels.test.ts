import { describe, expect, it } from 'vitest';
import { reconcile } from '../../../../../electron/database/rules/reconciliation.ts';
import { readRegister } from '../../../../../electron/database/rules/register-lines.ts';
import {
  comparedLabel,
  dispatchesOf,
  documentNames,
  paidFor,
  verdictsIn,
} from '../../../../../renderer/features/reconciliation/line-labels.ts';
import { subjectOfFirst } from '../../../../../renderer/ui/inspected-subject.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';
import { acme } from '../../../../support/page/sample-client.ts';

const issuer = '96591760-8';
const document = {
  connectionId: 'c',
  number: '100',
  documentId: 'd1',
  rut: acme,
  type: 'FACTURA',
  folio: '00123',
  issuerId: issuer,
  issuerName: 'Naviera',
  isActive: true,
};
const payment = {
  connectionId: 'c',
  number: '101',
  rut: acme,
  id: 'p1',
  documentNumber: '123',
  providerId: issuer,
  providerName: 'Naviera',
  state: 'PAGADO',
};
const result = {
  ...reconcile(
    readRegister(`${issuer}\t123\t1000\n${issuer}\t999\t5`).lines,
    [document],
    [
      { ...payment, amount: 400 },
      { ...payment, id: 'p2', amount: 600 },
    ],
  ),
  asOf: '2026-11-20T15:00:00.000Z',
  isOfSales: false,
  known: { dispatches: 2, disbursements: 1 },
};
const [line] = result.lines;

describe('a line of the ledger', () => {
  it('names the dispatches, documents and payments that carry it', () => {
    if (!line) throw new Error('no line was read');
    expect(dispatchesOf(line)).toEqual(['100', '101']);
    expect(documentNames(line)).toBe('FACTURA 00123');
    expect(paidFor(line)).toBe(1000);
    expect(subjectOfFirst(line)).toMatchObject({ number: '100', documentId: 'd1' });
  });

  it('comes to nothing that is known when one amount is unknown, or none was paid', () => {
    const unknown = { connectionId: 'c', number: '1', id: 'p', rut: acme, by: 'number' as const, state: '' };
    expect(paidFor({ payments: [{ ...unknown, amount: 1 }, unknown] })).toBeUndefined();
    expect(paidFor({ payments: [] })).toBeUndefined();
    expect(subjectOfFirst({ documents: [], payments: [] })).toBeUndefined();
    expect(subjectOfFirst({ documents: [], payments: [unknown] })).toEqual({
      connectionId: 'c',
      number: '1',
      rut: acme,
    });
  });

  it('has one of the verdicts that are offered', () => {
    expect(verdictsIn(result)).toEqual(['found', 'absent']);
  });

  it('says of when it was compared', () => {
    const t = translationsOf('reconciliation');
    expect(comparedLabel(result, t)).toMatch(/^2 líneas comparadas · datos del /);
    expect(comparedLabel({ ...result, asOf: '' }, t)).toBe('2 líneas comparadas');
  });
});
