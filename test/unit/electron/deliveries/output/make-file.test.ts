import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeCopy, makeFile } from '../../../../../electron/deliveries/output/make-file.ts';
import { diskNames, type FileNames } from '../../../../../electron/lib/retry-while-locked.ts';
import { errorOf } from '../../../../support/agency/client.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { systemError } from '../../../../support/disk/windows-disk.ts';

const markAsForeign = async () => undefined;
const oneNameEach: FileNames = { ...diskNames, link: () => Promise.reject(systemError('EPERM')) };

describe.each([
  ['have second names', diskNames],
  ['have one name each', oneNameEach],
])('where files %s, a file', (_, disk) => {
  const names: FileNames = {
    ...disk,
    remove: (path) => disk.remove(path).catch(() => undefined),
  };
  const fileIn = (folder: string) => ({
    folder,
    stem: 'DIN',
    extension: 'pdf',
    tempPath: join(folder, 'a.part'),
  });

  test('has its name when it is whole and not before, and takes that of no other', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'DIN.pdf'), 'of somebody');
    const during: string[][] = [];
    const write = async (tempPath: string) => {
      await writeFile(tempPath, 'whole');
      during.push(readdirSync(folder).sort());
      // Somebody makes one of the next name meanwhile.
      writeFileSync(join(folder, 'DIN (2).pdf'), 'of another');
    };
    const { path } = await makeFile(fileIn(folder), write, { markAsForeign, names });
    expect(during).toEqual([['DIN.pdf', 'a.part']]);
    expect(path).toBe(join(folder, 'DIN (3).pdf'));
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      ...['of another', 'whole', 'of somebody'],
    ]);
  });

  test('that cannot be written leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const write = async (tempPath: string) => {
      await writeFile(tempPath, 'half');
      throw systemError('ENOSPC');
    };
    const making = makeFile(fileIn(folder), write, { markAsForeign, names });
    expect((await errorOf(making)).code).toBe('DISK_FULL');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is to be a copy of one that has gone is none', async () => {
    const folder = temporaryFolder();
    const { signal } = new AbortController();
    const from = join(folder, 'gone.pdf');
    expect(await makeCopy(from, fileIn(folder), signal, { markAsForeign, names })).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });
});
