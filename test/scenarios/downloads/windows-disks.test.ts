import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { patientDisk } from '../../../electron/downloads/files/disk.ts';
import { createPartFile } from '../../../electron/downloads/files/part-file.ts';
import { renamePartFile } from '../../../electron/downloads/files/rename-part-file.ts';
import { createWriteProbe, isProbe } from '../../../electron/downloads/files/writable-folder.ts';
import {
  createFolderIndex,
  type Disk,
  type IndexedFile,
  realDisk,
} from '../../../electron/downloads/index.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import {
  caseBlindDisk,
  cloudDisk,
  driveDisk,
  fatDisk,
  scannedDisk,
  systemError,
} from '../../support/disk/windows-disk.ts';

const locked = ['EPERM', 'EBUSY', 'EACCES'];
const operations = ['create', 'append', 'link', 'rename', 'remove', 'makeFolder', 'removeFolder'] as const;

const copied: IndexedFile = {
  connectionId: 'practice',
  rut: '12345678-5',
  dispatch: '410001',
  type: 'DIN',
  number: '1',
  documentId: '1',
  folio: '1',
  path: 'a.pdf',
  size: '3',
  sha256: 'a'.repeat(64),
  at: '2026-11-20T12:00:00.000Z',
};

let agency: PracticeAgency;
let fixture: DownloadsFixture | undefined;
beforeAll(async () => {
  agency = await practice();
});
afterAll(() => agency.close());
afterEach(async () => {
  await fixture?.close();
  if (fixture) removeHome(fixture);
  fixture = undefined;
});

async function downloaded(disk: Disk) {
  fixture = await openFixture({ agency, overrides: { disk } });
  const documents = (await fixture.find({ atMost: 12 })).filter(({ id }) => agency.data.document(id)?.file);
  const batch = await fixture.until(await fixture.start(documents));
  return { fixture, documents, batch };
}

