import { describe, expect, it } from 'vitest';
import {
  connectionOf,
  findingGroups,
  findingReason,
  findingSubject,
} from '../../../../../renderer/features/review/finding-labels.ts';
import type { DocumentLink, FindingReason } from '../../../../../shared/model/review.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { translationsOf } from '../../../../support/page/page-translations.ts';
import { acme } from '../../../../support/page/sample-client.ts';

const t = translationsOf('review');
const clients = [{ rut: acme, name: 'ACME', email: '', folder: '' }];
const document = (number: string): DocumentLink => ({
  connectionId: 'c',
  number,
  documentId: `d${number}`,
  rut: acme,
  type: 'FACTURA',
  folio: '77',
  issuerId: '96591760-8',
  issuerName: 'Naviera',
});
const words = (reason: FindingReason, documents = [document('1')]) => {
  const dispatches = documents.map(({ connectionId, number }) => ({ connectionId, number }));
  return [
    findingSubject(reason, t),
    findingReason({ reason, documents, payments: [], dispatches }, clients, t),
  ];
};

describe('what is worth a look', () => {
  it('says which documents are the same', () => {
    const reason = {
      kind: 'same-paper-twice',
      folio: '77',
      issuerId: '96591760-8',
      issuerName: 'Naviera',
    } as const;
    expect(words(reason, [document('1'), document('2')])).toEqual([
      '77 de Naviera · 96.591.760-8',
      '2 documentos con el mismo emisor y número, en los despachos 1, 2.',
    ]);
  });

  it('says what does not add up, with what is exempt where there is any', () => {
    const amounts = { net: 1000, tax: 190, exempt: 0, total: 1200, difference: -10 };
    const reason = { kind: 'totals-differ', of: 'paper', subject: '77', ...amounts } as const;
    expect(words(reason)).toEqual([
      'Documento 77',
      'Neto 1.000 más IVA 190 no da el total 1.200: diferencia 10.',
    ]);
    expect(words({ ...reason, of: 'disbursement', exempt: 5 })[1]).toContain('más exento 5');
  });

  it('says whose a document is not, and when the agency is unknown', () => {
    const customer = { customerId: '18972631-7', customerName: 'OTRO', client: acme };
    const reason = { kind: 'foreign-customer', ...customer } as const;
    expect(words({ ...reason, agency: '76501137-K' as Rut })).toEqual([
      'OTRO · 18.972.631-7',
      'El cliente del despacho es ACME; el documento no está a su nombre ni al de la agencia.',
    ]);
    expect(words({ ...reason, agency: undefined })[1]).toContain('No se conoce el RUT de la agencia');
  });

  it('says how many documents of a type are usual', () => {
    const reason = { kind: 'more-than-usual', type: 'B/L', count: 2, single: 19, of: 20 } as const;
    expect(words(reason)).toEqual([
      'B/L',
      '2 documentos de este tipo; de 20 despachos completos que lo tienen, 19 tienen uno solo.',
    ]);
  });

  it('says what the document states, and what contradicts it', () => {
    const stated = { documentId: 'd', value: '119000', page: 0, line: 'MntTotal 119000' };
    const claim = { kind: 'total-differs', against: 'service', stated, known: '118000' } as const;
    expect(words(claim)).toEqual([
      'Total 119.000',
      'El documento dice un total de 119.000; la agencia informa 118.000.',
    ]);
    expect(words({ ...claim, against: 'own-sum' })[1]).toContain('su neto, IVA y exento suman 118.000');
    const other = { ...stated, value: '39001234567' };
    expect(
      words({
        kind: 'other-dispatch',
        against: 'service',
        stated: other,
        known: '3900123450',
        otherDispatch: '8',
      })[1],
    ).toContain('que es la del despacho 8');
  });

  it('stands under its kind, in the order of the rows', () => {
    const byKind = {
      'same-paper-twice': 0,
      'totals-differ': 8,
      'foreign-customer': 20,
      'more-than-usual': 1,
      'other-dispatch': 0,
      'other-dispatch-bill': 0,
      'folio-differs': 2,
      'total-differs': 0,
      'currency-differs': 0,
      'weight-differs': 0,
      'date-differs': 0,
      'issue-date-differs': 0,
      'lone-container': 0,
      'signature-differs': 0,
    };
    const groups = (kind?: 'foreign-customer') => findingGroups({ byKind }, kind, t).map(({ rows }) => rows);
    expect(groups()).toEqual([8, 20, 1, 2]);
    expect(groups('foreign-customer')).toEqual([20]);
  });

  it('belongs to one agency, also when it has no document', () => {
    expect(connectionOf({ documents: [], dispatches: [{ connectionId: 'c', number: '1' }] })).toBe('c');
    expect(connectionOf({ documents: [document('1')], dispatches: [] })).toBe('c');
  });
});
