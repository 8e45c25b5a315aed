import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode, isLocked } from './retry-while-locked.ts';

/** Removes a folder with its content; a port, so that tests can simulate a virus scanner. */
type RemoveFolder = (path: string) => Promise<void>;

/** Ten retries take five and a half seconds. */
const removeAll: RemoveFolder = (path) => rm(path, { recursive: true, force: true, maxRetries: 10 });

/**
 * Runs an action with a new folder that only this user can enter: no file of anybody else is ever read there.
 * The folder is removed afterwards; where another program locks its content for longer than a virus scanner
 * does, it stays.
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
 * Removes a folder that is no longer needed, with its content, where that is possible now. For synchronous
 * callers.
 */
export function removeFolderIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A later cleanup removes it.
  }
}

/** The names in a folder; none where it does not exist or cannot be listed, which its user reports. */
export function namesIfPossible(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
