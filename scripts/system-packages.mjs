// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { electronBinary } from './electron-binary.mjs';
import { run, say } from './run.mjs';

/**
 * A package of Debian's: what the project wants it for, and how much room it takes with all it brings, MB.
 * @typedef {{ name: string, use: string, megabytes: number }} SystemPackage
 * @typedef {'install' | 'window' | 'test' | 'windows'} Purpose
 */

const compiling = 'compiles the keychain module, without which a key is kept until the app is closed';
/** @type {readonly SystemPackage[]} */
const toInstall = [
  { name: 'libsecret-1-dev', use: compiling, megabytes: 100 },
  { name: 'build-essential', use: compiling, megabytes: 293 },
  { name: 'pkg-config', use: compiling, megabytes: 1 },
  { name: 'python3', use: compiling, megabytes: 35 },
];

const isRoot = process.getuid?.() === 0;
/** @type {readonly SystemPackage[]} */
const browser = [
  { name: 'chromium', use: 'shows the window, and runs the tests of the page', megabytes: 706 },
  // Chromium runs without a sandbox for root alone.
  ...(isRoot
    ? []
    : [{ name: 'chromium-sandbox', use: 'lets Chromium start for a user who is not root', megabytes: 1 }]),
];
const fonts = { name: 'fonts-liberation', use: 'gives the page its letters', megabytes: 2 };
/** Where Electron is, no window needs Chromium; Ubuntu's package of that name only leads to another shop. */
const toShowWindow = [...(electronBinary() === undefined ? browser : []), fonts];
/** @type {readonly SystemPackage[]} */
const toTest = [
  // What tests of the page's parts run in; a Chrome that somebody installed serves as well.
  ...(existsSync('/usr/bin/google-chrome') ? [] : browser),
  fonts,
  { name: 'xvfb', use: 'shows windows of Electron in tests', megabytes: 8 },
  { name: 'xauth', use: 'shows windows of Electron in tests', megabytes: 1 },
  { name: 'dbus', use: 'gives tests a keychain', megabytes: 2 },
  { name: 'gnome-keyring', use: 'gives tests a keychain', megabytes: 11 },
  { name: 'poppler-utils', use: 'reads PDF files a second time in tests', megabytes: 6 },
];

/** @type {Record<Purpose, readonly SystemPackage[]>} */
const packagesFor = {
  install: toInstall,
  window: [...toInstall, ...toShowWindow],
  test: [...toInstall, ...toTest],
  windows: [{ name: 'debootstrap', use: 'sets up Wine in a folder of its own', megabytes: 4 }],
};

/**
 * Makes sure that Debian's packages for a purpose are there: installs them as root, else says which are
 * missing, what for, how large they are and what installs them, and goes on. Does nothing on other systems.
 * @param {Purpose} purpose
 */
export async function installSystemPackages(purpose) {
  if (!isDebian()) return;
  const missing = missingOf(packagesFor[purpose]);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing.map(({ name }) => name)];
  if (!isRoot) {
    for (const line of whatIsMissing(missing, install)) say(line);
    return;
  }
  say(`Installing system packages, ${sizeOf(missing)} MB: ${missing.map(({ name }) => name).join(' ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const code = await run('apt-get', install, { env });
  if (code !== 0) say(`apt-get ended with code ${code}; going on without these packages.`);
}

/**
 * @param {readonly SystemPackage[]} missing
 * @param {readonly string[]} install the arguments of apt-get
 */
function whatIsMissing(missing, install) {
  const command = `apt-get update && apt-get ${install.join(' ')}`;
  return [
    `Not on this system, ${sizeOf(missing)} MB in all:`,
    ...missing.map(({ name, use, megabytes }) => `  ${name} (${megabytes} MB) ${use}`),
    existsSync('/usr/bin/sudo')
      ? `This installs them: sudo sh -c '${command}'`
      : `As root, this installs them: ${command}`,
    'Going on without them: what needs one is left out, and named.',
  ];
}

/** @param {readonly SystemPackage[]} packages */
function sizeOf(packages) {
  return packages.reduce((sum, { megabytes }) => sum + megabytes, 0);
}

function isDebian() {
  return (
    process.platform === 'linux' && existsSync('/etc/debian_version') && existsSync('/usr/bin/dpkg-query')
  );
}

/** @param {readonly SystemPackage[]} required */
function missingOf(required) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholders are dpkg's own.
  const format = '${Package} ${db:Status-Status}\n';
  const names = required.map(({ name }) => name);
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...names], { encoding: 'utf8' });
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return required.filter(({ name }) => !installed.has(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const purpose = /** @type {Purpose[]} */ (Object.keys(packagesFor)).find(
    (name) => name === process.argv[2],
  );
  await installSystemPackages(purpose ?? 'test');
}
