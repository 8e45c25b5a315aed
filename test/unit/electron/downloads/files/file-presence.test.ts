import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Disk, realDisk } from '../../../../../electron/downloads/index.ts';
import type { DocumentKey } from '../../../../../shared/model/document.ts';
import { fileStatus } from '../../../../../shared/model/file-status.ts';
import { errorOf } from '../../../../support/agency/client.ts';
import type { PracticeAgency } from '../../../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../../../support/app/downloads-fixture.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let documents: DocumentKey[];
/** Looks that a share leaves unanswered, to be answered by the test; undefined while it answers. */
let unanswered: (() => void)[] | undefined;

beforeAll(async () => {
  agency = await practice({ documents: 60 });
});
afterAll(() => agency.close());
beforeEach(async () => {
  unanswered = undefined;
  fixture = await openFixture({ agency, overrides: { disk: withShare() } });
  const found = (await fixture.find()).filter(({ id }) => agency.data.document(id)?.file);
  documents = found.slice(0, 6);
});
afterEach(async () => {
  await fixture.close();
  removeHome(fixture);
});

/** The real disk, but for what stands below `share`, which may leave looks unanswered. */
function withShare(): Disk {
  return {
    ...realDisk,
    async stat(path) {
      if (unanswered && path.startsWith(join(fixture.home, 'share'))) {
        await new Promise<void>((resolve) => unanswered?.push(resolve));
      }
      return realDisk.stat(path);
    },
  };
}

async function download(folder = fixture.folder, some = documents) {
  const batch = await fixture.start(some, { folder });
  return (await fixture.until(batch, isEnded)).counts;
}

async function statuses(some = documents): Promise<string[]> {
  const stored = await Promise.all(some.map((key) => fixture.store.selectDocument(key)));
  return stored.map((document) => (document ? fileStatus(document) : 'not kept'));
}

test('a file that was deleted is not said to be on disk, and is again once it is back', async () => {
  await download();
  const [first] = documents;
  const path = first && (await fixture.downloads.fileOf(first));
  if (!path) throw new Error('nothing was downloaded');
  renameSync(path, `${path}.away`);
  expect(await statuses()).toEqual(documents.map(() => 'here'));
  expect(await fixture.downloads.checkFiles(documents)).toBe(true);
  expect(await statuses()).toEqual(documents.map((_, index) => (index === 0 ? 'available' : 'here')));
  expect((await fixture.store.selectDocument(first))?.pathBefore).toBe(path);
  expect(await fixture.downloads.checkFiles(documents)).toBe(false);
  renameSync(`${path}.away`, path);
  expect(await fixture.downloads.checkFiles(documents)).toBe(true);
  expect(await statuses()).toEqual(documents.map(() => 'here'));
});

test('of a folder that was moved no file is on disk, and all are again where it is put back', async () => {
  await download();
  const moved = join(fixture.home, 'Archivo 2026');
  renameSync(fixture.folder, moved);
  expect(await fixture.downloads.checkFolders()).toBe(true);
  expect(await statuses()).toEqual(documents.map(() => 'available'));
  // An empty folder of its name is not it.
  mkdirSync(fixture.folder);
  await fixture.downloads.checkFolders();
  expect(await statuses()).toEqual(documents.map(() => 'available'));
  rmSync(fixture.folder, { recursive: true });
  await fixture.downloads.checkFolders();
  renameSync(moved, fixture.folder);
  expect(await fixture.downloads.checkFolders()).toBe(true);
  expect(await statuses()).toEqual(documents.map(() => 'here'));
});

test('of a drive that is back after another stood in its place all files count as there at once', async () => {
  await download();
  const moved = join(fixture.home, 'Archivo 2026');
  renameSync(fixture.folder, moved);
  await fixture.downloads.checkFolders();
  mkdirSync(fixture.folder);
  await fixture.downloads.checkFolders();
  // What is brought to the other one is on disk, and there alone.
  const [, fresh] = documents;
  if (!fresh) throw new Error('no documents');
  await download(fixture.folder, [fresh]);
  await fixture.downloads.checkFolders();
  expect((await statuses()).filter((one) => one === 'here')).toHaveLength(1);
  expect(await fixture.downloads.fileOf(fresh)).toContain(fixture.folder);
  rmSync(fixture.folder, { recursive: true });
  await fixture.downloads.checkFolders();
  expect(await statuses()).toEqual(documents.map(() => 'available'));
  // One drive takes the place of the other between two looks.
  mkdirSync(fixture.folder);
  await fixture.downloads.checkFolders();
  rmSync(fixture.folder, { recursive: true });
  renameSync(moved, fixture.folder);
  expect(await fixture.downloads.checkFolders()).toBe(true);
  expect(await statuses()).toEqual(documents.map(() => 'here'));
});

