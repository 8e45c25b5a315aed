import type { Migration } from './migration.ts';

/** Whether the catalogue of a connection may lack types, as the error that said so (JSON); empty where it came whole. */
export const doubtOfTypes: Migration = {
  stamp: -927310644,
  sql: `
ALTER TABLE connection ADD COLUMN types_doubt TEXT NOT NULL DEFAULT '';
`,
};
