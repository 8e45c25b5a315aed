import type { Migration } from './migration.ts';

/**
 * Work that stays until it is done, as rows of one table: its attempts, when it is due (ms since 1970), its last error, and the lease of the
 * process that works on it. What completing in the background had tried moves here; `subject` is a JSON array of connection and dispatch.
 */
export const jobs: Migration = {
  stamp: 1246190773,
  sql: `
CREATE TABLE job (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  last_error TEXT,
  owner TEXT NOT NULL DEFAULT '',
  lease_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

INSERT INTO job (kind, subject, attempts, due_at)
  SELECT 'background-fetch', json_array(connection_id, number), attempts, CAST(round((julianday(next_at) - 2440587.5) * 86400000.0) AS INTEGER)
  FROM completing_attempt;
DROP TABLE completing_attempt;
`,
};
