import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPreferences } from '../../../electron/platform/terminal/index.ts';
import { startPractice } from '../../support/agency/practice-agency.ts';
import { cli, spawnCli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { isWindows, skippedFor } from '../../support/skipped.ts';

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

/** What others than its owner may do anything with, in a folder and below. */
function openToOthers(folder: string): string[] {
  const own = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isSymbolicLink());
  const [below, files] = [own.filter((entry) => entry.isDirectory()), own.filter((entry) => entry.isFile())];
  return [
    ...[folder].filter((path) => modeOf(path) !== '700'),
    ...files.map(({ name }) => join(folder, name)).filter((path) => modeOf(path) !== '600'),
    ...below.flatMap(({ name }) => openToOthers(join(folder, name))),
  ];
}

test.each(['logs', 'carpeta.db', 'preferences.json'])(
  'something else in the place of %s is told with its path and exit code 2',
  async (name) => {
    const home = temporaryFolder();
    const path = join(home, name);
    if (name === 'logs') writeFileSync(path, 'mine');
    else mkdirSync(path);
    const { code, stdout } = await cli(['types', '--practice', '--json'], { env: { CARPETA_HOME: home } });
    const event = { event: 'error', error: { code: 'FOLDER_UNWRITABLE', values: { path } } };
    expect([code, JSON.parse(stdout)]).toMatchObject([2, event]);
  },
);

