import { expect, test } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import { createRowQueries } from '../../../electron/search/row-queries.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { document, octoberInvoices } from '../../support/samples/documents.ts';
import { at, resultSetsInMemory } from '../../support/samples/result-sets-in-memory.ts';

const { store } = resultSetsInMemory();
const [zapallar, nuble] = ['96591760-8', '76086428-5'] as [Rut, Rut];
const resultSetId = 'of-types';
store.createResultSet(resultSetId, { kind: 'range', connectionIds: ['agency'] } as never, at);
const types = ['Póliza de seguro', 'Factura comercial', 'Lista de empaque', 'DIN', 'Zeta', 'B/L'];
for (const [index, rut] of [zapallar, nuble].entries()) {
  store.upsertPage({
    connectionId: 'agency',
    rut,
    query: { ...octoberInvoices, rut },
    at,
    documents: types.map((type) =>
      document({ id: `${rut}-${type}`, type, dispatchNumber: String(index + 1) }),
    ),
    member: { resultSetId, taskId: 0 },
  });
}

// Those of one client alone.
store.createResultSet('of-one', { kind: 'range', connectionIds: ['agency'] } as never, at);
store.upsertPage({
  connectionId: 'agency',
  rut: nuble,
  query: { ...octoberInvoices, rut: nuble },
  at,
  documents: types.map((type) => document({ id: `${nuble}-${type}`, type, dispatchNumber: '2' })),
  member: { resultSetId: 'of-one', taskId: 0 },
});

const customs = ['DIN', 'B/L', 'Factura comercial', 'Lista de empaque', 'Póliza de seguro', 'Zeta'];
const query = { resultSetId, list: 'documents' as const, group: 'none' as const, filter: '' };

async function typesBy(
  sort: RowsQuery['sort'],
  orders: Readonly<Record<string, readonly string[]>> = {},
  shown = resultSetId,
) {
  const rows = createRowQueries(
    store as unknown as Store,
    () => [],
    () => orders,
  );
  const window = await rows.page({ ...query, resultSetId: shown, sort, offset: 0, limit: 50 });
  return window.rows.map((row) => (row as StoredDocument).type);
}

test('document types stand as customs offices file them, not by the alphabet', async () => {
  const twice = customs.flatMap((type) => [type, type]);
  expect(await typesBy([{ column: 'type', descending: false }])).toEqual(twice);
  expect(await typesBy([{ column: 'type', descending: true }])).toEqual(twice.toReversed());
});

test('the documents of a dispatch stand in the order of its client', async () => {
  const sort = ['rut', 'type'].map((column) => ({ column, descending: false }));
  const own = ['Zeta', 'Factura comercial', 'DIN'];
  expect(await typesBy(sort, { [nuble]: own })).toEqual([
    ...['Zeta', 'Factura comercial', 'DIN', 'B/L', 'Lista de empaque', 'Póliza de seguro'],
    ...customs,
  ]);
});

test('documents of several clients in one order of types stand as customs offices file them', async () => {
  const orders = { [nuble]: ['Zeta', 'Factura comercial', 'DIN'], [zapallar]: ['B/L'] };
  const twice = customs.flatMap((type) => [type, type]);
  expect(await typesBy([{ column: 'type', descending: false }], orders)).toEqual(twice);
  const byTypeFirst = ['type', 'rut'].map((column) => ({ column, descending: false }));
  expect(await typesBy(byTypeFirst, orders)).toEqual(twice);
});

test('the documents of one client alone stand in its order, also where they are those of a dispatch', async () => {
  const sort = ['dispatchNumber', 'type'].map((column) => ({ column, descending: false }));
  const own = ['Zeta', 'Factura comercial', 'DIN'];
  const inOrder = [...own, 'B/L', 'Lista de empaque', 'Póliza de seguro'];
  expect(await typesBy(sort, { [nuble]: own })).toEqual([...customs, ...inOrder]);
  const byType = [{ column: 'type', descending: false }];
  expect(await typesBy(byType, { [nuble]: own }, 'of-one')).toEqual(inOrder);
});

test('groups of document types stand in that order, of one client alone in its own', async () => {
  const own = ['Zeta', 'Factura comercial', 'DIN'];
  const rows = createRowQueries(
    store as unknown as Store,
    () => [],
    () => ({ [nuble]: own }),
  );
  const groupsOf = async (shown: string) => {
    const asked = { ...query, resultSetId: shown, group: 'type' as const, sort: [], offset: 0, limit: 50 };
    return (await rows.page(asked)).groups?.map(({ label }) => label);
  };
  expect(await groupsOf(resultSetId)).toEqual(customs);
  expect(await groupsOf('of-one')).toEqual([...own, 'B/L', 'Lista de empaque', 'Póliza de seguro']);
});
