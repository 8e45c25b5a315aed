import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atomicWrite, createSynced, replaceFile } from '../../../../electron/lib/atomic-write.ts';
import { diskNames, type FileNames, patientNames } from '../../../../electron/lib/retry-while-locked.ts';
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
    expect([long.code, circle.code]).toEqual(['PATH_TOO_LONG', 'FILE_IN_THE_WAY']);
  },
);

test.each([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EACCES', 'FOLDER_UNWRITABLE'],
  ['EROFS', 'FOLDER_UNWRITABLE'],
  ['EBUSY', 'FILE_LOCKED'],
  ['EPERM', 'FILE_LOCKED'],
  ['ENAMETOOLONG', 'PATH_TOO_LONG'],
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

test('a new file that cannot be closed leaves nothing, and the disk’s own error', async () => {
  const folder = temporaryFolder();
  const full: FileNames = {
    ...diskNames,
    async create(path, mode) {
      const file = await diskNames.create(path, mode);
      const close = file.close.bind(file);
      file.close = async () => {
        await close();
        // As a network share reports a quota.
        throw Object.assign(new Error('as the test says'), { code: 'EDQUOT' });
      };
      return file;
    },
  };
  const made = createSynced(full, join(folder, 'a.pdf'), (file) => file.writeFile('one'));
  await expect(made).rejects.toMatchObject({ code: 'EDQUOT' });
  expect(readdirSync(folder)).toEqual([]);
});

test('what failed first is told where the file cannot be closed either', async () => {
  const folder = temporaryFolder();
  const lost = {
    ...diskNames,
    create: async (path: string, mode: number) => {
      const file = await diskNames.create(path, mode);
      const close = file.close.bind(file);
      file.close = async () => {
        await close();
        throw Object.assign(new Error('the share is lost'), { code: 'EIO' });
      };
      return file;
    },
  };
  const made = createSynced(lost, join(folder, 'a.pdf'), () => Promise.reject(new Error('cancelled')));
  await expect(made).rejects.toThrow('cancelled');
  expect(readdirSync(folder)).toEqual([]);
});

test('a new file never takes the place of another, nor removes it', async () => {
  const path = join(temporaryFolder(), 'a.pdf');
  writeFileSync(path, 'another’s');
  const made = createSynced(diskNames, path, (file) => file.writeFile('one'));
  await expect(made).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(path, 'utf8')).toBe('another’s');
});

test('a file that may not be replaced at last stays, and nothing beside it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'indice.csv');
  writeFileSync(path, 'before');
  const beforeRename = async () => {
    throw new Error('the lock is lost');
  };
  const tempPath = `${path}.part`;
  const replaced = replaceFile(diskNames, path, (file) => file.writeFile('after'), {
    tempPath,
    beforeRename,
  });
  await expect(replaced).rejects.toThrow('the lock is lost');
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['indice.csv'], 'before']);
});
