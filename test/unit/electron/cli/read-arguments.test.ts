import { expect, test } from 'vitest';
import { cli } from '../../../support/app/run-cli.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const agency = ['--base-url', 'https://servicio.example', '--agency', 'a'];
const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  cli(argv, { env: { CARPETA_HOME: temporaryFolder(), ...env } });
const withKey = { CARPETA_API_KEY: 'AIzaSyD-planted-key-9xyz' };

test.each([
  ['no command', []],
  ['a command that does not exist', ['bajar']],
  ['a key where the command should be', ['--key', 'AIzaSyD-planted-key-9xyz', 'types']],
  ['a language that it does not speak', ['types', '--practice', '--lang', 'AIzaSyD-planted-key-9xyz']],
  ['an option that does not exist', ['types', '--practice', '--key', 'AIzaSyD-planted-key-9xyz']],
  ['a word too many', ['types', '--practice', 'AIzaSyD-planted-key-9xyz']],
  ['an option without its value', ['files', '--practice', '--rut']],
  ['no agency', ['types']],
  ['two agencies', ['types', '--practice', '--connection', 'x']],
  ['a base URL without its agency', ['types', '--base-url', 'https://servicio.example']],
  ['no RUT', ['files', '--practice', '--dispatch', '1']],
  [
    'a dispatch and dates',
    ['files', '--practice', '--rut', '12345678-5', '--dispatch', '1', '--from', '2026-01-01'],
  ],
  [
    'types and all types',
    [
      'files',
      '--practice',
      '--rut',
      '12345678-5',
      '--from',
      '2026-01-01',
      '--to',
      '2026-01-02',
      '--type',
      'A',
      '--all-types',
    ],
  ],
  ['no folder', ['download', '--practice', '--rut', '12345678-5', '--dispatch', '1']],
  ['an empty folder', ['download', '--practice', '--rut', '12345678-5', '--dispatch', '1', '--into', '']],
  ['a report into nothing', ['report', '--out', '']],
  ['no folder to verify', ['verify']],
  ['an empty folder to verify', ['verify', '']],
  ['a number that is none', ['download', '--practice', '--into', 'x', '--concurrency', '99']],
  ['a verb that connection does not have', ['connection', 'show']],
  ['a connection without a name', ['connection', 'test']],
  ['a port that is none', ['practice', '--port', '1e9']],
])('%s is wrong usage, and no argument is repeated', async (_, argv) => {
  const { code, stderr, stdout } = await run(argv, withKey);
  expect(code).toBe(2);
  expect(stderr.split('\n').length).toBeGreaterThan(1);
  expect(stderr + stdout).not.toContain('planted');
});

test('a key from a file does not go with that of another connection', async () => {
  const args = ['--same-key-as', 'Norte', '--key-file', '/planted'];
  const { code, stderr } = await run(['connection', 'add', 'Sur', ...agency, ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--key-file no va junto con --same-key-as.')]);
  expect(stderr).not.toContain('planted');
});

test('the key is missing from the environment', async () => {
  const { code, stderr } = await run(['types', ...agency]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('CARPETA_API_KEY')]);
});

test.each([
  ['a RUT of the wrong form', ['--rut', '12,345,678-5', '--dispatch', '1'], 'RUT_NUMBER_INVALID'],
  ['a dispatch number that climbs', ['--rut', '12345678-5', '--dispatch', '..'], 'DISPATCH_ID_INVALID'],
  ['an empty dispatch number', ['--rut', '12345678-5', '--dispatch', ' '], 'DISPATCH_ID_INVALID'],
  ['no dates', ['--rut', '12345678-5', '--all-types'], 'START_DATE_REQUIRED'],
  ['no end', ['--rut', '12345678-5', '--from', '2026-01-01'], 'END_DATE_REQUIRED'],
  [
    'a day that does not exist',
    ['--rut', '12345678-5', '--from', '2026-02-30', '--to', '2026-03-01'],
    'START_DATE_INVALID',
  ],
  [
    'an end that is no date',
    ['--rut', '12345678-5', '--from', '2026-02-01', '--to', 'ayer'],
    'END_DATE_INVALID',
  ],
  [
    'an end before the start',
    ['--rut', '12345678-5', '--from', '2026-02-02', '--to', '01-02-2026'],
    'DATE_RANGE_INVALID',
  ],
])('%s is refused before anything is asked, by its code', async (_, choice, errorCode) => {
  // Nobody answers at that address: reaching for it would end with 4.
  const dead = ['--base-url', 'http://127.0.0.1:1', '--agency', 'a', '--json'];
  const { code, stderr, events } = await run(['files', ...dead, ...choice], withKey);
  expect(code).toBe(2);
  expect(stderr).toContain(errorCode);
  expect(events.at(-1)).toMatchObject({ event: 'error', error: { code: errorCode } });
});

test.each([
  ['http that leaves this computer', 'http://servicio.example', 'BASE_URL_INSECURE'],
  ['no address', 'servicio', 'BASE_URL_INVALID'],
])('a base URL of %s is refused', async (_, baseUrl, errorCode) => {
  const { code, stderr } = await run(['types', '--base-url', baseUrl, '--agency', 'a'], withKey);
  expect([code, stderr]).toEqual([2, expect.stringContaining(errorCode)]);
});

test('a connection that is not kept is told by its name', async () => {
  const { code, stderr } = await run(['types', '--connection', 'Norte']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/CONNECTION_UNKNOWN.*Norte/);
});

test.each([[['help']], [['--help']], [['help', 'download']], [['download', '--help']], [['download', '-h']]])(
  '%j explains on stdout and is no mistake',
  async (argv) => {
    const { code, stdout } = await run(argv);
    expect(code).toBe(0);
    expect(stdout).toMatch(argv.includes('download') ? /--concurrency/ : /CARPETA_HOME/);
  },
);

test('words are Spanish unless the system or the person speaks English', async () => {
  expect((await run(['types'], { LANG: 'C.UTF-8' })).stderr).toContain('a qué agencia');
  expect((await run(['types'], { LANG: 'es_CL.UTF-8' })).stderr).toContain('a qué agencia');
  expect((await run(['types'], { LANG: 'en_US.UTF-8' })).stderr).toContain('which agency');
  expect((await run(['types', '--lang', 'es'], { LANG: 'en_US.UTF-8' })).stderr).toContain('a qué agencia');
  expect((await run(['--lang', 'en', 'types'])).stderr).toContain('which agency');
});

test('a key that was pasted into the base URL too is not printed', async () => {
  const argv = ['types', '--base-url', 'http://AIzaSyD-planted-key-9xyz.example', '--agency', 'a'];
  const { code, stdout, stderr } = await run(argv, withKey);
  expect([code, stderr]).toEqual([2, expect.stringContaining('BASE_URL_INSECURE')]);
  expect((stdout + stderr).toLowerCase()).not.toContain('planted');
});
