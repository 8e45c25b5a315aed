import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError, isAppError } from '../../../shared/errors.ts';
import { isLocked, patientNamesSync } from '../../lib/retry-while-locked.ts';
import { versionOf } from '../migrate.ts';
import { isDamage, openPrepared, prepareForWriting } from '../open-database.ts';
import { text } from '../row.ts';
import { transaction } from '../transaction.ts';
import { countTables } from './count-queries.ts';
import { clearFacts, factTables } from './fact-queries.ts';
import { waitForAllTexts } from './text-index-queries.ts';
import { waitForAllFacts } from './waiting-fact-queries.ts';

/** The path of the words of documents, beside the database at `path`. */
export function textIndexPath(path: string): string {
  return `${path}.texts`;
}

/** Changes with the tables, with what is a token and with what is read: another version is made anew. */
const version = 14;
/**
 * Their files are read again, without recognising a page again. Those that are away keep their words, most of
 * which a search still finds, until their content changes.
 */
const wordsStayOf = [7, 10, 11, 12, 13];
/** Since this version, the tables of facts have been as they are. */
const sameFactTablesSince = 10;
/** Since this version, `recognized` has been as it is. */
const recognizedSince = 2;

/**
 * Facts of any file may wait. The column `scan_facts` and this index have names of the time when only those
 * of scans did: other names would cost every computer its index.
 */
const waitingFactsIndex = "CREATE INDEX file_scan_facts ON file (id) WHERE scan_facts = 'waiting';";

const tables = `
  ${factTables}
  CREATE TABLE about (pass INTEGER NOT NULL, remade INTEGER NOT NULL, purging INTEGER NOT NULL) STRICT;
  CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    is_away INTEGER NOT NULL,
    pass INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    reason TEXT NOT NULL DEFAULT '',
    own_pages INTEGER NOT NULL DEFAULT 0,
    pages INTEGER NOT NULL DEFAULT 0,
    unread_pages INTEGER NOT NULL DEFAULT 0,
    scan_facts TEXT NOT NULL DEFAULT 'none',
    UNIQUE (connection_id, document_id)
  ) STRICT;
  CREATE INDEX file_waiting ON file (id) WHERE state = 'waiting';
  CREATE INDEX file_unread ON file (reason) WHERE reason <> '';
  CREATE INDEX file_hash ON file (sha256);
  ${waitingFactsIndex}
  CREATE INDEX file_away ON file (id) WHERE is_away = 1;
  ${countTables}
  CREATE TABLE scan (
    file_id INTEGER NOT NULL,
    page INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    beside TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (file_id, page)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX scan_waiting ON scan (file_id, page) WHERE state = 'waiting';
  CREATE TABLE IF NOT EXISTS recognized (
    sha256 TEXT NOT NULL,
    page INTEGER NOT NULL,
    confidence INTEGER NOT NULL,
    packed_words BLOB NOT NULL,
    PRIMARY KEY (sha256, page)
  ) STRICT;
  CREATE VIRTUAL TABLE words USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
  );
`;

/**
 * Opens the words of documents for reading and writing. A damaged index and one of another version are made
 * anew: all that is in it can be read again. One of `wordsStayOf` keeps those of files that are away. An
 * older one leaves the recognised pages, which cost seconds each; the end of the next pass takes out those
 * that no file has. `isRemade` marks a damaged one.
 */
export function openTextIndex(path: string, isDamaged = false): DatabaseSync {
  if (isDamaged) removeIndex(path);
  try {
    return openTables(path, isDamaged);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeIndex(path);
    return openTables(path, !isAppError(error, 'STORE_DAMAGED'));
  }
}

function openTables(path: string, isRemade: boolean): DatabaseSync {
  return openPrepared(path, {}, (database) => {
    prepareForWriting(database, path);
    // After a power cut the latest documents may be missing: they are read again.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192');
    const found = versionOf(database);
    if (found > version) {
      throw new AppError('STORE_DAMAGED', 'the words are of another version', { values: { path } });
    }
    if (found < version) createTables(database, isRemade);
  });
}

function createTables(database: DatabaseSync, isRemade: boolean): void {
  transaction(database, () => {
    const found = versionOf(database);
    // Another process may have made them since.
    if (found === version) return;
    if (wordsStayOf.includes(found)) return keepWords(database, found);
    for (const table of tablesOf(database)) {
      if (table !== 'recognized' || found < recognizedSince) database.exec(`DROP TABLE "${table}"`);
    }
    database.exec(tables);
    database.prepare('INSERT INTO about VALUES (0, ?, 0)').run(isRemade ? 1 : 0);
    database.exec(`PRAGMA user_version = ${version}`);
  });
}

function keepWords(database: DatabaseSync, found: number): void {
  if (found < sameFactTablesSince) {
    database.exec(`
      ALTER TABLE file ADD COLUMN scan_facts TEXT NOT NULL DEFAULT 'none';
      ALTER TABLE fact ADD COLUMN is_scanned INTEGER NOT NULL DEFAULT 0;
      ${waitingFactsIndex}
    `);
  }
  waitForAllTexts(database);
  // Since this version, documents state less, and other things: those of files that are away wait, too.
  clearFacts(database);
  waitForAllFacts(database);
  database.exec(`PRAGMA user_version = ${version}`);
}

/** Without those that a virtual table makes for itself. */
function tablesOf(database: DatabaseSync): string[] {
  const rows = database
    .prepare("SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual')")
    .all();
  return rows.map((row) => text(row, 'name')).filter((name) => !name.startsWith('sqlite_'));
}

function removeIndex(path: string): void {
  const names = patientNamesSync();
  try {
    for (const suffix of ['-wal', '-shm', '']) if (existsSync(path + suffix)) names.remove(path + suffix);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new AppError('STORE_BUSY', 'another program has the words open', {
      values: { path },
      cause: error,
    });
  }
}
