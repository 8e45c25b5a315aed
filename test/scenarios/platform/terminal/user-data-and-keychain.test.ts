import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createKeychain, type Keytar } from '../../../../electron/platform/node/keychain.ts';
import { userDataFolder } from '../../../../electron/platform/node/user-data-folder.ts';
import { createPreferences } from '../../../../electron/platform/terminal/index.ts';
import { errorOf } from '../../../support/agency/client.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

test.each([
  [
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\ana\\AppData\\Local', APPDATA: 'C:\\Users\\ana\\AppData\\Roaming' },
    /Local.Carpeta$/,
  ],
  ['win32', {}, /AppData.Local.Carpeta$/],
  ['darwin', {}, /Library.Application Support.Carpeta$/],
  ['linux', {}, /\.config.Carpeta$/],
  ['linux', { XDG_CONFIG_HOME: '/home/ana/cfg' }, /home.ana.cfg.Carpeta$/],
] as const)('on %s with %j data is kept where that system keeps it', (platform, env, expected) => {
  expect(userDataFolder(env, platform, '/home/ana')).toMatch(expected);
});

test('CARPETA_HOME moves it on every system', () => {
  for (const platform of ['win32', 'darwin', 'linux'] as const) {
    const other = resolve('/tmp/otra');
    expect(userDataFolder({ CARPETA_HOME: other, LOCALAPPDATA: 'x' }, platform)).toBe(other);
  }
});

test('preferences are there again, also for another process that reads them now', () => {
  const folder = temporaryFolder();
  const [mine, theirs] = [createPreferences(folder), createPreferences(folder)];
  mine.change('settings', () => ({ language: 'en' }));
  expect(theirs.get('settings')).toEqual({ language: 'en' });
  theirs.change('clients', () => []);
  mine.change('settings', () => undefined);
  expect([createPreferences(folder).get('settings'), mine.get('clients')]).toEqual([undefined, []]);
});

test.each(['{"settings":', '', '[1]', '\u0000\u0000'])(
  'preferences that read %j are set aside, and defaults begun',
  (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'preferences.json'), text);
    writeFileSync(join(folder, 'preferences.json.damaged'), 'from before');
    const preferences = createPreferences(folder);
    expect(preferences.setAside).toBe(join(folder, 'preferences.json.damaged-2'));
    expect(readFileSync(preferences.setAside ?? '', 'utf8')).toBe(text);
    preferences.change('settings', () => ({ language: 'en' }));
    expect(createPreferences(folder).setAside).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual([
      'preferences.json',
      'preferences.json.damaged',
      'preferences.json.damaged-2',
      'preferences.lock',
    ]);
  },
);

test('a keychain whose library is missing says so, each time it is asked', async () => {
  const keychain = createKeychain({ load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open')) });
  for (let n = 0; n < 2; n++) {
    expect(await errorOf(keychain.get('a'))).toMatchObject({
      code: 'NO_KEYCHAIN',
      values: { reason: 'not-installed', detail: 'libsecret-1.so.0: cannot open' },
    });
  }
});

const silent: Keytar = {
  getPassword: () => Promise.reject(new Error('The name org.freedesktop.secrets was not provided\nby any')),
  setPassword: () => new Promise(() => undefined),
  deletePassword: async () => true,
};

test('a keychain that nobody serves, or that stays locked, says so', async () => {
  const keychain = createKeychain({ load: async () => silent, timeoutMs: 20 });
  expect(await errorOf(keychain.get('a'))).toMatchObject({
    values: { reason: 'not-available', detail: 'The name org.freedesktop.secrets was not provided' },
  });
  expect(await errorOf(keychain.set('a', 'secret'))).toMatchObject({ values: { reason: 'no-answer' } });
});
