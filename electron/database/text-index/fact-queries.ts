import type { DatabaseSync } from 'node:sqlite';
import { prepared } from '../statements.ts';

/** The kinds of documents whose form is certain: `''` for any other, of which containers alone are read. */
export type FactForm = 'dte' | 'din' | 'invoice' | 'bill' | '';

/** What a fact is about; amounts have a point before their decimals, days are ISO 8601. */
export type FactName =
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
}

export const factTables = `
  CREATE TABLE fact (
    file_id INTEGER NOT NULL,
    form TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    page INTEGER NOT NULL,
    line TEXT NOT NULL
  ) STRICT;
  CREATE INDEX fact_file ON fact (file_id);
  CREATE TABLE fact_change (revision INTEGER NOT NULL) STRICT;
  INSERT INTO fact_change VALUES (0);
`;

/** Stores the facts of a file's row. */
export function storeFacts(database: DatabaseSync, rowId: number, facts: readonly DocumentFact[]): void {
  for (const { form, name, value, page, line } of facts) {
    prepared(database, 'INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)').run(
      ...[rowId, form, name, value, page, line],
    );
  }
  noteChange(database);
}

/** Takes out the facts of a file's row. */
export function removeFacts(database: DatabaseSync, rowId: number): void {
  prepared(database, 'DELETE FROM fact WHERE file_id = ?').run(rowId);
  noteChange(database);
}

/** Readers compare this number: each of them opens the file anew. */
function noteChange(database: DatabaseSync): void {
  prepared(database, 'UPDATE fact_change SET revision = revision + 1').run();
}
