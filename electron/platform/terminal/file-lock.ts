import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { makeFileOwn } from '../../lib/private-modes.ts';

const isBusy = /^database is locked/;

/**
 * Runs `work` while no other process does, under a file lock. The lock is an empty SQLite database: SQLite
 * waits for it, it works on every system, and it ends with its process. Throws `STORE_BUSY` after `timeoutMs`
 * milliseconds; a normal holder needs a hundredth of that.
 */
export function withFileLock(path: string, work: () => void, timeoutMs = 5_000): void {
  const lock = taken(path, timeoutMs);
  try {
    work();
  } finally {
    lock?.close();
  }
}

function taken(path: string, timeoutMs: number): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: timeoutMs });
    lock.exec('BEGIN IMMEDIATE');
    makeFileOwn(path);
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && isBusy.test(error.message)) {
      throw new AppError('STORE_BUSY', 'the turn does not come', { cause: error });
    }
    // A folder that cannot be locked cannot be written either, and the write reports why.
    return undefined;
  }
}
