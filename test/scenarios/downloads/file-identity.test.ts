import fs, { lstatSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileIdentity } from '../../../electron/downloads/files/disk.ts';
import { reopenPartFile } from '../../../electron/downloads/files/part-file.ts';
import { realDisk } from '../../../electron/downloads/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const lstat = fs.lstat;

function newFile(): string {
  const path = join(temporaryFolder(), 'a.part');
  writeFileSync(path, 'half');
  return path;
}

/**
 * Has the system answer with this file number, as Node gives it: exact where a `bigint` is asked for, else
 * the nearest number.
 */
function numberFilesAs(number: bigint): void {
  const results = vi.spyOn(fs, 'lstat');
  results.mockImplementation(((path: string, options: unknown, callback: unknown) => {
    const done = (typeof options === 'function' ? options : callback) as (...args: unknown[]) => void;
    const bigint = typeof options === 'object';
    lstat(path, { bigint }, (error, stats) => {
      if (stats) Object.assign(stats, { ino: bigint ? number : Number(number) });
      done(error, stats);
    });
  }) as never);
  onTestFinished(() => results.mockRestore());
}

test('two files whose NTFS numbers differ in the last digit only are two files', async () => {
  const path = newFile();
  numberFilesAs(2n ** 58n + 1n);
  const first = fileIdentity(await realDisk.stat(path));
  numberFilesAs(2n ** 58n + 2n);
  expect(fileIdentity(await realDisk.stat(path))).not.toBe(first);
});

test('a file number above 2^63 is told as it is, and the one that means none tells nothing', async () => {
  const path = newFile();
  const born = (await realDisk.stat(path))?.born;
  // Node gives 64 bits as a signed number.
  numberFilesAs(BigInt.asIntN(64, 2n ** 63n + 5n));
  expect(fileIdentity(await realDisk.stat(path))).toBe(`${2n ** 63n + 5n}-${born}`);
  numberFilesAs(-1n);
  expect(fileIdentity(await realDisk.stat(path))).toBe('');
});

test('a .part that an earlier version wrote down is known again', async () => {
  const path = newFile();
  const { ino, birthtimeMs } = lstatSync(path);
  const part = await reopenPartFile(realDisk, path, {}, `${ino}-${Math.trunc(birthtimeMs)}`);
  expect(part?.bytes).toBe(4);
  await part?.close();
});

test('a .part that was removed and made again is another file', async () => {
  const path = newFile();
  const before = await realDisk.stat(path);
  rmSync(path);
  // Whoever gets the number of the first gets another time of birth, and the other way round.
  const after = { kind: 'file', size: 4, modified: 0, device: 1n, isPlaceholder: false } as const;
  expect(fileIdentity({ ...after, inode: (before?.inode ?? 0n) + 1n, born: before?.born ?? 0 })).not.toBe(
    fileIdentity(before),
  );
  expect(fileIdentity({ ...after, inode: before?.inode ?? 0n, born: (before?.born ?? 0) + 1 })).not.toBe(
    fileIdentity(before),
  );
});

test('times are rounded as those that earlier versions wrote down', async () => {
  const path = newFile();
  for (const seconds of [1, 1_700_000_000.999_999, 1_763_942_400.123_456_7, 4_102_444_799.999_999]) {
    utimesSync(path, seconds, seconds);
    expect((await realDisk.stat(path))?.modified).toBe(Math.trunc(lstatSync(path).mtimeMs));
  }
});
