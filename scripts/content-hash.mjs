// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * One hash over the names and contents of files; folders are taken whole. A path that is not there counts as
 * such.
 * @param {string} folder that the paths start from
 * @param {readonly string[]} paths
 */
export function hashOf(folder, paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  function add(path) {
    const whole = join(folder, path);
    if (!existsSync(whole)) return void hash.update(`${path}\0absent\0`);
    if (statSync(whole).isDirectory()) {
      for (const name of readdirSync(whole).sort()) add(`${path}/${name}`);
      return;
    }
    const content = readFileSync(whole);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/**
 * Does `make` unless it was done before for the same inputs, as the stamp file tells. The stamp goes first
 * and is written last, so that what was interrupted or failed is done again.
 * @param {{ stamp: string, inputs: string, make: () => Promise<void> }} step
 * @returns {Promise<boolean>} whether it had to be done
 */
export async function doWhenStale({ stamp, inputs, make }) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return false;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
  return true;
}
