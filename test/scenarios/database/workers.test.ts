import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { openDatabase } from '../../../electron/database/open-database.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const at = '2026-11-20T13:00:00.000Z';
const rows = 30_000;
let path: string;
let store: Store;
let workers: Worker[];
const note = (worker: Worker) => void workers.push(worker);

beforeEach(async () => {
  path = join(temporaryFolder('workers'), 'carpeta.db');
  workers = [];
  process.on('worker', note);
  store = await openStore(path);
});
afterEach(async () => {
  process.off('worker', note);
  await store.close();
});

const begin = (uuid: string) =>
  store.beginBatch({
    uuid,
    name: '',
    folder: '/f',
    template: '{id}',
    startedAt: at,
    owner: 'me',
    leaseUntil: 1,
    selection: { kind: 'some', documents: [] },
    withInactive: false,
    force: false,
  });

/** A batch of so many documents that sorting them takes a while. */
async function fill(uuid: string): Promise<void> {
  await begin(uuid);
  const { database } = openDatabase(path);
  database.exec(`
    INSERT INTO place (destination, connection_id, document_id, template, folder, stem, key)
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${rows})
      SELECT 1, 'agency', n, '{id}', '', n, n FROM n;
    INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state)
      SELECT 1, 'agency', p.document_id, p.document_id, '76086428-5', 'FACTURA ' || p.id, '', '{}', p.id, 'done' FROM place p;`);
  database.close();
}

describe('reading', () => {
  test('does not hold up what is written: a write that was asked for later is done before long reads are', async () => {
    await fill('long');
    const done: string[] = [];
    const reads = [true, false, true, false].map(async (descending) => {
      const sort = [{ column: 'type' as const, descending }];
      const { total } = await store.listBatchTransfers('long', 0, 50, false, { sort });
      done.push(`read ${total}`);
    });
    const write = store
      .setBatchState('long', 'me', { kind: 'paused', why: 'person' })
      .then(() => done.push('written'));
    await Promise.all([...reads, write]);
    // A disk that is busy may keep it waiting; behind the reads it would be the last.
    expect(done.at(-1)).toBe(`read ${rows}`);
    expect(done.toSorted()).toEqual([...Array(4).fill(`read ${rows}`), 'written']);
  });

  test('tells of what was written before it was asked', async () => {
    for (const uuid of ['a', 'b', 'c']) {
      await begin(uuid);
      expect((await store.listBatches())[0]?.uuid).toBe(uuid);
      await store.setBatchState(uuid, 'me', { kind: 'paused', why: 'person' });
      expect((await store.getBatch(uuid)).state).toEqual({ kind: 'paused', why: 'person' });
    }
  });
});

test('every worker of the store has a heap of at most 1,024 MiB', async () => {
  await begin('one');
  await store.listBatches();
  await store.agencyRut('agency');
  expect(workers.map(({ resourceLimits }) => resourceLimits?.maxOldGenerationSizeMb)).toEqual([
    1_024, 1_024, 1_024,
  ]);
});

describe('a worker of the store that dies', () => {
  test('is followed by another: what was asked of it rejects, what is asked next is done', async () => {
    await begin('before');
    for (const worker of workers) await worker.terminate();
    expect((await store.listBatches()).map(({ uuid }) => uuid)).toEqual(['before']);
    await begin('after');
    const under = [store.setBatchState('after', 'me', { kind: 'running' }), store.listBatches()];
    const outcomes = Promise.allSettled(under);
    // What is asked before a worker has ended is asked of it, and may be lost with it.
    await Promise.all(workers.slice(-2).map((worker) => worker.terminate()));
    for (const outcome of await outcomes) {
      // What came just before the end has been answered.
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'STORE_STOPPED' });
    }
    expect((await store.listBatches()).map(({ uuid }) => uuid)).toEqual(['after', 'before']);
    expect(await store.listClosedDispatches({}, { offset: 0, limit: 1 }, '2026-11-20')).toMatchObject({
      total: 0,
    });
    expect(store.setAside).toBeUndefined();
  });

  test('rejects what waits for it with STORE_STOPPED', async () => {
    await fill('long');
    const sort = [{ column: 'type' as const, descending: true }];
    const read = store.listBatchTransfers('long', 0, 50, false, { sort });
    const [, reader] = workers;
    void reader?.terminate();
    await expect(read).rejects.toMatchObject({ code: 'STORE_STOPPED' });
    expect((await store.listBatchTransfers('long', 0, 50, false, { sort })).total).toBe(rows);
  });

  test('is not followed by another once the store is closed', async () => {
    await store.close();
    const before = workers.length;
    await expect(store.listBatches()).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(workers).toHaveLength(before);
  });
});
