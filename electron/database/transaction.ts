import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` as one transaction that takes the write lock at once; what it throws undoes it. On disk for
 * sure when it returns.
 */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * The same for what can be asked for again: after a power cut the latest of these transactions may be
 * missing, never a part of one, and none that a transaction on disk came after.
 */
export function quickTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction(database, work);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/** Runs `work`, which only reads, over one state of the file, read once however much is written meanwhile. */
export function reading<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    // An error of the file itself has ended it already. A COMMIT would tell damage again that was read
    // around.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
