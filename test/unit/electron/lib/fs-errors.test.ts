import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFile } from '../../../../electron/deliveries/output/make-file.ts';
import { atomicWrite } from '../../../../electron/lib/atomic-write.ts';
import { diskError, toDiskError } from '../../../../electron/lib/fs-errors.ts';
import { diskNames, type FileNames, patientNames } from '../../../../electron/lib/retry-while-locked.ts';
import { isAppError } from '../../../../shared/errors.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { systemError } from '../../../support/disk/windows-disk.ts';

/**
 * A drive or share on which a file can neither be made nor get its name any more, in these words of the
 * system.
 */
function lostNames(code: string): FileNames {
  const refuse = () => Promise.reject(systemError(code));
  return patientNames({ ...diskNames, create: refuse, link: refuse, rename: refuse });
}

// The first as Windows says it of a share that was cut off, of a card that was pulled out, of one whose
// server has gone; the last of all else.
describe.each([
  ['ECONNRESET', 'FOLDER_GONE'],
  ['EIO', 'FOLDER_GONE'],
  ['ETIMEDOUT', 'FOLDER_GONE'],
  ['UNKNOWN', 'FOLDER_UNWRITABLE'],
  ['ESTALE', 'FOLDER_GONE'],
  ['EFBIG', 'FILE_TOO_LARGE_FOR_DISK'],
  ['EMFILE', 'TOO_MANY_OPEN_FILES'],
  ['ENFILE', 'TOO_MANY_OPEN_FILES'],
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
])('a drive or share of which the system says %s', (code, expected) => {
  test(`is told as ${expected} by a list that is saved there`, async () => {
    const path = join(temporaryFolder(), 'lista.csv');
    const names = lostNames(code);
    await expect(atomicWrite(path, ['a;b\r\n'], { names })).rejects.toMatchObject({ code: expected });
  });

  test(`is told as ${expected} by what is handed over there`, async () => {
    const folder = temporaryFolder();
    const names = lostNames(code);
    await expect(
      atomicWrite(join(folder, 'LEEME.txt'), ['lee'], { tempPath: join(folder, 'a.part'), names }),
    ).rejects.toMatchObject({ code: expected });
    const write = async (tempPath: string) => {
      writeFileSync(tempPath, 'paper');
      return { pages: 1 };
    };
    const file = { folder, stem: 'paper', extension: 'pdf', tempPath: join(folder, 'a.part') };
    const made = makeFile(file, write, { markAsForeign: async () => undefined, names });
    await expect(made).rejects.toMatchObject({ code: expected });
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** What each code means to a saved list, to a document, and where that gets its name. */
test.each([
  ['ENOENT', 'FOLDER_GONE', undefined, undefined],
  ['ENOTDIR', 'FOLDER_GONE', 'FILE_IN_THE_WAY', 'FILE_IN_THE_WAY'],
  ['ENAMETOOLONG', 'PATH_TOO_LONG', 'PATH_TOO_LONG', 'PATH_TOO_LONG'],
  ['EACCES', 'FOLDER_UNWRITABLE', 'FOLDER_UNWRITABLE', 'FILE_LOCKED'],
  ['EPERM', 'FOLDER_UNWRITABLE', 'FOLDER_UNWRITABLE', 'FILE_LOCKED'],
  ['EROFS', 'FOLDER_UNWRITABLE', 'FOLDER_UNWRITABLE', 'FOLDER_UNWRITABLE'],
  ['EBUSY', 'FILE_LOCKED', 'FILE_LOCKED', 'FILE_LOCKED'],
  ['ETXTBSY', 'FILE_LOCKED', 'FILE_LOCKED', 'FILE_LOCKED'],
  ['ESTALE', 'FOLDER_GONE', 'FOLDER_GONE', 'FOLDER_GONE'],
  ['EFBIG', 'FILE_TOO_LARGE_FOR_DISK', 'FILE_TOO_LARGE_FOR_DISK', 'FILE_TOO_LARGE_FOR_DISK'],
  ['EMFILE', 'TOO_MANY_OPEN_FILES', 'TOO_MANY_OPEN_FILES', 'TOO_MANY_OPEN_FILES'],
  ['EWHATEVER', undefined, undefined, undefined],
])('%s is told as %s, of a document as %s, and as %s where it gets its name', (code, ...expected) => {
  const error = systemError(code);
  const all = [diskError(error, '/p'), toDiskError(error, '/p'), toDiskError(error, '/p', 'rename')];
  expect(all.map((one) => (isAppError(one) ? one.code : undefined))).toEqual(expected);
});
