import { existsSync, lstatSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { AppError, isAppError } from '../../shared/errors.ts';
import { currencyIn } from '../../shared/model/currency.ts';
import { diskError } from '../lib/fs-errors.ts';
import { makeFileOwn, ownFileMode } from '../lib/private-modes.ts';
import {
  checkOwnFile,
  type FileNamesSync,
  hasCode,
  isLocked,
  patientNamesSync,
} from '../lib/retry-while-locked.ts';
import { checkHistory, migrate, versionOf } from './migrate.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';
import { parsed } from './row.ts';
import { exemptIn } from './rules/document-totals.ts';
import { daysToAdd } from './search-text.ts';
import { dateKey, nameKey, sortKey } from './sort-keys.ts';

/** How long a statement waits for another process, in milliseconds: app and terminal may run at once. */
const busyTimeoutMs = 10_000;

/**
 * Opens the file for writing and migrates it. A damaged file is first renamed to `setAside`, and a new one is
 * created. A file of newer or foreign migrations stays as it is: throws `STORE_NEWER`, `STORE_FOREIGN`. A
 * file in which damage was met in use is checked completely.
 */
export function openDatabase(
  path: string,
  migrations: readonly Migration[] = allMigrations,
  names = patientNamesSync(),
): { database: DatabaseSync; setAside?: string } {
  try {
    return { database: openMigrated(path, migrations, names) };
  } catch (error) {
    if (!isDamage(error) || !existsSync(path)) throw error;
    const setAside = freePath(`${path}.damaged`);
    // The database file is renamed last: a new database next to the old log would apply that log as its own.
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(path + suffix)) names.rename(path + suffix, setAside + suffix);
    }
    if (isFileThere(suspicionOf(path))) names.remove(suspicionOf(path));
    return { database: openMigrated(path, migrations, names), setAside };
  }
}

/** Opens a migrated file for reading only. Throws as `checkMigrated`. */
export function openForReading(path: string): DatabaseSync {
  return openPrepared(path, { readOnly: true }, (database) => {
    // Sorting and filtering read a large part of a file of 100,000 documents. Every commit of the writer
    // would empty a page cache; mapped pages stay. Temporary files would hold clients' data.
    database.exec('PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY');
    checkMigrated(database, path);
    if (isDestinationDamaged(database)) viewAroundDestinations(database);
    addFunctions(database);
  });
}

