// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';
import { run, say } from './run.mjs';

/** Holds what was installed and with which system; inside node_modules, so that it goes where they go. */
const stamp = 'node_modules/.carpeta-installed';
const keychainModule = 'node_modules/keytar';

/**
 * What the person's own configuration of npm may say otherwise: without development packages or install
 * scripts nothing builds. Which packages may run a script is listed in package.json (`allowScripts`).
 */
const wholeInstall = ['--include=dev', '--include=optional', '--ignore-scripts=false'];

/**
 * Why the packages must be installed, or undefined when what the lock file says is there.
 * @param {string} folder the checkout
 * @param {boolean} [canCompile] whether this system has what compiles the keychain module
 * @returns {string | undefined}
 */
export function whyInstall(folder, canCompile = hasWhatCompiles()) {
  if (!existsSync(join(folder, 'node_modules'))) return 'no packages are installed yet';
  const locked = packagesOf(join(folder, 'package-lock.json')) ?? {};
  const missing = Object.entries(locked).filter(([path, one]) => !isInstalled(folder, path, one));
  if (missing.length > 0) {
    const [path = ''] = missing[0] ?? [];
    return `${missing.length} of ${Object.keys(locked).length} packages are missing or of another version, such as ${nameOf(path)}`;
  }
  const isMissing = locked[keychainModule] !== undefined && !existsSync(join(folder, keychainModule));
  const failedHere = read(join(folder, stamp)) === stampOf(folder, canCompile);
  if (isMissing && canCompile && !failedHere)
    return 'the keychain module was left out, and can be compiled now';
  return undefined;
}

/** Installs what the lock file says when it is not there. Throws when npm fails. */
export async function installPackages() {
  const canCompile = hasWhatCompiles();
  const why = whyInstall(root, canCompile);
  if (why === undefined) return;
  say(`Installing packages (npm ci): ${why}.`);
  say('They take 650 MB below node_modules, and npm says nothing for one to four minutes.');
  const { command, args } = npm();
  const options = [...wholeInstall, '--loglevel=error', '--no-audit', '--no-fund'];
  const code = await run(command, [...args, 'ci', ...options], {
    env: headersOfThisNode(),
  });
  if (code !== 0) throw new Error(`npm ci ended with code ${code}`);
  writeStamp(root, canCompile);
}

/**
 * Remembers what an install was made from.
 * @param {string} folder
 * @param {boolean} canCompile
 */
export function writeStamp(folder, canCompile) {
  writeFileSync(join(folder, stamp), stampOf(folder, canCompile));
}

/**
 * Whether a package stands where the lock file puts it, in its version. One that is optional need not.
 * @param {string} folder
 * @param {string} path
 * @param {LockedPackage} wanted
 */
function isInstalled(folder, path, { version, optional }) {
  if (path === '' || optional) return true;
  const text = read(join(folder, path, 'package.json'));
  return text !== undefined && versionIn(text) === version;
}

/** @param {string} text of a package.json, which a broken-off install may have left empty */
function versionIn(text) {
  try {
    return JSON.parse(text).version;
  } catch {
    return undefined;
  }
}

/** @param {string} path of a package below the checkout */
function nameOf(path) {
  return path.split('node_modules/').at(-1);
}

/**
 * @typedef {{ version?: string, optional?: boolean }} LockedPackage
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packagesOf(lockFile) {
  const text = read(lockFile);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/**
 * Whether the keychain module can be compiled here. Elsewhere than on Linux its own install finds out.
 * @returns {boolean}
 */
function hasWhatCompiles() {
  if (process.platform !== 'linux') return false;
  return [
    ['pkg-config', '--exists', 'libsecret-1'],
    ['g++', '--version'],
    ['make', '--version'],
    ['python3', '--version'],
  ].every(([program = '', ...args]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0);
}

/**
 * What an install was made from: an optional package that failed is not tried again with the same.
 * @param {string} folder
 * @param {boolean} canCompile
 */
function stampOf(folder, canCompile) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${canCompile ? 'compiles' : 'compiles nothing'}`;
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

/**
 * keytar may have to be compiled: against headers that this machine has, rather than ones fetched from
 * elsewhere.
 */
function headersOfThisNode() {
  const machineNode = process.env['npm_node_execpath'] ?? process.execPath;
  const prefix = dirname(dirname(machineNode));
  const known = process.env['npm_config_nodedir'] !== undefined;
  return known || !existsSync(join(prefix, 'include/node/node_api.h')) ? {} : { npm_config_nodedir: prefix };
}
