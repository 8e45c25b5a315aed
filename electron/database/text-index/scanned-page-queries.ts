import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { RecognizedPage, RecognizedWord } from '../../../shared/model/text-search.ts';
import { number, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { packedIn, packWords, pageRow, textOfWords, toRecognized, unpackWords } from './stored-words.ts';
import { indexText } from './text-tokens.ts';
import { waitForFacts } from './waiting-fact-queries.ts';

/** A scanned page that waits to be recognised. */
interface WaitingScan {
  path: string;
  sha256: string;
  page: number;
}

/** A page of a content: all files with these bytes have it. */
interface ContentPage {
  sha256: string;
  page: number;
}

/** A scanned page of a file, and the words of its annotations: its picture has not all of them. */
interface ScanToAdd {
  page: number;
  beside: string;
}

/**
 * Adds the scanned pages of a file that was just read. Pages of a content that was recognised before have
 * their words at once. Runs inside the transaction that stores the file.
 */
export function addScans(
  database: DatabaseSync,
  rowId: number,
  sha256: string,
  pages: readonly ScanToAdd[],
): void {
  const insert = prepared(database, 'INSERT OR REPLACE INTO scan (file_id, page, beside) VALUES (?, ?, ?)');
  for (const { page, beside } of pages) {
    insert.run(rowId, page, beside);
    const words = recognizedRow(database, { sha256, page })?.words;
    if (words) fillPage(database, rowId, page, words);
  }
}

/** Takes out the scans of a file, and the recognised words of its content where no other file has it. */
export function removeScans(database: DatabaseSync, rowId: number, sha256: string): void {
  prepared(database, 'DELETE FROM scan WHERE file_id = ?').run(rowId);
  prepared(
    database,
    'DELETE FROM recognized WHERE sha256 = ?1 AND NOT EXISTS (SELECT 1 FROM file WHERE sha256 = ?1 AND id <> ?2)',
  ).run(sha256, rowId);
}

/** Scans that wait and can be read now, those of the latest documents first; a content once. */
export function listWaitingScans(database: DatabaseSync, limit: number): WaitingScan[] {
  const rows = prepared(
    database,
    `SELECT p.path, p.sha256, s.page FROM scan s INDEXED BY scan_waiting CROSS JOIN file p ON p.id = s.file_id
     WHERE s.state = 'waiting' AND p.is_away = 0 ORDER BY s.file_id DESC, s.page LIMIT ?`,
  ).all(limit);
  const scans = rows.map((row) => ({ path: text(row, 'path'), ...toPage(row) }));
  const byPage = Map.groupBy(scans, ({ sha256, page }) => `${sha256} ${page}`);
  return [...byPage.values()].flatMap(([latest]) => latest ?? []);
}

/**
 * Stores what was recognised on a page, for every file with its content, in one transaction. A page that was
 * taken out meanwhile is left out.
 */
export function storeScan(database: DatabaseSync, { sha256, page }: ContentPage, read: RecognizedPage): void {
  transaction(database, () => {
    const files = filesUnread(database, { sha256, page });
    if (files.length === 0) return;
    prepared(database, 'INSERT OR REPLACE INTO recognized VALUES (?, ?, ?, ?)').run(
      ...[sha256, page, Math.round(read.confidence), packWords(read.words)],
    );
    for (const rowId of files) fillPage(database, rowId, page, read.words);
  });
}

/**
 * Notes why a page of a content was not recognised: it has no picture, or one that is not read. `away` holds
 * for the file at `path` until the next pass: another with its content may be there.
 */
export function noteScan(
  database: DatabaseSync,
  { sha256, page, path }: WaitingScan,
  outcome: 'unreadable' | 'damaged' | 'unsupported' | 'too-large' | 'too-heavy' | 'away',
): void {
  const state = outcome === 'away' ? 'away' : 'unreadable';
  prepared(
    database,
    `UPDATE scan SET state = ?1 WHERE page = ?2 AND state <> 'unreadable'
     AND file_id IN (SELECT id FROM file WHERE sha256 = ?3 AND (?1 <> 'away' OR path = ?4))`,
  ).run(state, page, sha256, path);
  if (outcome === 'away' || outcome === 'unreadable') return;
  prepared(database, "UPDATE file SET reason = ? WHERE sha256 = ? AND state = 'read'").run(outcome, sha256);
}

/** Scans whose files were away are tried again. */
export function retryScans(database: DatabaseSync): void {
  prepared(database, "UPDATE scan SET state = 'waiting' WHERE state = 'away'").run();
}

/** How many pages wait to be recognised; a content counts once a file. */
export function countWaitingScans(database: DatabaseSync): number {
  const row = prepared(
    database,
    `SELECT (SELECT count(*) FROM scan INDEXED BY scan_waiting WHERE state = 'waiting') - (
       SELECT count(*) FROM file p INDEXED BY file_away CROSS JOIN scan s ON s.file_id = p.id
       WHERE p.is_away = 1 AND s.state = 'waiting') AS pages`,
  ).get();
  return row ? number(row, 'pages') : 0;
}

/** The recognised words of pages; pages with a text layer are not among them. */
export function listRecognized(
  database: DatabaseSync,
  pages: readonly ContentPage[],
): (ContentPage & RecognizedPage)[] {
  return pages.flatMap((page) => {
    const recognized = recognizedRow(database, page);
    return recognized ? [{ ...page, ...recognized }] : [];
  });
}

/** The recognised words of a page of a document; none where it has a text layer, or waits. */
export function listRecognizedWords(
  database: DatabaseSync,
  { connectionId, id }: DocumentKey,
  page: number,
): RecognizedWord[] {
  const row = prepared(
    database,
    `SELECT r.packed_words FROM file p CROSS JOIN recognized r ON r.sha256 = p.sha256 AND r.page = ?3
     WHERE p.connection_id = ?1 AND p.document_id = ?2`,
  ).get(connectionId, id, page);
  return (row && unpackWords(packedIn(row))) ?? [];
}

/**
 * All recognised pages of a document, in their order, and how many of its scanned pages have no words.
 * Undefined where its file is not read yet.
 */
export function readRecognizedText(
  database: DatabaseSync,
  { connectionId, id }: DocumentKey,
): { sha256: string; pages: (ContentPage & RecognizedPage)[]; unreadPages: number } | undefined {
  const file = prepared(
    database,
    `SELECT sha256, (SELECT count(*) FROM scan WHERE file_id = file.id) AS unread FROM file
     WHERE connection_id = ? AND document_id = ? AND state = 'read'`,
  ).get(connectionId, id);
  if (!file) return undefined;
  const sha256 = text(file, 'sha256');
  const rows = prepared(database, 'SELECT * FROM recognized WHERE sha256 = ? ORDER BY page').all(sha256);
  const pages = rows.flatMap((row) => {
    const recognized = toRecognized(row);
    return recognized ? [{ ...toPage(row), ...recognized }] : [];
  });
  return { sha256, pages, unreadPages: number(file, 'unread') + rows.length - pages.length };
}

function recognizedRow(database: DatabaseSync, { sha256, page }: ContentPage): RecognizedPage | undefined {
  const select = 'SELECT * FROM recognized WHERE sha256 = ? AND page = ?';
  const row = prepared(database, select).get(sha256, page);
  return row && toRecognized(row);
}

function filesUnread(database: DatabaseSync, { sha256, page }: ContentPage): number[] {
  return prepared(
    database,
    `SELECT p.id FROM file p CROSS JOIN scan s ON s.file_id = p.id
     WHERE p.sha256 = ? AND s.page = ? AND s.state <> 'unreadable'`,
  )
    .all(sha256, page)
    .map((row) => number(row, 'id'));
}

const closePage = `UPDATE file SET unread_pages = unread_pages - 1,
    reason = CASE WHEN unread_pages <= 1 AND reason IN ('no-text', 'unmapped') THEN '' ELSE reason END
  WHERE id = ?`;

/** Puts the words of a page into the index, and takes the page out of the queue. */
function fillPage(database: DatabaseSync, rowId: number, page: number, words: RecognizedPage['words']): void {
  const row = pageRow(rowId, page);
  const scan = prepared(database, 'SELECT beside FROM scan WHERE file_id = ? AND page = ?').get(rowId, page);
  prepared(database, 'DELETE FROM words WHERE rowid = ?').run(row);
  const tokens = indexText(`${textOfWords(words)}\n${scan ? text(scan, 'beside') : ''}`);
  if (tokens !== '') prepared(database, 'INSERT INTO words (rowid, text) VALUES (?, ?)').run(row, tokens);
  prepared(database, 'DELETE FROM scan WHERE file_id = ? AND page = ?').run(rowId, page);
  prepared(database, closePage).run(rowId);
  waitForFacts(database, rowId);
}

function toPage(row: Row): ContentPage {
  return { sha256: text(row, 'sha256'), page: number(row, 'page') };
}
