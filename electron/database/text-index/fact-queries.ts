import type { DatabaseSync } from 'node:sqlite';
import { prepared } from '../statements.ts';

/**
 * The kinds of documents whose form is certain; `printed-dte` is an electronic invoice as the SII has it
 * printed. `''` for any other, of which containers alone are read.
 */
export type FactForm = 'dte' | 'printed-dte' | 'din' | 'invoice' | 'bill' | 'packing' | '';

/**
 * What a fact is about; amounts have a point before their decimals, days are ISO 8601. `type` is the code of
 * the SII for an electronic document: folios run per type. `edition` marks a document that is revised, that
 * is void, or that replaces another: it may differ from others of its number.
 */
export type FactName =
  | 'type'
  | 'edition'
  | 'number'
  | 'date'
  | 'total'
  | 'sum'
  | 'currency'
  | 'issuer'
  | 'container'
  | 'weight'
  | 'signature';

/** One fact that a document states itself, and the line that shows it. */
export interface DocumentFact {
  form: FactForm;
  name: FactName;
  value: string;
  /** From 1; 0 for a file without pages. */
  page: number;
  line: string;
  /** Recognised in a picture: a sign of it may be another. */
  isScanned: boolean;
}

/** The row of `fact_change` that no file has: its revision tells an index that was made anew. */
export const firstChange = 0;

export const factTables = `
  CREATE TABLE fact (
    file_id INTEGER NOT NULL,
    form TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    page INTEGER NOT NULL,
    line TEXT NOT NULL,
    is_scanned INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX fact_file ON fact (file_id);
  CREATE TABLE fact_change (file_id INTEGER PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
  CREATE INDEX fact_change_revision ON fact_change (revision);
  INSERT INTO fact_change VALUES (${firstChange}, abs(random() % 4294967296));
`;

/** Stores the facts of a file's row. */
export function storeFacts(database: DatabaseSync, rowId: number, facts: readonly DocumentFact[]): void {
  for (const { form, name, value, page, line, isScanned } of facts) {
    prepared(database, 'INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?)').run(
      ...[rowId, form, name, value, page, line, isScanned ? 1 : 0],
    );
  }
  noteChange(database, rowId);
}

/** Takes out the facts of a file's row. */
export function removeFacts(database: DatabaseSync, rowId: number): void {
  prepared(database, 'DELETE FROM fact WHERE file_id = ?').run(rowId);
  noteChange(database, rowId);
}

/** A number above all others for this file: readers read again what has a higher one than they know. */
function noteChange(database: DatabaseSync, rowId: number): void {
  prepared(database, 'INSERT OR REPLACE INTO fact_change SELECT ?, max(revision) + 1 FROM fact_change').run(
    rowId,
  );
}

/** Takes out all facts; readers find another first revision. */
export function clearFacts(database: DatabaseSync): void {
  database.exec(`DELETE FROM fact; DELETE FROM fact_change WHERE file_id <> ${firstChange};
    UPDATE fact_change SET revision = revision + 1`);
}
