import type { Migration } from './migration.ts';

/**
 * What a person notes about a dispatch, and what they pin. Rows name connection and dispatch by their own names: they outlive stored data.
 * `find_note` is the folded note. A pin without a dispatch is of a client.
 */
export const notesAndPins: Migration = {
  stamp: -1906421837,
  sql: `
CREATE TABLE dispatch_note (
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  note TEXT NOT NULL,
  find_note TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, dispatch)
) STRICT, WITHOUT ROWID;

CREATE TABLE pin (
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, dispatch, rut)
) STRICT, WITHOUT ROWID;
`,
};
