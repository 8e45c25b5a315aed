import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { makeFileOwn } from '../../lib/private-modes.ts';

const isBusy = /^database is locked/;

/**
 * Interval of asking for a held lock, ms. SQLite's own wait grows to 100 ms: beside a process that takes the
 * lock again and again it never meets a free moment.
 */
const pollMs = 1;

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
    lock = new DatabaseSync(path, { timeout: pollMs });
    begin(lock, performance.now() + timeoutMs);
    makeFileOwn(path);
    return lock;
  } catch (error) {
    lock?.close();
    if (isDatabaseLocked(error))
      throw new AppError('STORE_BUSY', 'another process holds the lock', { cause: error });
    // A folder that cannot be locked cannot be written either, and the write reports why.
    return undefined;
  }
}

function begin(lock: DatabaseSync, deadline: number): void {
  for (;;) {
    try {
      lock.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isDatabaseLocked(error) || performance.now() >= deadline) throw error;
    }
  }
}

function isDatabaseLocked(error: unknown): boolean {
  return error instanceof Error && isBusy.test(error.message);
}
