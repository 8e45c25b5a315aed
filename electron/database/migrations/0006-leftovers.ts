import type { Migration } from './migration.ts';

/** Finds the few documents that are not coming any more and beside whose places something is left. */
export const leftovers: Migration = {
  stamp: 261465628,
  sql: `
CREATE INDEX transfer_left ON transfer (batch) WHERE is_touched = 1 AND state IN ('failed', 'no-file', 'unsigned', 'cancelled');
`,
};
