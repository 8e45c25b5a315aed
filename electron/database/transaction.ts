import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` as one transaction that takes the write lock at once; an error rolls it back. On disk when it
 * returns.
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
 * The same for repeatable work. After a power cut the latest of these transactions may be missing, but never
 * in part, and never one that precedes a transaction on disk.
 */
export function quickTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return transaction(database, work);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/** Runs `work`, which only reads, on one snapshot of the file, whatever is written meanwhile. */
export function reading<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    // An error of the file itself has already ended the transaction. A COMMIT would report again damage that
    // was skipped.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}
