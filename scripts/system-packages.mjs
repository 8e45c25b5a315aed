// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { electronBinary } from './electron-binary.mjs';
import { run, say } from './run.mjs';

/** What compiles the keychain module where its ready-made binary cannot be fetched. */
const toInstall = ['libsecret-1-dev', 'build-essential', 'pkg-config', 'python3'];
/** Where Electron is, no window needs Chromium; Ubuntu's package of that name only leads to another shop. */
const toShowWindow = [...(electronBinary() === undefined ? ['chromium'] : []), 'fonts-liberation'];
/** What tests of the page's parts run in; a Chrome that somebody installed serves as well. */
const browser = existsSync('/usr/bin/google-chrome') ? [] : ['chromium'];
const toTest = [
  ...new Set([...toShowWindow, ...browser]),
  'xvfb',
  'xauth',
  'dbus',
  'gnome-keyring',
  'poppler-utils',
];

/** @typedef {'install' | 'window' | 'test' | 'windows'} Purpose */

/** @type {Record<Purpose, readonly string[]>} */
const packagesFor = {
  install: toInstall,
  window: [...toInstall, ...toShowWindow],
  test: [...toInstall, ...toTest],
  windows: ['debootstrap'],
};

/**
 * Makes sure that Debian's packages for a purpose are there: installs them as root, else prints the one command that
 * does and goes on. Does nothing on other systems.
 * @param {Purpose} purpose
 */
export async function installSystemPackages(purpose) {
  if (!isDebian()) return;
  const missing = missingPackages(packagesFor[purpose]);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0) {
    say(`Some system packages are missing. This installs them: sudo apt-get ${install.join(' ')}`);
    return;
  }
  say(`Installing system packages: ${missing.join(' ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const code = await run('apt-get', install, { env });
  if (code !== 0) say(`apt-get ended with code ${code}; going on without these packages.`);
}

function isDebian() {
  return (
    process.platform === 'linux' && existsSync('/etc/debian_version') && existsSync('/usr/bin/dpkg-query')
  );
}

/** @param {readonly string[]} wanted */
function missingPackages(wanted) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholders are dpkg's own.
  const format = '${Package} ${db:Status-Status}\n';
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...wanted], {
    encoding: 'utf8',
  });
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return wanted.filter((name) => !installed.has(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const purpose = /** @type {Purpose[]} */ (Object.keys(packagesFor)).find(
    (name) => name === process.argv[2],
  );
  await installSystemPackages(purpose ?? 'test');
}
