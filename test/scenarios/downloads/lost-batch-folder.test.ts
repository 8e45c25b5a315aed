import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxPathLength } from '../../../electron/lib/max-path-length.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { errorOf } from '../../support/agency/client.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { cli } from '../../support/app/run-cli.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let id: string;
let done: number;

const documents = 8;
const isPausedForFolder = ({ state }: Batch) => state.kind === 'paused' && state.why === 'folder-gone';
const moved = () => join(fixture.home, 'Archivo');

beforeAll(async () => {
  agency = await practice({ documents: 60, fileBytes: 20_000 });
});
afterAll(() => agency.close());

/** A batch of eight documents, of which three have come when its folder is moved away. */
beforeEach(async () => {
  agency.faults.clear();
  fixture = await openFixture({ agency, settings: { transfersAtOnce: 1 } });
  const found = (await fixture.find()).filter((document) => agency.data.document(document.id)?.file);
  agency.faults.add({ kind: 'storage-slow', ms: 40 });
  id = await fixture.start(found.slice(0, documents));
  await fixture.whenDone(id, 3);
  renameSync(fixture.folder, moved());
  const batch = await fixture.until(id, isPausedForFolder);
  done = batch.counts.done;
  agency.faults.clear();
});
afterEach(async () => {
  await fixture.close();
  removeHome(fixture);
});

const batchNow = async (batchId = id) => (await fixture.downloads.list()).find((one) => one.id === batchId);

test('a batch whose folder is gone is cancelled at once, and stays so after a new start', async () => {
  await fixture.downloads.control({ action: 'cancel', batchId: id });
  expect(await batchNow()).toMatchObject({
    state: { kind: 'ended' },
    counts: { done, cancelled: documents - done, waiting: 0 },
  });
  await fixture.close();
  fixture = await fixture.another();
  expect(await batchNow()).toMatchObject({
    state: { kind: 'ended' },
    counts: { cancelled: documents - done },
  });
  // The folder that comes back is none of its business any more, but its index is told what it got.
  renameSync(moved(), fixture.folder);
  await fixture.downloads.flushIndex(fixture.folder);
  expect(await batchNow()).toMatchObject({ state: { kind: 'ended' } });
  expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({ good: done, missing: [] });
});

test('it can go on in another folder: what was brought stays told, the rest goes there', async () => {
  const other = join(fixture.home, 'Otra');
  const { batchId } = await fixture.downloads.move(id, other);
  const rest = await fixture.until(batchId, isEnded);
  expect(rest).toMatchObject({ folder: other, counts: { done: documents - done, cancelled: 0 } });
  expect(filesIn(other).size).toBe(documents - done);
  expect(existsSync(fixture.folder)).toBe(false);
  expect(await batchNow()).toMatchObject({
    state: { kind: 'ended' },
    documents: done,
    counts: { done, cancelled: 0, waiting: 0, paused: 0 },
  });
  const brought = (await fixture.verdicts(id)).map(({ documentId }) => documentId);
  const after = (await fixture.verdicts(batchId)).map(({ documentId }) => documentId);
  expect(new Set([...brought, ...after]).size).toBe(documents);
  await fixture.close();
  fixture = await fixture.another();
  expect((await fixture.downloads.list()).map(({ state }) => state.kind)).toEqual(['ended', 'ended']);
});

test('moved, each document has the name that was meant for it: one that landed as the folder went is known again', async () => {
  const expected = (await fixture.verdicts(id)).filter(({ state }) => state !== 'done');
  const { batchId } = await fixture.downloads.move(id, moved());
  await fixture.until(batchId, isEnded);
  const brought = await fixture.verdicts(batchId);
  const nameOf = (folder: string, path: string) => relative(folder, path).replace(/\.[a-z]+$/, '');
  expect(brought.map(({ documentId, path }) => `${documentId} ${nameOf(moved(), path)}`).sort()).toEqual(
    expected.map(({ documentId, path }) => `${documentId} ${nameOf(fixture.folder, path)}`).sort(),
  );
});

test('moved to where its folder is now, nothing that is there is fetched again', async () => {
  const writtenAt = (path: string) => statSync(join(moved(), path)).mtimeMs;
  const before = new Map([...filesIn(moved()).keys()].map((path) => [path, writtenAt(path)]));
  const { batchId } = await fixture.downloads.move(id, moved());
  const rest = await fixture.until(batchId, isEnded);
  // One that landed as its folder went is there already.
  expect([rest.documents, rest.counts.done + rest.counts.here]).toEqual([documents - done, documents - done]);
  const files = [...filesIn(moved()).keys()].filter((path) => !path.endsWith('.part'));
  expect(files).toHaveLength(documents);
  const stored = [...before].filter(([path]) => !path.endsWith('.part'));
  expect(stored.map(([path]) => [path, writtenAt(path)])).toEqual(stored);
});

