import type { Migration } from './migration.ts';

/** How many documents of its selection a batch left out, so that its sums are those of what was chosen. */
export const leftOut: Migration = {
  stamp: -142860651,
  sql: `
ALTER TABLE download_batch ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
`,
};
