// @ts-check
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './install-packages.mjs';
import { nodeForProject, root } from './project.mjs';
import { run, say } from './run.mjs';
import { setUp } from './set-up.mjs';

/** The newest Node that npm's registry has; beside the project's own it is tried here. */
const newestNode = '26';

/**
 * The unit and integration tests once more, where other machines differ: a clone of the last commit in a
 * folder that its owner alone may enter, a strict umask, a blank in the name of the folder for temporary
 * files, and the newest Node. Its last line is that of `npm test`.
 */
async function testElsewhere() {
  await setUp('test');
  // Short: Chromium's socket below it may have 108 letters at most (unix(7)).
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  chmodSync(folder, 0o700);
  const checkout = join(folder, 'carpeta');
  const code = await run('git', ['clone', '--quiet', root, checkout]);
  if (code !== 0) throw new Error(`git clone ended with code ${code}`);
  cpSync(join(root, 'node_modules'), join(checkout, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // It leads to the project's Node, which would be found first.
  rmSync(join(checkout, 'node_modules/.bin/node'), { force: true });
  const temporary = join(folder, 't f');
  mkdirSync(temporary);
  process.umask(0o077);
  const node = await newest(join(folder, 'node'));
  say(`Tests in a folder of mode 0700, on the Node of ${node}`);
  return run(node, ['scripts/test.mjs', 'units'], {
    cwd: checkout,
    env: {
      PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
    },
  });
}

/**
 * The program of the newest Node, installed into a folder; the project's own where it cannot be had, which is
 * said.
 * @param {string} folder
 */
export async function newest(folder, version = newestNode) {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const { command, args } = npm();
  const options = ['--no-save', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  mkdirSync(folder, { recursive: true });
  const code = await run(command, [
    ...[...args, 'install', '--prefix', folder],
    ...[...options, `${name}@${version}`],
  ]);
  const program = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (code === 0 && existsSync(program)) return program;
  say(
    `Node ${version} cannot be had from npm's registry here: what follows ran on ${process.versions.node}.`,
  );
  return nodeForProject();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await testElsewhere();
