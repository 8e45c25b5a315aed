import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ensureFolder, ensureFolderSync, type MakeFolder } from '../../../../electron/lib/ensure-folder.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { systemError } from '../../../support/disk/windows-disk.ts';

/** Makes folders as Windows does where `drive` is a drive: it refuses to make one. */
function windowsWith<Result>(drive: string, make: MakeFolder<Result>): MakeFolder<Result> {
  return (path, options) => {
    if (path === drive) throw systemError('EPERM');
    return make(path, options);
  };
}

describe('a folder that is to be there', () => {
  test('is made with those above it, and stays as it is where it is there', async () => {
    const folder = join(temporaryFolder(), 'año', 'Carpeta');
    await ensureFolder(folder);
    writeFileSync(join(folder, 'a'), '');
    ensureFolderSync(folder);
    await ensureFolder(folder);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  test('may be a drive, which Windows refuses to make', async () => {
    const drive = temporaryFolder();
    await ensureFolder(drive, async (path, options) => windowsWith(drive, mkdir)(path, options));
    ensureFolderSync(drive, undefined, windowsWith(drive, mkdirSync));
    expect(readdirSync(drive)).toEqual([]);
  });

  test.each(['a drive that is not there', 'a file in its place'])('is told to be none: %s', async (what) => {
    const path = join(temporaryFolder(), 'x');
    if (what === 'a file in its place') writeFileSync(path, '');
    const refuse = () => {
      throw systemError('EPERM');
    };
    const clock = createFakeClock({ passes: () => true });
    await expect(ensureFolder(path, async () => refuse(), clock)).rejects.toMatchObject({ code: 'EPERM' });
    expect(() => ensureFolderSync(path, undefined, refuse, () => undefined)).toThrow(
      expect.objectContaining({ code: 'EPERM' }),
    );
  });
});
