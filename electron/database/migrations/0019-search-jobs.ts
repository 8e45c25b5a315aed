import type { Migration } from './migration.ts';

/** Refreshes of saved searches and searches that a person waits for become jobs; `subject` is the `uuid` of the result set. */
export const searchJobs: Migration = {
  stamp: -1083652914,
  sql: `
INSERT INTO job (kind, subject, attempts, due_at, last_error)
  SELECT 'search', uuid, attempts, retry_after, last_error FROM result_set WHERE is_awaited = 1;
INSERT INTO job (kind, subject, attempts, due_at, last_error)
  SELECT 'refresh', uuid, attempts, retry_after, last_error FROM result_set
  WHERE is_awaited = 0 AND (attempts > 0 OR retry_after IS NOT NULL) AND id IN (SELECT result_set FROM saved_search);

DROP INDEX result_set_awaited;
ALTER TABLE result_set DROP COLUMN attempts;
ALTER TABLE result_set DROP COLUMN retry_after;
ALTER TABLE result_set DROP COLUMN last_error;
ALTER TABLE result_set DROP COLUMN is_awaited;
`,
};
