import type { Migration } from './migration.ts';

/**
 * Where files were last looked for: one that was not there is of no document's files any more (`kept_file`) until it is seen again. A folder is
 * `gone`, or `unseen` where its disk did not answer; `''` while it is there. `known_file` gives every file, there or not.
 */
export const absentFiles: Migration = {
  stamp: 1290467153,
  sql: String.raw`
ALTER TABLE holding ADD COLUMN is_absent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE destination ADD COLUMN away TEXT NOT NULL DEFAULT '';
DROP VIEW kept_file;
CREATE VIEW known_file AS
SELECT
  h.connection_id,
  h.document_id,
  CASE
    WHEN t.folder LIKE '/%' THEN t.folder || '/' || h.path
    ELSE rtrim(t.folder, '\') || '\' || replace(h.path, '/', '\')
  END AS path,
  h.id AS holding,
  h.is_absent,
  t.away
FROM holding h JOIN destination t ON t.id = h.destination;
CREATE VIEW kept_file AS
SELECT k.connection_id, k.document_id, k.path, k.holding, k.away = 'unseen' AS is_unseen FROM known_file k
WHERE k.is_absent = 0 AND NOT EXISTS (
  SELECT 1 FROM holding n
  WHERE n.connection_id = k.connection_id AND n.document_id = k.document_id AND n.id > k.holding AND n.is_absent = 0
);
`,
};
