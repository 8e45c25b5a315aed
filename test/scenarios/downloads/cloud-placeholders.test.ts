import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPlaceholder } from '../../../electron/downloads/files/disk.ts';

const root = join(import.meta.dirname, '../../..');
const home = join(root, 'profile');
const moved = join(root, 'other-drive', 'OneDrive - Agencia Ñuñoa');
const away = { size: 90_000n, blocks: 0n };

describe('a file whose content takes no room', () => {
  test('is in the cloud alone where it stands in the profile, whatever the letters of its path', () => {
    expect(isPlaceholder(join(home, 'Documents', 'a.pdf'), away, {}, home)).toBe(true);
    expect(isPlaceholder(join(home, 'Documents', 'a.pdf').toUpperCase(), away, {}, home)).toBe(true);
  });

  test.each(['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'])(
    'is in the cloud alone where it stands in the folder that %s names, on another drive too',
    (name) => {
      const path = join(moved, 'Carpetas', 'a.pdf');
      expect(isPlaceholder(path, away, {}, home)).toBe(false);
      expect(isPlaceholder(path, away, { [name]: moved }, home)).toBe(true);
      expect(isPlaceholder(path, away, { [name]: moved + sep }, home)).toBe(true);
    },
  );

  test('is here on a server, beside a folder of OneDrive, and where OneDrive has none', () => {
    expect(isPlaceholder(join(`${moved} (2)`, 'a.pdf'), away, { OneDrive: moved }, home)).toBe(false);
    expect(isPlaceholder(join(moved, 'a.pdf'), away, { OneDrive: '' }, home)).toBe(false);
  });

  test('is here when it is small enough for its own record, and when it takes room after all', () => {
    const path = join(home, 'a.pdf');
    expect(isPlaceholder(path, { size: 4096n, blocks: 0n }, {}, home)).toBe(false);
    expect(isPlaceholder(path, { size: 90_000n, blocks: 176n }, {}, home)).toBe(false);
  });
});
