import type { DatabaseSync } from 'node:sqlite';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { referencedRowsOf } from './referenced-rows.ts';

/** Deletes unsaved result sets that were not written since `before`, UTC ISO 8601. */
export function deleteExpiredResultSets(database: DatabaseSync, before: string): void {
  transaction(database, () => {
    prepared(
      database,
      'DELETE FROM result_set WHERE touched_at < ? AND id NOT IN (SELECT result_set FROM saved_search)',
    ).run(before);
  });
}

/**
 * Deletes some documents that are in no result set and were not seen since `before`. Returns how many, 0
 * when there are no more.
 */
export function deleteExpiredDocuments(database: DatabaseSync, before: string, maxRows: number): number {
  return transaction(database, () => {
    const { changes } = prepared(
      database,
      `DELETE FROM document WHERE id IN
       (SELECT id FROM document d WHERE seen_at < ? AND NOT EXISTS (SELECT 1 FROM result_document m WHERE m.document = d.id) LIMIT ?)`,
    ).run(before, maxRows);
    if (changes > 0) return Number(changes);
    prepared(
      database,
      `DELETE FROM dispatch WHERE seen_at < ? AND NOT EXISTS (SELECT 1 FROM document d WHERE d.dispatch = dispatch.id)
       AND NOT EXISTS (SELECT 1 FROM result_dispatch m WHERE m.dispatch = dispatch.id)`,
    ).run(before);
    deleteOrphans(database);
    return 0;
  });
}

/** Deletes rows that nothing refers to. */
export function deleteOrphans(database: DatabaseSync): void {
  database.exec(`
    DELETE FROM document_version WHERE NOT EXISTS
      (SELECT 1 FROM result_document m WHERE m.document = document_version.document AND m.seen_version = document_version.version);
    DELETE FROM dispatch_object WHERE NOT EXISTS (SELECT 1 FROM document d WHERE d.object = dispatch_object.id)
      AND NOT EXISTS (SELECT 1 FROM dispatch p WHERE p.object = dispatch_object.id);
    DELETE FROM walk_question WHERE id NOT IN (SELECT found_by FROM document);
    DELETE FROM run WHERE id < (SELECT max(id) FROM run);
    DELETE FROM job WHERE kind IN ('refresh', 'search') AND subject NOT IN (SELECT uuid FROM result_set);
  `);
  referencedRowsOf(database).clear();
}
