import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readKeyFile } from '../../../../../electron/cli/key-file.ts';
import { type PracticeAgency, startPractice } from '../../../../support/agency/practice-agency.ts';
import { type RealKeychain, startKeychain, whyNoKeychain } from '../../../../support/app/keychain.ts';
import { addConnection, keychainFixture } from '../../../../support/app/keychain-fixture.ts';
import { cli, spawnCli } from '../../../../support/app/run-cli.ts';
import { filesContaining } from '../../../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../../../support/skipped.ts';

const reason = whyNoKeychain();
const planted = 'AIzaSyD-planted/key&with=odd signs-9xyz';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 100 });
  agency.authorise(planted, [agency.agency, agency.secondAgency]);
});
afterAll(() => agency.close());

describe('with a real keychain', skippedFor(reason), () => {
  let keychain: RealKeychain;
  beforeAll(async () => {
    keychain = await startKeychain();
  });
  afterAll(() => keychain.stop());

  const fixture = () => keychainFixture(keychain);
  const add = (name: string) => addConnection(name, agency.baseUrl, agency.agency);

  test('a key from stdin is kept, and used by the next command', async () => {
    const { run } = fixture();
    const added = await run(add('Norte'), `${agency.key}\n`).ended;
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('quedó en el')]);
    expect(added.events[0]?.item).toMatchObject({ name: 'Norte', key: { kind: 'kept' } });
    expect((await run(['types', '--connection', 'Norte']).ended).code).toBe(0);
  });

  test('a key typed before a wrong base URL is not kept', async () => {
    const { home, run } = fixture();
    const argv = ['connection', 'add', 'Norte', '--base-url', 'http://servicio.example', '--agency', 'a'];
    const { code, stderr } = await run(argv, planted).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('BASE_URL_INSECURE')]);
    expect(filesContaining(home, 'planted')).toEqual([]);
  });
});

const alwaysThere = isWindows && 'the keychain of Windows cannot be taken away';

test('without a keychain nothing is kept, and the reason is told', skippedFor(alwaysThere), async () => {
  const home = temporaryFolder();
  const env = { CARPETA_HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' };
  const argv = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', agency.agency];
  const { code, stderr } = await spawnCli(argv, { env, stdin: planted }).ended;
  expect([code, stderr]).toEqual([4, expect.stringContaining('NO_KEYCHAIN')]);
  expect(filesContaining(home, 'planted')).toEqual([]);
  expect((await spawnCli(['connection', 'list', '--json'], { env }).ended).events).toEqual([
    { event: 'done', connections: 0 },
  ]);
});

test('a key from a file is not told where there is no keychain for it', skippedFor(alwaysThere), async () => {
  const home = temporaryFolder();
  const file = join(temporaryFolder(), 'clave.txt');
  writeFileSync(file, planted);
  const env = { CARPETA_HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' };
  const argv = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', agency.agency];
  const { code, stdout, stderr } = await spawnCli([...argv, '--key-file', file], { env }).ended;
  expect([code, stderr]).toEqual([4, expect.stringContaining('NO_KEYCHAIN')]);
  expect(stdout + stderr).not.toContain('planted');
  expect(filesContaining(home, 'planted')).toEqual([]);
});

test('an empty stdin is a missing key', async () => {
  const env = { CARPETA_HOME: temporaryFolder() };
  const argv = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', 'a'];
  const { code, stderr } = await spawnCli(argv, { env }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('KEY_MISSING')]);
});

test.each([
  ['UTF-8 with its mark', Buffer.from('\ufeffmade-up-key-0123456789\r\n')],
  ['UTF-16 with its mark', Buffer.from('\ufeffmade-up-key-0123456789\r\n', 'utf16le')],
  ['UTF-16 without', Buffer.from('made-up-key-0123456789\r\n', 'utf16le')],
  ['UTF-8 with blanks and lines around it', Buffer.from(' \r\n\u00a0made-up-key-0123456789 \r\n\r\n')],
  ['UTF-16, the other way round', Buffer.from('\ufeffmade-up-key-0123456789', 'utf16le').swap16()],
])('a key file in %s is read', async (_, bytes) => {
  const path = join(temporaryFolder(), 'clave.txt');
  writeFileSync(path, bytes);
  expect(await readKeyFile(path)).toBe('made-up-key-0123456789');
});

test.each([
  ['a name before it', 'API_KEY=made-up-key-0123456789'],
  ['a Spanish name before it', 'llave=made-up-key-0123456789'],
  ['an address around it', 'https://api.example/x/v1/files?key=made-up-key-0123456789'],
  ['quotation marks', '"made-up-key-0123456789"'],
  ['JSON', '{"key":"made-up-key-0123456789"}'],
  ['YAML', 'key: made-up-key-0123456789'],
  ['a sentence', 'la clave es made-up-key-0123456789'],
  ['a mark within it', 'made-up-key\u200b-0123456789'],
])('a key file with %s holds more than the key', async (_, text) => {
  const path = join(temporaryFolder(), 'clave.txt');
  writeFileSync(path, text);
  await expect(readKeyFile(path)).rejects.toMatchObject({ code: 'KEY_FILE_UNREADABLE' });
});

test('a key that ends as base64 does is read', async () => {
  const path = join(temporaryFolder(), 'clave.txt');
  writeFileSync(path, 'bWFkZS11cC1key==\n');
  expect(await readKeyFile(path)).toBe('bWFkZS11cC1key==');
});

test('a key file that cannot be used is told with its reason, without its path', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at('carpeta'));
  writeFileSync(at('grande'), 'x'.repeat(64 * 1024 + 1));
  writeFileSync(at('latin1'), Buffer.from([0x63, 0x6c, 0xe1, 0x76]));
  writeFileSync(at('vacio'), '\n');
  writeFileSync(at('lineas'), 'made-up-key-0123456789\r\nanother-key-0123456789\r\n');
  writeFileSync(at('nulos'), 'made-up-key-0123456789\0\0');
  const add = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', 'a', '--key-file'];
  const env = { CARPETA_HOME: temporaryFolder() };
  for (const name of ['falta', 'carpeta', 'grande', 'latin1', 'lineas', 'nulos']) {
    const { code, stderr } = await cli([...add, at(name)], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('KEY_FILE_UNREADABLE')]);
    expect(stderr).not.toContain(folder);
  }
  const empty = await cli([...add, at('vacio')], { env });
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringMatching(/KEY_MISSING/)]);
  expect(empty.stderr).toContain('--key-file');
});

const withoutFifos = skippedFor(isWindows && 'Windows has no FIFOs in its folders');

test('a key file that is a FIFO is refused at once', withoutFifos, async () => {
  const path = `${temporaryFolder()}/clave`;
  execFileSync('mkfifo', [path]);
  const argv = [
    'connection',
    'add',
    'Norte',
    '--base-url',
    agency.baseUrl,
    '--agency',
    'a',
    '--key-file',
    path,
  ];
  const { code, stderr } = await spawnCli(argv, { env: { CARPETA_HOME: temporaryFolder() } }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('KEY_FILE_UNREADABLE')]);
});
