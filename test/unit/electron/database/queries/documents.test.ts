import { afterAll, expect, test } from 'vitest';
import { pageReads } from '../../../../../electron/database/list-index/pages.ts';
import { openDatabase } from '../../../../../electron/database/open-database.ts';
import * as reads from '../../../../../electron/database/queries/reads.ts';
import { numberKey, sortKey } from '../../../../../electron/database/sort-keys.ts';
import {
  createReads,
  createReports,
  createTextQueries,
  createWrites,
} from '../../../../../electron/database/worker-queries.ts';
import type { DispatchStatus } from '../../../../../shared/model/document.ts';
import type { DispatchRow } from '../../../../../shared/model/search.ts';
import { fold } from '../../../../../shared/without-accents.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';

const { database } = openDatabase(':memory:');
const store = { ...createWrites(database), ...createReads(database) };
afterAll(() => database.close());

test('no method of the store takes the name of another, in whichever worker it runs', () => {
  const groups = [
    createWrites(database),
    reads,
    pageReads(database),
    createReports(database),
    createTextQueries(database),
  ];
  const names = groups.flatMap((group) => Object.keys(group));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

let seconds = 0;
const now = () => new Date(Date.UTC(2026, 10, 20) + ++seconds * 1000).toISOString();

function save(documents: Parameters<typeof document>[0][], connectionId = 'agency'): ReturnType<typeof now> {
  const at = now();
  store.upsertPage({
    connectionId,
    rut: acme,
    query: octoberInvoices,
    at,
    documents: documents.map(document),
  });
  return at;
}

function stored(id: string, connectionId = 'agency') {
  const found = store.selectDocument({ connectionId, id });
  if (!found) throw new Error(`${id} is not kept`);
  return found;
}

test('a document is kept once per connection and id, as it was seen last', () => {
  save([{ id: 'one', folio: '1' }]);
  save([{ id: 'one', folio: '2' }]);
  save([{ id: 'one', folio: '3' }], 'other');
  expect(stored('one').folio).toBe('2');
  expect(stored('one', 'other').folio).toBe('3');
});

test('whatever JSON an item holds comes back as it was, but for its link', () => {
  const more = {
    'clave con "comillas"': 'ñ\u0000\u001f\ud800',
    números: [1e21, -0.5, 123456789012345],
    vacíos: { nulo: null, objeto: {}, lista: [] },
    url: 'https://storage.example/x?signature=secret',
  };
  save([{ id: 'json', more }]);
  const { url: _link, ...rest } = more;
  expect(stored('json').item).toEqual({ ...document({ id: 'json' }).item, ...rest });
  expect(JSON.stringify(store.selectDocument({ connectionId: 'agency', id: 'json' }))).not.toContain(
    'secret',
  );
});

test('a link that could not be signed changes no document; a file that came does', () => {
  const version = (id: string) =>
    database.prepare('SELECT version FROM document WHERE document_id = ?').get(id)?.['version'];
  save([{ id: 'file', file: 'none' }]);
  save([{ id: 'file', file: 'unknown' }]);
  expect(version('file')).toBe(1);
  save([{ id: 'file', file: 'available' }]);
  expect(version('file')).toBe(2);
  save([{ id: 'file', file: 'unsigned' }]);
  save([{ id: 'file', file: 'unknown' }]);
  expect(version('file')).toBe(2);
  save([{ id: 'file', file: 'none' }]);
  expect(version('file')).toBe(3);
});

test('keys that come in another order change no document; another value under one does', () => {
  const version = () =>
    database.prepare("SELECT version FROM document WHERE document_id = 'ordered'").get()?.['version'];
  save([{ id: 'ordered', more: { one: 1, two: { a: [1, { x: 1, y: 2 }], b: 'ñ' } } }]);
  save([{ id: 'ordered', more: { two: { b: 'ñ', a: [1, { y: 2, x: 1 }] }, one: 1 } }]);
  expect(version()).toBe(1);
  save([{ id: 'ordered', more: { two: { b: 'ñ', a: [{ y: 2, x: 1 }, 1] }, one: 1 } }]);
  expect(version()).toBe(2);
});

test('a dispatch counts its documents, and those with a file, as they come, come again, get a file and go', () => {
  store.createResultSet('counted', { kind: 'range', connectionIds: ['agency'] } as never, now());
  const counts = () => {
    const query = {
      resultSetId: 'counted',
      list: 'dispatches',
      offset: 0,
      limit: 9,
      sort: [],
      group: 'none',
    };
    const { rows } = store.rowsPage({ ...query, tokens: [] } as never);
    return (rows as DispatchRow[]).map(({ number, documents, withFile }) => [number, documents, withFile]);
  };
  const page = (documents: Parameters<typeof document>[0][]) =>
    store.upsertPage({
      connectionId: 'agency',
      rut: acme,
      query: octoberInvoices,
      at: now(),
      documents: documents.map((fields) => document({ dispatchNumber: '801', ...fields })),
      member: { resultSetId: 'counted', taskId: 0 },
    });
  page([{ id: 'c-1' }, { id: 'c-2', file: 'none' }, { id: 'c-3', dispatchNumber: '802' }]);
  expect(counts()).toEqual([
    ['801', 2, 1],
    ['802', 1, 1],
  ]);
  page([{ id: 'c-2', file: 'available' }, { id: 'c-4' }]);
  expect(counts()[0]).toEqual(['801', 3, 3]);
  page([{ id: 'c-4' }]);
  expect(counts()[0]).toEqual(['801', 3, 3]);
  store.markRemoved('agency', ['c-1'], now());
  page([{ id: 'c-1' }, { id: 'c-1' }]);
  expect(counts()[0]).toEqual(['801', 3, 3]);
});

test('every key of every item is offered as a column, once, whatever stood under it before', () => {
  const paths = () => store.listItemPaths('keys', 'documents');
  store.createResultSet('keys', { kind: 'range', connectionIds: ['keyed'] } as never, now());
  save([{ id: 'k-1', more: { extra: { a: 1 } } }], 'keyed');
  save([{ id: 'k-2', more: { extra: 'plain' } }], 'keyed');
  save([{ id: 'k-3', more: { extra: { a: { b: 1 }, c: null, d: '' } } }], 'keyed');
  expect(paths().filter((path) => path.startsWith('extra'))).toEqual(['extra', 'extra.a', 'extra.a.b']);
});

test('a dispatch that moves on changes no document', () => {
  save([{ id: 'moving', dispatchNumber: '7', dispatch: { estadoDIN: 'EN TRAMITE' } }]);
  save([{ id: 'moving', dispatchNumber: '7', dispatch: { estadoDIN: 'ACEPTADA' } }]);
  const row = database.prepare("SELECT version FROM document WHERE document_id = 'moving'").get();
  expect(row?.['version']).toBe(1);
  expect(stored('moving').item['dispatch']).toMatchObject({ estadoDIN: 'ACEPTADA' });
});

test('a page is kept whole or not at all', () => {
  const broken = { ...document({ id: 'second' }), isActive: null as never, type: null as never };
  expect(() =>
    store.upsertPage({
      connectionId: 'agency',
      rut: acme,
      query: octoberInvoices,
      at: now(),
      documents: [document({ id: 'first' }), broken],
    }),
  ).toThrow();
  const chosen = ['first', 'second'].map((id) => ({ connectionId: 'agency', id }));
  expect(store.selectRows({ kind: 'some', documents: chosen })).toEqual([]);
});

test('the state of a dispatch is its declaration’s, and the documents’ where no status is known', () => {
  const status = (fields: Partial<DispatchStatus>): DispatchStatus => ({
    dispatchNumber: '55',
    recordType: 'din',
    state: '',
    lastModified: '',
    item: {},
    ...fields,
  });
  const state = () => database.prepare("SELECT state FROM dispatch WHERE number = '55'").get()?.['state'];
  save([{ id: 'stated', dispatchNumber: '55', dispatch: { estadoDIN: 'Aceptada' } }]);
  expect(state()).toBe('Aceptada');
  store.updateStatuses(
    'agency',
    [
      status({ state: 'LEGALIZADA', lastModified: '2026-11-02' }),
      status({ state: 'TRAMITADA', lastModified: '2026-11-01' }),
      status({ recordType: 'SMDA', state: 'PENDIENTE', lastModified: '2026-11-03' }),
      status({ dispatchNumber: 'of nobody', state: 'X' }),
    ],
    now(),
  );
  expect(state()).toBe('LEGALIZADA');
  save([{ id: 'stated', dispatchNumber: '55', dispatch: { estadoDIN: 'Aceptada' } }]);
  expect(state()).toBe('LEGALIZADA');
  expect(database.prepare("SELECT 1 FROM dispatch WHERE number = 'of nobody'").get()).toBeUndefined();
});

test.each([
  ['its folio without leading zeros', '4711', ['f-1']],
  ['the beginning of its folio', '471', ['f-1']],
  ['a short folio as a whole, not by what it begins with', '47', ['f-8']],
  ['its reference, whatever its marks', 'imp 2026/88', ['f-2']],
  ['its transport document', 'MEDU-777', ['f-3']],
  ['its declaration number', '6120004455', ['f-4']],
  ['the number of its dispatch', '0880001', ['f-5']],
  ['its supplier, accents and case ignored', 'ÑANDU austral', ['f-6']],
  ['a supplier with a number in its name', 'bodega 24', ['f-7']],
  ['nothing that is not there', 'zzz', []],
  ['marks alone', '-', []],
])('a document is found in everything kept by %s', (_, text, expected) => {
  const plain = {
    dispatchNumber: '',
    folio: '',
    reference: '',
    issuerName: '',
    dispatch: { doctoTransporte: '' },
  };
  save([
    { ...plain, id: 'f-1', folio: '0004711' },
    { ...plain, id: 'f-2', dispatch: { referencia: 'IMP-2026-88' } },
    { ...plain, id: 'f-3', dispatch: { doctoTransporte: 'MEDU777' } },
    { ...plain, id: 'f-4', dispatch: { numeroIdentificacion: '6120004455' } },
    { ...plain, id: 'f-5', dispatchNumber: '880001' },
    { ...plain, id: 'f-6', issuerName: 'Comercial Ñandú Austral SpA' },
    { ...plain, id: 'f-7', issuerName: 'Bodega 24 Ltda.' },
    { ...plain, id: 'f-8', folio: '47' },
  ]);
  const found = store.findDocuments(text, 50).rows.filter(({ id }) => id.startsWith('f-'));
  expect(found.map(({ id }) => id)).toEqual(expected);
});

test('types seen in answers are told for each connection', () => {
  save(
    [
      { id: 't-1', type: 'B' },
      { id: 't-2', type: 'A' },
      { id: 't-3', type: 'B' },
      { id: 't-4', type: '' },
    ],
    'types',
  );
  expect(store.listSeenTypes('types')).toEqual(['A', 'B']);
  expect(store.listSeenTypes('nowhere')).toEqual([]);
});

test.each([
  ['9', '10'],
  ['a9', 'a10'],
  ['Ávila', 'Barros'],
  ['ñandú', 'oso'],
  ['9999999999999', '10000000000000'],
  ['REF-2', 'ref-10'],
])('%s sorts before %s', (first, second) => {
  expect(sortKey(first) < sortKey(second)).toBe(true);
});

test('folding forgets case, accents, odd spaces and control characters', () => {
  expect(fold('  ÁRBOL\u00a0de\tÑuñoa\u0000 ')).toBe('arbol de nunoa');
  expect(numberKey('F-000123/07')).toBe('f1237');
});
