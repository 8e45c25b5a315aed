import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../../electron/database/index.ts';
import { suspect, suspicionOf } from '../../../../electron/database/open-database.ts';
import { removeDamagedCopies } from '../../../../electron/database/remove-damaged-copies.ts';
import { diskNamesSync, readWhole } from '../../../../electron/lib/retry-while-locked.ts';
import { createPreferences } from '../../../../electron/platform/terminal/index.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../../support/skipped.ts';

let folder: string;
let victim: string;
beforeEach(() => {
  folder = temporaryFolder('own');
  victim = join(folder, 'victim');
  writeFileSync(victim, '{"somebody":"else"}');
});

/**
 * What may stand in place of a file: a pipe that nobody reads or writes, a link to somebody's file, one that
 * leads nowhere.
 */
const others: Readonly<Record<string, (path: string) => void>> = {
  pipe: (path) => void execFileSync('mkfifo', [path]),
  link: (path) => symlinkSync(victim, path),
  'link to nothing': (path) => symlinkSync(join(folder, 'nothing'), path),
};

describe(
  'what stands in place of a file of the app and is none',
  skippedFor(isWindows && 'Windows has no pipes there, and makes links for few'),
  () => {
    test.each(Object.keys(others))('as a %s is neither waited for nor written through', async (kind) => {
      const at = (name: string) => {
        const path = join(folder, name);
        others[kind]?.(path);
        return path;
      };
      const refused = expect.objectContaining({ code: kind === 'pipe' ? 'EFTYPE' : 'ELOOP' });
      const log = at('carpeta.log');
      expect(() => diskNamesSync.append(log, 'line\n', 0o600)).toThrow(refused);
      expect(() => diskNamesSync.write(log, 'text', 0o600)).toThrow(refused);
      expect(() => diskNamesSync.read(log)).toThrow(refused);
      at('preferences.json');
      expect(() => createPreferences(folder)).toThrow(expect.objectContaining({ code: 'FILE_IN_THE_WAY' }));
      for (const suffix of ['', '-wal', '-shm']) {
        const path = join(temporaryFolder('own-store'), 'carpeta.db');
        others[kind]?.(path + suffix);
        await expect(openStore(path)).rejects.toMatchObject({ code: 'FILE_IN_THE_WAY' });
      }
      at('carpeta.db.suspect');
      expect(() => suspect(join(folder, 'carpeta.db'))).not.toThrow();
      expect(readFileSync(victim, 'utf8')).toBe('{"somebody":"else"}');
      expect(existsSync(join(folder, 'nothing'))).toBe(false);
    });

    test.each(Object.keys(others))('as a %s stays where damaged stores are deleted', async (kind) => {
      const damaged = join(folder, 'carpeta.db.damaged');
      others[kind]?.(damaged);
      await removeDamagedCopies(join(folder, 'carpeta.db'));
      expect(lstatSync(damaged, { throwIfNoEntry: false })).toBeDefined();
      expect(readFileSync(victim, 'utf8')).toBe('{"somebody":"else"}');
    });

    test('a pipe that is to be read whole is refused at once', async () => {
      const path = join(folder, 'configuration.json');
      others['pipe']?.(path);
      await expect(readWhole(path)).rejects.toMatchObject({ code: 'EFTYPE' });
    });
  },
);

test('a folder in place of the mark of damage keeps no store from being opened, and stays', async () => {
  const path = join(folder, 'carpeta.db');
  mkdirSync(suspicionOf(path));
  await (await openStore(path)).close();
  writeFileSync(path, 'no store at all, but long enough to be read as one'.repeat(40));
  const reopened = await openStore(path);
  await reopened.close();
  expect([reopened.setAside, existsSync(suspicionOf(path))]).toEqual([`${path}.damaged`, true]);
});

test('a folder that is named as a damaged store stays where those are deleted', async () => {
  const path = join(folder, 'carpeta.db');
  mkdirSync(`${path}.damaged`);
  writeFileSync(`${path}.damaged-2`, 'of a client');
  await removeDamagedCopies(path);
  expect([existsSync(`${path}.damaged`), existsSync(`${path}.damaged-2`)]).toEqual([true, false]);
});

test('a file of the app is written in place of what it held, added to and read', () => {
  const path = join(folder, 'own');
  diskNamesSync.write(path, 'long text', 0o600);
  diskNamesSync.write(path, 'ñ', 0o600);
  diskNamesSync.append(path, '1', 0o600);
  expect(diskNamesSync.read(path)).toBe('ñ1');
});
