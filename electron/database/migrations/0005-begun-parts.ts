import type { Migration } from './migration.ts';

/** What a transfer that goes on must know besides: what storage calls its content, and which `.part` is its own. */
export const begunParts: Migration = {
  stamp: -1619356783,
  sql: `
ALTER TABLE transfer ADD COLUMN content_type TEXT;
ALTER TABLE transfer ADD COLUMN part TEXT;
`,
};
