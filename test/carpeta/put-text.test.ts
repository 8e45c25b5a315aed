import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvLine, putText } from '../../electron/carpeta/put-text.ts';
import { unfinishedPath } from '../../electron/carpeta/unfinished.ts';
import { type FileNames, patientNames } from '../../electron/disk/index.ts';
import { thisProcess } from '../../electron/leases/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  [' =1+1', `"' =1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['x,=1+1', `"x,'=1+1"`],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ['x "y"', `"x ""y"""`],
])('%j is no formula in the list of what was not found', (text, cell) => {
  expect(csvLine(['a', text])).toBe(`"a";${cell}\r\n`);
});

test('two processes that put a text in one place at once give it whole, one after the other', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'LEEME.txt');
  const [isWritten, isBegun, isInPlace] = [0, 1, 2].map(() => Promise.withResolvers<void>());
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
      await isInPlace?.promise;
      return file;
    },
  };
  const [here, there] = [7, 8].map((processId) =>
    unfinishedPath(folder, 'a', { ...thisProcess(), processId }),
  );
  const begun = putText(path, 'the first', here ?? '', first);
  await isWritten?.promise;
  const after = putText(path, 'the second', there ?? '', second);
  await begun;
  expect(readFileSync(path, 'utf8')).toBe('the first');
  isInPlace?.resolve();
  await after;
  expect(readFileSync(path, 'utf8')).toBe('the second');
  expect(readdirSync(folder)).toEqual(['LEEME.txt']);
});
