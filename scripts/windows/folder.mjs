// @ts-check
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
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

/**
 * Keeps a second run out of the folder until this process ends, however that is: by a socket of Linux that
 * has a name and no file. Rejects with {@link CannotSetUp} where one is at work.
 */
export async function takeFolder() {
  mkdirSync(stamps, { recursive: true });
  // Such a name is short.
  const lock = createServer().listen(`\0carpeta-${createHash('sha256').update(folder).digest('hex')}`);
  try {
    await once(lock, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new CannotSetUp(`another run is at work in ${folder}`);
  }
  lock.unref();
}
