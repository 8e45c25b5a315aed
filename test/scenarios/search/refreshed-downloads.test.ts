import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '../../../electron/app.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { testHost } from '../../support/app/host.ts';
import { memorySecrets } from '../../support/app/secrets.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

let agency: PracticeAgency;
let app: App;
let home: string;
let http: ReturnType<typeof createHttpClient>;
let emitted: number;
let savedSearchId: string;

beforeEach(async () => {
  agency = await startPractice({ documents: 80, clients: 1, seed: 'refreshed', today: '2026-11-20' });
  home = temporaryFolder('refreshed');
  http = createHttpClient();
  app = await createApp(testHost(home, { httpGet: http.httpGet, secrets: memorySecrets() }));
  emitted = 0;
  app.on('saved.changed', () => void emitted++);
  const { id: connectionId } = await app.handlers['connections.add']({
    name: 'Agencia',
    baseUrl: agency.baseUrl,
    agency: agency.agency,
    key: agency.key,
  });
  const saved = await app.handlers['saved.create']({
    name: 'Todo',
    question: {
      kind: 'range',
      connectionIds: [connectionId],
      ruts: agency.clients.map(({ rut }) => rut),
      range: { kind: 'days', start: '2024-05-01', end: '2030-01-01' },
      types: { kind: 'all', operation: 'both' },
      complete: false,
    },
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
    folder: '',
    template: '{id}',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: true,
  });
  savedSearchId = saved.id;
});
afterEach(async () => {
  await app.close();
  http.close();
  await agency.close();
});

/** Refreshes, and waits until what it began has ended. */
async function refresh(): Promise<void> {
  const before = emitted;
  await app.handlers['saved.refresh']({ id: savedSearchId });
  await expect.poll(() => emitted, { interval: 5 }).toBeGreaterThan(before);
  const open = async () =>
    (await app.handlers['downloads.list'](undefined)).filter(({ state }) => state.kind !== 'ended').length;
  await expect.poll(open, { interval: 5 }).toBe(0);
}

/** Rows of the ledger as SQLite counts them. */
function rows(): Record<string, number> {
  const database = new DatabaseSync(join(home, 'carpeta.db'), { readOnly: true });
  const count = (query: string) => Number(Object.values(database.prepare(query).get() ?? {})[0]);
  const counted = {
    batches: count('SELECT count(*) FROM download_batch'),
    transfers: count('SELECT count(*) FROM transfer'),
    here: count(`SELECT count(*) FROM transfer WHERE state = 'here'`),
    holdings: count('SELECT count(*) FROM holding'),
  };
  database.close();
  return counted;
}

test('five refreshes of a saved search that takes its documents along leave the ledger as the first one did', async () => {
  await refresh();
  const first = rows();
  expect(first['holdings']).toBeGreaterThan(20);
  for (let times = 0; times < 5; times++) await refresh();
  expect(rows()).toEqual(first);
  const { number: dispatch = '' } = agency.data.dispatches[0] ?? {};
  agency.changes.arrive({ dispatch });
  for (let times = 0; times < 2; times++) await refresh();
  expect(rows()).toEqual({
    ...first,
    batches: (first['batches'] ?? 0) + 1,
    transfers: (first['transfers'] ?? 0) + 1,
    holdings: (first['holdings'] ?? 0) + 1,
  });
  expect(readdirSync(join(home, 'papeles')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a refresh follows the rules of its client, and the next one finds nothing missing', async () => {
  const [client] = agency.clients;
  const [type = ''] = [...agency.data.documents()].flatMap((one) =>
    one.isActive && one.file ? (one.type ?? []) : [],
  );
  const folder = join(home, 'De la clienta');
  if (!client) throw new Error('the agency has no client');
  const rules = { types: [type], folder, template: '{type}/{id}' };
  app.clients.save([{ rut: client.rut, name: client.name, email: '', folder: '', rules }]);
  await refresh();
  const first = rows();
  expect(first['holdings']).toBeGreaterThan(0);
  const [batch] = await app.handlers['downloads.list'](undefined);
  // The saved search has a template of its own, which comes first.
  expect(batch).toMatchObject({ folder, template: '{id}', documents: first['holdings'] });
  const page = { batchId: batch?.id ?? '', offset: 0, limit: 500, problemsOnly: false };
  const downloaded = await app.handlers['downloads.documents'](page);
  expect(new Set(downloaded.rows.map((row) => row.type))).toEqual(new Set([type]));
  expect(existsSync(join(home, 'papeles'))).toBe(false);
  await refresh();
  expect(rows()).toEqual(first);
});

test('of refreshes whose batches bring nothing one batch is kept at the most, and none once documents come', async () => {
  await refresh();
  const first = rows();
  const { number: dispatch = '' } = agency.data.dispatches[0] ?? {};
  const { id } = agency.changes.arrive({ dispatch });
  const stop = agency.faults.add({
    kind: 'storage-answer',
    status: 404,
    page: 'xml',
    documents: [id],
  });
  for (let times = 0; times < 3; times++) await refresh();
  expect(rows()['transfers']).toBe((first['transfers'] ?? 0) + 1);
  stop();
  await refresh();
  expect(rows()).toMatchObject({
    batches: (first['batches'] ?? 0) + 1,
    transfers: (first['transfers'] ?? 0) + 1,
    holdings: (first['holdings'] ?? 0) + 1,
  });
});

test('a document that a refresh could not fetch is shown as failed, and asked for again though it is no news any more', async () => {
  await refresh();
  const { holdings = 0 } = rows();
  const change = { takesPapers: false, downloadsNew: true, folder: join(home, 'papeles') };
  await app.handlers['saved.change']({ id: savedSearchId, ...change });
  const { number: dispatch = '' } = agency.data.dispatches[0] ?? {};
  const { id } = agency.changes.arrive({ dispatch });
  const stop = agency.faults.add({
    kind: 'storage-answer',
    status: 404,
    page: 'xml',
    documents: [id],
  });
  const failed = async () => {
    const batches = await app.handlers['downloads.list'](undefined);
    return batches.reduce((sum, { counts }) => sum + counts.failed, 0);
  };
  await refresh();
  expect(await failed()).toBe(1);
  await app.handlers['saved.markSeen']({ id: savedSearchId });
  await refresh();
  expect(await failed()).toBe(1);
  stop();
  await refresh();
  expect(await failed()).toBe(0);
  expect(rows()['holdings']).toBe(holdings + 1);
});
