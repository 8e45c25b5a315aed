import type { Migration } from './migration.ts';

/** Which answers a person waits for: they go on by themselves after an outage, a new key or a new start. */
export const awaitedAnswers: Migration = {
  stamp: -1172640583,
  sql: `
ALTER TABLE result_set ADD COLUMN is_awaited INTEGER NOT NULL DEFAULT 0;
CREATE INDEX result_set_awaited ON result_set (asked_at) WHERE is_awaited = 1;
`,
};
