import { expect, test } from 'vitest';
import { createRows } from '../../electron/search/rows.ts';
import type { Store } from '../../electron/store/index.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { KeptDocument } from '../../shared/model/document.ts';
import type { RowsQuery } from '../../shared/model/question.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { at, store } from '../support/answers-in-memory.ts';
import { document, octoberInvoices } from '../support/documents.ts';

const ruts = ['96591760-8', '76086428-5', '77123456-9', '61704000-K'] as Rut[];
const [zapallar, nuble, unnamed, aconcagua] = ruts as [Rut, Rut, Rut, Rut];
const book = [
  { rut: nuble, name: 'Ñuble Frutas' },
  { rut: zapallar, name: 'Zapallar Ltda.' },
  { rut: aconcagua, name: 'ÁCONCAGUA 10' },
].map((client): Client => ({ ...client, email: '', folder: '' }));

const resultSetId = 'of-clients';
store.createResultSet(resultSetId, { kind: 'range', connectionIds: ['agency'] } as never, at);
for (const [place, rut] of ruts.entries()) {
  store.upsertPage({
    ...{ connectionId: 'agency', rut, question: { ...octoberInvoices, rut }, at },
    documents: [document({ id: `of-${place}` })],
    member: { resultSetId, walkId: 0 },
  });
}

async function shown(clients: readonly Client[], asked: Partial<RowsQuery>) {
  const rows = createRows(store as unknown as Store, () => clients);
  const query = { resultSetId, list: 'documents' as const, sort: [], group: 'none' as const, filter: '' };
  const window = await rows.window({ ...query, ...asked, offset: 0, limit: 50 });
  const { numbers } = await rows.order({ ...query, ...asked });
  const saved = await rows.numbered(query, numbers);
  expect(saved, 'what is saved stands in the same order').toEqual(window.rows);
  return { ruts: window.rows.map((row) => (row as KeptDocument).rut), groups: window.groups };
}

test('clients stand in the order of their names, those without one before, and again as soon as one is called otherwise', async () => {
  const sort = [{ column: 'rut', descending: false }];
  expect((await shown([], { sort })).ruts).toEqual([aconcagua, nuble, unnamed, zapallar]);
  expect((await shown(book, { sort })).ruts).toEqual([unnamed, aconcagua, nuble, zapallar]);
  expect((await shown(book, { sort: [{ column: 'rut', descending: true }] })).ruts).toEqual([
    ...[zapallar, nuble, aconcagua, unnamed],
  ]);
  const renamed = book.map((client) => (client.rut === zapallar ? { ...client, name: 'Alfa' } : client));
  expect((await shown(renamed, { sort })).ruts).toEqual([unnamed, aconcagua, zapallar, nuble]);
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
});
