import { expect, test } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import { createReads } from '../../../electron/database/worker-queries.ts';
import { createRowQueries } from '../../../electron/search/row-queries.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { document, octoberInvoices } from '../../support/samples/documents.ts';
import { at, resultSetsInMemory } from '../../support/samples/result-sets-in-memory.ts';

const { database, store } = resultSetsInMemory();
const noOrders = () => ({});
const ruts = ['96591760-8', '76086428-5', '77123456-9', '61704000-K'] as Rut[];
const [zapallar, nuble, unnamed, aconcagua] = ruts as [Rut, Rut, Rut, Rut];
const book = [
  { rut: nuble, name: 'Ñuble Frutas' },
  { rut: zapallar, name: 'Zapallar Ltda.' },
  { rut: aconcagua, name: 'ÁCONCAGUA 10' },
].map((client): Client => ({ ...client, email: '', folder: '' }));

const renamed = book.map((client) => (client.rut === zapallar ? { ...client, name: 'Alfa' } : client));

const resultSetId = 'of-clients';
store.createResultSet(resultSetId, { kind: 'range', connectionIds: ['agency'] } as never, at);
for (const [position, rut] of ruts.entries()) storeDocument(rut, `of-${position}`);

function storeDocument(rut: Rut, id: string): void {
  store.upsertPage({
    connectionId: 'agency',
    rut,
    query: { ...octoberInvoices, rut },
    at,
    documents: [document({ id })],
    member: { resultSetId, taskId: 0 },
  });
}

const query = { resultSetId, list: 'documents' as const, sort: [], group: 'none' as const, filter: '' };
const sort = [{ column: 'rut', descending: false }];
const rutsOf = (rows: readonly unknown[]) => rows.map((row) => (row as StoredDocument).rut);

async function shown(clients: readonly Client[], asked: Partial<RowsQuery>) {
  const rows = createRowQueries(store as unknown as Store, () => clients, noOrders);
  const window = await rows.page({ ...query, ...asked, offset: 0, limit: 50 });
  const { numbers, groups } = await rows.order({ ...query, ...asked });
  const saved = { rows: await rows.numbered(query, numbers), groups };
  expect(saved, 'what is saved stands in the same order and groups').toEqual({
    rows: window.rows,
    groups: window.groups,
  });
  return { ruts: rutsOf(window.rows), groups: window.groups };
}

test('clients stand in the order of their names, those without one in that of their RUT, and again as soon as one is called otherwise', async () => {
  expect((await shown([], { sort })).ruts).toEqual([aconcagua, nuble, unnamed, zapallar]);
  expect((await shown(book, { sort })).ruts).toEqual([unnamed, aconcagua, nuble, zapallar]);
  expect((await shown(book, { sort: [{ column: 'rut', descending: true }] })).ruts).toEqual([
    ...[zapallar, nuble, aconcagua, unnamed],
  ]);
  expect((await shown(renamed, { sort })).ruts).toEqual([unnamed, aconcagua, zapallar, nuble]);
  const ofDigits = book.map((client) => ({ ...client, name: client.rut === nuble ? '3M' : '' }));
  expect((await shown(ofDigits, { sort })).ruts).toEqual([nuble, aconcagua, unnamed, zapallar]);
});

test('groups of clients stand in the order of their names', async () => {
  const { ruts, groups } = await shown(book, { group: 'client' });
  expect(ruts).toEqual([unnamed, aconcagua, nuble, zapallar]);
  expect(groups?.map(({ label }) => label)).toEqual([
    '77.123.456-9',
    'ÁCONCAGUA 10 · 61.704.000-K',
    'Ñuble Frutas · 76.086.428-5',
    'Zapallar Ltda. · 96.591.760-8',
  ]);
  expect((await shown(renamed, { group: 'client' })).ruts).toEqual([unnamed, aconcagua, zapallar, nuble]);
});

test('the first rows of a filter are those of the list in that order', async () => {
  const rows = createRowQueries(store as unknown as Store, () => renamed, noOrders);
  const window = await rows.page({ ...query, sort, filter: 'factura', offset: 0, limit: 3 });
  expect(rutsOf(window.rows)).toEqual([unnamed, aconcagua, zapallar]);
});

test('a beginning that was kept is taken as long as clients are called as they were', async () => {
  const view = { ...query, sort, columns: [] };
  // Kept the other way round, so that it can be told from what is read.
  const saveFirstRows: typeof store.saveFirstRows = (of, first) =>
    store.saveFirstRows(of, { ...first, ids: first.ids.toReversed() });
  const retention = { ...store, saveFirstRows } as unknown as Store;
  await createRowQueries(retention, () => book, noOrders).saveFirstRows({ resultSetId, view });
  const begins = async (clients: readonly Client[]) => {
    // As after a start: nothing is in memory.
    const rows = createRowQueries(createReads(database) as unknown as Store, () => clients, noOrders);
    return rutsOf((await rows.page({ ...query, sort, offset: 0, limit: 50 })).rows);
  };
  expect(await begins(book)).toEqual([zapallar, nuble, aconcagua, unnamed]);
  expect(await begins(renamed)).toEqual([unnamed, aconcagua, zapallar, nuble]);
});

test('the book is read once for a list that clients order, and not for another', async () => {
  let reads = 0;
  const rows = createRowQueries(
    store as unknown as Store,
    () => {
      reads++;
      return book;
    },
    noOrders,
  );
  const readsFor = async (asked: Partial<RowsQuery>) => {
    reads = 0;
    await rows.page({ ...query, ...asked, offset: 0, limit: 50 });
    return reads;
  };
  expect(await readsFor({ sort: [{ column: 'folio', descending: false }] })).toBe(0);
  expect(await readsFor({ sort, group: 'client', filter: 'factura' })).toBe(1);
});

test('the rows of clients of one name stand client by client', async () => {
  storeDocument(zapallar, 'of-another');
  const ofOneName = ruts.map((rut) => ({
    rut,
    name: rut === nuble ? 'Banco 2' : 'Banco',
    email: '',
    folder: '',
  }));
  expect((await shown(ofOneName, { sort })).ruts).toEqual([
    ...[aconcagua, unnamed, zapallar, zapallar, nuble],
  ]);
});
