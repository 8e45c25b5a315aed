import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { testHost } from '../../support/app/host.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const folder = temporaryFolder();
let app: App;
let resultSetId: string;
let rut: Rut;

beforeAll(async () => {
  let exports = 0;
  const chooseSavePath = async ({ suggestedName }: { suggestedName: string }) =>
    join(folder, `${++exports} ${suggestedName}`);
  app = await createApp(testHost(join(folder, 'home'), { desktop: { chooseSavePath } }));
  const { id } = await app.handlers['connections.practice'](undefined);
  [rut] = app.connections.practiceAgency.clients().map((client) => client.rut) as [Rut];
  const ended = Promise.withResolvers<void>();
  app.on('search.progress', ({ state }) => {
    if (state !== 'running') ended.resolve();
  });
  ({ resultSetId } = await app.handlers['search.start']({
    kind: 'range',
    connectionIds: [id],
    ruts: [rut],
    range: { kind: 'last-days', days: 800 },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  }));
  await ended.promise;
});
afterAll(() => app.close());

const query = { sort: [{ column: 'folio', descending: false }], filter: '', group: 'none' } as const;
const columns = (...names: string[]) => names.map((column) => ({ column, title: column }));

test('every document of an answer is saved as CSV, in the grid’s order', async () => {
  const list = 'documents';
  const shown = await app.handlers['rows.page']({
    ...query,
    sort: [...query.sort],
    resultSetId,
    list,
    offset: 0,
    limit: 500,
  });
  const saved = await app.handlers['lists.export']({
    ...query,
    sort: [...query.sort],
    resultSetId,
    list,
    format: 'csv',
    columns: columns('dispatchNumber', 'folio', 'rut', 'file', 'connectionId'),
  });
  const [heading, ...lines] = readFileSync(saved?.path ?? '', 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(heading).toBe('\ufeffdispatchNumber;folio;rut;Nombre del cliente;file;Vigencia;connectionId');
  expect(lines).toHaveLength(shown.total ?? 0);
  expect(lines.length).toBeGreaterThan(100);
  expect(lines[0]).toContain('Agencia de práctica');
  expect(lines[0]?.split(';')[0]).toBe(
    'dispatchNumber' in (shown.rows[0] ?? {}) ? Object(shown.rows[0]).dispatchNumber : '',
  );
});

test('dispatches and their dates are saved as a workbook', async () => {
  const saved = await app.handlers['lists.export']({
    sort: [],
    filter: '',
    group: 'none',
    resultSetId,
    list: 'dispatches',
    format: 'xlsx',
    columns: columns('number', 'documents', 'acceptance', 'valorCif'),
  });
  const [heading = [], ...rows] = await readSheet(saved?.path ?? '');
  expect(heading).toEqual(['number', 'documents', 'Con archivo', 'Consulta', 'acceptance', 'valorCif']);
  expect(rows.length).toBeGreaterThan(5);
  const kinds = rows.map((row) => row.map((value) => (value instanceof Date ? 'date' : typeof value)));
  expect(kinds.some(([number, documents]) => number === 'string' && documents === 'number')).toBe(true);
  expect(kinds.some((row) => row[4] === 'date')).toBe(true);
  expect(kinds.some((row) => row[5] === 'number')).toBe(true);
});
