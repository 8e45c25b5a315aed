import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../electron/practice/index.ts';
import { filesHolding } from '../support/files-holding.ts';
import { commandLines, type RealKeychain, startKeychain, whyNoKeychain } from '../support/keychain.ts';
import { type CliEvent, cli, spawnCli } from '../support/run-cli.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

  const desk = (home = temporaryFolder()) => {
    const env = { ...keychain.env, CARPETA_HOME: home };
    return {
      home,
      run: (argv: readonly string[], stdin = '') => spawnCli([...argv, '--json'], { env, stdin }),
    };
  };
  const itemOf = (events: readonly CliEvent[]) => events[0]?.item;
  const add = (name: string, id: string) => [
    'connection',
    'add',
    name,
    '--base-url',
    agency.baseUrl,
    '--agency',
    id,
  ];

  test('a key from stdin is kept, used by the next command, replaced, and gone with its connection', async () => {
    const { run } = desk();
    const added = await run(add('Norte', agency.agency), `${agency.key}\n`).ended;
    expect([added.code, added.stderr]).toEqual([0, expect.stringContaining('quedó en el')]);
    expect(itemOf(added.events)).toMatchObject({ name: 'Norte', key: { kind: 'kept' } });
    expect((await run(['connection', 'test', 'norte']).ended).code).toBe(0);
    expect((await run(['types', '--connection', 'Norte']).ended).code).toBe(0);

    expect((await run(['connection', 'set-key', 'Norte'], 'otra-clave-que-no-sirve').ended).code).toBe(0);
    const refused = await run(['connection', 'test', 'Norte']).ended;
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('API_KEY_INVALID')]);

    expect((await run(['connection', 'remove', 'Norte']).ended).code).toBe(0);
    expect((await run(['connection', 'list']).ended).events).toEqual([{ event: 'done', connections: 0 }]);
    expect((await run(['types', '--connection', 'Norte']).ended).code).toBe(2);
  });

  test('a key from a file is kept, without its line end', async () => {
    const { run } = desk();
    const file = join(temporaryFolder(), 'clave.txt');
    writeFileSync(file, `${agency.key}\r\n`);
    expect((await run([...add('Norte', agency.agency), '--key-file', file]).ended).code).toBe(0);
    expect((await run(['connection', 'test', 'Norte']).ended).code).toBe(0);
    expect((await run(['connection', 'set-key', 'Norte', '--key-file', file]).ended).code).toBe(0);
  });

  test('a key from a file is printed nowhere, and stands in no other file', async () => {
    const { home, run } = desk();
    const file = join(temporaryFolder(), 'clave.txt');
    writeFileSync(file, `${planted}\n`);
    const codes: number[] = [];
    const said: string[] = [];
    async function say(...argv: string[]): Promise<void> {
      const { code, stdout, stderr } = await run(argv).ended;
      codes.push(code);
      said.push(stdout, stderr);
    }
    await say(...add('Norte', agency.agency), '--key-file', file);
    await say('connection', 'set-key', 'Norte', '--key-file', file);
    agency.revoke(planted);
    await say('connection', 'test', 'Norte');
    agency.authorise(planted, [agency.agency, agency.secondAgency]);
    await say('report');
    await say('connection', 'list');
    expect(codes).toEqual([0, 0, 3, 0, 0]);
    for (const form of [planted, encodeURIComponent(planted), 'planted']) {
      expect(said.join('\n')).not.toContain(form);
      expect(filesHolding(home, form)).toEqual([]);
    }
    expect(said.at(-2)).toContain('AIza…9xyz');
  });

  test('two agencies share a key, and replacing it serves both', async () => {
    const { run } = desk();
    await run(add('Norte', agency.agency), 'una-clave-que-no-sirve').ended;
    const shared = await run([...add('Sur', agency.secondAgency), '--same-key-as', 'Norte']).ended;
    expect(shared.code).toBe(0);
    await run(['connection', 'set-key', 'Norte'], agency.key).ended;
    expect((await run(['connection', 'test', 'Sur']).ended).code).toBe(0);
  });

  test('a planted key stands in the keychain and nowhere else', async () => {
    const { home, run } = desk();
    const lines: string[] = [];
    const said: string[] = [];
    async function watch(argv: readonly string[], stdin = ''): Promise<number> {
      const running = run(argv, stdin);
      const ended = running.ended;
      let isOver = false;
      ended.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        lines.push(commandLines());
        await turn();
      }
      const { code, stdout, stderr } = await ended;
      said.push(stdout, stderr);
      return code;
    }
    const rut = agency.clients[0]?.rut ?? '';
    expect(await watch(add('Norte', agency.agency), planted)).toBe(0);
    expect(await watch(['types', '--connection', 'Norte'])).toBe(0);
    expect(await watch(['status', '--connection', 'Norte', '--rut', rut, '--dispatch', '1'])).toBe(3);
    agency.revoke(planted);
    expect(await watch(['types', '--connection', 'Norte'])).toBe(3);
    expect(await watch(['report'])).toBe(0);
    agency.authorise(planted, [agency.agency, agency.secondAgency]);
    // What is looked for was really seen by the lookout.
    expect(lines.join('\n')).toContain('--connection Norte');
    for (const form of [planted, encodeURIComponent(planted), 'planted']) {
      expect(filesHolding(home, form)).toEqual([]);
      expect(said.join('\n')).not.toContain(form);
    }
    // Other programs of this machine may have its words in their command lines, but not the key.
    for (const form of [planted, encodeURIComponent(planted)]) expect(lines.join('\n')).not.toContain(form);
    expect((await run(['connection', 'list']).ended).stdout).toContain('AIza…9xyz');
  });

  test('a key typed before a wrong base URL is not kept', async () => {
    const { home, run } = desk();
    const argv = ['connection', 'add', 'Norte', '--base-url', 'http://servicio.example', '--agency', 'a'];
    const { code, stderr } = await run(argv, planted).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('BASE_URL_INSECURE')]);
    expect(filesHolding(home, 'planted')).toEqual([]);
  });
});

const alwaysThere = isWindows && 'the keychain of Windows cannot be taken away';

test('without a keychain nothing is kept, and the reason is told', skippedFor(alwaysThere), async () => {
  const home = temporaryFolder();
  const env = { CARPETA_HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/at/all' };
  const argv = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', agency.agency];
  const { code, stderr } = await spawnCli(argv, { env, stdin: planted }).ended;
  expect([code, stderr]).toEqual([4, expect.stringContaining('NO_KEYCHAIN')]);
  expect(filesHolding(home, 'planted')).toEqual([]);
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
  expect(filesHolding(home, 'planted')).toEqual([]);
});

test('an empty stdin is a missing key', async () => {
  const env = { CARPETA_HOME: temporaryFolder() };
  const argv = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', 'a'];
  const { code, stderr } = await spawnCli(argv, { env }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('KEY_MISSING')]);
});

test('a key file that cannot be used is told with its reason, without its path', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at('carpeta'));
  writeFileSync(at('grande'), 'x'.repeat(64 * 1024 + 1));
  writeFileSync(at('utf16'), Buffer.from([0xff, 0xfe, 0x41, 0x00]));
  writeFileSync(at('vacio'), '\n');
  const add = ['connection', 'add', 'Norte', '--base-url', agency.baseUrl, '--agency', 'a', '--key-file'];
  const env = { CARPETA_HOME: temporaryFolder() };
  for (const name of ['falta', 'carpeta', 'grande', 'utf16']) {
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
