import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { filesIn, isEnded } from '../../support/app/downloads-fixture.ts';
import { diskFailureFixture, fileBytes, partFilesIn } from '../../support/disk/disk-failure-fixture.ts';
import { noMount } from '../../support/disk/mounted-disk.ts';
import { skippedFor } from '../../support/skipped.ts';

describe('a disk', () => {
  const setup = diskFailureFixture();

  test('whose index another program keeps to itself says so when a batch begins', async () => {
    const busy = () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }));
    const read: Disk['read'] = (path) => (path.endsWith('indice.csv') ? busy() : realDisk.read(path));
    await setup.open({ disk: { ...realDisk, read } });
    mkdirSync(setup.fixture.folder, { recursive: true });
    writeFileSync(join(setup.fixture.folder, 'indice.csv'), 'documento;archivo;sha256');
    await expect(setup.fixture.start(setup.documents)).rejects.toMatchObject({ code: 'FILE_LOCKED' });
    expect(await setup.fixture.downloads.list()).toEqual([]);
  });

  test.each([
    ['takes no file as large as one of them', 'EFBIG', 'FILE_TOO_LARGE_FOR_DISK'],
    ['opens no more files for one of them', 'EMFILE', 'TOO_MANY_OPEN_FILES'],
  ])('that %s fails that document alone, and says why', async (_, code, expected) => {
    let stem = '';
    const disk: Disk = {
      ...realDisk,
      create(path) {
        if (!path.endsWith('.part') || basename(path).startsWith('.')) return realDisk.create(path);
        stem ||= path;
        return path === stem
          ? Promise.reject(Object.assign(new Error(code), { code }))
          : realDisk.create(path);
      },
    };
    await setup.open({ disk });
    const id = await setup.fixture.start(setup.documents);
    const batch = await setup.fixture.until(id, isEnded);
    expect(batch.counts).toMatchObject({ failed: 1, waiting: 0 });
    const [failed] = (await setup.fixture.verdicts(id)).filter(({ state }) => state === 'failed');
    expect(failed?.error?.code).toBe(expected);
  });

  test('that cannot be written: the batch stands still until it can', async () => {
    let isReadOnly = false;
    const disk: Disk = {
      ...realDisk,
      create: (path) =>
        isReadOnly
          ? Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }))
          : realDisk.create(path),
    };
    await setup.open({ disk });
    setup.slowly();
    const id = await setup.fixture.start(setup.documents);
    await setup.fixture.whenDone(id, 1);
    isReadOnly = true;
    const paused = await setup.fixture.until(id);
    expect(paused.state).toMatchObject({
      kind: 'paused',
      why: 'folder-gone',
      error: { code: 'FOLDER_UNWRITABLE' },
    });
    expect(paused.counts.failed).toBe(0);
    isReadOnly = false;
    expect((await setup.fixture.until(id, isEnded)).counts.done).toBe(setup.fileCount);
    await expect(setup.fixture.downloads.verify(setup.fixture.folder)).resolves.toMatchObject({
      good: setup.fileCount,
      extra: [],
    });
  });

  test('from which another computer takes what has just been transferred: it is fetched again', async () => {
    let taken = 0;
    const disk: Disk = {
      ...realDisk,
      async link(from, to) {
        // As the one that tidies up after a document of its own at the same place.
        if (from.endsWith('.part') && taken++ < 2) await realDisk.remove(from);
        await realDisk.link(from, to);
      },
    };
    await setup.open({ disk });
    const id = await setup.fixture.start(setup.documents);
    expect((await setup.fixture.until(id, isEnded)).counts).toMatchObject({
      done: setup.fileCount,
      failed: 0,
    });
    expect(taken).toBeGreaterThan(2);
    await expect(setup.fixture.downloads.verify(setup.fixture.folder)).resolves.toMatchObject({
      good: setup.fileCount,
      extra: [],
    });
  });

  describe('with a place that refuses', () => {
    async function refusing(code: string, matches: (path: string) => boolean): Promise<void> {
      const disk: Disk = {
        ...realDisk,
        create: (path) =>
          matches(path)
            ? Promise.reject(Object.assign(new Error('refused'), { code }))
            : realDisk.create(path),
      };
      await setup.open({ disk });
      const id = await setup.fixture.start(setup.documents);
      const seen = setup.fixture.messages;
      const ended = await setup.fixture.until(id, isEnded);
      expect(seen.flatMap(({ batches }) => batches).filter(({ state }) => state.kind === 'paused')).toEqual(
        [],
      );
      const refused = (await setup.fixture.verdicts(id)).filter(({ state }) => state === 'failed');
      expect(refused.length).toBeGreaterThan(0);
      expect(ended.counts.done).toBe(setup.fileCount - refused.length);
      expect(new Set(refused.map(({ error }) => error?.code))).toEqual(
        new Set([code === 'ENAMETOOLONG' ? 'PATH_TOO_LONG' : 'FOLDER_UNWRITABLE']),
      );
      expect(refused.every(({ path }) => matches(`${path}.part`))).toBe(true);
      expect(
        refused.every(({ error }) => String(error?.values?.['path']).startsWith(setup.fixture.folder)),
      ).toBe(true);
      expect(readdirSync(setup.fixture.folder).sort()).toEqual(
        [
          ...new Set([...filesIn(setup.fixture.folder).keys()].map((path) => path.split('/')[0] ?? '')),
          'SHA256SUMS',
          'indice.csv',
        ].sort(),
      );
    }
    // The folder of one dispatch, whichever comes first.
    let dispatch: string | undefined;
    const inOneFolder = (path: string) => {
      if (basename(dirname(path)) === 'Carpetas') return false;
      dispatch ??= dirname(path);
      return dirname(path) === dispatch;
    };
    beforeEach(() => {
      dispatch = undefined;
    });

    test.each(['EACCES', 'EPERM', 'UNKNOWN'])(
      '(%s): its documents fail and say so, the others come',
      (code) => refusing(code, inOneFolder),
    );

    test('a name that is too long for it: that document fails and says so, the others come', () =>
      refusing('ENAMETOOLONG', inOneFolder));
  });

  test('that cannot be written from the beginning is refused at once', skippedFor(noMount), async () => {
    const small = setup.mount(2 ** 20);
    small.protect(true);
    await setup.open();
    const started = setup.fixture.start(setup.documents, { folder: join(small.folder, 'Carpetas') });
    await expect(started).rejects.toMatchObject({ code: 'FOLDER_UNWRITABLE' });
    expect(await setup.fixture.downloads.list()).toEqual([]);
  });

  test('that goes away in the middle: the batch waits for it, and what was lost with it comes again', async () => {
    await setup.open();
    setup.slowly();
    const id = await setup.fixture.start(setup.documents);
    await setup.fixture.whenDone(id, 3);
    renameSync(setup.fixture.folder, `${setup.fixture.folder}-away`);
    const paused = await setup.fixture.until(id);
    expect(paused.state).toMatchObject({
      kind: 'paused',
      why: 'folder-gone',
      error: { code: 'FOLDER_GONE' },
    });
    expect(paused.counts.failed).toBe(0);
    expect(existsSync(setup.fixture.folder)).toBe(false);

    // Another, empty one comes back.
    mkdirSync(setup.fixture.folder);
    const ended = await setup.fixture.until(id, isEnded);
    expect(ended.counts.done + ended.counts.here).toBe(setup.fileCount);
    expect(await setup.fixture.downloads.verify(setup.fixture.folder)).toMatchObject({
      good: setup.fileCount,
      missing: [],
      changed: [],
      extra: [],
    });
  });

  test(
    'that is pulled out leaves an empty folder, into which nothing is written',
    skippedFor(noMount),
    async () => {
      const small = setup.mount(100 * fileBytes);
      await setup.open();
      setup.slowly();
      const id = await setup.fixture.start(setup.documents, { folder: small.folder });
      await setup.fixture.whenDone(id, 3);
      small.pull();
      expect((await setup.fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'folder-gone' });
      expect(readdirSync(small.folder)).toEqual([]);
    },
  );

  test('loses a folder of a dispatch in the middle: it is made anew', async () => {
    await setup.open();
    setup.slowly();
    const id = await setup.fixture.start(setup.documents);
    await setup.fixture.whenDone(id, 2);
    const [client = ''] = readdirSync(setup.fixture.folder);
    renameSync(join(setup.fixture.folder, client), join(setup.fixture.home, 'away'));
    const ended = await setup.fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(0);
    expect(filesIn(setup.fixture.folder).size).toBe(setup.fileCount);
  });

  test('of its own, another one than that of the store', skippedFor(noMount), async () => {
    const small = setup.mount(100 * fileBytes);
    await setup.open();
    const folder = join(small.folder, 'nueva', 'carpeta');
    const batch = await setup.fixture.until(await setup.fixture.start(setup.documents, { folder }));
    expect(batch.counts.done).toBe(setup.fileCount);
    expect(filesIn(folder).size).toBe(setup.fileCount);
  });

  test('where a virus scanner holds a fresh file for a second', async () => {
    const paused = new Set<string>();
    function scanned(path: string): void {
      if (paused.has(path)) return;
      paused.add(path);
      throw Object.assign(new Error('held'), { code: paused.size % 2 === 0 ? 'EBUSY' : 'EACCES' });
    }
    const disk: Disk = {
      ...realDisk,
      remove: async (path) => {
        scanned(path);
        return realDisk.remove(path);
      },
      rename: async (from, to) => {
        scanned(from);
        return realDisk.rename(from, to);
      },
    };
    await setup.open({ disk });
    const batch = await setup.fixture.until(await setup.fixture.start(setup.documents));
    expect(batch.counts.done).toBe(setup.fileCount);
    expect(partFilesIn(setup.fixture.folder)).toEqual([]);
    expect(paused.size).toBeGreaterThan(setup.fileCount);
  });

  test('without second names for a file', async () => {
    const disk: Disk = {
      ...realDisk,
      link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })),
    };
    await setup.open({ disk });
    const batch = await setup.fixture.until(await setup.fixture.start(setup.documents));
    expect(batch.counts.done).toBe(setup.fileCount);
    expect(filesIn(setup.fixture.folder).size).toBe(setup.fileCount);
  });
});
