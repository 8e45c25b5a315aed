import type { Migration } from './migration.ts';

/** Whether a saved search began a batch by itself after a refresh: where it brought nothing, it is not kept. */
export const refreshBatches: Migration = {
  stamp: 925038311,
  sql: `
ALTER TABLE download_batch ADD COLUMN of_refresh INTEGER NOT NULL DEFAULT 0;
`,
};
