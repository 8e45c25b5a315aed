// @ts-check
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for temporary files that a run has for itself: what its tests and tools left there is told at its end.
 * @typedef {{ folder: string, env: Record<string, string> }} TemporaryFolder
 */

/**
 * Makes it; it goes when this process ends, also by a signal.
 * @returns {TemporaryFolder}
 */
export function createTemporaryFolder() {
  // macOS' own is so long that no socket of Chromium's fits below it.
  const base = process.platform === 'darwin' ? '/tmp' : tmpdir();
  const folder = mkdtempSync(join(base, 'carpeta-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return { folder, env: { TMPDIR: folder, TEMP: folder, TMP: folder } };
}

/**
 * What stands in it, as the outcome of a stage: each file or folder is a failure.
 * @param {string} folder
 * @returns {import('./outcome.mjs').Outcome}
 */
export function outcomeOfLeftovers(folder) {
  const failures = readdirSync(folder).map((test) => ({ test, reason: 'was left in the temporary folder' }));
  return { passed: failures.length === 0 ? 1 : 0, failures, skipped: [], times: [] };
}
