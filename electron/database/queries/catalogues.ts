import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import type { DocumentType } from '../../../shared/model/document.ts';
import { errorIn, numberOf, parsed, text } from '../row.ts';
import { prepared } from '../statements.ts';

/** Every connection with stored data. */
export function listStoredConnections(database: DatabaseSync): string[] {
  return prepared(database, 'SELECT uuid FROM connection ORDER BY id')
    .all()
    .map((row) => text(row, 'uuid'));
}

/**
 * The last catalogue of a connection; undefined when it was never read, or cannot be read from the row.
 */
export function readTypes(database: DatabaseSync, connectionId: string): DocumentType[] | undefined {
  const row = prepared(
    database,
    `SELECT types FROM connection WHERE uuid = ? AND types_at <> '' AND json_valid(types)`,
  ).get(connectionId);
  return row && parsed<DocumentType[]>(text(row, 'types'));
}

/** Why the stored catalogue of a connection may be incomplete; undefined where it is complete. */
export function readTypesIncompleteReason(
  database: DatabaseSync,
  connectionId: string,
): ErrorData | undefined {
  const row = prepared(
    database,
    `SELECT types_doubt FROM connection WHERE uuid = ? AND types_doubt <> ''`,
  ).get(connectionId);
  return row && errorIn(row, 'types_doubt');
}

/** Document types that a connection returned, in its catalogue or not. */
export function listSeenTypes(database: DatabaseSync, connectionId: string): string[] {
  // One index step for each type, whatever the number of documents.
  return prepared(
    database,
    `WITH RECURSIVE seen(type) AS (
       SELECT min(type) FROM document WHERE connection = ?1
       UNION ALL SELECT (SELECT min(type) FROM document WHERE connection = ?1 AND type > seen.type) FROM seen WHERE seen.type IS NOT NULL)
     SELECT type FROM seen WHERE type <> ''`,
  )
    .all(numberOf(prepared(database, 'SELECT id FROM connection WHERE uuid = ?'), connectionId) ?? 0)
    .map((row) => text(row, 'type'));
}
