import type { Migration } from './migration.ts';

/** Attempts that failed, so that no new start begins them at nought: of transfers, and of questions for links. */
export const failedAttempts: Migration = {
  stamp: 1390264817,
  sql: `
ALTER TABLE transfer ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE transfer ADD COLUMN retry_after INTEGER;
ALTER TABLE transfer ADD COLUMN last_error TEXT;

CREATE TABLE link_trouble (
  connection_id TEXT NOT NULL,
  question TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  is_alone INTEGER NOT NULL,
  since INTEGER NOT NULL,
  retry_after INTEGER NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (connection_id, question)
) STRICT, WITHOUT ROWID;
`,
};
