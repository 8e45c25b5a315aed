import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../electron/practice/index.ts';
import { spawnCli } from '../support/run-cli.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const elsewhere = !isWindows && 'these folders and commands are those of Windows';
const root = join(import.meta.dirname, '../..');
const planted = 'AIzaSyD-planted/key&with=odd signs-9xyz';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 60 });
  agency.authorise(planted, [agency.agency]);
});
afterAll(() => agency.close());

describe('the folder of Carpeta on Windows', skippedFor(elsewhere), () => {
  const types = (env: Record<string, string>) => spawnCli(['types', '--practice', '--json'], { env }).ended;

  test('is in the local profile, whatever the name of its person', async () => {
    const local = join(temporaryFolder(), 'José Ñuñez (área 5) & Cía', 'AppData', 'Local');
    mkdirSync(local, { recursive: true });
    const { code } = await types({ CARPETA_HOME: '', LOCALAPPDATA: local });
    expect([code, existsSync(join(local, 'Carpeta', 'carpeta.db'))]).toEqual([0, true]);
  });

  test('may be on another drive than everything else', async () => {
    const home = mkdtempSync(join(root, 'dist-carpeta-home-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const env = { CARPETA_HOME: home, LOCALAPPDATA: temporaryFolder(), TEMP: temporaryFolder() };
    const { code } = await types(env);
    expect([code, existsSync(join(home, 'carpeta.db'))]).toEqual([0, true]);
    // A relative path cannot lead from one drive to another.
    const isOther = parse(home).root.toLowerCase() !== parse(env.TEMP).root.toLowerCase();
    expect(relative(env.TEMP, home) === home).toBe(isOther);
  });

  test('that cannot be made is told with its path', async () => {
    const home = join(temporaryFolder(), 'file');
    writeFileSync(home, '');
    const { code, stderr } = await types({ CARPETA_HOME: home });
    expect([code === 0, stderr]).toEqual([false, expect.stringMatching(/FOLDER_UNWRITABLE|FOLDER_GONE/)]);
    expect(readFileSync(home, 'utf8')).toBe('');
  });
});

const noKeychain =
  (!isWindows || process.env['CARPETA_TEST_KEYCHAIN'] === undefined) &&
  'the night’s task needs cmd.exe and a keychain that tests may write to';

describe('the night’s task as docs/unattended.md has it', skippedFor(noKeychain), () => {
  test('ends with 0 when all is here, and with 3 when the key is refused', async () => {
    const folder = join(temporaryFolder(), 'Tareas de noche');
    const into = join(folder, 'Carpetas');
    mkdirSync(folder);
    const name = `Agencia${process.pid}`;
    const env = { CARPETA_HOME: temporaryFolder() };
    const add = ['connection', 'add', name, '--base-url', agency.baseUrl, '--agency', agency.agency];
    expect((await spawnCli(add, { env, stdin: planted }).ended).code).toBe(0);
    onTestFinished(async () => void (await spawnCli(['connection', 'remove', name], { env }).ended));

    const document = readFileSync(join(root, 'docs/unattended.md'), 'utf8');
    const task = /```bat\r?\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
    const program = '"%LOCALAPPDATA%\\Programs\\Carpeta\\Carpeta.exe" --cli';
    expect(task).toContain(program);
    const ours = task
      .replace(program, `"${process.execPath}" "${join(root, 'electron/cli.ts')}"`)
      .replace('--connection Agencia', `--connection ${name}`)
      .replace('12.345.678-5', agency.clients[0]?.rut ?? '')
      .replace('D:\\Carpetas', `"${into}"`);
    writeFileSync(join(folder, 'noche.cmd'), ours.replaceAll(/\r?\n/g, '\r\n'));

    const run = async () => {
      const task = spawn('cmd.exe', ['/d', '/c', 'noche.cmd'], {
        cwd: folder,
        env: { ...process.env, ...env, FROM: '2020-01-01', TO: '2030-01-01' },
        stdio: 'ignore',
      });
      const [code] = await once(task, 'exit');
      return [code, readFileSync(join(folder, 'noche.jsonl'), 'utf8').trimEnd().split('\n').at(-1)];
    };
    expect(await run()).toEqual([0, expect.stringMatching(/"event":"done".*"failed":0/)]);
    expect(existsSync(join(into, 'indice.csv'))).toBe(true);
    agency.revoke(planted);
    expect(await run()).toEqual([3, expect.anything()]);
    expect(readFileSync(join(folder, 'noche.txt'), 'utf8')).toContain('API_KEY_INVALID');
  });
});
