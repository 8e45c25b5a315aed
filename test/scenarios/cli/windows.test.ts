import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { spawnCli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

const elsewhere = !isWindows && 'these folders and commands are those of Windows';
const drive = process.env['CARPETA_TEST_DRIVE'];
const noDrive =
  (!isWindows || !drive) && 'CARPETA_TEST_DRIVE names no drive that tests may fill, such as W:\\';
const root = join(import.meta.dirname, '../../..');
const planted = 'AIzaSyD-planted/key&with=odd signs-9xyz';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 60 });
  agency.authorise(planted, [agency.agency]);
});
const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const remove of removals) await remove();
  await agency.close();
});

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

  test('may stand directly on a drive', skippedFor(noDrive), async () => {
    const home = join(drive ?? '', `Carpeta-${process.pid}`);
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const { code } = await types({ CARPETA_HOME: home });
    expect([code, existsSync(join(home, 'carpeta.db'))]).toEqual([0, true]);
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
  let into: string;
  let run: NightsTask['run'];
  beforeAll(async () => {
    ({ into, run } = await createTask());
  });

  test('ends with 1 when a document has failed', async () => {
    const mend = agency.faults.add({
      kind: 'storage-answer',
      status: 404,
      page: 'xml',
      documents: [oneDocument()],
    });
    expect(await run()).toMatchObject({ code: 1, last: expect.stringMatching(/"event":"done".*"failed":1/) });
    mend();
  });

  test('ends with 0 when all is here', async () => {
    expect(await run()).toMatchObject({ code: 0, last: expect.stringMatching(/"event":"done".*"failed":0/) });
    expect(existsSync(join(into, 'indice.csv'))).toBe(true);
  });

  test('ends with 2, and says where, when its own folder cannot be written', async () => {
    const taken = join(temporaryFolder(), 'file');
    writeFileSync(taken, '');
    const { code, last, said } = await run({ CARPETA_HOME: taken });
    expect({ code, last }).toEqual({ code: 2, last: expect.stringContaining('"FOLDER_UNWRITABLE"') });
    expect(said).toContain(taken);
  });

  test('ends with 4 when nobody answers', async () => {
    const mend = agency.faults.add({ kind: 'close', where: 'before' });
    expect(await run()).toMatchObject({ code: 4, said: expect.stringContaining('NO_NETWORK') });
    mend();
  });

  test('ends with 3 when the key is refused', async () => {
    agency.revoke(planted);
    expect(await run()).toMatchObject({ code: 3, said: expect.stringContaining('API_KEY_INVALID') });
  });
});

/** A document that the task downloads. */
function oneDocument(): string {
  const rut = agency.clients[0]?.rut;
  const client = agency.data.clients.find((one) => one.rut === rut);
  const names = agency.data.types.flatMap(({ isActive, name }) => (isActive && name ? [name] : []));
  const asked = names.flatMap((name) => (client ? agency.data.filed(client, name) : []));
  return asked.find(({ isActive, file: document }) => isActive && document)?.id ?? '';
}

interface NightsTask {
  into: string;
  /**
   * Runs it to its end, with more in its environment: its exit code, its last line of JSON, what it said to
   * people.
   */
  run(
    env?: Readonly<Record<string, string>>,
  ): Promise<{ code: number; last: string | undefined; said: string }>;
}

/** Whether `cmd.exe` reads a file of commands as UTF-8 when the file says so; Wine's does not. */
function heedsCodePage(folder: string): boolean {
  const isRead = "process.exitCode = process.argv[1] === '\\u00f1' ? 0 : 1";
  const lines = ['@chcp 65001 > nul', `@"${process.execPath}" -e "${isRead}" ñ`, ''];
  writeFileSync(join(folder, 'letras.cmd'), lines.join('\r\n'));
  return spawnSync('cmd.exe', ['/d', '/c', 'letras.cmd'], { cwd: folder, stdio: 'ignore' }).status === 0;
}

/**
 * The task as a file of commands in a folder of its own, with a connection of its own until all tests have
 * ended.
 */
async function createTask(): Promise<NightsTask> {
  const folder = join(temporaryFolder(), 'Tareas de noche');
  mkdirSync(folder);
  const [into, name] = heedsCodePage(folder)
    ? [join(folder, 'Carpetas año 2026 (Ñuñoa)'), `Agencia Ñandú ${process.pid}`]
    : [join(folder, 'Carpetas'), `Agencia ${process.pid}`];
  const env = { CARPETA_HOME: temporaryFolder() };
  const add = ['connection', 'add', name, '--base-url', agency.baseUrl, '--agency', agency.agency];
  expect((await spawnCli(add, { env, stdin: planted }).ended).code).toBe(0);
  removals.push(async () => void (await spawnCli(['connection', 'remove', name], { env }).ended));

  const document = readFileSync(join(root, 'docs/unattended.md'), 'utf8');
  const written = /```bat\r?\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const program = '"%LOCALAPPDATA%\\Programs\\Carpeta\\Carpeta.exe" --cli';
  expect(written).toContain(program);
  const ours = written
    .replace(program, `"${process.execPath}" "${join(root, 'electron/cli.ts')}"`)
    .replace('--connection Agencia', `--connection "${name}"`)
    .replace('12.345.678-5', agency.clients[0]?.rut ?? '')
    .replace('D:\\Carpetas', `"${into}"`);
  writeFileSync(join(folder, 'noche.cmd'), ours.replaceAll(/\r?\n/g, '\r\n'));

  async function run(more: Readonly<Record<string, string>> = {}) {
    const task = spawn('cmd.exe', ['/d', '/c', 'noche.cmd'], {
      cwd: folder,
      env: { ...process.env, ...env, FROM: '2020-01-01', TO: '2030-01-01', ...more },
      stdio: 'ignore',
    });
    const [code] = await once(task, 'exit');
    const last = readFileSync(join(folder, 'noche.jsonl'), 'utf8').trimEnd().split('\n').at(-1);
    return { code: Number(code), last, said: readFileSync(join(folder, 'noche.txt'), 'utf8') };
  }
  return { into, run };
}
