import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../../electron/database/index.ts';
import { readDraft } from '../../../../electron/search/saved-searches.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Rut } from '../../../../shared/model/rut.ts';
import type { SavedSearchDraft } from '../../../../shared/model/search.ts';
import type { SearchQuery } from '../../../../shared/model/search-query.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { openRetention } from '../../../support/app/retention.ts';
import { temporaryStore } from '../../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../../support/samples/documents.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
});
afterEach(() => temporary.remove());
beforeEach(() => {
  cancelled.splice(0);
  problems.splice(0);
  isClockRight = true;
});

const other = '96591760-8' as Rut;
const day = (text: string) => `${text}T12:00:00.000Z`;
const clock = createFakeClock({ startAt: Date.parse(day('2026-11-20')) });
const cancelled: string[] = [];
let isClockRight = true;
const problems: unknown[] = [];
const retention = () =>
  openRetention({
    store,
    clock,
    isClockRight: () => isClockRight,
    cancelDownload: async (batchId) => void cancelled.push(batchId),
    reportError: (_, error) => void problems.push(error),
  });

/** The sleep between two polls: nothing is pruned then. */
const isIdle = (ms: number) => ms === 600_000;

/** Prunes as an app does that is open for a moment. */
async function prune(): Promise<void> {
  const opened = retention();
  opened.begin();
  await clock.untilSleeping(isIdle);
  await opened.stop();
}

function query(ruts: Rut[], connectionIds = ['agency']): SearchQuery {
  return {
    kind: 'range',
    connectionIds,
    ruts,
    range: { kind: 'last-month' },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  };
}

async function result(id: string, of: SearchQuery, ids: readonly string[], at: string, rut = acme) {
  await store.createResultSet(id, of, at);
  await save(ids, at, rut, { resultSetId: id, taskId: 0 });
  await store.updateSearchRun(id, { state: 'done', requests: 1, mayBeTruncated: false, at });
}

function save(
  ids: readonly string[],
  at: string,
  rut = acme,
  member?: { resultSetId: string; taskId: number },
  connectionId = 'agency',
) {
  return store.upsertPage({
    connectionId,
    rut,
    query: { ...octoberInvoices, rut },
    at,
    ...(member && { member }),
    documents: ids.map((id) =>
      document({
        id,
        dispatchNumber: `despacho-${id}`,
        reference: `referencia-${id}`,
        issuerName: `Proveedor ${id}`,
      }),
    ),
  });
}

const draft = (name: string, of: SearchQuery): SavedSearchDraft => ({
  name,
  question: of,
  folder: '',
  template: '',
  refresh: { kind: 'by-hand' },
  downloadsNew: false,
  view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  takesPapers: false,
});

async function isStored(id: string): Promise<boolean> {
  return (await store.selectDocument({ connectionId: 'agency', id })) !== undefined;
}

test('answers that nobody saved go after the days that were chosen, saved ones stay', async () => {
  await result('old', query([acme]), ['old-only', 'shared'], day('2026-10-01'));
  await result('saved', query([acme]), ['shared', 'saved-only'], day('2026-10-01'));
  await result('new', query([acme]), ['new-only'], day('2026-11-19'));
  await save(['viewed'], day('2026-10-01'));
  await store.createSavedSearches(
    's',
    draft('Guardada', query([acme])),
    { from: 'saved', resultSetId: 'x' },
    day('2026-10-02'),
  );
  await prune();
  expect(await Promise.all(['old-only', 'viewed', 'shared', 'saved-only', 'new-only'].map(isStored))).toEqual(
    [...[false, false, true, true, true]],
  );
  await expect(store.readResultSet('old')).rejects.toMatchObject({ code: 'RESULT_SET_GONE' });
  expect((await store.readResultSet('saved')).documents).toBe(2);
});

