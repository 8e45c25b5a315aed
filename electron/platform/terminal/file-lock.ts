import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { makeFileOwn } from '../../lib/private-modes.ts';

const isBusy = /^database is locked/;

/**
 * Does something while no other process does, told apart by a file. It is an empty SQLite database, because
 * its lock is waited for, holds on every system, and goes with its process, however that ends. Throws
 * `STORE_BUSY` when the turn does not come in `timeoutMs` milliseconds; no other process takes a hundredth of
 * those it waits by itself.
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
    // A folder that takes no lock takes nothing else either, and writing tells why.
    return undefined;
  }
}
