import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createSaveTable,
  exportHandlers,
  type GridExports,
  type ListSources,
} from '../../../../electron/exports/index.ts';
import { type ListExport, listExport } from '../../../../shared/lists/list-export.ts';
import type { Delivery } from '../../../../shared/model/delivery.ts';
import type { StoredDocument } from '../../../../shared/model/document.ts';
import type { BatchDocument } from '../../../../shared/model/download.ts';
import type { SearchChange } from '../../../../shared/model/search.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { acme, document } from '../../../support/samples/documents.ts';

const other = '96591760-8' as typeof acme;
const stored = (id: string, overrides: Partial<StoredDocument> = {}) =>
  ({ ...document({ id }), connectionId: 'agency', rut: acme, ...overrides }) as StoredDocument;
const news = (savedSearchId: string, at: string, overrides: Partial<SearchChange>): SearchChange => ({
  savedSearchId,
  at,
  kind: 'new',
  connectionId: 'agency',
  dispatchNumber: '123456',
  ...overrides,
});
const transfer = (documentId: string, overrides: Partial<BatchDocument>): BatchDocument => ({
  batchId: 'b',
  connectionId: 'agency',
  documentId,
  dispatchNumber: '0123',
  rut: acme,
  type: 'B/L',
  folio: '=1+1',
  state: 'done',
  path: `/carpetas/${documentId}.pdf`,
  bytes: 10,
  size: 10,
  ...overrides,
});
const failed = transfer('failed', {
  state: 'failed',
  error: { code: 'LINK_EXPIRED', message: 'expired', values: { url: 'https://signed.example/?secret' } },
});
const delivery: Delivery = {
  id: 'h',
  kind: 'merge',
  folder: '/entregas',
  startedAt: '2026-11-20T15:00:00.000Z',
  state: 'done',
  done: 2,
  of: 2,
  files: ['/entregas/1.pdf', '/entregas/2.pdf'],
  tooLarge: [],
  dispatches: ['100', '200'].map((number) => ({
    connectionId: 'agency',
    number,
    path: '',
    pages: 1,
    bytes: 1,
    merged: [],
    notHere: [],
    beside: [{ documentId: 'x', reason: 'damaged' as const }],
  })),
};

const sources: ListSources = {
  changes: async () => [
    news('one', '2026-11-20T12:00:00.000Z', { document: stored('a') }),
    news('two', '2026-11-20T11:00:00.000Z', { kind: 'status', before: 'EN TRÁMITE', after: '@ACEPTADA' }),
    news('one', '2026-11-20T13:00:00.000Z', { kind: 'gone', document: stored('b', { folio: '77' }) }),
  ],
  saved: async () => [
    { id: 'two', name: 'Segunda' },
    { id: 'one', name: 'Primera' },
  ],
  found: async (text) => ({
    rows: [stored('a'), stored('b', { isActive: false, path: '/papeles/b.pdf' })],
    ...(text === 'damaged' && { unreadable: 2 }),
  }),
  batch: async ({ offset, limit }) => {
    const all = [failed, ...Array.from({ length: 600 }, (_, index) => transfer(String(index), {}))];
    return { rows: all.slice(offset, offset + limit), total: all.length };
  },
  deliveries: async () => [delivery],
  clients: () => [
    { rut: acme, name: 'Acme', email: 'a@acme.example', folder: 'ACME' },
    { rut: other, name: '=Otra', email: '', folder: '' },
  ],
  dossier: async ({ list }) => [{ list }],
};

/** The lines of a list as it is saved. */
async function saved(request: ListExport): Promise<string[]> {
  const path = join(temporaryFolder(), 'lista.csv');
  const texts = {
    saveGrid: 'Guardar',
    cells: { yes: 'Sí', no: 'No', of: wordOf },
    unreadable: (count: number) => `${count} no se leen`,
  };
  const handlers = exportHandlers({} as GridExports, {
    saveTable: createSaveTable({
      desktop: { chooseSavePath: async () => path },
      texts: () => texts,
      separator: () => ';',
      today: () => '2026-11-20',
    }),
    sources,
    texts: () => texts,
    names: { client: () => 'Comercial Acme', connection: () => 'Agencia Uno' },
  });
  await handlers['lists.export'](listExport.parse(request));
  return readFileSync(path, 'utf8').replace('\ufeff', '').trimEnd().split('\r\n');
}