test('batches that ended before the days that were chosen go, others stay', async () => {
  const begin = (uuid: string) =>
    store.beginBatch({
      uuid,
      name: '',
      folder: '/f',
      template: '{id}',
      startedAt: day('2026-10-01'),
      owner: 'me',
      selection: { kind: 'some', documents: [] },
      withInactive: false,
      force: false,
      leaseUntil: 1,
    });
  for (const uuid of ['old', 'young', 'paused']) await begin(uuid);
  await store.setBatchState('old', 'me', { kind: 'ended', at: day('2026-10-02') });
  await store.setBatchState('young', 'me', { kind: 'ended', at: day('2026-11-19') });
  await store.setBatchState('paused', 'me', { kind: 'paused', why: 'person' });
  await prune();
  expect((await store.listBatches()).map(({ uuid }) => uuid)).toEqual(['paused', 'young']);
});

test('a batch that a person began stays though it brought nothing, one of a refresh does not', async () => {
  for (const isOfRefresh of [true, false]) {
    const uuid = isOfRefresh ? 'of a refresh' : 'of a person';
    await store.beginBatch({
      uuid,
      name: '',
      folder: '/f',
      template: '{id}',
      startedAt: day('2026-11-19'),
      owner: 'me',
      selection: { kind: 'some', documents: [] },
      withInactive: false,
      force: false,
      leaseUntil: 1,
      isOfRefresh,
    });
    await store.setBatchState(uuid, 'me', { kind: 'ended', at: day('2026-11-19') });
  }
  await prune();
  expect((await store.listBatches()).map(({ uuid }) => uuid)).toEqual(['of a person']);
});

test('an app that stays open for weeks lets go of what has grown old meanwhile', async () => {
  await result('fresh', query([acme]), ['fresh-only'], day('2026-11-19'));
  const opened = retention();
  opened.begin();
  expect(await isStored('fresh-only')).toBe(true);
  for (let days = 0; days < 31; days++) {
    await clock.untilSleeping(isIdle);
    await clock.advance(86_400_000);
  }
  await expect.poll(() => isStored('fresh-only')).toBe(false);
  await opened.stop();
  expect(problems).toEqual([]);
});

test('a clock that cannot be believed makes nothing old; what is old goes once it can be', async () => {
  await result('old', query([acme]), ['old-only'], day('2025-10-01'));
  isClockRight = false;
  const opened = retention();
  opened.begin();
  await clock.untilSleeping(isIdle);
  expect(await isStored('old-only')).toBe(true);
  isClockRight = true;
  await clock.advance(3_600_000);
  await expect.poll(() => isStored('old-only')).toBe(false);
  await opened.stop();
  expect(problems).toEqual([]);
});

test('a prune is due once a day, however often the app is started', async () => {
  await prune();
  await result('old', query([acme]), ['old-only'], day('2025-10-01'));
  await prune();
  expect(await isStored('old-only')).toBe(true);
  clock.setWallClock(clock.now() + 86_400_000);
  await prune();
  expect(await isStored('old-only')).toBe(false);
});

test('a clock that was set back a year puts no prune off for a year', async () => {
  await prune();
  await result('old', query([acme]), ['old-only'], day('2023-10-01'));
  clock.setWallClock(clock.now() - 365 * 86_400_000);
  await prune();
  expect(await isStored('old-only')).toBe(false);
});

test('a prune that the store refuses is tried again, later each time, over restarts too', async () => {
  let refusals = 0;
  const { deleteExpiredResultSets } = store;
  Object.assign(store, {
    deleteExpiredResultSets: () => {
      refusals++;
      return Promise.reject(new AppError('STORE_BUSY', 'another process is writing for long'));
    },
  });
  await prune();
  await prune();
  expect([refusals, problems.length]).toEqual([1, 1]);
  clock.setWallClock(clock.now() + 10 * 60_000);
  await prune();
  clock.setWallClock(clock.now() + 10 * 60_000);
  await prune();
  expect(refusals).toBe(2);
  Object.assign(store, { deleteExpiredResultSets });
  await result('old', query([acme]), ['old-only'], day('2023-10-01'));
  clock.setWallClock(clock.now() + 10 * 60_000);
  await prune();
  expect(await isStored('old-only')).toBe(false);
});

