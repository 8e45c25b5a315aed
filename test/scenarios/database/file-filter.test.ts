import { afterEach, beforeEach, expect, test } from 'vitest';
import { filterTokens, type Store } from '../../../electron/database/index.ts';
import { createFileStatusTokens } from '../../../electron/search/index.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { selected, temporaryStore } from '../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
let stored: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  stored = await temporaryStore();
  store = stored.store;
  await store.createResultSet('answer', { kind: 'range', connectionIds: ['agency'] } as never, at);
  await store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: [
      document({ id: 'available' }),
      document({ id: 'none', file: 'none' }),
      document({ id: 'unsigned', file: 'unsigned' }),
      document({ id: 'unknown', file: 'unknown' }),
      document({ id: 'inactive', file: 'none', isActive: false }),
      document({ id: 'paper', issuerName: 'ARCHIVO SIN FRONTERAS' }),
    ],
    member: { resultSetId: 'answer', taskId: 1 },
  });
});
afterEach(() => stored.remove());

const fileStatusTokens = {
  'es-CL': createFileStatusTokens(() => 'es-CL'),
  en: createFileStatusTokens(() => 'en'),
};

async function found(filter: string, language: 'es-CL' | 'en' = 'es-CL', sort: string[] = []) {
  const query = {
    resultSetId: 'answer',
    list: 'documents' as const,
    offset: 0,
    limit: 5,
    group: 'none' as const,
    sort: sort.map((column) => ({ column, descending: false })),
    tokens: filterTokens(filter, undefined, fileStatusTokens[language]),
  };
  const first = await store.rowsPage(query);
  const window = first.total === undefined ? await store.rowsPage(query) : first;
  const ids = (window.rows as StoredDocument[]).map(({ id }) => id);
  expect(window.total).toBe(ids.length);
  return ids;
}

/** The file of `available` is found on this computer. */
async function recogniseAvailable(): Promise<void> {
  await store.insertRecognisedFiles('/carpeta', [
    {
      connectionId: 'agency',
      id: 'available',
      path: 'a.pdf',
      size: 3,
      sha256: 'aa',
      modified: 0,
      requestId: '',
      at,
      dispatch: '123456',
      folder: '',
      stem: 'a',
      key: 'a',
      fixedFolder: '',
    },
  ]);
}

test('a list is filtered by the words that it shows of files, in the language of the page', async () => {
  expect(await found('sin archivo')).toEqual(['none', 'inactive', 'paper']);
  expect(await found('sin enlace')).toEqual(['unsigned']);
  expect(await found('por consultar')).toEqual(['unknown']);
  expect(await found('Disponible')).toEqual(['available', 'paper']);
  expect(await found('sin archivo inactivo')).toEqual(['inactive']);
  expect(await found('no file', 'en')).toEqual(['none', 'inactive']);
  expect(await found('sin archivo', 'en')).toEqual(['paper']);
});

test('short words are looked for whole, so that they are not part of everything', async () => {
  expect(fileStatusTokens['es-CL']('s')).toEqual([]);
  expect(fileStatusTokens['es-CL']('en')).toEqual(['here']);
  expect(fileStatusTokens['es-CL']('arch')).toEqual(['none']);
});

test('a file that came to be on this computer is found as such, and no longer as one to be had', async () => {
  expect(await found('disponible', 'es-CL', ['folio'])).toEqual(['available', 'paper']);
  expect(await found('en disco')).toEqual([]);
  await recogniseAvailable();
  expect(await found('disponible', 'es-CL', ['folio'])).toEqual(['paper']);
  expect(await found('en disco')).toEqual(['available']);
});

test('a document that the agency deleted is found as deleted, unless it is on this computer', async () => {
  await store.markRemoved('agency', ['available', 'paper'], at);
  expect(await found('eliminado', 'es-CL', ['folio'])).toEqual(['available', 'paper']);
  expect(await found('disponible', 'es-CL', ['folio'])).toEqual([]);
  await recogniseAvailable();
  expect(await found('eliminado', 'es-CL', ['folio'])).toEqual(['paper']);
  expect(await found('en disco')).toEqual(['available']);
});

test('what is chosen by such a filter is what the list shows', async () => {
  const selection = { kind: 'all' as const, resultSetId: 'answer', filter: 'sin archivo', except: [] };
  const tokens = filterTokens(selection.filter, undefined, fileStatusTokens['es-CL']);
  const chosen = (await selected(store, selection, tokens)).map(({ id }) => id).sort();
  expect(chosen).toEqual((await found('sin archivo')).sort());
});
