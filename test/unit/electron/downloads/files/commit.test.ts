import { linkSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TakenTransfer, TransferStep } from '../../../../../electron/database/index.ts';
import {
  type CommitContext,
  commitFile,
  recoverFile,
} from '../../../../../electron/downloads/files/commit.ts';
import { createPartFile } from '../../../../../electron/downloads/files/part-file.ts';
import { realDisk } from '../../../../../electron/downloads/index.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';
import {
  content,
  landerIn,
  landingMeans,
  numberedByFirstByte,
  sealed,
  withoutLinks,
  withoutLinksOnWindows,
} from '../../../../support/disk/disks-without-hard-links.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

describe.each([
  ['with second names', realDisk],
  ['without second names', withoutLinks],
  ['without second names, on Windows', withoutLinksOnWindows],
])('a file that comes into its place on a file system %s', (_, disk) => {
  let folder: string;
  let steps: TransferStep[];
  let means: CommitContext;
  const clock = createFakeClock({ passes: () => true });
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const lander = (more: Partial<TakenTransfer> = {}) => landerIn(folder, means, more);

  beforeEach(() => {
    folder = temporaryFolder();
    steps = [];
    means = landingMeans(disk, clock, 3, steps);
  });

  test('takes neither the place of another file nor that of what another computer is fetching', async () => {
    write('a.pdf', 'of the person');
    write('a (3).part', 'half of another computer’s');
    write('a (4).pdf', 'of the person too');
    const landed = await commitFile(means, lander(), { kind: 'memory', chunks: [content] }, sealed);
    expect(landed).toMatchObject({ state: 'done', path: 'a (5).pdf' });
    expect(read('a.pdf')).toBe('of the person');
    expect(read('a (3).part')).toBe('half of another computer’s');
    expect(read('a (4).pdf')).toBe('of the person too');
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test.each(['memory', 'file'] as const)(
    'is known by the time that it has once it is marked: marking counts as writing on Windows (%s)',
    async (kind) => {
      means.markAsForeign = async (path) => utimesSync(path, 1_800_000_000, 1_800_000_000);
      const file = await disk.create(join(folder, kind === 'file' ? 'a.part' : 'none'));
      if (kind === 'file') await file.write([content]);
      else await file.close();
      const chunks = [Buffer.from(content)];
      await commitFile(means, lander(), kind === 'file' ? { kind, file } : { kind, chunks }, sealed);
      expect(steps.at(-1)).toMatchObject({ kind: 'landed', modified: 1_800_000_000_000 });
      expect(statSync(join(folder, 'a.pdf')).mtimeMs).toBe(1_800_000_000_000);
    },
  );

  test('gets no name when somebody else has written to its .part', async () => {
    const file = await disk.create(join(folder, 'a.part'));
    await file.write([content, Buffer.from('of another process')]);
    const landing = commitFile(means, lander(), { kind: 'file', file }, sealed);
    await expect(landing).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' });
    expect(readdirSync(folder)).toEqual(['a.part']);
  });

  test('does not give its name to the .part of another computer that took this one for dead', async () => {
    const file = await disk.create(join(folder, 'a.part'));
    await file.write([content]);
    rmSync(join(folder, 'a.part'));
    write('a.part', 'half');
    const landing = commitFile(means, lander(), { kind: 'file', file }, sealed);
    await expect(landing).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' });
    expect(readdirSync(folder)).toEqual(['a.part']);
    expect(read('a.part')).toBe('half');
  });

  test('nor to one that has come just as far', async () => {
    const part = createPartFile(disk, join(folder, 'a.part'), {});
    await part.create();
    part.add(Buffer.from(content));
    const { content: file } = await part.finish();
    rmSync(join(folder, 'a.part'));
    write('a.part', '*'.repeat(content.length));
    await expect(commitFile(means, lander(), file, sealed)).rejects.toMatchObject({
      code: 'LENGTH_MISMATCH',
    });
    expect(readdirSync(folder)).toEqual(['a.part']);
  });

  test('is known for its own where its number came with its first byte', async () => {
    means = landingMeans(numberedByFirstByte(disk), clock, 2, steps);
    const part = createPartFile(means.disk, join(folder, 'a.part'), {});
    await part.create();
    part.add(Buffer.from(content));
    const { content: file } = await part.finish();
    const landed = await commitFile(means, lander(), file, sealed);
    expect(landed).toMatchObject({ state: 'done', path: 'a.pdf' });
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });

  test('whose process ended before its .part had the new name takes the next one that is free', async () => {
    write('a.pdf', 'of the person');
    write('a.part', content);
    write('a (2).part', 'half of another computer’s');
    const landed = await recoverFile(means, lander({ stem: 'a (2)', sealed }));
    expect(landed).toMatchObject({ state: 'done', path: 'a (3).pdf' });
    expect(read('a (2).part')).toBe('half of another computer’s');
    expect(readdirSync(folder).sort()).toEqual(['a (2).part', 'a (3).pdf', 'a.pdf']);
  });

  test('whose process ended when its .part had both names keeps one of them', async () => {
    write('a.pdf', 'of the person');
    write('a.part', content);
    linkSync(join(folder, 'a.part'), join(folder, 'a (2).part'));
    const landed = await recoverFile(means, lander({ stem: 'a (2)', sealed }));
    expect(landed).toMatchObject({ state: 'done', path: 'a (2).pdf' });
    expect(readdirSync(folder).sort()).toEqual(['a (2).pdf', 'a.pdf']);
  });

  test('whose old name another computer has taken since leaves it alone', async () => {
    write('a.pdf', 'of the person');
    write('a.part', 'half of another computer’s');
    write('a (2).part', content);
    const landed = await recoverFile(means, lander({ stem: 'a (2)', sealed }));
    expect(landed).toMatchObject({ state: 'done', path: 'a (2).pdf' });
    expect(readdirSync(folder).sort()).toEqual(['a (2).pdf', 'a.part', 'a.pdf']);
    expect(steps.at(-1)).toMatchObject({ kind: 'landed', path: 'a (2).pdf' });
  });
});