test('what is purged of a client is in no file any more, and queries no longer name it', async () => {
  await result('both', query([acme, other]), ['acme-1'], day('2026-11-19'));
  await save(['other-1'], day('2026-11-19'), other, { resultSetId: 'both', taskId: 0 });
  await store.planTasks('both', [
    { kind: 'type', connectionId: 'agency', rut: acme, ruts: [], subject: 'FACTURA', start: '', end: '' },
  ]);
  await result('acme', query([acme]), ['acme-2'], day('2026-11-19'));
  await store.createSavedSearches(
    's',
    draft('Solo Acme', query([acme])),
    { from: 'acme', resultSetId: 'x' },
    day('2026-11-19'),
  );
  await store.createSavedSearches(
    't',
    draft('Ambos', query([acme, other])),
    { from: 'both', resultSetId: 'y' },
    day('2026-11-19'),
  );
  const traces = ['acme-1', 'acme-2', acme].map((text) => Buffer.from(text));
  expect(traces.every((trace) => filesText().includes(trace))).toBe(true);

  await retention().purge({ rut: acme });

  expect(traces.filter((trace) => filesText().includes(trace))).toEqual([]);
  expect(filesText().includes(Buffer.from('other-1'))).toBe(true);
  const saved = (await store.listSaved()).map(({ draft }) => readDraft(draft));
  expect(saved).toMatchObject([{ name: 'Ambos', question: query([other]) }]);
  expect((await store.readResultSet('both')).query).toEqual(query([other]));
  expect((await store.readResultSet('both')).documents).toBe(1);
});

test('what is purged of a connection leaves the others', async () => {
  await save(['a'], day('2026-11-19'));
  await save(['b'], day('2026-11-19'), acme, undefined, 'second');
  await store.createResultSet('two', query([acme], ['agency', 'second']), day('2026-11-19'));
  await retention().purge({ connectionId: 'second' });
  expect(await isStored('a')).toBe(true);
  expect(await store.listStoredConnections()).toEqual(['agency']);
  expect(filesText().includes(Buffer.from('despacho-b'))).toBe(false);
  expect((await store.readResultSet('two')).query.connectionIds).toEqual(['agency']);
});

/** The ledger of two batches, one of Acme alone and one that other clients share, and deliveries of both. */
function writeLedger(): void {
  const ledger = new DatabaseSync(temporary.path);
  ledger.exec(`
    INSERT INTO destination (id, folder) VALUES (1, '/carpetas/acme'), (2, '/carpetas/todos');
    INSERT INTO download_batch (id, uuid, name, destination, template, started_at, with_inactive, again, state) VALUES
      (1, 'batch-acme', 'lote de acme', 1, '', '', 0, 0, 'running'), (2, 'batch-both', 'lote de todos', 2, '', '', 0, 0, 'ended');
    INSERT INTO folder_spelling VALUES (2, 'acme-77', 'ACME-77'), (2, 'acme-77/papeles', 'ACME-77/papeles'), (2, 'otro-88', 'OTRO-88');`);
  const documents = [
    [1, 1, acme, 'paper-acme', 'D-77', 'ACME-77/papeles'],
    [2, 2, acme, 'paper-acme', 'D-77', 'ACME-77/papeles'],
    [2, 2, other, 'paper-other', 'D-88', 'OTRO-88'],
  ] as const;
  for (const [index, [batch, destination, rut, id, dispatch, folder]] of documents.entries()) {
    const named = ledger.prepare(`INSERT INTO place VALUES (?, ?, 'agency', ?, '', ?, 'stem', ?)`);
    named.run(index + 1, destination, id, folder, `${folder}/${id}`);
    ledger
      .prepare(
        `INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state)
         VALUES (?, 'agency', ?, ?, ?, '', '', '', ?, 'done')`,
      )
      .run(batch, id, dispatch, rut, index + 1);
    ledger
      .prepare(
        `INSERT INTO holding (destination, connection_id, document_id, path, size, sha256, modified, request_id, at)
         VALUES (?, 'agency', ?, ?, 1, '', 0, '', '')`,
      )
      .run(destination, id, `${folder}/${id}.pdf`);
    ledger.prepare(`INSERT INTO paper_number VALUES (?, 'agency', ?, ?, 1)`).run(destination, dispatch, id);
    ledger
      .prepare(`INSERT INTO dispatch_folder VALUES (?, 'agency', ?, '', ?)`)
      .run(destination, dispatch, folder);
  }
  const delivery = (id: string, number: string, files: string[], undelivered?: object) =>
    ledger.prepare('INSERT INTO handover (uuid, record) VALUES (?, ?)').run(
      id,
      JSON.stringify({
        id,
        kind: 'merge',
        folder: '',
        startedAt: '',
        state: 'done',
        done: 1,
        of: 1,
        tooLarge: [],
        files,
        lacking: undelivered,
        dispatches: number ? [{ connectionId: 'agency', number }] : [],
      }),
    );
  delivery('merged-acme', 'D-77', []);
  delivery('zip-that-lacked', '', [], {
    papers: [{ connectionId: 'agency', number: 'D-77', documentId: 'elsewhere' }],
  });
  delivery('merged-other', 'D-88', ['/x/OTRO-88.pdf']);
  ledger.close();
}

