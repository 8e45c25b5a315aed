import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode, isLocked } from './retry-while-locked.ts';

/** What removes a folder with all that it holds; a port, so that a virus scanner can be played. */
export type RemoveFolder = (path: string) => Promise<void>;

/** Ten tries take five seconds and a half. */
const removeAll: RemoveFolder = (path) => rm(path, { recursive: true, force: true, maxRetries: 10 });

/**
 * Does an act with a new folder that only this user can enter: no file that somebody put there is ever read.
 * The folder goes afterwards; where another program holds what is in it for longer than a virus scanner does,
 * it stays.
 */
export async function inTemporaryFolder<T>(
  prefix: string,
  action: (folder: string) => Promise<T>,
  remove: RemoveFolder = removeAll,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await action(folder);
  } finally {
    await remove(folder).catch((error: unknown) => {
      if (!isLocked(error) && !hasCode(error, 'ENOTEMPTY')) throw error;
    });
  }
}

/**
 * Removes a folder that nobody needs any more, with all that it holds; where it cannot be, now, it stays. For
 * whoever cannot wait for a promise.
 */
export function removeFolderIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Whoever finds it later removes it.
  }
}