describe('a virus scanner that holds files for a moment', () => {
  test.each(locked)('and answers %s to each first try costs no document', async (code) => {
    const refused = new Set<string>();
    const { fixture, documents, batch } = await downloaded(
      scannedDisk(code, 1, operations, (operation) => void refused.add(operation)),
    );
    expect(batch).toMatchObject({ state: { kind: 'ended' }, counts: { done: documents.length, failed: 0 } });
    expect([...refused].sort()).toEqual(
      expect.arrayContaining(['create', 'link', 'makeFolder', 'remove', 'rename']),
    );
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      missing: [],
      changed: [],
      extra: [],
    });
    const names = [...filesIn(fixture.folder).keys()];
    expect(names.filter((name) => /\.(part|lock)/.test(name))).toEqual([]);
  });

  test.each(locked)('and answers %s to each act but reading and linking is waited for', async (code) => {
    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    const clock = createFakeClock({ passes: () => true });
    const scanned = operations.filter((operation) => operation !== 'link');
    const disk = patientDisk(clock, scannedDisk(code, 6, scanned));
    await disk.makeFolder(at('d'));
    await (await disk.create(at('d/a'))).close();
    await (await disk.append(at('d/a'))).close();
    await disk.rename(at('d/a'), at('d/b'));
    await disk.remove(at('d/b'));
    await disk.removeFolder(at('d'));
    expect(readdirSync(folder)).toEqual([]);
    expect(clock.elapsed()).toBe(6 * 3_150);
  });

  test('and answers EBUSY to reading and linking is waited for, too', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a'), 'paper');
    const clock = createFakeClock({ passes: () => true });
    const disk = patientDisk(clock, scannedDisk('EBUSY', 6, ['read', 'link']));
    await (await disk.read(join(folder, 'a'))).close();
    await disk.link(join(folder, 'a'), join(folder, 'b'));
    expect(readdirSync(folder)).toEqual(['a', 'b']);
  });

  test('is not waited for once something else stands where a file was to be removed', async () => {
    const path = join(temporaryFolder(), 'a.part');
    writeFileSync(path, 'ours');
    const clock = createFakeClock({ passes: () => true });
    const replaced = () => writeFileSync(path, 'hers');
    const disk = patientDisk(clock, scannedDisk('EBUSY', 1, ['remove'], replaced));
    await disk.remove(path, { isOurs: async () => readFileSync(path, 'utf8') === 'ours' });
    expect(readFileSync(path, 'utf8')).toBe('hers');
  });

  test.each(locked)('and answers %s keeps no .part that is thrown away', async (code) => {
    const path = join(temporaryFolder(), 'a.part');
    const clock = createFakeClock({ passes: () => true });
    const part = createPartFile(patientDisk(clock, scannedDisk(code, 6, ['remove'])), path, {});
    await part.create();
    await part.discard();
    expect(existsSync(path)).toBe(false);
  });

  test.each(locked)(
    'and answers %s to each first try keeps no file from the index of a folder',
    async (code) => {
      const folder = temporaryFolder();
      const index = createFolderIndex({
        clock: createFakeClock({ passes: () => true }),
        uuid: () => crypto.randomUUID(),
        connections: () => [],
        disk: scannedDisk(code, 1, operations),
      });
      await index.merge(folder, [copied]);
      expect(await index.read(folder)).toMatchObject([{ path: copied.path }]);
    },
  );

  test.each(locked)(
    'and answers %s keeps a file from being opened for three seconds and no longer',
    async (code) => {
      const clock = createFakeClock({ passes: () => true });
      const folder = temporaryFolder();
      const patient = patientDisk(clock, scannedDisk(code, 6, ['create']));
      await (await patient.create(join(folder, 'a'))).close();
      expect(existsSync(join(folder, 'a'))).toBe(true);
      expect(clock.elapsed()).toBe(3_150);
      const never = patientDisk(clock, scannedDisk(code, 7, ['create']));
      await expect(never.create(join(folder, 'b'))).rejects.toMatchObject({ code });
    },
  );

  test('and answers EBUSY to a hard link gets time to let go, before a name is reserved', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.part'), 'paper');
    const made: string[] = [];
    const scanned = scannedDisk('EBUSY', 2, ['link']);
    const disk: Disk = {
      ...scanned,
      create: (path) => {
        made.push(path);
        return scanned.create(path);
      },
    };
    const clock = createFakeClock({ passes: () => true });
    const { signal } = new AbortController();
    expect(
      await renamePartFile(
        patientDisk(clock, disk),
        clock,
        join(folder, 'a.part'),
        join(folder, 'a.pdf'),
        signal,
      ),
    ).toBe('renamed');
    expect(made).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });

  test.each(locked)(
    'and answers %s for long to what proved a folder keeps no batch from it',
    async (code) => {
      const folder = temporaryFolder();
      const clock = createFakeClock({ passes: () => true });
      const probe = createWriteProbe({
        disk: patientDisk(clock, scannedDisk(code, 1_000, ['remove'])),
        uuid: () => crypto.randomUUID(),
      });
      await probe(folder);
      expect(readdirSync(folder).map(isProbe)).toEqual([true]);
    },
  );

  test('is not waited for by whoever may not read a file at all', async () => {
    const clock = createFakeClock({ passes: () => true });
    const patient = patientDisk(clock, scannedDisk('EACCES', 1, ['read']));
    await expect(patient.read(join(temporaryFolder(), 'a'))).rejects.toMatchObject({ code: 'EACCES' });
    expect(clock.elapsed()).toBe(0);
  });
});

describe('a program that keeps a document to itself', () => {
  test('is told with the path of that document by whoever verifies its folder', async () => {
    let isStored = false;
    const disk: Disk = {
      ...realDisk,
      read: (path) =>
        isStored && path.endsWith('.pdf') ? Promise.reject(systemError('EBUSY')) : realDisk.read(path),
    };
    const { fixture } = await downloaded(disk);
    isStored = true;
    await expect(fixture.downloads.verify(fixture.folder)).rejects.toMatchObject({
      code: 'FILE_LOCKED',
      values: { path: expect.stringMatching(/\.pdf$/) },
    });
  });
});

