import type { Migration } from './migration.ts';

/**
 * Paths of files as their system writes them: a folder of Windows (`C:\…`, `\\server\share\…`) with `\` between all names. What asks for a path gives
 * it to the system as it stands, to open, drag or print its file.
 */
export const systemPaths: Migration = {
  stamp: -1547247899,
  sql: String.raw`
DROP VIEW kept_file;
CREATE VIEW kept_file AS
SELECT
  h.connection_id,
  h.document_id,
  CASE
    WHEN t.folder LIKE '/%' THEN t.folder || '/' || h.path
    ELSE rtrim(t.folder, '\') || '\' || replace(h.path, '/', '\')
  END AS path,
  h.id AS holding
FROM holding h JOIN destination t ON t.id = h.destination
WHERE NOT EXISTS (
  SELECT 1 FROM holding n WHERE n.connection_id = h.connection_id AND n.document_id = h.document_id AND n.id > h.id
);
`,
};
