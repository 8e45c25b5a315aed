import type { Migration } from './migration.ts';

/** Dates that papers write in their own way sort, and are found, by their day; `date_key` and `days_to_add` are the store's own. */
export const writtenDates: Migration = {
  stamp: 1746862119,
  sql: `
UPDATE document SET key_date = date_key(coalesce((SELECT b.fields ->> '$.issueDate' FROM document_body b WHERE b.document = document.id), ''))
  WHERE key_date <> '';
UPDATE document_text SET text = text || char(10) || days_to_add(text) WHERE days_to_add(text) <> '';
UPDATE dispatch_object SET text = text || char(10) || days_to_add(text) WHERE days_to_add(text) <> '';
UPDATE dispatch SET text = text || char(10) || days_to_add(text) WHERE days_to_add(text) <> '';
UPDATE disbursement SET text = text || char(10) || days_to_add(text) WHERE days_to_add(text) <> '';
DELETE FROM first_rows;
`,
};
