import type { Migration } from './migration.ts';

/** An answer that is being asked for has one owner at a time, among the processes on the store: until `lease_until`, ms since 1970, unless it is renewed. */
export const answerLeases: Migration = {
  stamp: 1703615866,
  sql: `
ALTER TABLE result_set DROP COLUMN owner;
ALTER TABLE result_set ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE result_set ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
`,
};