test('what is purged of a client leaves no trace in downloads and deliveries, and those of others stay', async () => {
  writeLedger();
  await save(['other-1'], day('2026-11-19'), other);
  const traces = [
    'paper-acme',
    'D-77',
    'ACME-77',
    'acme-77',
    'lote de acme',
    '/carpetas/acme',
    'merged-acme',
    'zip-that-lacked',
  ];
  const found = () => traces.filter((trace) => filesText().includes(Buffer.from(trace)));
  expect(found()).toEqual(traces);

  await retention().purge({ rut: acme });

  expect(cancelled).toEqual(['batch-acme']);
  expect(found()).toEqual([]);
  for (const stays of [
    'paper-other',
    'D-88',
    'OTRO-88',
    'lote de todos',
    '/carpetas/todos',
    'merged-other',
  ]) {
    expect(filesText().includes(Buffer.from(stays))).toBe(true);
  }
});

test('a delivery and a selection that cannot be read keep no client from being purged, and go or end with it', async () => {
  writeLedger();
  const ledger = new DatabaseSync(temporary.path);
  ledger.prepare('INSERT INTO handover (uuid, record) VALUES (?, ?)').run('half', `{"list":"${acme}`);
  ledger.exec(
    `UPDATE download_batch SET state = 'running', selection = '{"kind":' WHERE uuid = 'batch-both'`,
  );
  ledger.close();
  expect((await store.listDeliveries(10))[0]).toMatchObject({ id: 'half', state: 'failed' });
  await retention().purge({ rut: acme });
  expect(cancelled).toEqual(['batch-acme', 'batch-both']);
  expect((await store.listDeliveries(10)).map(({ id }) => id)).toEqual(['merged-other']);
  expect(filesText().includes(Buffer.from(acme))).toBe(false);
});

test('what is purged of a connection takes its downloads and deliveries along', async () => {
  writeLedger();
  await retention().purge({ connectionId: 'agency' });
  for (const trace of ['paper-', 'D-77', 'D-88', 'carpetas', 'lote', 'merged', 'OTRO']) {
    expect(filesText().includes(Buffer.from(trace))).toBe(false);
  }
});

test('what is purged stands in no damaged store that was set aside, at this start or an earlier one; other files stay', async () => {
  await save(['acme-1'], day('2026-11-19'));
  await store.close();
  const folder = dirname(temporary.path);
  for (const name of ['carpeta.db.damaged', 'carpeta.db.damaged-wal', 'carpeta.db.damaged-2']) {
    copyFileSync(temporary.path, join(folder, name));
  }
  for (const name of ['carpeta.db.damaged.txt', 'preferences.json.damaged']) {
    writeFileSync(join(folder, name), 'of a person');
  }
  // Made unreadable, it is set aside as well.
  writeFileSync(
    temporary.path,
    Buffer.concat([Buffer.from('no database any more'), readFileSync(temporary.path)]),
  );
  const opened = await openStore(temporary.path);
  [store, temporary.store] = [opened, opened];
  expect(store.setAside).toBe(`${temporary.path}.damaged-3`);
  const traces = () => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(acme));
  expect(traces()).toHaveLength(4);

  await retention().purge({ rut: acme });

  expect(traces()).toEqual([]);
  expect(store.setAside).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([
    ...['carpeta.db.damaged.txt', 'preferences.json.damaged'],
  ]);
});

/** The bytes of the store's files. */
function filesText(): Buffer {
  return Buffer.concat(['', '-wal'].map((suffix) => readFileSync(temporary.path + suffix)));
}