function wordOf(column: string, value: string | boolean): string | undefined {
  const words: Record<string, string> = { 'file here': 'aquí', 'isActive false': 'inactivo' };
  return words[`${column} ${value}`];
}

const shown = (...columns: string[]) => ({
  format: 'csv' as const,
  name: 'Lista',
  words: {},
  columns: columns.map((column) => ({ column, title: column })),
});

test('news are saved as they are grouped, the searches in their order, the latest first in each', async () => {
  expect(
    await saved({
      ...shown('search', 'kind', 'rut', 'dispatch', 'folio', 'before', 'after'),
      list: 'news',
      words: { rut: { [acme]: 'Acme' }, kind: { new: 'Nuevo', gone: 'Ya no está', status: 'Otro estado' } },
    }),
  ).toEqual([
    'search;kind;rut;dispatch;folio;before;after',
    "Segunda;Otro estado;;123456;;En trámite;'@Aceptada",
    'Primera;Ya no está;Acme;123456;77;;',
    'Primera;Nuevo;Acme;123456;"\t000123";;',
  ]);
});

test('news are saved in the order in which they are shown, unless others have come since', async () => {
  const request = { ...shown('folio'), list: 'news' as const };
  const byFolio = { indexes: [0, 2, 1], of: 3 };
  expect(await saved({ ...request, shown: byFolio })).toEqual(['folio', '', '"\t000123"', '77']);
  const before = { indexes: [1, 0], of: 2 };
  expect(await saved({ ...request, shown: before })).toEqual(['folio', '', '77', '"\t000123"']);
});

test('documents that were found are saved in the order in which they are shown, with their words', async () => {
  expect(
    await saved({
      ...shown('folio', 'rut', 'clientName', 'connectionId', 'file', 'isActive'),
      list: 'found',
      text: '123',
      documents: ['b', 'gone since', 'a'].map((id) => ({ connectionId: 'agency', id })),
    }),
  ).toEqual([
    'folio;rut;clientName;connectionId;file;isActive',
    '"\t000123";76.086.428-5;Comercial Acme;Agencia Uno;aquí;inactivo',
    '"\t000123";76.086.428-5;Comercial Acme;Agencia Uno;available;Sí',
  ]);
});

test('documents that were found and cannot be read are told below the others', async () => {
  const documents = [{ connectionId: 'agency', id: 'a' }];
  expect(await saved({ ...shown('folio'), list: 'found', text: 'damaged', documents })).toEqual([
    'folio',
    '"\t000123"',
    '',
    '2 no se leen',
  ]);
});

test('all documents of a batch are saved, however many, without a link of those that failed', async () => {
  const lines = await saved({
    ...shown('state', 'dispatchNumber', 'error', 'path', 'size'),
    list: 'batch',
    batchId: 'b',
    problemsOnly: false,
    words: { state: { failed: 'Falló', done: 'Descargado' } },
  });
  expect(lines).toHaveLength(602);
  expect(lines[1]).toBe('Falló;"\t0123";LINK_EXPIRED;;10');
  expect(lines[2]).toBe('Descargado;"\t0123";;/carpetas/0.pdf;10');
  expect(lines.join()).not.toContain('signed.example');
});

test('deliveries are saved with what each is, of which dispatches, and how it stands', async () => {
  expect(
    await saved({
      ...shown('startedAt', 'kind', 'dispatches', 'state', 'files', 'beside', 'folder'),
      list: 'handovers',
      words: { kind: { merge: 'PDF' }, state: { done: 'Lista' } },
    }),
  ).toEqual([
    'startedAt;kind;dispatches;state;files;beside;folder',
    '20-11-2026 12:00:00;PDF;100; 200;Lista;2;2;/entregas'.replace('100; 200', '"100; 200"'),
  ]);
});

test('clients are saved as they are shown, no name as a formula', async () => {
  expect(await saved({ ...shown('rut', 'name'), list: 'clients', ruts: [other, acme] })).toEqual([
    'rut;name',
    "96.591.760-8;'=Otra",
    '76.086.428-5;Acme',
  ]);
});

test('a list of stored dispatches is saved with its note below', async () => {
  const query = { scope: {}, state: 'all' as const };
  expect(await saved({ ...shown('list'), list: 'chases', query, note: 'De 3 despachos' })).toEqual([
    'list',
    'chases',
    '',
    'De 3 despachos',
  ]);
});
