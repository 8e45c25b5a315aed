import type { Migration } from './migration.ts';

/** How refreshes have gone that nobody asked for, so that no new start begins their attempts and waits at nought. */
export const refreshAttempts: Migration = {
  stamp: 1527093846,
  sql: `
ALTER TABLE result_set ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE result_set ADD COLUMN retry_after INTEGER;
ALTER TABLE result_set ADD COLUMN last_error TEXT;
`,
};
