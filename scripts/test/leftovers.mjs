// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasMemoryForThree } from './workers.mjs';

/**
 * The folder for temporary files that a run has for itself: what its tests and tools left there is told at
 * its end.
 * @typedef {{ folder: string, env: Record<string, string> }} TemporaryFolder
 */

/** `npm test` keeps less than a tenth of this at once, bytes. */
export const minFreeMemoryBytes = 2 * 2 ** 30;

/**
 * Makes it; it goes when this process ends, also by a signal. `memory` is a folder whose files are in memory:
 * it stands there where that has room, unless the environment names a folder. Stores wait for a disk at each
 * commit, which is most of what tests wait for.
 * @param {{ memory?: string | undefined }} [options]
 * @returns {TemporaryFolder}
 */
export function createTemporaryFolder({ memory } = {}) {
  // macOS' own is so long that no socket of Chromium's fits below it.
  const usual = process.platform === 'darwin' ? '/tmp' : tmpdir();
  const isInMemory = memory !== undefined && process.env['TMPDIR'] === undefined && isRoomy(memory);
  const folder = mkdtempSync(join(isInMemory ? memory : usual, 'carpeta-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return { folder, env: { TMPDIR: folder, TEMP: folder, TMP: folder } };
}

/**
 * Whether all that `npm test` keeps has room in it beside the tests themselves, and programs may be run from
 * it: containers forbid that.
 * @param {string} folder
 */
function isRoomy(folder) {
  let own;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (!hasMemoryForThree || bavail * bsize < minFreeMemoryBytes) return false;
    own = mkdtempSync(join(folder, 'carpeta-run-'));
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
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
