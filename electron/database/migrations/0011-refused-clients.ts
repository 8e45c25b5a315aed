import type { Migration } from './migration.ts';

/**
 * Clients as whom an agency gave no dispatch of a number, and, under the number `''`, those that it does not know: who is tried for a number of
 * which no client is known is not tried again at once.
 */
export const refusedClients: Migration = {
  stamp: 1204817733,
  sql: `
CREATE TABLE refused_client (
  connection_id TEXT NOT NULL,
  number TEXT NOT NULL,
  rut TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, number, rut)
) STRICT, WITHOUT ROWID;
`,
};
