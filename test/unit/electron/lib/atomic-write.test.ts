import { lstatSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atomicWrite } from '../../../../electron/lib/atomic-write.ts';
import { type FileNames, patientNames } from '../../../../electron/lib/retry-while-locked.ts';
import { errorOf } from '../../../support/agency/client.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../../support/skipped.ts';

test('a file is its owner’s alone, and on the disk for sure before it takes its place', async () => {
  const [names, operations]: [FileNames, string[]] = [patientNames(), []];
  const noting: FileNames = {
    ...names,
    async create(path, mode) {
      const file = await names.create(path, mode);
      operations.push(`create ${mode.toString(8)}`);
      const sync = file.sync.bind(file);
      file.sync = async () => {
        await sync();
        operations.push(`sync ${lstatSync(path).size}`);
      };
      return file;
    },
    async rename(from, to) {
      operations.push('rename');
      await names.rename(from, to);
    },
  };
  await atomicWrite(join(temporaryFolder(), 'lista.csv'), ['one', 'two'], { names: noting });
  expect(operations).toEqual(['create 600', 'sync 6', 'rename']);
});

const onWindows = isWindows && 'Windows counts whole paths, and a link there is a right of its own';
test(
  'a name that is too long for the disk, and a place behind a circle of links, are told by a code',
  skippedFor(onWindows),
  async () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
    const long = await errorOf(atomicWrite(join(folder, 'a'.repeat(250)), ['one']));
    const circle = await errorOf(atomicWrite(join(folder, 'circle/lista.csv'), ['one']));
    expect([long.code, circle.code]).toEqual(['FOLDER_UNWRITABLE', 'FILE_IN_THE_WAY']);
  },
);

test.each([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EACCES', 'FOLDER_UNWRITABLE'],
  ['EROFS', 'FOLDER_UNWRITABLE'],
  ['EBUSY', 'FILE_LOCKED'],
  ['EPERM', 'FILE_LOCKED'],
  ['ENAMETOOLONG', 'FOLDER_UNWRITABLE'],
  ['ELOOP', 'FILE_IN_THE_WAY'],
])('%s of the disk is %s, and leaves nothing', async (reason, code) => {
  const folder = temporaryFolder();
  const refusing: FileNames = {
    ...patientNames(),
    rename: async () => {
      throw Object.assign(new Error('as the test says'), { code: reason });
    },
  };
  const error = await errorOf(atomicWrite(join(folder, 'lista.csv'), ['one'], { names: refusing }));
  expect([error.code, readdirSync(folder)]).toEqual([code, []]);
});
