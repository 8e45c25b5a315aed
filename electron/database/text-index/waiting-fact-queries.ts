import type { DatabaseSync } from 'node:sqlite';
import type { RecognizedPage } from '../../../shared/model/text-search.ts';
import { number, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { type DocumentFact, removeFacts, storeFacts } from './fact-queries.ts';
import { toRecognized } from './stored-words.ts';

/** A file whose words are read, those of its scans, too, and whose facts wait to be read. */
interface WaitingFacts {
  /** Its row in the index. */
  rowId: number;
  path: string;
  sha256: string;
  pages: ({ page: number } & RecognizedPage)[];
}

/** A longer scan is no form of which facts are certain, pages. */
const maxPages = 100;

/** Lets the facts of a file wait once its last scanned page is recognised. */
export function waitForFacts(database: DatabaseSync, rowId: number): void {
  prepared(
    database,
    `UPDATE file SET scan_facts = 'waiting' WHERE id = ?1 AND own_pages <= ${maxPages}
     AND NOT EXISTS (SELECT 1 FROM scan WHERE file_id = ?1)`,
  ).run(rowId);
}

/** Lets the facts of every file wait that is read, and has no scan that is not recognised. */
export function waitForAllFacts(database: DatabaseSync): void {
  database.exec(
    `UPDATE file SET scan_facts = 'waiting' WHERE state = 'read'
     AND (own_pages <= ${maxPages} OR NOT EXISTS (SELECT 1 FROM recognized r WHERE r.sha256 = file.sha256))
     AND NOT EXISTS (SELECT 1 FROM scan WHERE file_id = file.id)`,
  );
}

/** How many files there are whose facts can be read now, and wait. */
export function countWaitingFacts(database: DatabaseSync): number {
  const row = prepared(
    database,
    `SELECT count(*) AS files FROM file INDEXED BY file_scan_facts
     WHERE scan_facts = 'waiting' AND is_away = 0`,
  ).get();
  return row ? number(row, 'files') : 0;
}

/** Files whose facts can be read now, and wait, the latest first. */
export function listWaitingFacts(database: DatabaseSync, limit: number): WaitingFacts[] {
  const files = prepared(
    database,
    `SELECT id, path, sha256 FROM file INDEXED BY file_scan_facts
     WHERE scan_facts = 'waiting' AND is_away = 0 ORDER BY id DESC LIMIT ?`,
  ).all(limit);
  const pagesOf = prepared(
    database,
    'SELECT page, confidence, packed_words FROM recognized WHERE sha256 = ? ORDER BY page',
  );
  return files.map((file) => ({
    rowId: number(file, 'id'),
    path: text(file, 'path'),
    sha256: text(file, 'sha256'),
    pages: pagesOf.all(text(file, 'sha256')).flatMap((row) => {
      const recognized = toRecognized(row);
      return recognized ? [{ page: number(row, 'page'), ...recognized }] : [];
    }),
  }));
}

/** Stores the facts of a file, which wait no more. One that was replaced meanwhile is left out. */
export function storeWaitingFacts(
  database: DatabaseSync,
  rowId: number,
  sha256: string,
  facts: readonly DocumentFact[],
): void {
  transaction(database, () => {
    const { changes } = prepared(
      database,
      "UPDATE file SET scan_facts = 'read' WHERE id = ? AND sha256 = ? AND scan_facts = 'waiting'",
    ).run(rowId, sha256);
    if (changes === 0) return;
    removeFacts(database, rowId);
    storeFacts(database, rowId, facts);
  });
}

/** Marks a file that cannot be read now: its facts wait until the next pass. */
export function noteFactsAway(database: DatabaseSync, rowId: number): void {
  prepared(database, "UPDATE file SET scan_facts = 'away' WHERE id = ? AND scan_facts = 'waiting'").run(
    rowId,
  );
}

/** Facts of files that were away are tried again. */
export function retryFacts(database: DatabaseSync): void {
  prepared(database, "UPDATE file SET scan_facts = 'waiting' WHERE scan_facts = 'away'").run();
}
