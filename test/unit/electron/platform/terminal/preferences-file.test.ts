import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFileLock } from '../../../../../electron/platform/terminal/file-lock.ts';
import { createPreferences, preferencesOver } from '../../../../../electron/platform/terminal/index.ts';
import { mountDisk, noMount } from '../../../../support/disk/mounted-disk.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import type { Changes } from '../../../../support/process/changing-process.ts';
import { isWindows, skippedFor } from '../../../../support/skipped.ts';

const changing = join(import.meta.dirname, '../../../../support/process/changing-process.ts');

test('what two processes change at the same time is all kept', async () => {
  const folder = temporaryFolder('changed-twice');
  const times = 60;
  const processes = ['a', 'b'].map((name) => {
    const order: Changes = { folder, name, times };
    return fork(changing, [], { env: { ...process.env, CHANGES: JSON.stringify(order) } });
  });
  await Promise.all(processes.map((one) => once(one, 'message')));
  for (const one of processes) one.send('go');
  const codes = await Promise.all(processes.map((one) => once(one, 'exit')));
  expect(codes.map(([code]) => code)).toEqual([0, 0]);
  const { get } = createPreferences(folder);
  expect(get('count')).toBe(2 * times);
  expect(get('entries')).toHaveLength(2 * times);
  expect([get('own-a'), get('own-b')]).toEqual([times - 1, times - 1]);
});

test('a lock that another holds is waited for, and told when it does not come', () => {
  const path = join(temporaryFolder('turn'), 'lock');
  withFileLock(path, () => {
    expect(() => withFileLock(path, () => expect.unreachable(), 10)).toThrow(
      expect.objectContaining({ code: 'STORE_BUSY' }),
    );
  });
  let isDone = false;
  withFileLock(path, () => {
    isDone = true;
  });
  expect(isDone).toBe(true);
});

test('a lock ends with what was done under it, also when that fails', () => {
  const path = join(temporaryFolder('turn'), 'lock');
  const fail = () => {
    throw new Error('no');
  };
  expect(() => withFileLock(path, fail)).toThrow('no');
  withFileLock(path, () => undefined, 10);
});

test('a file that somebody damages while it is open is set aside, and all begun anew', () => {
  const folder = temporaryFolder('damaged-open');
  const preferences = createPreferences(folder);
  preferences.change('settings', () => ({ language: 'en' }));
  writeFileSync(join(folder, 'preferences.json'), '{"settings": ');
  expect(preferences.get('settings')).toBeUndefined();
  expect(readFileSync(preferences.setAside ?? '', 'utf8')).toBe('{"settings": ');
  preferences.change('settings', () => ({ language: 'es-CL' }));
  expect(preferences.get('settings')).toEqual({ language: 'es-CL' });
});

test.each([
  ['with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['in UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['in UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['in windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])('a file that an editor wrote %s is read, at the start and while it is open', (_, encoded) => {
  const folder = temporaryFolder('marked');
  const path = join(folder, 'preferences.json');
  writeFileSync(path, encoded('{"settings":{"language":"en","folder":"Ñuñoa"}}'));
  const preferences = createPreferences(folder);
  expect(preferences.setAside).toBeUndefined();
  expect(preferences.get('settings')).toEqual({ language: 'en', folder: 'Ñuñoa' });
  writeFileSync(path, encoded('{"settings":{"language":"es-CL"}}'));
  expect(preferences.get('settings')).toEqual({ language: 'es-CL' });
  expect(preferences.setAside).toBeUndefined();
  preferences.change('practice', () => true);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ settings: { language: 'es-CL' }, practice: true });
});

test('a file that another program holds is waited for when it is read and changed, and not by who asks again and again', () => {
  let waits = 0;
  let isLocked = true;
  const folder = temporaryFolder('held');
  const preferences = preferencesOver(
    folder,
    () => ({
      get: () => {
        if (isLocked) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
        return 'kept';
      },
      set: () => undefined,
      delete: () => undefined,
    }),
    {
      pause: () => {
        waits++;
        if (waits === 3) isLocked = false;
      },
    },
  );
  expect(() => preferences.get('settings', false)).toThrow(expect.objectContaining({ code: 'FILE_LOCKED' }));
  expect(waits).toBe(0);
  expect([preferences.get('settings'), waits]).toEqual(['kept', 3]);
  [isLocked, waits] = [true, 0];
  preferences.change('settings', (before) => {
    expect(before).toBe('kept');
    return before;
  });
  expect(waits).toBe(3);
});

