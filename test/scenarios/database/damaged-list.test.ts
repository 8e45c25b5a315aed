import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Sort } from '../../../shared/model/search-query.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { damageRow } from '../../support/faults/damage-store.ts';
import { acme, document, octoberInvoices } from '../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
const documents = ['a', 'b', 'c', 'd'].map((id, index) => document({ id, dispatchNumber: `${100 + index}` }));

let path: string;
beforeEach(async () => {
  path = join(temporaryFolder('damaged'), 'carpeta.db');
  const store = await openStore(path);
  await save(store, 'answer');
  await store.close();
});

/** Keeps the documents as an answer. */
async function save(store: Store, resultSetId: string) {
  const query = { kind: 'range', connectionIds: ['agency'] } as never;
  await store.createResultSet(resultSetId, query, at);
  return store.upsertPage({
    ...{ connectionId: 'agency', rut: acme, query: octoberInvoices, at, documents },
    member: { resultSetId, taskId: 0 },
  });
}

const byFolio: Sort = [{ column: 'folio', descending: false }];

test.each<[string, ListName, Sort]>([
  ['document_body', 'documents', []],
  ['document_body', 'documents', byFolio],
  ['document', 'documents', []],
  ['dispatch', 'dispatches', []],
])('a list says that it lacks a damaged row of %s: %s sorted by %j', async (table, list, sort) => {
  damageRow(path, table, 1);
  const store = await openStore(path);
  const query = {
    resultSetId: 'answer',
    list,
    offset: 0,
    limit: 10,
    sort,
    group: 'none' as const,
    tokens: [],
  };
  const { rows, ...counts } = await store.rowsPage(query);
  expect(rows.map((row) => ('number' in row ? row.number : row.id))).toEqual(
    list === 'documents' ? ['a', 'c', 'd'] : ['100', '102', '103'],
  );
  expect(counts).toMatchObject({ total: 4, unreadable: 1 });
  await store.close();
});

test('rows of a list that is read whole are null where they are damaged', async () => {
  damageRow(path, 'document_body', 1);
  const store = await openStore(path);
  const { numbers } = await store.sortedRows({
    ...{ resultSetId: 'answer', list: 'documents', sort: byFolio, group: 'none', tokens: [] },
  });
  const rows = await store.rowsNumbered('answer', 'documents', numbers);
  expect(rows.map((row) => row?.id ?? row)).toEqual(['a', null, 'c', 'd']);
  await store.close();
});

test.each(['document_body', 'document'])(
  'a damaged row of %s costs the page that comes its own document alone, which is told',
  async (table) => {
    damageRow(path, table, 1);
    const store = await openStore(path);
    expect(await save(store, 'again')).toEqual({ added: 3, changed: 0, damaged: 1 });
    await store.close();
  },
);
