import { describe, expect, it } from 'vitest';
import {
  allFields,
  dispatchObject,
  missingFiles,
  missingFirst,
  stateOf,
} from '../../../../../renderer/features/inspector/inspected-dispatch.ts';
import type { StoredDocument } from '../../../../../shared/model/document.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';

function document(change: Partial<StoredDocument>): StoredDocument {
  return {
    connectionId: 'agency',
    id: 'd',
    rut: '76086428-5' as Rut,
    isActive: true,
    type: 'DIN',
    dispatchNumber: '1',
    file: 'available',
    folio: '',
    issueDate: '',
    issuerId: '',
    issuerName: '',
    reference: '',
    seenAt: '2026-11-20T10:00:00.000Z',
    item: {},
    ...change,
  };
}

describe('what is known of a dispatch', () => {
  const view = {
    documents: [
      document({ item: { dispatch: { estadoDIN: '', valorCif: null, nombreNave: 'EVER GIVEN' } } }),
      document({ item: { dispatch: { estadoDIN: 'Aceptada', valorCif: 0, nombreNave: 'OTHER' } } }),
    ],
    disbursements: [],
    status: {
      dispatchNumber: '1',
      recordType: 'din',
      state: '',
      lastModified: '',
      item: { fechaEta: '2026-09-28', EstadoDUS: null },
    },
  };
  const object = dispatchObject(view);

  it('is the first value that is one: nothing is no value, zero is', () => {
    expect(object).toEqual({
      nombreNave: 'EVER GIVEN',
      estadoDIN: 'Aceptada',
      valorCif: 0,
      fechaEta: '2026-09-28',
    });
  });

  it('has the state of its status, else that of its documents', () => {
    expect(stateOf(view, object)).toBe('Aceptada');
    expect(stateOf({ status: { ...view.status, state: 'LEGALIZADA' } }, object)).toBe('LEGALIZADA');
    expect(stateOf({}, {})).toBe('');
  });
});

describe('the documents of a dispatch', () => {
  it('begin with those that lack their file, and end with inactive ones', () => {
    const ids = missingFirst([
      document({ id: 'here', path: '/a' }),
      document({ id: 'inactive', isActive: false, file: 'none' }),
      document({ id: 'available' }),
      document({ id: 'unsigned', file: 'unsigned' }),
      document({ id: 'none', file: 'none' }),
    ]).map(({ id }) => id);
    expect(ids).toEqual(['none', 'unsigned', 'here', 'available', 'inactive']);
  });

  it('stand in the order of customs offices, or of their client', () => {
    const documents = ['SEGURO', 'FACTURA', 'DIN', 'B/L'].map((type) => document({ id: type, type }));
    const ids = (ownOrder?: string[]) => missingFirst(documents, ownOrder).map(({ id }) => id);
    expect(ids()).toEqual(['DIN', 'B/L', 'FACTURA', 'SEGURO']);
    expect(ids(['FACTURA', 'DIN'])).toEqual(['FACTURA', 'DIN', 'B/L', 'SEGURO']);
  });
});

describe('documents whose file cannot be had', () => {
  it('are counted as their rows call them, inactive ones too', () => {
    const documents = [
      document({ file: 'none' }),
      document({ file: 'none', isActive: false }),
      document({ file: 'available', removedAt: '2026-11-20T10:00:00.000Z' }),
      document({ file: 'unknown' }),
      document({ file: 'available' }),
      document({ file: 'none', path: '/here.pdf' }),
    ];
    expect(missingFiles(documents)).toEqual([
      { status: 'none', count: 2 },
      { status: 'unknown', count: 1 },
      { status: 'gone', count: 1 },
    ]);
    expect(missingFiles([document({ file: 'available' })])).toEqual([]);
  });
});

describe('all fields', () => {
  it('stand with their path, empty objects and lists as they came', () => {
    expect(allFields({ a: { b: { c: 1 }, d: {} }, e: [1] })).toEqual([
      { path: 'a.b.c', value: 1 },
      { path: 'a.d', value: {} },
      { path: 'e', value: [1] },
    ]);
  });
});