/** Opens a file whose paths are free, prepares it, and closes it where that fails. */
export function openPrepared(
  path: string,
  options: DatabaseSyncOptions,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync {
  for (const suffix of ['', '-wal', '-shm']) checkPathIsFree(path + suffix);
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, ...options });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes a file writable for its owner alone. */
export function prepareForWriting(database: DatabaseSync, path: string): void {
  // Deleted content is overwritten: a purge must remove clients' data from the file.
  database.exec('PRAGMA secure_delete = ON');
  // SQLite creates the log with the file's mode at that moment.
  makeFileOwn(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA temp_store = MEMORY');
}

function isDestinationDamaged(database: DatabaseSync): boolean {
  try {
    database.prepare('SELECT max(away) FROM destination').get();
    return false;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return true;
  }
}

/**
 * Lets this connection's views of files read the destinations from the index of their folders, so that a
 * damaged row of one hides no file. Every destination then counts as available.
 */
function viewAroundDestinations(database: DatabaseSync): void {
  const views = database.prepare(
    "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name IN ('known_file', 'kept_file') ORDER BY rowid",
  );
  for (const { sql } of views.all()) {
    const view = String(sql)
      .replace('CREATE VIEW', 'CREATE TEMP VIEW')
      .replace(
        'JOIN destination t ON t.id =',
        'JOIN destination t INDEXED BY sqlite_autoindex_destination_1 ON +t.id =',
      )
      .replace('t.away', "'' AS away");
    database.exec(view);
  }
}

/**
 * Throws `STORE_FOREIGN` for a file that lacks migrations, and SQLite's error for one whose schema is
 * damaged: no query prepares its statements before it runs.
 */
function checkMigrated(database: DatabaseSync, path: string): void {
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (!isEmpty && versionOf(database) >= allMigrations.length) return;
  throw new AppError('STORE_FOREIGN', 'the store lacks migrations', { values: { path } });
}

/**
 * Changed rows after which the log is copied into the file. Pages that one search rewrites often are then
 * copied once.
 */
const muchChanged = 20_000;

/**
 * Copies the log into the file after many writes. Call it after the reply is sent, so that no caller waits
 * for it.
 */
export function createCheckpointer(database: DatabaseSync): () => void {
  const changes = database.prepare('SELECT total_changes() AS changes');
  const changed = () => Number(changes.get()?.['changes']);
  let copied = changed();
  return () => {
    const now = changed();
    if (now - copied < muchChanged) return;
    copied = now;
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  };
}

/**
 * SQLite follows a symbolic link and creates its target, and reports a pipe with no useful message. Throws
 * `FILE_IN_THE_WAY`.
 */
function checkPathIsFree(path: string): void {
  try {
    checkOwnFile(path);
  } catch (error) {
    // SQLite reports a folder by itself.
    if (!hasCode(error, 'EISDIR')) throw diskError(error, path);
  }
}

/** Makes the next opening of the file at `path` check it completely. */
export function suspect(path: string): void {
  const suspicion = suspicionOf(path);
  // A file that exists already is enough.
  if (!lstatSync(suspicion, { throwIfNoEntry: false })) patientNamesSync().write(suspicion, '', ownFileMode);
}

/** Path of an empty file that marks damage, so that the next opening checks the whole database. */
export function suspicionOf(path: string): string {
  return `${path}.suspect`;
}

/**
 * Whether the error means that the file is damaged: SQLITE_CORRUPT or SQLITE_NOTADB (sqlite.org, Result and
 * Error Codes).
 */
export function isDamage(error: unknown): boolean {
  return isAppError(error, 'STORE_DAMAGED') || [11, 26].includes(resultCode(error));
}

/** Whether the error is SQLITE_CONSTRAINT. No write of the app breaks a constraint in an undamaged file. */
export function isBrokenConstraint(error: unknown): boolean {
  return resultCode(error) === 19;
}

/** Whether the error is SQLITE_BUSY: another process locked the file for longer than the timeout. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

/** SQLite's primary result code; 0 for an error that is not SQLite's. */
export function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

function freePath(path: string): string {
  let free = path;
  for (let n = 2; existsSync(free); n++) free = `${path}-${n}`;
  return free;
}

/**
 * Opens the file for writing, as `openDatabase` does, but renames nothing: for a damaged file it throws
 * `STORE_DAMAGED`, or SQLite's error.
 */
export function openMigrated(
  path: string,
  migrations: readonly Migration[] = allMigrations,
  names = patientNamesSync(),
): DatabaseSync {
  return openPrepared(path, { enableForeignKeyConstraints: true }, (database) => {
    // Before the first write: a foreign database must stay unchanged.
    checkHistory(database, path, migrations);
    prepareForWriting(database, path);
    database.exec('PRAGMA synchronous = FULL');
    // In KiB. For 250,000 documents, 4 and 16 times as much gained nothing, and a batch's memory limit
    // includes it.
    database.exec('PRAGMA cache_size = -4096');
    // `createCheckpointer` copies the log into the file. Where it cannot, this limits the log, in pages of 4
    // KiB.
    database.exec('PRAGMA wal_autocheckpoint = 16000');
    checkWhole(database, path, names);
    addFunctions(database);
    migrate(database, path, migrations);
  });
}

/** SQL functions for queries and migrations. */
function addFunctions(database: DatabaseSync): void {
  database.function('date_key', { deterministic: true }, (text) => dateKey(String(text)));
  database.function('sort_key', { deterministic: true }, (text) => sortKey(String(text)));
  database.function('days_to_add', { deterministic: true }, (text) => daysToAdd(String(text)));
  database.function('currency_in', { deterministic: true }, (item) => currencyIn(parsed(String(item))));
  database.function('exempt_in', { deterministic: true }, (item) => exemptIn(parsed(String(item))) ?? null);
  database.function('name_key', { deterministic: true }, (path) => nameKey(String(path)));
}

function checkWhole(database: DatabaseSync, path: string, names: FileNamesSync): void {
  const suspicion = suspicionOf(path);
  if (!existsSync(suspicion)) return;
  // Unlike `quick_check`, this compares indexes with their tables. Neither checks foreign keys.
  const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  const orphan = verdict === 'ok' ? database.prepare('PRAGMA foreign_key_check').get() : undefined;
  if (verdict !== 'ok' || orphan) {
    throw new AppError('STORE_DAMAGED', 'the store is damaged', { values: { path } });
  }
  // Anything but a file is not the app's: it stays, and the next start checks the database again.
  if (!isFileThere(suspicion)) return;
  try {
    names.remove(suspicion);
  } catch (error) {
    // Another program has it open: it stays, too.
    if (!isLocked(error)) throw error;
  }
}

function isFileThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
