import { afterEach, beforeEach, expect, test } from 'vitest';
import { filterTokens, type Store } from '../../../../../electron/database/index.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';
import { selected, temporaryStore } from '../../../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
const query: SearchQuery = {
  kind: 'range',
  connectionIds: ['agency'],
  ruts: [acme],
  range: { kind: 'days', start: '2026-10-01', end: '2026-10-31' },
  types: { kind: 'some', names: ['FACTURA TERCEROS'] },
  complete: false,
};

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
  await store.createResultSet('answer', query, at);
  await store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    documents: [
      document({ id: 'c', dispatchNumber: '1000', issuerName: 'Ñandú S.A.' }),
      document({ id: 'b', dispatchNumber: '999', type: 'NOTA DE COBRO' }),
      document({ id: 'a', dispatchNumber: '999', type: 'CERTIFICADO DE ORIGEN', isActive: false }),
    ],
    at,
    member: { resultSetId: 'answer', taskId: 1 },
  });
});
afterEach(() => temporary.remove());

const ids = (documents: readonly { id: string }[]) => documents.map(({ id }) => id);
const everything = { kind: 'all' as const, resultSetId: 'answer', filter: '', except: [] };

test('a whole answer is ordered by dispatch as people count, then type', async () => {
  expect(ids(await selected(store, everything))).toEqual(['a', 'b', 'c']);
});

test('an answer but for some leaves these out, and a filter narrows it without regard to accents', async () => {
  const except = [{ connectionId: 'agency', id: 'a' }];
  expect(ids(await selected(store, { ...everything, except }))).toEqual(['b', 'c']);
  expect(ids(await selected(store, { ...everything, filter: 'NANDU' }))).toEqual(['c']);
});

test('a filter that names a client means its documents, as the list shows them', async () => {
  const named = { ...everything, filter: 'cliente nandu' };
  const words = filterTokens(named.filter, (word) => (word === 'cliente' ? [acme] : []));
  expect(ids(await selected(store, named))).toEqual([]);
  expect(ids(await selected(store, named, words))).toEqual(['c']);
});

test('named documents and named dispatches are found', async () => {
  const documents = [{ connectionId: 'agency', id: 'c' }];
  expect(ids(await selected(store, { kind: 'some', documents }))).toEqual(['c']);
  const dispatches = [{ connectionId: 'agency', number: '999' }];
  const selection = { kind: 'dispatches' as const, resultSetId: 'answer', dispatches };
  expect(ids(await selected(store, selection))).toEqual(['a', 'b']);
});

test('a candidate carries its item whole and the query that found it', async () => {
  const sample = document({ id: 'd', more: { color: 'verde' } });
  await store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    documents: [sample],
    at,
  });
  const candidate = await store.selectDocument({ connectionId: 'agency', id: 'd' });
  expect(candidate).toEqual({
    ...sample,
    connectionId: 'agency',
    rut: acme,
    seenAt: at,
    foundBy: octoberInvoices,
  });
});

test('an answer that is no longer kept is said to be gone', async () => {
  await expect(selected(store, { ...everything, resultSetId: 'other' })).rejects.toMatchObject({
    code: 'RESULT_SET_GONE',
  });
});

test('what was meant is read in parts, in its order, though documents go and are deleted meanwhile', async () => {
  const rows = await store.selectRows(everything);
  const read = async (index: number) =>
    (await store.readCandidates(rows.slice(index, index + 1), [])).documents;
  expect(ids(await read(0))).toEqual(['a']);
  await store.markRemoved('agency', ['a', 'b'], at);
  expect(ids(await read(1))).toEqual(['b']);
  await store.purgeDocuments({ connectionId: 'agency' }, 10);
  expect(await read(2)).toEqual([]);
});

test('a dispatch of which nothing is left at the agency is no longer one that an answer found', async () => {
  const found = async () => (await store.listFoundDispatches('answer')).map(({ number }) => number).sort();
  expect(await found()).toEqual(['1000', '999']);
  await store.markRemoved('agency', ['c'], at);
  expect(await found()).toEqual(['999']);
});

test('dispatches mean all that is kept of them, and only what an answer holds where one is named', async () => {
  await store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    documents: [document({ id: 'd', dispatchNumber: '1000', type: 'B/L' })],
    at,
  });
  const dispatches = [{ connectionId: 'agency', number: '1000' }];
  expect(ids(await selected(store, { kind: 'dispatches', dispatches }))).toEqual(['d', 'c']);
  expect(ids(await selected(store, { kind: 'dispatches', dispatches, resultSetId: 'answer' }))).toEqual([
    'c',
  ]);
});

test('a selection is told in numbers: documents, dispatches, clients, and between which days they were issued', async () => {
  await store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    documents: [
      document({ id: 'e', dispatchNumber: '1001', issueDate: '28/10/2026' }),
      document({ id: 'f', dispatchNumber: '1001', issueDate: '' }),
      document({ id: 'g', dispatchNumber: '1001', issueDate: '2026-09-03T00:00:00.000Z' }),
    ],
    at,
  });
  const dispatches = [{ connectionId: 'agency', number: '1001' }];
  expect(await store.selectSummary({ kind: 'dispatches', dispatches }, false)).toEqual({
    documents: 3,
    dispatches: 1,
    clients: 1,
    days: { start: '2026-09-03', end: '2026-10-28' },
    first: expect.objectContaining({ dispatchNumber: '1001', rut: acme }),
  });
  expect(await store.selectSummary(everything, false)).toMatchObject({ documents: 2, dispatches: 2 });
  expect(await store.selectSummary(everything, true)).toMatchObject({ documents: 3, dispatches: 2 });
});
