import type { Migration } from './migration.ts';

/** The revision of its answer at which the news of a saved search were counted last. */
export const newsRevisions: Migration = {
  stamp: -1691078089,
  sql: `
ALTER TABLE saved_search ADD COLUMN news_revision INTEGER NOT NULL DEFAULT -1;
`,
};
