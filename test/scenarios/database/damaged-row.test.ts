import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { numberMark, openStore, type Store } from '../../../electron/database/index.ts';
import { suspicionOf } from '../../../electron/database/open-database.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { batchOwner, batchUuid, beginBatch } from '../../support/database/ledger-batch.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { damageRow } from '../../support/faults/damage-store.ts';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder('damaged'), 'carpeta.db');
});

const ids = Array.from({ length: 8 }, (_, index) => `a${index}`);

/** A batch that waits, and downloaded files of the documents of an earlier one in the same folder. */
async function prepare(): Promise<void> {
  const store = await openStore(path);
  const first = await beginBatch(store, ids);
  const file = { size: 1, sha256: 'x', modified: 1, requestId: '', at: '2026-11-20' };
  await store.writeSteps(
    batchOwner,
    first.map(({ id, documentId }) => {
      const path = `d/${documentId}.pdf`;
      return { kind: 'landed', state: 'done', batch: batchUuid, id, path, ...file } as const;
    }),
  );
  const again = await beginBatch(store, ids, '/f', 'second');
  await store.writeSteps(
    batchOwner,
    again.map(({ id }) => {
      return { kind: 'returned', state: 'waiting', batch: 'second', id, hasPartFile: false } as const;
    }),
  );
  await store.close();
}

function failures(): unknown[] {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT error FROM transfer WHERE state = 'failed'").all();
  database.close();
  return rows.map(({ error }) => JSON.parse(String(error)));
}

test.each(['holding', 'place'])(
  'a damaged row of %s costs its document, and has the whole store checked at the next opening',
  async (table) => {
    await prepare();
    damageRow(path, table, 3);
    const store = await openStore(path);
    expect(store.setAside).toBeUndefined();
    const taken = await store.takeTransfers('second', batchOwner, { limit: 20, now: 0 });
    expect(taken.map(({ documentId }) => documentId)).toEqual(ids.filter((id) => id !== 'a3'));
    expect((await store.getBatch('second')).counts).toMatchObject({ failed: 1, waiting: 0 });
    await store.close();
    expect(failures()).toMatchObject([{ code: 'ROW_UNREADABLE', values: { id: 'a3' } }]);
    expect(existsSync(suspicionOf(path))).toBe(true);
    const fresh = await openStore(path);
    expect(fresh.setAside).toBe(`${path}.damaged`);
    await fresh.close();
  },
);

test('a damaged row of the ledger itself stops no other document, and is told once these are taken', async () => {
  await prepare();
  damageRow(path, 'transfer', 11);
  const store = await openStore(path);
  const take = () => store.takeTransfers('second', batchOwner, { limit: 20, now: 0 });
  expect((await take()).map(({ documentId }) => documentId)).toEqual(ids.filter((id) => id !== 'a3'));
  await expect(take()).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  await store.close();
});

test('a damaged row of a downloaded file keeps no other from being told, and its folder from being known', async () => {
  await prepare();
  damageRow(path, 'holding', 3);
  const store = await openStore(path);
  const others = ids.filter((id) => id !== 'a3');
  expect((await store.listDownloadedFiles('/f', '', 20)).map(({ id }) => id)).toEqual(others);
  const keys = ids.map((id) => ({ connectionId: 'c', id }));
  expect(new Set((await store.listKnownFiles(keys)).map(({ id }) => id))).toEqual(new Set(others));
  for (const key of keys) expect(await store.listFilesOf(key)).toHaveLength(key.id === 'a3' ? 0 : 1);
  await store.close();
});

test('a damaged place costs its own document, and hides none', async () => {
  await prepare();
  damageRow(path, 'place', 3);
  const store = await openStore(path);
  const taken = await store.takeTransfers('second', batchOwner, { limit: 20, now: 0 });
  expect(taken.map(({ documentId }) => documentId)).toEqual(ids.filter((id) => id !== 'a3'));
  const { rows } = await store.listBatchTransfers('second', 0, 20, false);
  expect(rows.map(({ documentId, state }) => [documentId, state])).toEqual(
    ids.map((id) => [id, id === 'a3' ? 'failed' : 'transferring']),
  );
  await store.close();
});

test('a damaged destination costs nothing of its batches and files', async () => {
  await prepare();
  damageRow(path, 'destination', 0);
  const store = await openStore(path);
  const named = { uuid: 'second', folder: '/f' };
  expect(await store.listBatches()).toMatchObject([named, { uuid: batchUuid, folder: '/f' }]);
  expect(await store.getBatch('second')).toMatchObject(named);
  expect(await store.listFoldersToIndex()).toMatchObject([{ folder: '/f' }]);
  const taken = await store.takeTransfers('second', batchOwner, { limit: 20, now: 0 });
  expect(taken.map(({ documentId }) => documentId)).toEqual(ids);
  expect(await store.listDownloadedFiles('/f', '', 20)).toHaveLength(ids.length);
  expect(await store.listFilesOf({ connectionId: 'c', id: 'a3' })).toMatchObject([{ path: '/f/d/a3.pdf' }]);
  expect(await store.listDownloadFolders()).toEqual([{ folder: '/f', away: '' }]);
  expect(await store.insertRecognisedFiles('/f', [], 'stamp')).toBe(0);
  const away = [{ folder: '/f', away: 'gone' } as const];
  expect(await store.updateCheckedFiles({ seen: [], absent: [], folders: away, back: [] })).toBe(true);
  expect(await store.listAbsentFiles('/f', 20)).toHaveLength(ids.length);
  await beginBatch(store, ids, '/f', 'third');
  expect((await store.getBatch('third')).folder).toBe('/f');
  await store.close();
});

