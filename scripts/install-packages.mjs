// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';
import { run, say } from './run.mjs';

/** Holds the hash of the lock file that was installed; inside node_modules, so that it goes where they go. */
const stamp = 'node_modules/.carpeta-installed';

/**
 * Why the packages must be installed, or undefined when they are what the lock file says.
 * @param {string} folder the checkout
 * @returns {string | undefined}
 */
export function whyInstall(folder) {
  if (!existsSync(join(folder, 'node_modules'))) return 'no packages are installed yet';
  const lock = lockHash(folder);
  if (read(join(folder, stamp)) === lock) return undefined;
  if (!agreesWithLock(folder)) return 'package-lock.json has changed';
  // Somebody ran npm by hand, and it left what the lock file says: nothing to do again.
  writeFileSync(join(folder, stamp), lock);
  return undefined;
}

/** Installs what the lock file says when it is not installed yet. Throws when npm fails. */
export async function installPackages() {
  const why = whyInstall(root);
  if (why === undefined) return;
  say(`Installing packages (npm ci): ${why}.`);
  const { command, args } = npm();
  const code = await run(command, [...args, 'ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    env: headersOfThisNode(),
  });
  if (code !== 0) throw new Error(`npm ci ended with code ${code}`);
  writeFileSync(join(root, stamp), lockHash(root));
}

/** @param {string} folder */
function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/**
 * Whether the list that npm keeps of what it installed has every package of the lock file, optional ones aside.
 * @param {string} folder
 */
function agreesWithLock(folder) {
  const installed = packagesOf(join(folder, 'node_modules/.package-lock.json'));
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  return (
    installed !== undefined &&
    wanted !== undefined &&
    Object.entries(wanted).every(
      ([path, { version, optional, devOptional }]) =>
        path === '' || optional || devOptional || installed[path]?.version === version,
    )
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function packagesOf(lockFile) {
  const text = read(lockFile);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** npm as it was called, on the machine's own Node. */
export function npm() {
  const node = process.env['npm_node_execpath'];
  const cli = process.env['npm_execpath'];
  if (node && cli) return { command: node, args: [cli] };
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/c', 'npm'] }
    : { command: 'npm', args: [] };
}

/** keytar may have to be compiled: against headers that this machine has, rather than ones fetched from elsewhere. */
function headersOfThisNode() {
  const machineNode = process.env['npm_node_execpath'] ?? process.execPath;
  const prefix = dirname(dirname(machineNode));
  const known = process.env['npm_config_nodedir'] !== undefined;
  return known || !existsSync(join(prefix, 'include/node/node_api.h')) ? {} : { npm_config_nodedir: prefix };
}
