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
  const owner = readIfThere(lock);
  const [processId = ''] = owner?.split(' ') ?? [];
  if (owner !== undefined && owner === tellProcess(processId)) {
    throw new CannotSetUp(`another run, process ${processId}, is at work in ${folder}`);
  }
  writeFileSync(lock, tellProcess('self') ?? '');
  process.once('exit', () => rmSync(lock, { force: true }));
}

/**
 * What one process alone ever has: its number, which another is given once it has ended, and the tick of the system's clock at which it began.
 * @param {string} processId
 */
function tellProcess(processId) {
  const told = readIfThere(`/proc/${processId}/stat`);
  if (told === undefined) return undefined;
  // Its name, in brackets, may have blanks; the rest is numbers, of which the beginning is the 22nd.
  const afterName = told.slice(told.lastIndexOf(')') + 2).split(' ');
  return `${told.split(' ')[0]} ${afterName[19]}`;
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    // The latter is said of a process that ends just now.
    if (thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ESRCH'))
      return undefined;
    throw thrown;
  }
}