/** Copies the store, damages this row of the numbers, and opens the copy. */
function openWithDamagedNumber(row: number): Promise<Store> {
  const copy = `${path}-${row}`;
  copyFileSync(path, copy);
  damageRow(copy, 'paper_number', row);
  return openStore(copy);
}

/** A document of the batches' dispatch, whose name is its number. */
function numbered(id: string) {
  const rut = '76086428-5' as Rut;
  const foundBy = { kind: 'dispatch', rut, dispatch: '1' } as const;
  const document = { connectionId: 'c', dispatch: '1', rut, type: '', folio: '', foundBy };
  return { ...document, id, folder: 'd', stem: numberMark, key: `d/${numberMark}` };
}

test.each(ids.keys().toArray())(
  'damage in the %d. number of a dispatch costs no document its own, or its name',
  async (row) => {
    await prepare();
    const store = await openWithDamagedNumber(row);
    await beginBatch(store, [], '/f', 'late');
    await store.addTransfers('late', ['b0', 'b1'].map(numbered));
    await store.addTransfers('late', ['b2'].map(numbered));
    const taken = await store.takeTransfers('late', batchOwner, { limit: 20, now: 0 });
    expect(taken.map(({ documentId, stem }) => [documentId, stem])).toEqual([
      ['b0', '09'],
      ['b1', '10'],
      ['b2', '11'],
    ]);
    const { destinationId } = await store.getBatch(batchUuid);
    const verdicts = await store.readPendingVerdicts(destinationId, 0, 20);
    expect(verdicts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await store.close();
  },
);

test.each(ids.keys().toArray())(
  'damage in the %d. number of a dispatch keeps no file of its folder from being known, and no batch from moving',
  async (row) => {
    await prepare();
    const store = await openWithDamagedNumber(row);
    const file = { size: 1, sha256: 'x', modified: 1, requestId: '', at: '2026-11-20' };
    const found = ['b0', 'b1'].map((id, index) => ({
      ...file,
      connectionId: 'c',
      id,
      path: `d/${id}.pdf`,
      dispatch: '1',
      folder: 'd',
      stem: id,
      key: `d/${id}`,
      number: 9 + index,
      fixedFolder: 'd',
    }));
    expect(await store.insertRecognisedFiles('/f', found)).toBe(2);
    expect(await store.listDownloadedFiles('/f', '', 20)).toHaveLength(10);
    const next = { uuid: 'moved', folder: '/g', startedAt: '', owner: batchOwner, leaseUntil: 1 };
    await store.draftMovedBatch('second', batchOwner, next);
    expect(await store.carryTransfers('moved', 'second', 20)).toBe(8);
    expect((await store.publishMovedBatch('second', batchOwner, 'moved')).counts).toMatchObject({
      waiting: 8,
    });
    await store.close();
  },
);

test('a damaged batch stands in the list as one that cannot be read', async () => {
  await prepare();
  damageRow(path, 'download_batch', 0);
  const store = await openStore(path);
  expect(await store.listBatches()).toMatchObject([
    { uuid: 'second' },
    {
      uuid: batchUuid,
      name: batchUuid,
      state: { kind: 'ended' },
      selectionError: { code: 'ROW_UNREADABLE', values: { id: batchUuid } },
    },
  ]);
  await store.close();
});

test('a damaged document of a batch stands among the others as one that cannot be read', async () => {
  await prepare();
  damageRow(path, 'transfer', 11);
  const store = await openStore(path);
  const { rows } = await store.listBatchTransfers('second', 0, 20, false);
  expect(rows.map(({ documentId, error }) => [documentId, error?.code])).toEqual(
    ids.map((id) => [id, id === 'a3' ? 'ROW_UNREADABLE' : undefined]),
  );
  await store.close();
});

test('an index that differs from its table is found where there is a suspicion', async () => {
  await prepare();
  const database = new DatabaseSync(path);
  const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'holding_document'").get();
  database.close();
  const bytes = readFileSync(path);
  const start = (Number(page?.['rootpage']) - 1) * 4096;
  bytes.set(Buffer.from('b'), bytes.indexOf('a3', start));
  writeFileSync(path, bytes);
  writeFileSync(suspicionOf(path), '');
  const store = await openStore(path);
  expect(store.setAside).toBe(`${path}.damaged`);
  await store.close();
});

test('a row whose owner is gone is found where there is a suspicion', async () => {
  await prepare();
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec("DELETE FROM download_batch WHERE uuid = 'second'");
  database.close();
  writeFileSync(suspicionOf(path), '');
  const store = await openStore(path);
  expect(store.setAside).toBe(`${path}.damaged`);
  await store.close();
});

test('a constraint that only a damaged file breaks is a suspicion', async () => {
  await prepare();
  const database = new DatabaseSync(path);
  database.exec("CREATE TRIGGER broken BEFORE UPDATE ON transfer BEGIN SELECT raise(ABORT, 'broken'); END");
  database.close();
  const store = await openStore(path);
  await expect(store.takeTransfers('second', batchOwner, { limit: 1, now: 0 })).rejects.toMatchObject({
    code: 'UNEXPECTED',
  });
  await store.close();
  expect(existsSync(suspicionOf(path))).toBe(true);
});
