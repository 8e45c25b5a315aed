// @ts-check
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What electron-builder signs and notarises with (electron-builder.yml, `win` and `mac`). */
const secrets = [
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'APPLE_API_KEY',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
];

/**
 * @typedef {object} Signing
 * @property {Record<string, string | undefined>} env what electron-builder is to be given on top of this
 * process's own environment
 * @property {() => void} remove ends the life of what was written for it
 */

/**
 * Makes of the secrets in the environment what electron-builder takes. One that is empty, as a workflow gives
 * what nobody has set, is taken out: a `CSC_LINK` of no letters counts as a certificate (app-builder-lib,
 * `getCscLink`). `APPLE_API_KEY` is the path of a key's file there (notarytool's `--key`); a secret holds the
 * key itself, which is written to one that only this account may read. Throws where it is neither, without a
 * letter of it.
 * @param {Record<string, string | undefined>} env
 * @returns {Signing}
 */
export function prepareSigning(env) {
  const empty = secrets.filter((name) => env[name]?.trim() === '').map((name) => [name, undefined]);
  const key = env['APPLE_API_KEY']?.trim();
  if (!key || existsSync(key)) return { env: Object.fromEntries(empty), remove: () => undefined };
  if (!key.startsWith('-----BEGIN PRIVATE KEY-----')) {
    throw new Error('APPLE_API_KEY is neither the path of a .p8 file nor the content of one');
  }
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-signing-'));
  const file = join(folder, 'AuthKey.p8');
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return {
    env: { ...Object.fromEntries(empty), APPLE_API_KEY: file },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