describe('the folder of Carpeta', skippedFor(isWindows && 'Windows has lists of rights and no modes'), () => {
  test('is its owner’s alone with all that is in it, after a search and a batch into a folder that stays as it was', async () => {
    const agency = await startPractice({ documents: 60, clients: 1 });
    onTestFinished(() => agency.close());
    const above = temporaryFolder();
    const [home, into] = [join(above, 'Carpeta'), join(above, 'despachos')];
    chmodSync(above, 0o755);
    mkdirSync(into, { mode: 0o755 });
    const env = { CARPETA_HOME: home, CARPETA_API_KEY: agency.key };
    const door = [
      '--base-url',
      agency.baseUrl,
      '--agency',
      agency.agency,
      '--rut',
      agency.clients[0]?.rut ?? '',
    ];
    const dates = ['--from', '2020-01-01', '--to', '2030-01-01'];
    const { code } = await cli(['files', ...door, ...dates, '--json'], { env });
    expect(openToOthers(home)).toEqual([]);
    createPreferences(home).change('settings', () => ({ language: 'en' }));
    expect(openToOthers(home)).toEqual([]);
    const batch = await cli(['download', ...door, '--into', into, '--json', ...dates], { env });
    expect([code, batch.code]).toEqual([0, 0]);
    expect(readdirSync(home)).toEqual(expect.arrayContaining(['carpeta.db', 'logs', 'preferences.json']));
    expect(openToOthers(home)).toEqual([]);
    expect([modeOf(above), modeOf(into)]).toEqual(['755', '755']);
    expect(openToOthers(into)).not.toEqual([]);
  });

  test('that stands open to others is repaired by the next start, without what its links lead to and the folders that documents are put into', async () => {
    const [home, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const types = () => cli(['types', '--practice', '--json'], { env: { CARPETA_HOME: home } });
    await types();
    const document = join(elsewhere, 'paper.pdf');
    writeFileSync(document, '');
    const inside = join(home, 'Despachos', '123');
    mkdirSync(inside, { recursive: true });
    // Where the system tells no capitals apart, a person's `Papeles` is the folder that the app would make.
    const [documents, script] = [join(home, 'papeles'), join(home, 'papeles', 'print.sh')];
    for (const name of ['drafts', 'papeles', 'window', 'session', 'practice-only'])
      mkdirSync(join(home, name));
    for (const path of [join(inside, 'a.pdf'), script]) writeFileSync(path, '');
    for (const path of [inside, join(home, 'Despachos'), documents, script]) chmodSync(path, 0o755);
    chmodSync(join(inside, 'a.pdf'), 0o644);
    for (const name of ['last-fault.json', 'carpeta.db.damaged-2', 'preferences.json.lock', 'drafts/a.eml']) {
      writeFileSync(join(home, name), '');
      chmodSync(join(home, name), 0o644);
    }
    symlinkSync(elsewhere, join(home, 'folder'));
    symlinkSync(elsewhere, join(home, 'carpeta.db-link'));
    symlinkSync(document, join(home, 'file'));
    for (const path of [elsewhere, home, join(home, 'logs')]) chmodSync(path, 0o755);
    for (const path of [document, join(home, 'carpeta.db'), join(home, 'logs', 'carpeta.log')])
      chmodSync(path, 0o644);
    expect((await types()).code).toBe(0);
    const left = [join(home, 'Despachos'), inside, join(inside, 'a.pdf'), documents, script];
    expect(left.map(modeOf)).toEqual(['755', '755', '644', '755', '755']);
    const isOfDocuments = (path: string) =>
      [join(home, 'Despachos'), documents].some((of) => path.startsWith(of));
    expect(openToOthers(home).filter((path) => !isOfDocuments(path))).toEqual([]);
    expect([modeOf(elsewhere), modeOf(document)]).toEqual(['755', '644']);
  });

  test('leaves the modes of the person’s own profile, where that is what it is, or it stands in it', async () => {
    const above = temporaryFolder();
    const profile = join(above, 'ana');
    mkdirSync(profile);
    const link = join(above, 'enlace');
    symlinkSync(profile, link);
    for (const [options, home] of [
      [above, above],
      [link, profile],
    ] as const) {
      chmodSync(home, 0o755);
      const env = { CARPETA_HOME: options, HOME: profile };
      expect((await spawnCli(['types', '--practice', '--json'], { env }).ended).code).toBe(0);
      expect(modeOf(home)).toBe('755');
      expect(['carpeta.db', 'logs'].map((name) => modeOf(join(home, name)))).toEqual(['600', '700']);
    }
  });

  test('that is the person’s own profile has what other programs keep there in folders of the same names left as it is', async () => {
    const home = temporaryFolder();
    const others = ['logs', 'drafts', 'papeles', 'practice-only', 'window', 'session', 'Crashpad'].flatMap(
      (name) => {
        const [folder, program] = [join(home, name), join(home, name, 'run.sh')];
        mkdirSync(folder);
        writeFileSync(program, '');
        chmodSync(folder, 0o755);
        chmodSync(program, 0o755);
        return [folder, program];
      },
    );
    const own = ['logs/carpeta.log', 'logs/carpeta.3.log', `drafts/${randomUUID()}.eml`].map((name) =>
      join(home, name),
    );
    for (const path of own) {
      writeFileSync(path, '');
      chmodSync(path, 0o644);
    }
    const env = { CARPETA_HOME: home, HOME: home };
    expect((await spawnCli(['types', '--practice', '--json'], { env }).ended).code).toBe(0);
    expect(new Set(others.map(modeOf))).toEqual(new Set(['755']));
    expect(new Set(own.map(modeOf))).toEqual(new Set(['600']));
  });

  test(
    'is refused where another user owns it, and left as it is',
    skippedFor(process.getuid?.() !== 0 && 'only root gives folders to others'),
    async () => {
      const home = temporaryFolder();
      chmodSync(home, 0o755);
      chownSync(home, 12_345, 12_345);
      const { code, events, stderr } = await cli(['types', '--practice', '--json'], {
        env: { CARPETA_HOME: home },
      });
      expect(events).toMatchObject([
        { event: 'error', error: { code: 'HOME_FOREIGN', values: { path: home } } },
      ]);
      expect([code, modeOf(home), readdirSync(home)]).toEqual([2, '755', []]);
      expect(stderr).toContain(home);
    },
  );
});
