import type { Migration } from './migration.ts';

/**
 * What completing in the background has asked: each time of the last day, and the dispatches, or under the number `''` whole connections, that are
 * not asked again before a time. A start goes on where the one before was.
 */
export const completingAttempts: Migration = {
  stamp: 1530962287,
  sql: `
CREATE TABLE completing_request (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE completing_attempt (
  connection_id TEXT NOT NULL,
  number TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at TEXT NOT NULL,
  PRIMARY KEY (connection_id, number)
) STRICT, WITHOUT ROWID;
`,
};
