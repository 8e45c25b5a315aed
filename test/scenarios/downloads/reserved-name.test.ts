import { linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TakenTransfer } from '../../../electron/database/index.ts';
import { commitFile, recoverFile } from '../../../electron/downloads/files/commit.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import {
  content,
  landerIn,
  landingMeans,
  sealed,
  withoutLinks,
  withoutLinksAtAll,
  withoutLinksOnWindows,
} from '../../support/disk/disks-without-hard-links.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

describe.each([
  ['told first that a name is taken', withoutLinks],
  ['told first that there are none', withoutLinksAtAll],
  ['told so as Windows does', withoutLinksOnWindows],
])('where a file can have no second name, %s, a document', (_, plain) => {
  let folder: string;
  const clock = createFakeClock({ passes: () => true });
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const means = (disk: Disk) => landingMeans(disk, clock, 2);
  const lander = (disk: Disk, more: Partial<TakenTransfer> = {}) => landerIn(folder, means(disk), more);
  const memory = () => ({ kind: 'memory', chunks: [Uint8Array.from(content)] }) as const;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('does not take the name of a file that comes into being just before it gets it', async () => {
    const taken: string[] = [];
    const disk: Disk = {
      ...plain,
      async rename(from, to) {
        // Another program wants the same name, and takes it only where it is free.
        const made = await realDisk.create(to).catch(() => undefined);
        await made?.write([Buffer.from('of the person')]);
        await made?.close();
        if (made) taken.push(to);
        await realDisk.rename(from, to);
      },
    };
    const landed = await commitFile(means(disk), lander(disk), memory(), sealed);
    expect(read(landed.path)).toBe(content.toString());
    expect(taken).toEqual([]);
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });

  test('that cannot be moved leaves nothing at its name', async () => {
    const disk: Disk = {
      ...plain,
      rename: () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' })),
    };
    const landing = commitFile(means(disk), lander(disk), memory(), sealed);
    await expect(landing).rejects.toMatchObject({ code: 'FOLDER_GONE' });
    expect(readdirSync(folder)).toEqual(['a.part']);
  });

  test('whose process ended when it had reserved its name takes that name', async () => {
    write('a.part', content);
    write('a.pdf', '');
    const landed = await recoverFile(means(plain), lander(plain, { sealed }));
    expect(landed).toMatchObject({ state: 'done', path: 'a.pdf' });
    expect(read('a.pdf')).toBe(content.toString());
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });

  test('whose process ended when it had reserved another name for its .part takes that name', async () => {
    write('a.pdf', 'of the person');
    write('a.part', content);
    write('a (2).part', '');
    const landed = await recoverFile(means(plain), lander(plain, { stem: 'a (2)', sealed }));
    expect(landed).toMatchObject({ state: 'done', path: 'a (2).pdf' });
    expect(readdirSync(folder).sort()).toEqual(['a (2).pdf', 'a.pdf']);
  });

  test('does not take a name that somebody else has just reserved', async () => {
    write('a.part', content);
    write('a.pdf', '');
    const disk: Disk = {
      ...plain,
      // Who has reserved it fills it while this one waits to see that.
      stat: async (path) => {
        const found = await plain.stat(path);
        if (path.endsWith('a.pdf') && found?.size === 0) write('a.pdf', 'of another computer');
        return found;
      },
    };
    const landed = await recoverFile(means(disk), lander(disk, { sealed }));
    expect(landed).toMatchObject({ state: 'done', path: 'a (2).pdf' });
    expect(read('a.pdf')).toBe('of another computer');
  });

  test('that waits for its name to prove left is stopped at once', async () => {
    write('a.part', content);
    write('a.pdf', '');
    const stopping = new AbortController();
    const still = createFakeClock();
    const waiting = landingMeans(plain, still, 2);
    const landing = recoverFile(waiting, landerIn(folder, waiting, { sealed }, stopping.signal));
    await still.untilSleeping();
    stopping.abort();
    await expect(landing).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(folder).sort()).toEqual(['a.part', 'a.pdf']);
  });
});

test('where files have second names, an empty file of somebody else keeps its name', async () => {
  const folder = temporaryFolder();
  const means = landingMeans(realDisk, createFakeClock({ passes: () => true }), 2);
  writeFileSync(join(folder, 'a.part'), content);
  writeFileSync(join(folder, 'a.pdf'), '');
  const landed = await recoverFile(means, landerIn(folder, means, { sealed }));
  expect(landed).toMatchObject({ state: 'done', path: 'a (2).pdf' });
  expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('');
  expect(readdirSync(folder).sort()).toEqual(['a (2).pdf', 'a.pdf']);
});

describe('where files have second names, what stands at the one that was tried', () => {
  const recovered = async (folder: string) => {
    const means = landingMeans(realDisk, createFakeClock({ passes: () => true }), 2);
    writeFileSync(join(folder, 'a.pdf'), '');
    await recoverFile(means, landerIn(folder, means, { sealed }));
    return readdirSync(folder).sort();
  };

  test('goes when a process ended before it had taken it away', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.part'), content);
    linkSync(join(folder, 'a.part'), join(folder, 'a.par2'));
    expect(await recovered(folder)).toEqual(['a (2).pdf', 'a.pdf']);
  });

  test('stays when it is of the person, whatever it holds', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.part'), content);
    writeFileSync(join(folder, 'a.par2'), content);
    expect(await recovered(folder)).toEqual(['a (2).pdf', 'a.par2', 'a.pdf']);
  });
});
