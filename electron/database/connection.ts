import { existsSync, lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError, isAppError } from '../../shared/errors.ts';
import { diskError } from '../lib/fs-errors.ts';
import { checkOwnFile } from '../lib/own-file.ts';
import { makeFileOwn, ownFileMode } from '../lib/private-modes.ts';
import { type FileNamesSync, hasCode, isLocked, patientNamesSync } from '../lib/retry-while-locked.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';
import { dateKey, daysToAdd, sortKey } from './search-text.ts';
import { transaction } from './transaction.ts';

/** How long a statement waits for another process (app and terminal may run at once), in milliseconds. */
const busyTimeoutMs = 10_000;

/**
 * Opens the file to write, set up and migrated; a damaged one is renamed to `setAside` first and a new one
 * begun. One that newer steps or other steps made is left as it is: throws `STORE_NEWER`, `STORE_FOREIGN`. A
 * file in which damage was met while it was used is checked whole.
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
    // The file itself last: a store that begins anew beside the log of another would take it for its own.
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(path + suffix)) names.rename(path + suffix, setAside + suffix);
    }
    names.remove(suspicionOf(path));
    return { database: openMigrated(path, migrations, names), setAside };
  }
}

/** Opens a file that has been migrated, to read alone. */
export function openForReading(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs });
  // Sorting and filtering read a large part of a file of 100,000 documents. A cache of its own would be
  // emptied by every commit of the writer; what is mapped stays. Spills would leave clients' data in
  // temporary files.
  database.exec('PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY');
  addFunctions(database);
  return database;
}

/**
 * Rows changed after which the log is copied into the file: pages that are written again and again while an
 * answer arrives are copied once.
 */
const muchChanged = 20_000;

/**
 * Copies the log into the file after much has been written; to be called when an answer has been given, so
 * that nobody who is told of a page waits for it.
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
 * SQLite follows a link, and makes what it leads to; it tells a pipe as a fault without words. Throws
 * `FILE_IN_THE_WAY`.
 */
function checkPlace(path: string): void {
  try {
    checkOwnFile(path);
  } catch (error) {
    // Of a folder it tells by itself.
    if (!hasCode(error, 'EISDIR')) throw diskError(error, path);
  }
}

/** Has the next opening of the file at `path` check it whole. */
export function suspect(path: string): void {
  const suspicion = suspicionOf(path);
  // Whatever stands there says it already.
  if (!lstatSync(suspicion, { throwIfNoEntry: false })) patientNamesSync().write(suspicion, '', ownFileMode);
}

/** The empty file that says that damage was met, so that the next opening checks the whole store. */
export function suspicionOf(path: string): string {
  return `${path}.suspect`;
}

/**
 * Whether something thrown says that the file is damaged: SQLITE_CORRUPT or SQLITE_NOTADB (sqlite.org, Result
 * and Error Codes).
 */
export function isDamage(error: unknown): boolean {
  return isAppError(error, 'STORE_DAMAGED') || [11, 26].includes(resultCode(error));
}

/**
 * Whether something thrown says that a constraint was broken, which no writing of the app does to a whole
 * file: SQLITE_CONSTRAINT.
 */
export function isBrokenConstraint(error: unknown): boolean {
  return resultCode(error) === 19;
}

/**
 * Whether something thrown says that another process held the file for longer than was waited: SQLITE_BUSY.
 */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

/** SQLite's result code without its extension; 0 for what SQLite did not throw. */
export function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

function freePath(path: string): string {
  let free = path;
  for (let n = 2; existsSync(free); n++) free = `${path}-${n}`;
  return free;
}

/**
 * Opens the file to write, as `openDatabase` does, but puts nothing aside: throws `STORE_DAMAGED`, or as
 * SQLite does, for a damaged one.
 */
export function openMigrated(
  path: string,
  migrations: readonly Migration[] = allMigrations,
  names = patientNamesSync(),
): DatabaseSync {
  for (const suffix of ['', '-wal', '-shm']) checkPlace(path + suffix);
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    // Before anything that writes: what is not this store's stays as it is.
    checkHistory(database, path, migrations);
    // What is deleted is overwritten, so that a purge is one: clients' data lies here.
    database.exec('PRAGMA secure_delete = ON');
    // Its log gets the mode that the file has by then.
    makeFileOwn(path);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA temp_store = MEMORY');
    // In KiB. Four and sixteen times as much made none of 250,000 documents cheaper, and it counts among what
    // a batch adds to the process.
    database.exec('PRAGMA cache_size = -4096');
    // The log is copied into the file by `createCheckpointer`; this bounds it, in pages of 4 KiB, where that
    // cannot.
    database.exec('PRAGMA wal_autocheckpoint = 16000');
    checkWhole(database, path, names);
    addFunctions(database);
    migrate(database, path, migrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What queries and migrations may call beside SQLite's own functions. */
function addFunctions(database: DatabaseSync): void {
  database.function('date_key', { deterministic: true }, (text) => dateKey(String(text)));
  database.function('sort_key', { deterministic: true }, (text) => sortKey(String(text)));
  database.function('days_to_add', { deterministic: true }, (text) => daysToAdd(String(text)));
}

function checkWhole(database: DatabaseSync, path: string, names: FileNamesSync): void {
  const suspicion = suspicionOf(path);
  if (!existsSync(suspicion)) return;
  // Unlike `quick_check` this compares indexes with their tables; neither looks at foreign keys.
  const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  const orphan = verdict === 'ok' ? database.prepare('PRAGMA foreign_key_check').get() : undefined;
  if (verdict !== 'ok' || orphan) {
    throw new AppError('STORE_DAMAGED', 'the store is damaged', { values: { path } });
  }
  try {
    names.remove(suspicion);
  } catch (error) {
    // Where another program holds it, it stays, and the store is checked again at the next start.
    if (!isLocked(error)) throw error;
  }
}

/**
 * Brings the file to the newest version in one transaction, its number in `user_version`. Throws as
 * `checkHistory`.
 */
function migrate(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  // An up-to-date file is opened without the write lock, which another process may hold.
  if (versionOf(database) === migrations.length && migrations.length > 0) return;
  transaction(database, () => {
    // Another process may have brought it further since it was looked at.
    checkHistory(database, path, migrations);
    for (const { sql } of migrations.slice(versionOf(database))) database.exec(sql);
    const stamp = migrations.at(-1)?.stamp ?? 0;
    database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${stamp}`);
  });
}

/**
 * Throws for a file that is none of these steps': `STORE_NEWER` where more steps than these made it,
 * `STORE_FOREIGN` where others did, another program's database among them. Nothing is written.
 */
function checkHistory(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new AppError('STORE_NEWER', `the store is of version ${version}`, { values: { version } });
  }
  const stamp = Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  const isNew = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const isOwn = version === 0 ? stamp === 0 && isNew : migrations[version - 1]?.stamp === stamp;
  if (!isOwn) throw new AppError('STORE_FOREIGN', 'other steps made the store', { values: { path } });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}