test(
  'a file that Windows lets nobody replace is told, keeps what was there, and is no trouble afterwards',
  skippedFor(!isWindows && 'only Windows keeps a read-only file from being replaced'),
  () => {
    const folder = temporaryFolder('read-only');
    const path = join(folder, 'preferences.json');
    const preferences = createPreferences(folder);
    preferences.change('settings', () => ({ language: 'en' }));
    const before = readdirSync(folder).sort();
    chmodSync(path, 0o444);
    expect(() => preferences.change('settings', () => ({ language: 'es-CL' }))).toThrow(
      expect.objectContaining({ code: 'FILE_LOCKED', values: { path, reason: 'EPERM' } }),
    );
    expect([preferences.get('settings'), readdirSync(folder).sort()]).toEqual([{ language: 'en' }, before]);
    chmodSync(path, 0o666);
    preferences.change('settings', () => ({ language: 'es-CL' }));
    expect(preferences.get('settings')).toEqual({ language: 'es-CL' });
  },
);

test('a write that is cut short, as one on a full disk may be, leaves the whole all the same', () => {
  const folder = temporaryFolder('cut-short');
  const path = join(folder, 'preferences.json');
  createPreferences(folder).change('settings', () => ({ language: 'en' }));
  const cut = preferencesOver(folder, (serialize) => ({
    get: (key) => JSON.parse(readFileSync(path, 'utf8'))[key],
    set: (key, value) => writeFileSync(path, serialize({ [key]: value }).slice(0, 12)),
    delete: () => expect.unreachable(),
  }));
  cut.change('clients', () => ['ana']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ clients: ['ana'] });
  expect(readdirSync(folder).sort()).toEqual(['preferences.json', 'preferences.lock']);
});

test('a process that ended between a write cut short and its mending loses nothing', () => {
  const folder = temporaryFolder('ended-between');
  writeFileSync(join(folder, 'preferences.json'), '{"settings": {"lang');
  writeFileSync(join(folder, 'preferences.json.whole'), '{"settings": {"language": "en"}}');
  const { get, setAside } = createPreferences(folder);
  expect([get('settings'), setAside]).toEqual([{ language: 'en' }, undefined]);
});

test('a place that takes no file is told as what it is', () => {
  const folder = join(temporaryFolder('no-folder'), 'file');
  writeFileSync(folder, '');
  expect(() => createPreferences(folder)).toThrow(expect.objectContaining({ code: 'FOLDER_UNWRITABLE' }));
  const taken = temporaryFolder('taken');
  mkdirSync(join(taken, 'preferences.json'));
  expect(() => createPreferences(taken)).toThrow(
    expect.objectContaining({
      code: 'FOLDER_UNWRITABLE',
      values: { path: join(taken, 'preferences.json'), reason: 'EISDIR' },
    }),
  );
});

test('a full disk is told, keeps what was there, and is no trouble afterwards', skippedFor(noMount), () => {
  const disk = mountDisk(64 * 1024);
  try {
    const preferences = createPreferences(disk.folder);
    preferences.change('settings', () => ({ language: 'en' }));
    const before = readdirSync(disk.folder).sort();
    expect(() => preferences.change('clients', () => 'x'.repeat(100_000))).toThrow(
      expect.objectContaining({ code: 'DISK_FULL' }),
    );
    expect(preferences.get('settings')).toEqual({ language: 'en' });
    expect(readdirSync(disk.folder).sort()).toEqual(before);
    disk.resize(2 ** 20);
    preferences.change('clients', () => 'x'.repeat(100_000));
    expect(preferences.get('clients')).toHaveLength(100_000);
    disk.protect(true);
    expect(() => preferences.change('clients', () => [])).toThrow(
      expect.objectContaining({ code: 'FOLDER_UNWRITABLE' }),
    );
    expect(existsSync(join(disk.folder, 'preferences.json'))).toBe(true);
  } finally {
    disk.remove();
  }
});
