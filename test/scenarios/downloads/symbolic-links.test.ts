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
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Destination } from '../../../electron/downloads/files/destination.ts';
import { type Disk, realDisk } from '../../../electron/downloads/files/disk.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { diskFailureFixture } from '../../support/disk/disk-failure-fixture.ts';
import { unknownBefore } from '../../support/disk/disks-without-hard-links.ts';
import { whyNoLinks } from '../../support/disk/file-system.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../support/skipped.ts';

const noLinks = whyNoLinks();

describe('a destination with a symbolic link', skippedFor(noLinks), () => {
  const setup = diskFailureFixture();
  const isEnded = ({ state }: { state: { kind: string } }) => state.kind === 'ended';

  async function firstPath(): Promise<string> {
    await setup.open();
    const id = await setup.fixture.start(setup.documents, { folder: join(setup.fixture.home, 'probe') });
    await setup.fixture.until(id);
    const verdicts = await setup.fixture.verdicts(id);
    const path = verdicts.find(({ state }) => state === 'done')?.path ?? '';
    return path.replace(join(setup.fixture.home, 'probe'), setup.fixture.folder);
  }

  test('where a document is to stand, it goes beside it and what is linked stays as it was', async () => {
    const path = await firstPath();
    const victim = join(setup.fixture.home, 'victim');
    writeFileSync(victim, 'mine');
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(victim, path);
    symlinkSync(join(setup.fixture.home, 'nowhere'), path.replace(/\.\w+$/, ' (2)$&'));
    const batch = await setup.fixture.until(await setup.fixture.start(setup.documents));
    expect(batch.counts.done).toBe(setup.fileCount);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(existsSync(path.replace(/\.\w+$/, ' (3)$&'))).toBe(true);
    expect(existsSync(join(setup.fixture.home, 'nowhere'))).toBe(false);
  });

  test('where a .part is to stand, its document fails, and the link is left as it is', async () => {
    const path = await firstPath();
    const victim = join(setup.fixture.home, 'victim');
    writeFileSync(victim, 'mine');
    mkdirSync(dirname(path), { recursive: true });
    const link = path.replace(/\.\w+$/, '.part');
    symlinkSync(victim, link);
    const id = await setup.fixture.start(setup.documents);
    const batch = await setup.fixture.until(id, isEnded);
    expect([batch.counts.done, batch.counts.failed]).toEqual([setup.fileCount - 1, 1]);
    const codes = (await setup.fixture.verdicts(id)).flatMap(({ error }) => error?.code ?? []);
    expect(codes).toEqual(['FILE_IN_THE_WAY']);
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test('where a folder is to stand, nothing goes through it', async () => {
    const path = await firstPath();
    const outside = join(setup.fixture.home, 'outside');
    mkdirSync(outside);
    mkdirSync(dirname(dirname(path)), { recursive: true });
    symlinkSync(outside, dirname(path));
    const id = await setup.fixture.start(setup.documents);
    const batch = await setup.fixture.until(id);
    expect(readdirSync(outside)).toEqual([]);
    expect(batch.counts.failed).toBeGreaterThan(0);
    const codes = new Set((await setup.fixture.verdicts(id)).flatMap(({ error }) => error?.code ?? []));
    expect(codes).toContain('FILE_IN_THE_WAY');
  });

  test('that takes the place of a folder which has just been looked at, no document goes through it', async () => {
    const outside = temporaryFolder('outside');
    const swapped: string[] = [];
    const disk: Disk = {
      ...realDisk,
      async create(path) {
        const folder = dirname(path);
        const isDocumentFile =
          path.endsWith('.part') && folder !== setup.fixture.folder && !folder.includes('.carpeta');
        if (isDocumentFile && swapped.length === 0 && lstatSync(folder).isDirectory()) {
          swapped.push(folder);
          renameSync(folder, `${folder} of before`);
          symlinkSync(outside, folder);
        }
        return realDisk.create(path);
      },
    };
    await setup.open({ disk });
    setup.fixture.settings.transfersAtOnce = 1;
    const id = await setup.fixture.start(setup.documents);
    await setup.fixture.until(id);
    expect(swapped).toHaveLength(1);
    expect(readdirSync(outside)).toEqual([]);
    const codes = (await setup.fixture.verdicts(id)).flatMap(({ error }) => error?.code ?? []);
    expect(codes).toContain('FILE_IN_THE_WAY');
  });

  test('that takes its place while it is looked at for another document, no document goes through it either', async () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder('outside')];
    const inside = join(folder, 'd');
    mkdirSync(inside);
    const [checked, goesOn, made] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const disk: Disk = {
      ...realDisk,
      async stat(path) {
        const found = await realDisk.stat(path);
        if (path === inside) {
          checked?.resolve();
          await goesOn?.promise;
        }
        return found;
      },
      async create(path) {
        const file = await realDisk.create(path);
        if (path.endsWith('b.part')) made?.resolve();
        return file;
      },
    };
    const destination = new Destination(folder, disk, createFakeClock(), unknownBefore);
    const first = destination.disk.create(join(inside, 'a.part'));
    await checked?.promise;
    renameSync(inside, `${inside} of before`);
    symlinkSync(outside, inside);
    const second = destination.disk.create(join(inside, 'b.part'));
    await made?.promise;
    await new Promise((resolve) => setImmediate(resolve));
    goesOn?.resolve();
    expect(await Promise.allSettled([first, second])).toMatchObject([
      { reason: { code: 'ENOENT' } },
      { reason: { code: 'FILE_IN_THE_WAY' } },
    ]);
    expect(readdirSync(outside)).toEqual([]);
  });
});
