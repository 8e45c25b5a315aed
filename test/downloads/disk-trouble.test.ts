import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, type DiskFile, realDisk } from '../../electron/downloads/index.ts';
import type { PracticeAgency } from '../../electron/practice/index.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import {
  type DeskOptions,
  type DownloadDesk,
  filesIn,
  openDesk,
  openWithDocuments,
  practice,
  removeHome,
} from '../support/download-desk.ts';
import { createHurriedClock } from '../support/hurried-clock.ts';
import { canMount, mountDisk, type SmallDisk } from '../support/small-disk.ts';

const paperBytes = 100_000;

describe('a disk', () => {
  let agency: PracticeAgency;
  let desk: DownloadDesk;
  let documents: DocumentKey[];
  let papers: number;
  let small: SmallDisk | undefined;

  beforeAll(async () => {
    agency = await practice({ paperBytes });
  });
  afterAll(() => agency.close());
  beforeEach(() => {
    agency.misbehave.clear();
    agency.requests.forget();
  });
  afterEach(async () => {
    await desk.close();
    removeHome(desk);
    small?.remove();
    small = undefined;
  });

  async function open(parts: DeskOptions['parts'] = {}): Promise<void> {
    const opened = await openWithDocuments({ agency, parts }, { times: 20, atMost: 24 });
    ({ desk, documents } = opened);
    papers = opened.withPaper.length;
  }
  /** One after another, so that there is a middle, on a slow machine too. */
  function slowly(): void {
    desk.settings.transfersAtOnce = 1;
    agency.misbehave.add({ kind: 'storage-slow', ms: 40 });
  }
  const parts = (folder: string) => [...filesIn(folder).keys()].filter((path) => path.endsWith('.part'));
  const isEnded = ({ state }: { state: { kind: string } }) => state.kind === 'ended';

  test.runIf(canMount)(
    'that is full: the queue stands still, says how much is needed, and goes on when there is room',
    async () => {
      small = mountDisk(10 * paperBytes);
      await open();
      const id = await desk.start(documents, { folder: small.folder });
      const paused = await desk.until(id);
      expect(paused.state).toMatchObject({ kind: 'paused', why: 'disk-full', error: { code: 'DISK_FULL' } });
      if (paused.state.kind !== 'paused') throw new Error('not paused');
      expect(paused.state.error?.values?.['needed']).toBeGreaterThan(paperBytes);
      expect(paused.counts.failed).toBe(0);
      expect(paused.counts.done).toBeGreaterThan(0);
      await desk.untilRest();
      expect(parts(small.folder)).toEqual([]);

      small.resize(100 * paperBytes);
      const ended = await desk.until(id, isEnded);
      expect(ended.counts.done).toBe(papers);
      expect(await desk.downloads.verify(small.folder)).toMatchObject({
        good: papers,
        missing: [],
        changed: [],
        extra: [],
      });
    },
  );

  test('whose index another program keeps to itself says so when a batch begins', async () => {
    const busy = () => Promise.reject(Object.assign(new Error('busy'), { code: 'EBUSY' }));
    const read: Disk['read'] = (path) => (path.endsWith('indice.csv') ? busy() : realDisk.read(path));
    await open({ disk: { ...realDisk, read } });
    mkdirSync(desk.folder, { recursive: true });
    writeFileSync(join(desk.folder, 'indice.csv'), 'documento;archivo;sha256');
    await expect(desk.start(documents)).rejects.toMatchObject({ code: 'FILE_LOCKED' });
    expect(await desk.downloads.list()).toEqual([]);
  });

  test('that fills up in the middle of a large paper keeps it waiting, not half', async () => {
    const large = await practice({ paperBytes: 9 * 2 ** 20, documents: 60 });
    let room = 4 * 2 ** 20;
    const disk: Disk = {
      ...realDisk,
      create: async (path) => filling(await realDisk.create(path)),
      append: async (path) => filling(await realDisk.append(path)),
      freeBytes: async () => room,
    };
    function filling(file: DiskFile): DiskFile {
      return {
        ...file,
        async write(pieces) {
          room -= pieces.reduce((sum, piece) => sum + piece.length, 0);
          if (room < 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          return file.write(pieces);
        },
      };
    }
    desk = await openDesk({ agency: large, clock: createHurriedClock(20), parts: { disk } });
    try {
      const found = await desk.find({ atMost: 8 });
      const one = found.filter(({ id }) => large.data.document(id)?.paper).slice(0, 1);
      const id = await desk.start(one);
      expect((await desk.until(id)).state).toMatchObject({ kind: 'paused', why: 'disk-full' });
      room = 2 ** 40;
      expect((await desk.until(id, isEnded)).counts.done).toBe(1);
      expect(parts(desk.folder)).toEqual([]);
    } finally {
      await large.close();
    }
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
    await open({ disk });
    slowly();
    const id = await desk.start(documents);
    await desk.whenDone(id, 1);
    isReadOnly = true;
    const paused = await desk.until(id);
    expect(paused.state).toMatchObject({
      kind: 'paused',
      why: 'folder-gone',
      error: { code: 'FOLDER_UNWRITABLE' },
    });
    expect(paused.counts.failed).toBe(0);
    isReadOnly = false;
    expect((await desk.until(id, isEnded)).counts.done).toBe(papers);
    await expect(desk.downloads.verify(desk.folder)).resolves.toMatchObject({ good: papers, extra: [] });
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
      await open({ disk });
      const id = await desk.start(documents);
      const seen = desk.messages;
      const ended = await desk.until(id, isEnded);
      expect(seen.flatMap(({ batches }) => batches).filter(({ state }) => state.kind === 'paused')).toEqual(
        [],
      );
      const refused = (await desk.verdicts(id)).filter(({ state }) => state === 'failed');
      expect(refused.length).toBeGreaterThan(0);
      expect(ended.counts.done).toBe(papers - refused.length);
      expect(new Set(refused.map(({ error }) => error?.code))).toEqual(
        new Set([code === 'ENAMETOOLONG' ? 'PATH_TOO_LONG' : 'FOLDER_UNWRITABLE']),
      );
      expect(refused.every(({ path }) => isPlace(`${path}.part`))).toBe(true);
      expect(refused.every(({ error }) => String(error?.values?.['path']).startsWith(desk.folder))).toBe(
        true,
      );
      expect(readdirSync(desk.folder).sort()).toEqual(
        [
          ...new Set([...filesIn(desk.folder).keys()].map((path) => path.split('/')[0] ?? '')),
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

  test.runIf(canMount)('that cannot be written from the beginning is refused at once', async () => {
    small = mountDisk(2 ** 20);
    small.protect(true);
    await open();
    const started = desk.start(documents, { folder: join(small.folder, 'Carpetas') });
    await expect(started).rejects.toMatchObject({ code: 'FOLDER_UNWRITABLE' });
    expect(await desk.downloads.list()).toEqual([]);
  });

  test('that goes away in the middle: the batch waits for it, and what was lost with it comes again', async () => {
    await open();
    slowly();
    const id = await desk.start(documents);
    await desk.whenDone(id, 3);
    renameSync(desk.folder, `${desk.folder}-away`);
    const paused = await desk.until(id);
    expect(paused.state).toMatchObject({
      kind: 'paused',
      why: 'folder-gone',
      error: { code: 'FOLDER_GONE' },
    });
    expect(paused.counts.failed).toBe(0);
    expect(existsSync(desk.folder)).toBe(false);

    // Another, empty one comes back.
    mkdirSync(desk.folder);
    const ended = await desk.until(id, isEnded);
    expect(ended.counts.done + ended.counts.here).toBe(papers);
    expect(await desk.downloads.verify(desk.folder)).toMatchObject({
      good: papers,
      missing: [],
      changed: [],
      extra: [],
    });
  });

  test.runIf(canMount)(
    'that is pulled out leaves an empty folder, into which nothing is written',
    async () => {
      small = mountDisk(100 * paperBytes);
      await open();
      slowly();
      const id = await desk.start(documents, { folder: small.folder });
      await desk.whenDone(id, 3);
      small.pull();
      expect((await desk.until(id)).state).toMatchObject({ kind: 'paused', why: 'folder-gone' });
      expect(readdirSync(small.folder)).toEqual([]);
    },
  );

  test('loses a folder of a dispatch in the middle: it is made anew', async () => {
    await open();
    slowly();
    const id = await desk.start(documents);
    await desk.whenDone(id, 2);
    const [client = ''] = readdirSync(desk.folder);
    renameSync(join(desk.folder, client), join(desk.home, 'away'));
    const ended = await desk.until(id, isEnded);
    expect(ended.counts.failed).toBe(0);
    expect(filesIn(desk.folder).size).toBe(papers);
  });

  test.runIf(canMount)('of its own, another one than that of the store', async () => {
    small = mountDisk(100 * paperBytes);
    await open();
    const folder = join(small.folder, 'nueva', 'carpeta');
    const batch = await desk.until(await desk.start(documents, { folder }));
    expect(batch.counts.done).toBe(papers);
    expect(filesIn(folder).size).toBe(papers);
  });

  describe('with a symbolic link', () => {
    async function firstPath(): Promise<string> {
      await open();
      const id = await desk.start(documents, { folder: join(desk.home, 'probe') });
      await desk.until(id);
      const verdicts = await desk.verdicts(id);
      const path = verdicts.find(({ state }) => state === 'done')?.path ?? '';
      return path.replace(join(desk.home, 'probe'), desk.folder);
    }

    test('where a document is to stand, it goes beside it and what is linked stays as it was', async () => {
      const path = await firstPath();
      const victim = join(desk.home, 'victim');
      writeFileSync(victim, 'mine');
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(victim, path);
      symlinkSync(join(desk.home, 'nowhere'), path.replace(/\.\w+$/, ' (2)$&'));
      const batch = await desk.until(await desk.start(documents));
      expect(batch.counts.done).toBe(papers);
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect(existsSync(path.replace(/\.\w+$/, ' (3)$&'))).toBe(true);
      expect(existsSync(join(desk.home, 'nowhere'))).toBe(false);
    });

    test('where a .part is to stand, it is waited for, then taken away, never written through', async () => {
      const path = await firstPath();
      const victim = join(desk.home, 'victim');
      writeFileSync(victim, 'mine');
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(victim, path.replace(/\.\w+$/, '.part'));
      const batch = await desk.until(await desk.start(documents), isEnded);
      expect(batch.counts.done).toBe(papers);
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(parts(desk.folder)).toEqual([]);
    });

    test('where a folder is to stand, nothing goes through it', async () => {
      const path = await firstPath();
      const outside = join(desk.home, 'outside');
      mkdirSync(outside);
      mkdirSync(dirname(dirname(path)), { recursive: true });
      symlinkSync(outside, dirname(path));
      const id = await desk.start(documents);
      const batch = await desk.until(id);
      expect(readdirSync(outside)).toEqual([]);
      expect(batch.counts.failed).toBeGreaterThan(0);
      const codes = new Set((await desk.verdicts(id)).flatMap(({ error }) => error?.code ?? []));
      expect(codes).toContain('FILE_IN_THE_WAY');
    });
  });

  test('where a virus scanner holds a fresh file for a second', async () => {
    const held = new Set<string>();
    function scanned(path: string): void {
      if (held.has(path)) return;
      held.add(path);
      throw Object.assign(new Error('held'), { code: held.size % 2 === 0 ? 'EBUSY' : 'EACCES' });
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
    await open({ disk });
    const batch = await desk.until(await desk.start(documents));
    expect(batch.counts.done).toBe(papers);
    expect(parts(desk.folder)).toEqual([]);
    expect(held.size).toBeGreaterThan(papers);
  });

  test('without second names for a file', async () => {
    const disk: Disk = {
      ...realDisk,
      link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })),
    };
    await open({ disk });
    const batch = await desk.until(await desk.start(documents));
    expect(batch.counts.done).toBe(papers);
    expect(filesIn(desk.folder).size).toBe(papers);
  });

  test('that forgets to say that it is full is not believed: what cannot be made durable is not done', async () => {
    let failing = true;
    const disk: Disk = {
      ...realDisk,
      async create(path) {
        const file = await realDisk.create(path);
        const sync = () =>
          failing ? Promise.reject(Object.assign(new Error('late'), { code: 'ENOSPC' })) : file.sync();
        return { ...file, sync };
      },
      freeBytes: async () => (failing ? 0 : 2 ** 40),
    };
    await open({ disk });
    const id = await desk.start(documents);
    const paused = await desk.until(id);
    expect(paused.state).toMatchObject({ kind: 'paused', why: 'disk-full' });
    expect(paused.counts.done).toBe(0);
    failing = false;
    expect((await desk.until(id, isEnded)).counts.done).toBe(papers);
  });
});
