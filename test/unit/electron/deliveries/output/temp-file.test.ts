import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFile } from '../../../../../electron/deliveries/output/make-file.ts';
import { removeTempFiles, tempFilePath } from '../../../../../electron/deliveries/output/temp-file.ts';
import { thisProcess } from '../../../../../electron/jobs/index.ts';
import { atomicWrite } from '../../../../../electron/lib/atomic-write.ts';
import { type FileNames, patientNames } from '../../../../../electron/lib/retry-while-locked.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { systemError } from '../../../../support/disk/windows-disk.ts';
import { isWindows, skippedFor } from '../../../../support/skipped.ts';

const delivery = { id: 'aaaaaaaa-1' };
const here = { computer: 'here', processId: 7, isAlive: (processId: number) => processId === 8 };

it('of one delivery this computer removes what its own dead processes have left, and nothing that another computer writes', async () => {
  const folder = temporaryFolder();
  const [own, dead, living] = [7, 9, 8].map((processId) =>
    tempFilePath(folder, delivery.id, { ...here, processId }),
  );
  const elsewhere = [7, 8, 9].map((processId) =>
    tempFilePath(folder, delivery.id, { ...here, computer: 'elsewhere', processId }),
  );
  for (const path of [own, dead, living, ...elsewhere]) writeFileSync(path ?? '', 'papers');
  await removeTempFiles(folder, [delivery], undefined, here);
  expect(readdirSync(folder).sort()).toEqual(
    [living, ...elsewhere].map((path) => basename(path ?? '')).sort(),
  );
});

it('on a disk where files have one name each, no empty file stays under the name of what a killed process was making', async () => {
  const folder = temporaryFolder();
  const tempPath = tempFilePath(folder, delivery.id, { ...here, processId: 9 });
  const isReserved = Promise.withResolvers<void>();
  const names: FileNames = {
    ...patientNames(),
    link: () => Promise.reject(systemError('EPERM')),
    // The process is killed before it has moved the file.
    rename: () => {
      isReserved.resolve();
      return new Promise(() => undefined);
    },
  };
  const file = { folder, stem: 'DIN', extension: 'pdf', tempPath };
  writeFileSync(join(folder, 'DIN.pdf'), '');
  void makeFile(file, (path) => writeFile(path, 'whole'), { markAsForeign: async () => undefined, names });
  await isReserved.promise;
  expect(readdirSync(folder)).toContain('DIN (2).pdf');
  await removeTempFiles(folder, [delivery], undefined, here);
  // What was empty before is somebody's own.
  expect(readdirSync(folder)).toEqual(['DIN.pdf']);
});

it.each(['', '../outside.pdf', 'DIN.pdf'])(
  'a note of a name that says %j has nothing removed that is not an empty file of that folder',
  async (text) => {
    const folder = join(temporaryFolder(), 'inside');
    mkdirSync(folder);
    writeFileSync(join(folder, '../outside.pdf'), '');
    writeFileSync(join(folder, 'DIN.pdf'), 'whole');
    const tempPath = tempFilePath(folder, delivery.id, { ...here, processId: 9 });
    writeFileSync(tempPath.replace('.part', '.name'), text);
    await removeTempFiles(folder, [delivery], undefined, here);
    expect(readdirSync(folder)).toEqual(['DIN.pdf']);
    expect(existsSync(join(folder, '../outside.pdf'))).toBe(true);
  },
);

const noPipes = skippedFor(isWindows && 'Windows has no pipes there, and makes links for few');
it(
  'leaves a pipe, a folder and a link under the name of a temporary file, and waits for none',
  noPipes,
  async () => {
    const folder = temporaryFolder();
    const partOf = (processId: number) => tempFilePath(folder, delivery.id, { ...here, processId });
    const ofOthers = [partOf(9).replace('.part', '.name'), partOf(10), partOf(11)] as const;
    execFileSync('mkfifo', [ofOthers[0]]);
    mkdirSync(ofOthers[1]);
    symlinkSync(join(folder, 'DIN.pdf'), ofOthers[2]);
    writeFileSync(partOf(12), 'papers');
    await removeTempFiles(folder, [delivery], undefined, here);
    expect(readdirSync(folder).sort()).toEqual(ofOthers.map((path) => basename(path)).sort());
  },
);

it('the name of a temporary file is no longer than the shortest file that is made', () => {
  const longest = { ...here, computer: 'a-computer-with-a-long-name', processId: 4_194_304 };
  expect(basename(tempFilePath('', delivery.id, longest)).length).toBeLessThanOrEqual(29);
});

it('two processes that put a text in one place at once give it whole, one after the other', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'LEEME.txt');
  const [isWritten, isBegun, isCommitted] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const own = patientNames();
  // The first gives its text the name while the second has begun its own and written nothing of it.
  const first: FileNames = {
    ...own,
    rename: async (from, to) => {
      isWritten?.resolve();
      await isBegun?.promise;
      await own.rename(from, to);
    },
  };
  const second: FileNames = {
    ...own,
    create: async (at, mode) => {
      const file = await own.create(at, mode);
      isBegun?.resolve();
      await isCommitted?.promise;
      return file;
    },
  };
  const [here, there] = [7, 8].map((processId) => tempFilePath(folder, 'a', { ...thisProcess(), processId }));
  const begun = atomicWrite(path, ['the first'], { tempPath: here ?? '', names: first });
  await isWritten?.promise;
  const after = atomicWrite(path, ['the second'], { tempPath: there ?? '', names: second });
  await begun;
  expect(readFileSync(path, 'utf8')).toBe('the first');
  isCommitted?.resolve();
  await after;
  expect(readFileSync(path, 'utf8')).toBe('the second');
  expect(readdirSync(folder)).toEqual(['LEEME.txt']);
});
