import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '../../../../electron/app.ts';
import type { CallInput } from '../../../../shared/contract.ts';
import type { StoredDocument } from '../../../../shared/model/document.ts';
import type { SearchQuery } from '../../../../shared/model/search-query.ts';
import { createFakeClock, type FakeClock } from '../../../support/app/fake-clock.ts';
import { testHost } from '../../../support/app/host.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { acme, document, octoberInvoices } from '../../../support/samples/documents.ts';

// What the page is told of files, by the calls that it makes: a real app over files of the test.

const at = '2026-11-20T13:00:00.000Z';
const ids = ['a', 'b', 'c'];
const [connectionId, number, resultSetId] = ['agency', '123456', 'answer'];
let app: App;
let clock: FakeClock;
let folder: string;
let changes: number;

beforeEach(async () => {
  const home = temporaryFolder();
  folder = join(home, 'Carpetas');
  clock = createFakeClock();
  app = await createApp(testHost(home, { kind: 'chromium', clock }), { takesOver: false, completes: false });
  changes = 0;
  app.on('files.changed', () => void changes++);
  const query: SearchQuery = {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: [acme],
    range: { kind: 'this-month' },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  };
  await app.store.createResultSet(resultSetId, query, at);
  await app.store.upsertPage({
    connectionId,
    rut: acme,
    query: octoberInvoices,
    at,
    documents: ids.map((id) => document({ id })),
    member: { resultSetId, taskId: 0 },
  });
  mkdirSync(folder);
  for (const id of ids) writeFileSync(join(folder, `${id}.pdf`), 'pdf');
  await app.store.insertRecognisedFiles(
    folder,
    ids.map((id) => ({
      connectionId,
      id,
      path: `${id}.pdf`,
      size: 3,
      sha256: 'aa',
      modified: 0,
      requestId: '',
      at,
      dispatch: number,
      folder: '',
      stem: id,
      key: id,
      fixedFolder: '',
    })),
  );
});
afterEach(() => app.close());

const window = (filter = ''): CallInput<'rows.page'> => ({
  resultSetId,
  list: 'documents',
  offset: 0,
  limit: 10,
  sort: [],
  filter,
  group: 'none',
});
const rows = async (filter?: string) => {
  const result = await app.handlers['rows.page'](window(filter));
  return result.rows as StoredDocument[];
};
const scope = { connectionIds: [connectionId], ruts: [acme] };

test('every list, count and dialog says of a folder that was moved that its files are not here', async () => {
  expect((await rows()).map(({ path }) => path)).toEqual(ids.map((id) => join(folder, `${id}.pdf`)));
  renameSync(folder, `${folder} 2026`);
  expect((await rows()).map(({ path, pathBefore }) => [path, pathBefore])).toEqual(
    ids.map((id) => [undefined, join(folder, `${id}.pdf`)]),
  );
  expect(await rows('en disco')).toEqual([]);
  renameSync(`${folder} 2026`, folder);
  const { rows: stored } = await app.handlers['dossier.folders']({ scope, offset: 0, limit: 10 });
  expect(stored).toMatchObject([{ filesHere: 3 }]);
  renameSync(folder, `${folder} 2026`);
  expect((await app.handlers['dossier.folders']({ scope, offset: 0, limit: 10 })).rows).toMatchObject([
    { filesHere: 0 },
  ]);
  expect(await app.handlers['deliveries.documents']({ connectionId, number })).not.toContainEqual(
    expect.objectContaining({ path: expect.anything() }),
  );
  const { found } = await app.handlers['deliveries.parsePackage']({ text: number });
  expect(found).toMatchObject([{ documents: 3, filesHere: 0 }]);
  const { rows: documents } = await app.handlers['rows.find']({ text: number });
  expect(documents.map(({ path }) => path)).toEqual([undefined, undefined, undefined]);
});

test('a list that stays open hears of a folder that is moved meanwhile', async () => {
  await rows();
  renameSync(folder, `${folder} 2026`);
  expect(changes).toBe(0);
  await clock.advance(10_000);
  await expect.poll(() => changes).toBe(1);
});
