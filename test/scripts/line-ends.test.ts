import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { skippedFor } from '../support/skipped.ts';

const root = join(import.meta.dirname, '../..');
const noGit = spawnSync('git', ['--version']).status !== 0 && 'git is not installed';

/** Runs git in a folder as nobody's: no settings but these. */
function git(folder: string, ...args: readonly string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(folder, 'none'), GIT_CONFIG_NOSYSTEM: '1' };
  const person = ['-c', 'user.name=Ana', '-c', 'user.email=ana@agencia.example'];
  const { status, stderr } = spawnSync('git', ['-C', folder, ...person, ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

it(
  'a clone by Git for Windows, which turns ends of lines as a rule, has every file as it stands',
  skippedFor(noGit),
  () => {
    const [origin, clone] = [temporaryFolder('origin'), join(temporaryFolder('clone'), 'carpeta')];
    const names = [
      ...['README.md', 'package.json', 'electron-builder.yml', '.ci/run', 'build/icon.ico'],
      ...['electron/cli.ts', 'scripts/start.mjs', 'renderer/index.html', 'docs/images/documents-light.png'],
    ];
    for (const name of ['.gitattributes', ...names]) cpSync(join(root, name), join(origin, name));
    git(origin, 'init', '-q');
    git(origin, '-c', 'core.autocrlf=false', 'add', '.');
    git(origin, 'commit', '-q', '-m', 'one');
    git(origin, '-c', 'core.autocrlf=true', 'clone', '-q', origin, clone);
    const isOther = (name: string) => !readFileSync(join(clone, name)).equals(readFileSync(join(root, name)));
    expect(names.filter(isOther)).toEqual([]);
  },
);
