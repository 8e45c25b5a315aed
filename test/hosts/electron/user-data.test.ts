import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUserData } from '../../../electron/hosts/electron/user-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe("the folder of the user's data", () => {
  it('is made, with those above it, and left empty', () => {
    const folder = join(temporaryFolder(), 'Ñuñoa y más', 'Carpeta');
    makeUserData(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is told with its path where it cannot be made', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const path = join(file, 'Carpeta');
    expect(() => makeUserData(path)).toThrow(
      expect.objectContaining({ code: 'FOLDER_UNWRITABLE', values: { path } }),
    );
  });

  it.each(['EPERM', 'EBUSY', 'EACCES'])('is good while a virus scanner holds what proved it: %s', (code) => {
    const folder = temporaryFolder();
    makeUserData(folder, () => {
      throw Object.assign(new Error(code), { code });
    });
    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    ['tells why', Object.assign(new Error('EIO'), { code: 'EIO' })],
    ['tells nothing', new Error('gone')],
  ])('is refused where its disk fails and %s', (_, failure) => {
    const fail = () => {
      throw failure;
    };
    expect(() => makeUserData(temporaryFolder(), fail)).toThrow(
      expect.objectContaining({ code: 'FOLDER_UNWRITABLE' }),
    );
  });
});
