import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../shared/errors.ts';
import type { Migration } from './migrations/migration.ts';
import { transaction } from './transaction.ts';

/**
 * Migrates the file to the newest version in one transaction; `user_version` holds the number. Throws as
 * `checkHistory`.
 */
export function migrate(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  // An up-to-date file opens without the write lock, which another process may have.
  if (versionOf(database) === migrations.length && migrations.length > 0) return;
  transaction(database, () => {
    // Another process may have migrated it since the check above.
    checkHistory(database, path, migrations);
    for (const { sql } of migrations.slice(versionOf(database))) database.exec(sql);
    const stamp = migrations.at(-1)?.stamp ?? 0;
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${stamp}`);
  });
}

/**
 * Throws for a file that other migrations made: `STORE_NEWER` where it has more of them, `STORE_FOREIGN`
 * where they differ, as in another program's database. Writes nothing.
 */
export function checkHistory(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new AppError('STORE_NEWER', `the store is of version ${version}`, { values: { version } });
  }
  const stamp = Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  const isNew = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const isOwn = version === 0 ? stamp === 0 && isNew : migrations[version - 1]?.stamp === stamp;
  if (!isOwn) throw new AppError('STORE_FOREIGN', 'other steps made the store', { values: { path } });
}

/** The number that the file stores of its version. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}
