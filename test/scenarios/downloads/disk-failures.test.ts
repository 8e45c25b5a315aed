import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { filesIn, isEnded } from '../../support/app/downloads-fixture.ts';
import { faultyDisk, fileBytes, partsIn } from '../../support/disk/faulty-disk.ts';
import { noMount } from '../../support/disk/small-disk.ts';
import { skippedFor } from '../../support/skipped.ts';

describe('a disk', () => {
  const place = faultyDisk();

  test('whose index another program keeps to itself says so when a batch begins', async () => {
    const busy = () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }));
    const read: Disk['read'] = (path) => (path.endsWith('indice.csv') ? busy() : realDisk.read(path));
    await place.open({ disk: { ...realDisk, read } });
    mkdirSync(place.fixture.folder, { recursive: true });
    writeFileSync(join(place.fixture.folder, 'indice.csv'), 'documento;archivo;sha256');
    await expect(place.fixture.start(place.documents)).rejects.toMatchObject({ code: 'FILE_LOCKED' });
    expect(await place.fixture.downloads.list()).toEqual([]);
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
    await place.open({ disk });
    const id = await place.fixture.start(place.documents);
    const batch = await place.fixture.until(id, isEnded);
    expect(batch.counts).toMatchObject({ failed: 1, waiting: 0 });
    const [failed] = (await place.fixture.verdicts(id)).filter(({ state }) => state === 'failed');
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
    await place.open({ disk });
    place.slowly();
    const id = await place.fixture.start(place.documents);
    await place.fixture.whenDone(id, 1);
    isReadOnly = true;
    const paused = await place.fixture.until(id);
    expect(paused.state).toMatchObject({
      kind: 'paused',
      why: 'folder-gone',
      error: { code: 'FOLDER_UNWRITABLE' },
    });
    expect(paused.counts.failed).toBe(0);
    isReadOnly = false;
    expect((await place.fixture.until(id, isEnded)).counts.done).toBe(place.fileCount);
    await expect(place.fixture.downloads.verify(place.fixture.folder)).resolves.toMatchObject({
      good: place.fileCount,
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
    await place.open({ disk });
    const id = await place.fixture.start(place.documents);
    expect((await place.fixture.until(id, isEnded)).counts).toMatchObject({
      done: place.fileCount,
      failed: 0,
    });
    expect(taken).toBeGreaterThan(2);
    await expect(place.fixture.downloads.verify(place.fixture.folder)).resolves.toMatchObject({
      good: place.fileCount,
      extra: [],
    });
  });

  describe('with a place that refuses', () => {
    async function refusing(code: string, isPlace: (path: string) => boolean): Promise<void> {
      const disk: Disk = {
        ...realDisk,
        create: (path) =>
          isPlace(path)
            ? Promise.reject(Object.assign(new Error('refused'), { code }))
            : realDisk.create(path),
      };
      await place.open({ disk });
      const id = await place.fixture.start(place.documents);
      const seen = place.fixture.messages;
      const ended = await place.fixture.until(id, isEnded);
      expect(seen.flatMap(({ batches }) => batches).filter(({ state }) => state.kind === 'paused')).toEqual(
        [],
      );
      const refused = (await place.fixture.verdicts(id)).filter(({ state }) => state === 'failed');
      expect(refused.length).toBeGreaterThan(0);
      expect(ended.counts.done).toBe(place.fileCount - refused.length);
      expect(new Set(refused.map(({ error }) => error?.code))).toEqual(
        new Set([code === 'ENAMETOOLONG' ? 'PATH_TOO_LONG' : 'FOLDER_UNWRITABLE']),
      );
      expect(refused.every(({ path }) => isPlace(`${path}.part`))).toBe(true);
      expect(
        refused.every(({ error }) => String(error?.values?.['path']).startsWith(place.fixture.folder)),
      ).toBe(true);
      expect(readdirSync(place.fixture.folder).sort()).toEqual(
        [
          ...new Set([...filesIn(place.fixture.folder).keys()].map((path) => path.split('/')[0] ?? '')),
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
    const small = place.mount(2 ** 20);
    small.protect(true);
    await place.open();
    const started = place.fixture.start(place.documents, { folder: join(small.folder, 'Carpetas') });
    await expect(started).rejects.toMatchObject({ code: 'FOLDER_UNWRITABLE' });
    expect(await place.fixture.downloads.list()).toEqual([]);
  });

  test('that goes away in the middle: the batch waits for it, and what was lost with it comes again', async () => {
    await place.open();
    place.slowly();
    const id = await place.fixture.start(place.documents);
    await place.fixture.whenDone(id, 3);
    renameSync(place.fixture.folder, `${place.fixture.folder}-away`);
    const paused = await place.fixture.until(id);
    expect(paused.state).toMatchObject({
      kind: 'paused',
      why: 'folder-gone',
      error: { code: 'FOLDER_GONE' },
    });
    expect(paused.counts.failed).toBe(0);
    expect(existsSync(place.fixture.folder)).toBe(false);

    // Another, empty one comes back.
    mkdirSync(place.fixture.folder);
    const ended = await place.fixture.until(id, isEnded);
    expect(ended.counts.done + ended.counts.here).toBe(place.fileCount);
    expect(await place.fixture.downloads.verify(place.fixture.folder)).toMatchObject({
      good: place.fileCount,
      missing: [],
      changed: [],
      extra: [],
    });
  });

  test(
    'that is pulled out leaves an empty folder, into which nothing is written',
    skippedFor(noMount),
    async () => {
      const small = place.mount(100 * fileBytes);
      await place.open();
      place.slowly();
      const id = await place.fixture.start(place.documents, { folder: small.folder });
      await place.fixture.whenDone(id, 3);
      small.pull();
      expect((await place.fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'folder-gone' });
      expect(readdirSync(small.folder)).toEqual([]);
    },
  );

  test('loses a folder of a dispatch in the middle: it is made anew', async () => {
    await place.open();
    place.slowly();
    const id = await place.fixture.start(place.documents);
    await place.fixture.whenDone(id, 2);
    const [client = ''] = readdirSync(place.fixture.folder);
    renameSync(join(place.fixture.folder, client), join(place.fixture.home, 'away'));
    const ended = await place.fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(0);
    expect(filesIn(place.fixture.folder).size).toBe(place.fileCount);
  });

  test('of its own, another one than that of the store', skippedFor(noMount), async () => {
    const small = place.mount(100 * fileBytes);
    await place.open();
    const folder = join(small.folder, 'nueva', 'carpeta');
    const batch = await place.fixture.until(await place.fixture.start(place.documents, { folder }));
    expect(batch.counts.done).toBe(place.fileCount);
    expect(filesIn(folder).size).toBe(place.fileCount);
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
    await place.open({ disk });
    const batch = await place.fixture.until(await place.fixture.start(place.documents));
    expect(batch.counts.done).toBe(place.fileCount);
    expect(partsIn(place.fixture.folder)).toEqual([]);
    expect(paused.size).toBeGreaterThan(place.fileCount);
  });

  test('without second names for a file', async () => {
    const disk: Disk = {
      ...realDisk,
      link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })),
    };
    await place.open({ disk });
    const batch = await place.fixture.until(await place.fixture.start(place.documents));
    expect(batch.counts.done).toBe(place.fileCount);
    expect(filesIn(place.fixture.folder).size).toBe(place.fileCount);
  });
});