describe('a drive of FAT, which knows no hard links and counts time in even seconds', () => {
  test('gets every document, and an unchanged one is never read again', async () => {
    const read: string[] = [];
    const { fixture, documents, batch } = await downloaded(fatDisk((path) => void read.push(path)));
    expect(batch).toMatchObject({ state: { kind: 'ended' }, counts: { done: documents.length, failed: 0 } });
    const before = filesIn(fixture.folder);
    read.length = 0;
    const again = await fixture.until(await fixture.start(documents));
    expect(again.counts).toMatchObject({ done: 0, here: documents.length });
    expect(read.filter((path) => !/indice\.csv|SHA256SUMS/.test(path))).toEqual([]);
    expect(filesIn(fixture.folder)).toEqual(before);
    expect(readFileSync(join(fixture.folder, 'indice.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(
      documents.length + 1,
    );
  });
});

describe('a drive itself, which Windows refuses to make', () => {
  test('gets every document', async () => {
    const drive = temporaryFolder();
    fixture = await openFixture({ agency, overrides: { disk: driveDisk(drive) } });
    const documents = (await fixture.find({ atMost: 12 })).filter(({ id }) => agency.data.document(id)?.file);
    const { counts } = await fixture.until(await fixture.start(documents, { folder: drive }));
    expect(counts).toMatchObject({ done: documents.length, failed: 0 });
  });
});

describe('a disk to which names in small letters and in capitals are the same', () => {
  test('has no document too many where somebody has written the names of one anew', async () => {
    const { fixture, documents } = await downloaded(caseBlindDisk());
    const [pdf = ''] = [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.pdf'));
    const renamed = join(fixture.folder, dirname(pdf), basename(pdf).toLowerCase());
    renameSync(join(fixture.folder, pdf), renamed);
    writeFileSync(`${renamed}.txt`, '');
    expect(basename(pdf)).not.toBe(basename(renamed));
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: documents.length,
      missing: [],
      changed: [],
      extra: [expect.stringMatching(/\.pdf\.txt$/)],
    });
  });
});

describe('what Windows keeps on a drive for itself', () => {
  test('is no document too many, and keeps nobody from verifying the drive', async () => {
    const drive = temporaryFolder();
    fixture = await openFixture({ agency, overrides: { disk: driveDisk(drive) } });
    const documents = (await fixture.find({ atMost: 4 })).filter(({ id }) => agency.data.document(id)?.file);
    await fixture.until(await fixture.start(documents, { folder: drive }));
    mkdirSync(join(drive, 'System Volume Information'));
    mkdirSync(join(drive, '$RECYCLE.BIN', 'S-1-5-21-1'), { recursive: true });
    writeFileSync(join(drive, '$RECYCLE.BIN', 'S-1-5-21-1', 'desktop.ini'), '');
    expect(await fixture.downloads.verify(drive)).toMatchObject({
      good: documents.length,
      missing: [],
      changed: [],
      extra: [],
    });
  });
});

describe('a folder whose documents a cloud has taken', () => {
  test('is recognised and verified without downloading any of them', async () => {
    const read: string[] = [];
    let isReleased = false;
    const disk = cloudDisk(
      (path) => isReleased && path.endsWith('.pdf'),
      (path) => void read.push(path),
    );
    const { fixture, documents } = await downloaded(disk);
    const pdfs = [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.pdf'));
    isReleased = true;
    // As a synchroniser does that was away for a while.
    for (const path of pdfs) utimesSync(join(fixture.folder, path), 1_800_000_000, 1_800_000_000);
    const again = await fixture.until(await fixture.start(documents));
    expect(again.counts).toMatchObject({ done: 0, here: documents.length });
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: documents.length - pdfs.length,
      unread: pdfs.sort(),
      missing: [],
      changed: [],
      extra: [],
    });
    expect(read).toEqual([]);
    expect(pdfs.length).toBeGreaterThan(0);

    // Another computer of the same OneDrive, which has downloaded nothing itself.
    const other = await openFixture({ agency, overrides: { disk } });
    try {
      await other.find({ atMost: 12 });
      expect(await other.downloads.recognise(fixture.folder)).toEqual({ documents: documents.length });
      const there = await other.until(await other.start(documents, { folder: fixture.folder }));
      expect(there.counts).toMatchObject({ done: 0, here: documents.length });
      expect(read).toEqual([]);
    } finally {
      await other.close();
      removeHome(other);
    }
  });
});