test('of a share that was gone, and did not answer before it is back, all files count as there at once', async () => {
  const share = join(fixture.home, 'share');
  await download(share);
  renameSync(share, `${share} away`);
  await fixture.downloads.checkFolders();
  unanswered = [];
  await fixture.downloads.checkFolders();
  expect(unanswered).toHaveLength(1);
  expect(await statuses()).toEqual(documents.map(() => 'available'));
  renameSync(`${share} away`, share);
  for (const respond of unanswered.splice(0)) respond();
  unanswered = undefined;
  await expect.poll(() => fixture.downloads.checkFolders()).toBe(true);
  expect(await statuses()).toEqual(documents.map(() => 'here'));
});

test('a moved folder that somebody chooses has its documents again: nothing is fetched twice', async () => {
  await download();
  const moved = join(fixture.home, 'Archivo 2026');
  renameSync(fixture.folder, moved);
  await fixture.downloads.checkFolders();
  await fixture.downloads.meetFolder(moved);
  expect(await statuses()).toEqual(documents.map(() => 'here'));
  for (const document of documents) {
    expect((await fixture.downloads.fileOf(document)).startsWith(moved)).toBe(true);
  }
  agency.requests.forget();
  const before = filesIn(moved);
  expect(await download(moved)).toMatchObject({ here: documents.length, done: 0 });
  expect(agency.requests.files()).toEqual({ requested: 0, served: 0 });
  expect(filesIn(moved)).toEqual(before);
});

test('of a moved folder only what still stands in it counts as there', async () => {
  await download();
  const moved = join(fixture.home, 'Archivo 2026');
  renameSync(fixture.folder, moved);
  const [first] = filesIn(moved).keys();
  rmSync(join(moved, ...(first ?? '').split('/')));
  await fixture.downloads.checkFolders();
  await fixture.downloads.meetFolder(moved);
  expect((await statuses()).filter((one) => one === 'here')).toHaveLength(documents.length - 1);
});

test('a share that does not answer is told as such, holds nothing up, and is looked at again once it answers', async () => {
  const [near, far] = [documents.slice(0, 3), documents.slice(3)];
  const share = join(fixture.home, 'share');
  await download(join(fixture.home, 'near'), near);
  await download(share, far);
  unanswered = [];
  expect(await fixture.downloads.checkFiles(far)).toBe(true);
  expect(await statuses(far)).toEqual(far.map(() => 'unseen'));
  // However often it is asked, no more threads are lost to it.
  await fixture.downloads.checkFiles(far);
  await fixture.downloads.checkFolders();
  expect(unanswered).toHaveLength(1);
  // On Windows both folders are on one drive, which is told as one.
  const isOneDrive = process.platform === 'win32';
  expect(await statuses(near)).toEqual(near.map(() => (isOneDrive ? 'unseen' : 'here')));
  for (const respond of unanswered.splice(0)) respond();
  unanswered = undefined;
  // The look that was given up ends with its own turn of the disk.
  await expect
    .poll(
      async () => {
        await fixture.downloads.checkFiles(documents);
        return statuses();
      },
      { timeout: 15_000 },
    )
    .toEqual(documents.map(() => 'here'));
  expect((await errorOf(fixture.downloads.fileOf({ connectionId: 'x', id: 'y' }))).code).toBe(
    'DOCUMENT_NOT_HERE',
  );
});

test('a file that lands just before its folder goes is not on disk either', async () => {
  await download(fixture.folder, documents.slice(0, 5));
  const late = documents.slice(5);
  await download(fixture.folder, late);
  const [file] = await fixture.store.listFilesOf(late[0] ?? { connectionId: '', id: '' });
  renameSync(fixture.folder, join(fixture.home, 'Archivo 2026'));
  await fixture.downloads.checkFolders();
  // What was under way is written down a moment later.
  if (!file) throw new Error('nothing was downloaded');
  const { file: downloaded } = file;
  await fixture.store.insertRecognisedFiles(fixture.folder, [
    { ...downloaded, dispatch: '', folder: '', stem: 'x', key: 'x', fixedFolder: '', isSeen: true },
  ]);
  expect(await statuses(late)).toEqual(['here']);
  await fixture.downloads.checkFiles(late);
  expect(await statuses()).toEqual(documents.map(() => 'available'));
});