test('one of which nothing is left, or whose new folder cannot be had, stays as it was', async () => {
  const error = await errorOf(fixture.downloads.move(id, 'not/absolute'));
  expect(error.code).toBe('FOLDER_UNWRITABLE');
  expect(await batchNow()).toMatchObject({ documents, state: { kind: 'paused' } });
  await fixture.downloads.control({ action: 'cancel', batchId: id });
  expect((await errorOf(fixture.downloads.move(id, join(fixture.home, 'Otra')))).code).toBe(
    'NOTHING_SELECTED',
  );
  expect(await fixture.downloads.list()).toHaveLength(1);
  rmSync(moved(), { recursive: true });
});

/**
 * How the documents of the batch stand, without what an act may change of them: by the ledger, as it is on
 * disk.
 */
const rowsNow = async () =>
  (await fixture.verdicts(id)).map(({ documentId, state }) => `${documentId} ${state}`).sort();

/** The same, once the document that was on its way as the batch was paused has its state. */
const rowsAtRest = async () => {
  await expect.poll(rowsNow).not.toContainEqual(expect.stringMatching(/ transferring$/));
  return rowsNow();
};

/**
 * The batch, without when its folder is looked for next: that comes a moment after it waits, and again and
 * again.
 */
const batchAtRest = async () => ({ ...(await batchNow()), waits: undefined });

test('moved where no path has room, it stays as it was, and nothing else is listed', async () => {
  const before = [await rowsAtRest(), await batchAtRest()];
  const names = Math.floor((maxPathLength - 60 - fixture.home.length) / 10);
  const deep = join(fixture.home, ...Array.from({ length: names }, () => 'abcdefghi'));
  const error = await errorOf(fixture.downloads.move(id, deep));
  expect(error.code).toBe('PATH_TOO_LONG');
  expect(await fixture.downloads.list()).toHaveLength(1);
  expect([await rowsNow(), await batchAtRest()]).toEqual(before);
  // Nor is anything left of the try, and the next one works.
  const { batchId } = await fixture.downloads.move(id, join(fixture.home, 'Otra'));
  expect((await fixture.until(batchId, isEnded)).counts.done).toBe(documents - done);
});

test('moved while the store cannot be written, it stays as it was', async () => {
  const before = await rowsAtRest();
  const database = new DatabaseSync(join(fixture.home, 'carpeta.db'), { timeout: 10_000 });
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON transfer BEGIN SELECT raise(FAIL, 'no room'); END`);
  await errorOf(fixture.downloads.move(id, join(fixture.home, 'Otra')));
  database.exec('DROP TRIGGER full');
  database.close();
  expect(await fixture.downloads.list()).toHaveLength(1);
  expect(await rowsNow()).toEqual(before);
});

test('documents whose result set was deleted are moved, too', async () => {
  const database = new DatabaseSync(join(fixture.home, 'carpeta.db'), { timeout: 10_000 });
  database.exec('DELETE FROM document');
  database.close();
  const { batchId } = await fixture.downloads.move(id, join(fixture.home, 'Otra'));
  const rest = await fixture.until(batchId, isEnded);
  expect(rest).toMatchObject({ documents: documents - done, counts: { done: documents - done } });
  expect(filesIn(join(fixture.home, 'Otra')).size).toBe(documents - done);
});

test('the terminal lists it and cancels it for good', async () => {
  const { name } = (await batchNow()) ?? {};
  await fixture.close();
  const run = (...argv: string[]) =>
    cli(['batches', ...argv, '--json'], { env: { CARPETA_HOME: fixture.home } });
  const listed = await run();
  expect(listed.events[0]).toMatchObject({
    event: 'batch',
    item: { id, name, folder: fixture.folder, documents },
  });
  expect((await run('cancel', name ?? '')).code).toBe(0);
  const again = await cli(['batches', 'cancel', id], { env: { CARPETA_HOME: fixture.home } });
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('ya había terminado') });
  const after = await run('list');
  expect(after.events[0]?.item).toMatchObject({ state: { kind: 'ended' }, counts: { done } });
  expect((await run('move', id)).code).toBe(2);
  expect((await run('move', id, '--into', join(fixture.home, 'Otra'))).stdout).toContain('NOTHING_SELECTED');
  expect((await run('cancel', 'otra')).stdout).toContain('BATCH_GONE');
  fixture = await fixture.another();
});
