import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { filterTokens, openStore, type Store } from '../../../electron/database/index.ts';
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
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents,
    member: { resultSetId, taskId: 0 },
  });
}

const byFolio: Sort = [{ column: 'folio', descending: false }];

test.each<[string, ListName, Sort]>([
  ['document_body', 'documents', []],
  ['document_body', 'documents', byFolio],
  ['document', 'documents', []],
  ['dispatch', 'dispatches', []],
  ['document', 'documents', byFolio],
  ['document_body', 'documents', [{ column: 'documentInfo.name', descending: false }]],
  ['dispatch', 'dispatches', [{ column: 'number', descending: false }]],
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
    resultSetId: 'answer',
    list: 'documents',
    sort: byFolio,
    group: 'none',
    tokens: [],
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

test.each([
  // Its text is readable: another filter leaves it out rightly.
  ['document', '101'],
  ['document_body', '101'],
  ['document', 'sin-archivo'],
  ['document_text', 'no-such-text'],
  ['document_text', 'sin-archivo'],
  ['dispatch_object', 'no-such-text'],
])('a filter hides no document whose row of %s is damaged: %s', async (table, filter) => {
  damageRow(path, table, 1);
  const store = await openStore(path);
  for (const sort of [[], byFolio]) {
    const page = {
      resultSetId: 'answer',
      list: 'documents',
      offset: 0,
      limit: 10,
      sort,
      group: 'none',
      tokens: filterTokens(
        filter,
        () => [],
        (token) => (token === 'sin-archivo' ? ['none'] : []),
      ),
    } as const;
    for (const rows of [await store.rowsPage(page), await store.rowsPage(page)]) {
      expect(rows.rows.length + (rows.unreadable ?? 0)).toBe(1);
    }
  }
  await store.close();
});

test('a filter hides no dispatch that is damaged, and a group none of its documents', async () => {
  damageRow(path, 'dispatch', 1);
  const store = await openStore(path);
  const page = {
    resultSetId: 'answer',
    offset: 0,
    limit: 10,
    sort: [],
    tokens: filterTokens('no-such-text', () => []),
  };
  expect(await store.rowsPage({ ...page, list: 'dispatches', group: 'none' })).toMatchObject({
    rows: [],
    unreadable: 1,
  });
  const grouped = await store.rowsPage({ ...page, list: 'documents', group: 'dispatch', tokens: [] });
  expect(grouped).toMatchObject({ total: 4, rows: [{ id: 'a' }, { id: 'c' }, { id: 'd' }, { id: 'b' }] });
  await store.close();
});

test('documents that a text finds are told of where they cannot be read', async () => {
  damageRow(path, 'document_body', 1);
  const store = await openStore(path);
  expect(await store.findDocuments('101', 10)).toEqual({ rows: [], unreadable: 1 });
  expect((await store.findDocuments('102', 10)).rows.map(({ id }) => id)).toEqual(['c']);
  await store.close();
});

test('a damaged result set hides no recent search, and is counted until enough others have followed', async () => {
  const before = await openStore(path);
  for (const id of ['second', 'third']) await save(before, id);
  await before.close();
  damageRow(path, 'result_set', 1);
  const store = await openStore(path);
  const recent = await store.listRecentResultSets(10);
  expect(recent.map(({ resultSetId }) => resultSetId)).toEqual(['third', 'answer']);
  expect(await store.countUnreadableResultSets(2)).toBe(1);
  expect(await store.countUnreadableResultSets(1)).toBe(0);
  await store.close();
});

/** Runs a statement in the store that nobody has open: what a disk loses without a word. */
function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Documents by folio, the other way round than they came. */
async function saveFolios(): Promise<void> {
  path = join(temporaryFolder('damaged'), 'carpeta.db');
  const store = await openStore(path);
  const falling = documents.map(({ id }, index) => document({ id, folio: `${900 - index}`, type: id }));
  await store.createResultSet('answer', { kind: 'range', connectionIds: ['agency'] } as never, at);
  await store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: falling,
    member: { resultSetId: 'answer', taskId: 0 },
  });
  await store.close();
}

const secondDocument = "(SELECT id FROM document WHERE document_id = 'b')";

test.each([false, true])(
  'a lost row of a joined table moves the sort values of no other row; beside a damaged one: %j',
  async (isDamagedToo) => {
    await saveFolios();
    change(`DELETE FROM document_body WHERE document = ${secondDocument}`);
    if (isDamagedToo) damageRow(path, 'document_body', 2);
    const store = await openStore(path);
    const { numbers } = await store.sortedRows({
      resultSetId: 'answer',
      list: 'documents',
      group: 'none',
      tokens: [],
      sort: [{ column: 'infoDoc.document.number', descending: false }],
    });
    const rows = await store.rowsNumbered('answer', 'documents', numbers);
    const shown = rows.flatMap((row) => row?.id ?? []);
    expect(shown.filter((id) => id !== 'b')).toEqual(isDamagedToo ? ['c', 'a'] : ['d', 'c', 'a']);
    await store.close();
  },
);

test.each([
  ['is lost', `DELETE FROM document_text WHERE document = ${secondDocument}`],
  [
    'holds the separator of texts',
    `UPDATE document_text SET text = 'x' || char(1) || 'y' WHERE document = ${secondDocument}`,
  ],
])('a searchable text that %s moves the texts of no other document', async (_, sql) => {
  change(sql);
  const store = await openStore(path);
  const found = async (filter: string) => {
    const { rows } = await store.rowsPage({
      resultSetId: 'answer',
      list: 'documents',
      offset: 0,
      limit: 10,
      sort: byFolio,
      group: 'none',
      tokens: filterTokens(
        filter,
        () => [],
        () => [],
      ),
    });
    return rows.flatMap((row) => ('id' in row && row.id !== 'b' ? [row.id] : []));
  };
  expect(await found('102')).toEqual(['c']);
  expect(await found('103')).toEqual(['d']);
  await store.close();
});
