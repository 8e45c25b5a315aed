import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { documentKeyOf, number, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { clearFacts, type DocumentFact, removeFacts, storeFacts } from './fact-queries.ts';
import { addScans, removeScans, retryScans } from './scanned-page-queries.ts';
import { pageRow, pagesPerFile } from './stored-words.ts';
import { indexText } from './text-tokens.ts';
import { retryFacts } from './waiting-fact-queries.ts';

/** A file whose words may be indexed. */
export interface IndexableFile extends DocumentKey {
  path: string;
  sha256: string;
  size: number;
  /** Its folder is missing or does not respond. */
  isAway: boolean;
}

/** A file that waits to be read. */
export interface WaitingFile extends DocumentKey {
  /** Its row in the index. */
  rowId: number;
  path: string;
  sha256: string;
  size: number;
}

/** What was read of one file. */
export interface TextToStore {
  rowId: number;
  /** Of the bytes that were read: words of another content are not stored. */
  sha256: string;
  /** Pages of the file itself, whose numbers mean something to a person; 0 where it has none. */
  ownPages: number;
  /** Its pages, with and without words, and behind them the parts of attached files. */
  pages: number;
  /** How many of its pages and attached files have no words that could be read. */
  unreadPages: number;
  /** Unread pages that wait to be recognised. */
  scans: readonly number[];
  /** Why words are missing; `''` where all were read. */
  reason: UnreadReason | '';
  words: readonly { page: number; text: string }[];
  /** What the document states with certainty; none where a page of its own is unread. */
  facts: readonly DocumentFact[];
}

/** A page that has the words of a query. */
interface FoundPage extends DocumentKey {
  /** Orders pages, the latest documents first; for the next call. */
  row: number;
  page: number;
  isPaged: boolean;
  /** Whether it is a part of a file that is attached to one with pages. */
  isAttached: boolean;
  /** Of a scan, percent. */
  confidence?: number;
}

const maxTextPages = pagesPerFile - 1;

/** Begins to compare the index with the files of the store; returns the number of this pass. */
export function beginTextPass(database: DatabaseSync): number {
  retryScans(database);
  retryFacts(database);
  const row = prepared(database, 'UPDATE about SET pass = pass + 1 RETURNING pass').get();
  return row ? number(row, 'pass') : 0;
}

const insertFile = `INSERT INTO file (connection_id, document_id, sha256, path, size, is_away, pass)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT DO UPDATE SET path = excluded.path, size = excluded.size, is_away = excluded.is_away,
    pass = max(pass, excluded.pass),
    reason = CASE WHEN state = 'waiting' AND excluded.is_away = 0 THEN '' ELSE reason END
  RETURNING id, sha256, pages`;
/** For a file that a later pass may have left out: it is gone, and is not inserted again. */
const updateFile = `UPDATE file SET path = ?4, size = ?5, is_away = ?6, pass = max(pass, ?7),
    reason = CASE WHEN state = 'waiting' AND ?6 = 0 THEN '' ELSE reason END
  WHERE connection_id = ?1 AND document_id = ?2 RETURNING id, sha256, pages`;
const replaceContent = `UPDATE file SET sha256 = ?, state = 'waiting', reason = '', pages = 0, unread_pages = 0,
  scan_facts = 'none' WHERE id = ?`;

/**
 * Adds files of the store; one with other content waits to be read again, and its words are taken out. Adds
 * none where another process began a later pass, and returns false then.
 */
export function noteTextFiles(
  database: DatabaseSync,
  pass: number,
  files: readonly IndexableFile[],
): boolean {
  return transaction(database, () => {
    const about = prepared(database, 'SELECT pass FROM about').get();
    const isLatest = about !== undefined && number(about, 'pass') === pass;
    const noteFile = isLatest ? insertFile : updateFile;
    for (const { connectionId, id, sha256, path, size, isAway } of files) {
      const row = prepared(database, noteFile).get(
        ...[connectionId, id, sha256, path, size, isAway ? 1 : 0, pass],
      );
      if (!row || text(row, 'sha256') === sha256) continue;
      removeWords(database, number(row, 'id'), number(row, 'pages'));
      removeScans(database, number(row, 'id'), text(row, 'sha256'));
      prepared(database, replaceContent).run(sha256, number(row, 'id'));
    }
    return isLatest;
  });
}

/** Lets every file that was read wait again, without its words. One that is away keeps them. */
export function waitForAllTexts(database: DatabaseSync): void {
  const rows = prepared(
    database,
    "SELECT id, sha256, pages FROM file WHERE state = 'read' AND is_away = 0",
  ).all();
  for (const row of rows) {
    removeWords(database, number(row, 'id'), number(row, 'pages'));
    prepared(database, 'DELETE FROM scan WHERE file_id = ?').run(number(row, 'id'));
    prepared(database, replaceContent).run(text(row, 'sha256'), number(row, 'id'));
  }
}

/** Leaves them where a later pass goes on: its files may not all be there. */
const removeUnowned = `DELETE FROM recognized WHERE (SELECT pass FROM about) = ?
  AND NOT EXISTS (SELECT 1 FROM file WHERE file.sha256 = recognized.sha256)`;

/**
 * Takes out the words of files that no call of this pass or a later one has named; returns how many. Of the
 * recognised pages it takes out those that no file has: an older index may have left them.
 */
export function endTextPass(database: DatabaseSync, pass: number): number {
  return transaction(database, () => {
    const rows = prepared(database, 'SELECT id, sha256, pages FROM file WHERE pass < ?').all(pass);
    for (const row of rows) {
      removeWords(database, number(row, 'id'), number(row, 'pages'));
      removeScans(database, number(row, 'id'), text(row, 'sha256'));
      prepared(database, 'DELETE FROM file WHERE id = ?').run(number(row, 'id'));
    }
    prepared(database, removeUnowned).run(pass);
    return rows.length;
  });
}

function removeWords(database: DatabaseSync, rowId: number, pages: number): void {
  removeFacts(database, rowId);
  for (let page = 1; page <= pages; page++) {
    prepared(database, 'DELETE FROM words WHERE rowid = ?').run(pageRow(rowId, page));
  }
  if (pages > 0) prepared(database, 'UPDATE about SET purging = 1').run();
}

/**
 * Overwrites words that were taken out, in the log too. Returns false where another process reads, so that
 * some may stay in the log until the next call.
 */
export function overwriteTexts(database: DatabaseSync): boolean {
  const row = prepared(database, 'SELECT purging FROM about').get();
  if (row && number(row, 'purging') > 0) {
    // Rewrites every segment: a deleted row is only marked in its own.
    prepared(database, "INSERT INTO words (words) VALUES ('optimize')").run();
    prepared(database, 'UPDATE about SET purging = 0').run();
  }
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

/** Deletes every word, and the list of files. Returns false where another process reads the log. */
export function clearTexts(database: DatabaseSync): boolean {
  transaction(database, () => {
    prepared(database, "INSERT INTO words (words) VALUES ('delete-all')").run();
    clearFacts(database);
    database.exec(
      'DELETE FROM file; DELETE FROM scan; DELETE FROM recognized; UPDATE about SET purging = 0, remade = 0',
    );
  });
  database.exec('VACUUM');
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

/** Files that wait and can be read now, the latest first. */
export function listWaitingTexts(database: DatabaseSync, limit: number): WaitingFile[] {
  return prepared(
    database,
    `SELECT * FROM file WHERE state = 'waiting' AND is_away = 0 AND reason = '' ORDER BY id DESC LIMIT ?`,
  )
    .all(limit)
    .map(toWaitingFile);
}

/** Marks a file that cannot be read now: it waits until the next pass. One replaced meanwhile is left out. */
export function noteTextAway(
  database: DatabaseSync,
  rowId: number,
  sha256: string,
  reason: UnreadReason,
): void {
  prepared(database, "UPDATE file SET reason = ? WHERE id = ? AND sha256 = ? AND state = 'waiting'").run(
    reason,
    rowId,
    sha256,
  );
}

const storeOne = `UPDATE file SET state = 'read', reason = ?, own_pages = ?, pages = ?, unread_pages = ?
  WHERE id = ? AND sha256 = ? AND state = 'waiting'`;

/** Stores what was read, in one transaction. A file that was taken out or replaced meanwhile is left out. */
export function storeTexts(database: DatabaseSync, texts: readonly TextToStore[]): void {
  transaction(database, () => {
    for (const { rowId, sha256, ownPages, pages, unreadPages, scans, reason, words, facts } of texts) {
      const { changes } = prepared(database, storeOne).run(
        ...[reason, ownPages, Math.min(pages, maxTextPages), unreadPages, rowId, sha256],
      );
      if (changes === 0) continue;
      for (const { page, text: written } of words) {
        if (page > maxTextPages) continue;
        const row = pageRow(rowId, page);
        prepared(database, 'INSERT INTO words (rowid, text) VALUES (?, ?)').run(row, indexText(written));
      }
      const written = new Map(words.map((one) => [one.page, one.text]));
      const pictures = scans
        .filter((page) => page <= maxTextPages)
        .map((page) => ({ page, beside: written.get(page) ?? '' }));
      addScans(database, rowId, sha256, pictures);
      storeFacts(database, rowId, facts);
    }
  });
}

/** Pages that match, the latest documents first, after the row `before`. */
export function findTextPages(
  database: DatabaseSync,
  match: string,
  before: number,
  limit: number,
): FoundPage[] {
  return prepared(
    database,
    `SELECT w.rowid AS found, p.connection_id, p.document_id, p.own_pages, r.confidence FROM words w
     CROSS JOIN file p ON p.id = w.rowid / ${pagesPerFile}
     LEFT JOIN recognized r ON r.sha256 = p.sha256 AND r.page = w.rowid % ${pagesPerFile}
     WHERE words MATCH ?1 AND w.rowid < ?2 ORDER BY w.rowid DESC LIMIT ?3`,
  )
    .all(match, before, limit)
    .map((row) => ({
      ...toFoundPage(row),
      ...(row['confidence'] !== null && { confidence: number(row, 'confidence') }),
    }));
}

function toFoundPage(row: Row): FoundPage {
  const [found, ownPages] = [number(row, 'found'), number(row, 'own_pages')];
  const page = found % pagesPerFile;
  const isAttached = ownPages > 0 && page > ownPages;
  return { ...documentKeyOf(row), row: found, page, isPaged: ownPages > 0 && !isAttached, isAttached };
}

/**
 * The documents of pages that match, each once, the latest first, before the row `before`; `next` is the row
 * for the next call, absent at the end.
 */
export function listFoundTexts(
  database: DatabaseSync,
  match: string,
  before: number,
  limit: number,
): { keys: DocumentKey[]; next?: number } {
  const rows = prepared(
    database,
    'SELECT rowid AS found FROM words WHERE words MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT ?3',
  ).all(match, before, limit);
  const files = [...new Set(rows.map((row) => Math.floor(number(row, 'found') / pagesPerFile)))];
  const last = files.at(-1);
  const keys = prepared(database, 'SELECT p.* FROM json_each(?) j CROSS JOIN file p ON p.id = j.value')
    .all(JSON.stringify(files))
    .map(documentKeyOf);
  // Further pages of the last document are behind it.
  return { keys, ...(last !== undefined && rows.length === limit && { next: last * pagesPerFile }) };
}

/** The paths and hashes of indexed files, to read their lines again. */
export function listIndexedTexts(database: DatabaseSync, keys: readonly DocumentKey[]): WaitingFile[] {
  return prepared(
    database,
    `SELECT p.* FROM json_each(?) j CROSS JOIN file p
     ON p.connection_id = j.value ->> 'connectionId' AND p.document_id = j.value ->> 'id'`,
  )
    .all(JSON.stringify(keys))
    .map(toWaitingFile);
}

/** A person has been told that the index was made anew, and it is complete again. */
export function forgetTextsRemade(database: DatabaseSync): void {
  prepared(database, 'UPDATE about SET remade = 0 WHERE remade = 1').run();
}

function toWaitingFile(row: Row): WaitingFile {
  return {
    ...documentKeyOf(row),
    rowId: number(row, 'id'),
    path: text(row, 'path'),
    sha256: text(row, 'sha256'),
    size: number(row, 'size'),
  };
}
