// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CannotSetUp } from './cannot-set-up.mjs';

/** All that running under Wine needs, outside the checkout: removing this folder starts anew. */
export const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'carpeta/windows');

/** Debian, with Wine and the compiler for Windows in it. */
export const debian = join(folder, 'debian');
/** The copy of the checkout that is run, with the packages for Windows. */
export const copy = join(folder, 'checkout');
/** What stands for the server's share that tests reach by `\\server\share`. */
export const share = join(folder, 'share');
/** What stands for the drive that tests may fill. */
export const drive = join(folder, 'drive');
/** npm packages that only this needs. */
export const tools = join(folder, 'tools');
export const stamps = join(folder, 'stamps');

/** Where {@link folder} stands inside Debian's own tree. */
export const inside = '/carpeta';

const lock = join(folder, 'lock');

/** Keeps a second run out of the folder until this process ends. Throws {@link CannotSetUp} where one is at work. */
export function takeFolder() {
  mkdirSync(stamps, { recursive: true });
  const owner = ownerOfLock();
  if (owner !== undefined && isAlive(owner)) {
    throw new CannotSetUp(`another run, process ${owner}, is at work in ${folder}`);
  }
  writeFileSync(lock, String(process.pid));
  process.once('exit', () => rmSync(lock, { force: true }));
}

function ownerOfLock() {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** @param {number} processId */
function isAlive(processId) {
  try {
    return process.kill(processId, 0);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH') return false;
    throw thrown;
  }
}
