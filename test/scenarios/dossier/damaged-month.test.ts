import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { damageRow } from '../../support/faults/damage-store.ts';
import { acme } from '../../support/samples/documents.ts';
import { agency, storeDispatch } from '../../support/samples/stored-folders.ts';

const inOctober = { fechaAceptacion: '2026-10-15T00:00:00.000Z' };

let path: string;
beforeEach(async () => {
  path = join(temporaryFolder('damaged'), 'carpeta.db');
  const store = await openStore(path);
  for (let n = 0; n < 6; n++) {
    await storeDispatch(store, { number: `20${n}`, documents: ['DIN', 'FACTURA'] });
  }
  const payments = [
    { amount: 1, date: '2026-10-20' },
    { amount: 2, date: '2026-10-21' },
  ];
  await storeDispatch(store, {
    number: '300',
    object: inOctober,
    documents: ['DIN', 'FACTURA'],
    payments,
  });
  await storeDispatch(store, { number: '301', object: inOctober, documents: ['DIN'], payments });
  await store.insertDocumentRequests(
    {
      missingDocuments: [{ connectionId: agency, number: '301', type: 'FACTURA', rut: acme }],
      askedOn: '2026-11-12',
      askedOf: 'Ana Soto',
      note: '',
    },
    ['request-1'],
  );
  await store.close();
});

/** What the store has of the month. */
async function readMonth() {
  const store = await openStore(path);
  try {
    const query = { rut: acme, month: '2026-10', connectionIds: [agency], today: '2026-11-20' };
    const month = await store.readClientMonth(query);
    const { month: ofSheets, documents, payments } = await store.readClientMonthSheets(query, {});
    expect(ofSheets).toEqual(month);
    expect(documents.map((own) => own.length)).toEqual(month.dispatches.map((one) => one.documents));
    return {
      dispatches: month.dispatches.map(({ number, documents, completeness }) => [
        ...[number, documents, completeness],
      ]),
      missing: month.missing.map(({ number, type, request }) => [number, type, request?.askedOf]),
      payments: payments.map(({ dispatch, amount }) => [dispatch.number, amount]),
      folios: documents.flat().map(({ folio }) => folio),
      unreadable: month.unreadable,
    };
  } finally {
    await store.close();
  }
}

const whole = {
  dispatches: [
    ['300', 2, 'complete'],
    ['301', 1, 'incomplete'],
  ],
  missing: [['301', 'FACTURA', 'Ana Soto']],
  payments: [
    ['300', 1],
    ['300', 2],
    ['301', 1],
    ['301', 2],
  ],
  folios: ['3000', '3001', '3010'],
  unreadable: 0,
};

test('a month of a whole store lacks nothing', async () => {
  expect(await readMonth()).toEqual(whole);
});

test.each([
  // Without its dispatch, a disbursement belongs to nobody.
  [
    'dispatch',
    6,
    {
      dispatches: whole.dispatches.slice(1),
      payments: whole.payments.slice(2),
      folios: ['3010'],
      unreadable: 3,
    },
  ],
  ['dispatch_object', 6, { dispatches: whole.dispatches.slice(1), folios: ['3010'], unreadable: 1 }],
  // What cannot be read is not said to be missing.
  [
    'document',
    12,
    { dispatches: [['300', 1, 'partial'], whole.dispatches[1]], folios: ['3001', '3010'], unreadable: 1 },
  ],
  // Its type and its file are known: nothing else of the month changes.
  ['document_body', 12, { folios: ['', '3001', '3010'], unreadable: 1 }],
  ['disbursement', 1, { payments: whole.payments.toSpliced(1, 1), unreadable: 1 }],
  ['chase', 0, { missing: [['301', 'FACTURA', undefined]], unreadable: 1 }],
])('a month without a damaged row of %s has the others, and tells it', async (table, index, changed) => {
  damageRow(path, table, index);
  expect(await readMonth()).toEqual(Object.assign({}, whole, changed));
});

test('a month of an agency whose row is damaged is told', async () => {
  damageRow(path, 'connection', 0);
  const { dispatches, unreadable } = await readMonth();
  expect(dispatches).toEqual([]);
  expect(unreadable).toBeGreaterThan(0);
});
