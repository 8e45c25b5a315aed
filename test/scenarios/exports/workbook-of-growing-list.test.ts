import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { createGridExports, type ExportTexts } from '../../../electron/exports/index.ts';
import { createRowQueries } from '../../../electron/search/row-queries.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { acme, document, octoberInvoices } from '../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
const folder = temporaryFolder();
let store: Store;

beforeAll(async () => {
  store = await openStore(join(folder, 'carpeta.db'));
});
afterAll(() => store.close());

const words: ExportTexts = {
  cells: { yes: 'Sí', no: 'No', of: () => undefined },
  lists: { dispatches: 'Despachos', documents: 'Documentos', disbursements: 'Desembolsos' },
  group: 'Grupo',
  saveGrid: 'Guardar',
  saveReport: 'Guardar',
  report: 'Informe',
  unreadable: String,
  extraTitles: {
    clientName: 'Nombre',
    withFile: 'Con archivo',
    isComplete: 'Consulta',
    isActive: 'Vigencia',
  },
};

const folio = (number: number) => `F${String(number).padStart(5, '0')}`;

/** Documents with every other folio, or with those between them. */
function save(resultSetId: string, taskId: number, from: 0 | 1): Promise<unknown> {
  const documents = Array.from({ length: 700 }, (_, index) =>
    document({ id: `${resultSetId}-${from}-${index}`, folio: folio(2 * index + from) }),
  );
  return store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents,
    member: { resultSetId, taskId },
  });
}

test('rows that come while a sorted grid is saved neither stand twice nor push others out', async () => {
  const resultSetId = 'growing';
  await store.createResultSet(resultSetId, { kind: 'range', connectionIds: ['agency'] } as never, at);
  await save(resultSetId, 0, 0);
  const { order, numbered } = createRowQueries(
    store,
    () => [],
    () => ({}),
  );
  const exports = createGridExports({
    desktop: { chooseSavePath: async () => undefined },
    order,
    rows: async (grid, numbers) => {
      const rows = await numbered(grid, numbers);
      // Between the first block and the second, as many again sort in among those that are here.
      await save(resultSetId, 1, 1);
      return rows;
    },
    texts: () => words,
    separator: () => ';',
    today: () => '2026-11-20',
    names: { client: () => '', connection: () => '' },
    secrets: [],
  });
  const path = join(folder, 'grid.csv');
  await exports.writeGrid(
    {
      resultSetId,
      list: 'documents',
      filter: '',
      group: 'none',
      format: 'csv',
      sort: [{ column: 'folio', descending: false }],
      columns: [{ column: 'folio', title: 'Folio' }],
    },
    path,
  );
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  expect(lines).toEqual(Array.from({ length: 700 }, (_, index) => folio(2 * index)));
});
