// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A session bus with a keychain of its own on Linux, so that tests use a real one and never the person's. The
 * keychain lives in a temporary folder and is unlocked with an empty password. `CARPETA_TEST_KEYCHAIN=1`
 * tells tests that they may use it.
 * @typedef {object} KeychainSession
 * @property {readonly string[]} prefix command that what needs the keychain is to be started by; empty where
 * there is none
 * @property {Record<string, string>} env
 */

const begin = `echo | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"`;

/** @type {string[]} */
const folders = [];

/**
 * A session for what runs by itself: two daemons over one folder would take each other's place.
 * @returns {KeychainSession}
 */
export function createKeychainSession() {
  // Elsewhere the only keychain is the person's own: used where nobody works, on the machines that test each
  // change.
  if (process.platform !== 'linux') {
    return { prefix: [], env: process.env['CI'] ? { CARPETA_TEST_KEYCHAIN: '1' } : {} };
  }
  if (!isThere('dbus-run-session') || !isThere('gnome-keyring-daemon')) {
    return { prefix: [], env: {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-keychain-'));
  // Also when a signal ends the tests.
  if (folders.push(folder) === 1) process.once('exit', removeFolders);
  return {
    prefix: ['dbus-run-session', '--', 'sh', '-c', begin, 'keychain'],
    env: { CARPETA_TEST_KEYCHAIN: '1', XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder },
  };
}

function removeFolders() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

/** @param {string} program */
function isThere(program) {
  return spawnSync('which', [program]).status === 0;
}
