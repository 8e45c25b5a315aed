import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUserData, type Proof } from '../../../../../electron/platform/node/make-user-data.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

function fail(code?: string): () => never {
  const failure = Object.assign(new Error(code ?? 'gone'), code === undefined ? {} : { code });
  return () => {
    throw failure;
  };
}

function proofWith(overrides: Partial<Proof>): Proof {
  const pause = () => undefined;
  return { write: (path) => writeFileSync(path, ''), remove: (path) => rmSync(path), pause, ...overrides };
}

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

  it.each(['EPERM', 'EACCES', 'EROFS'])('is told where nothing can be written into it: %s', (code) => {
    const path = temporaryFolder();
    expect(() => makeUserData(path, proofWith({ write: fail(code) }))).toThrow(
      expect.objectContaining({ code: 'FOLDER_UNWRITABLE', values: { path } }),
    );
  });

  it.each(['ENOSPC', 'EDQUOT'])('is good on a full disk, where what is kept can be read: %s', (code) => {
    const folder = temporaryFolder();
    makeUserData(folder, proofWith({ write: fail(code) }));
    expect(existsSync(folder)).toBe(true);
  });

  it.each(['EPERM', 'EBUSY', 'EACCES'])('is good while a virus scanner holds what proved it: %s', (code) => {
    const folder = temporaryFolder();
    makeUserData(folder, proofWith({ remove: fail(code) }));
    expect(existsSync(folder)).toBe(true);
  });

  it.each(['EPERM', 'EBUSY', 'EACCES'])(
    'is left empty once a virus scanner lets go of what proved it: %s',
    (code) => {
      const folder = temporaryFolder();
      const locked = fail(code);
      let tries = 0;
      makeUserData(folder, proofWith({ remove: (path) => (++tries < 4 ? locked() : rmSync(path)) }));
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([
    ['tells why', 'EIO'],
    ['tells nothing', undefined],
  ])('is refused where its disk fails and %s', (_, code) => {
    expect(() => makeUserData(temporaryFolder(), proofWith({ remove: fail(code) }))).toThrow(
      expect.objectContaining({ code: 'FOLDER_UNWRITABLE' }),
    );
  });
});
