import type { Migration } from './migration.ts';

/** Why the rest of a batch's selection could not be added, so that the batch says from then on that it lacks it. */
export const selectionError: Migration = {
  stamp: 1830562947,
  sql: `
ALTER TABLE download_batch ADD COLUMN selection_error TEXT;
`,
};
