import type { DatabaseSync } from 'node:sqlite';
import { number, text } from '../row.ts';

/** A saved search and its result set, by row id. */
interface SavedResultSet {
  saved: number;
  set: number;
}

/** The marks before changes were marked as seen, for undo. */
export interface SeenMarks extends SavedResultSet {
  seenAt: string;
  /** Members that were changes, including removed ones that left the result set. */
  documents: {
    position: number;
    document: number;
    task: number | null;
    addedAt: string;
    version: number | null;
  }[];
  dispatches: { dispatch: number; state: string | null }[];
}

// ?1 is the result set, ?2 the time limit: rows before it.
const unseenDocuments = `result_set = ?1 AND added_at < ?2 AND (SELECT changed_at FROM document WHERE id = document) < ?2
  AND seen_version IS NOT (SELECT version FROM document WHERE id = document)`;
const removedDocuments = `result_set = ?1 AND document IN (SELECT m.document FROM result_document m JOIN document d ON d.id = m.document
  WHERE m.result_set = ?1 AND d.gone_at < ?2)`;
const unseenStates = `result_set = ?1 AND seen_state IS NOT (SELECT state FROM dispatch WHERE id = dispatch)
  AND (seen_state IS NULL OR (SELECT state_at FROM dispatch WHERE id = dispatch) < ?2)`;

/**
 * Marks changes before `before`, UTC ISO 8601, as seen; removed documents leave the result set. Returns the
 * previous marks.
 */
export function markAsSeen(
  database: DatabaseSync,
  { saved, set }: SavedResultSet,
  at: string,
  before: string,
): SeenMarks {
  const earlier = readSeen(database, { saved, set }, before);
  database
    .prepare(
      `UPDATE result_document SET seen_version = (SELECT version FROM document WHERE id = document) WHERE ${unseenDocuments}`,
    )
    .run(set, before);
  // The user has seen that these are removed.
  database.prepare(`DELETE FROM result_document WHERE ${removedDocuments}`).run(set, before);
  database
    .prepare(
      `UPDATE result_dispatch SET seen_state = (SELECT state FROM dispatch WHERE id = dispatch) WHERE ${unseenStates}`,
    )
    .run(set, before);
  touch(database, set);
  database.prepare('UPDATE saved_search SET seen_at = ? WHERE id = ?').run(at, saved);
  return earlier;
}

function readSeen(database: DatabaseSync, { saved, set }: SavedResultSet, before: string): SeenMarks {
  const search = database.prepare('SELECT seen_at FROM saved_search WHERE id = ?').get(saved) ?? {};
  const documents = database
    .prepare(
      `SELECT position, document, walk, added_at, seen_version FROM result_document WHERE ${unseenDocuments} OR ${removedDocuments}`,
    )
    .all(set, before);
  const dispatches = database
    .prepare(`SELECT dispatch, seen_state FROM result_dispatch WHERE ${unseenStates}`)
    .all(set, before);
  return {
    saved,
    set,
    seenAt: text(search, 'seen_at'),
    documents: documents.map((row) => ({
      position: number(row, 'position'),
      document: number(row, 'document'),
      task: row['walk'] === null ? null : number(row, 'walk'),
      addedAt: text(row, 'added_at'),
      version: row['seen_version'] === null ? null : number(row, 'seen_version'),
    })),
    dispatches: dispatches.map((row) => ({
      dispatch: number(row, 'dispatch'),
      state: row['seen_state'] === null ? null : text(row, 'seen_state'),
    })),
  };
}

/**
 * Restores the previous marks, except for deleted rows; false where the saved search has another result set
 * now.
 */
export function restoreSeen(
  database: DatabaseSync,
  { saved, set, seenAt, documents, dispatches }: SeenMarks,
): boolean {
  const { changes } = database
    .prepare('UPDATE saved_search SET seen_at = ? WHERE id = ? AND result_set = ?')
    .run(seenAt, saved, set);
  if (changes === 0) return false;
  const change = database.prepare(
    'UPDATE result_document SET seen_version = ? WHERE result_set = ? AND document = ?',
  );
  // Another member may have its position by now.
  const add = database.prepare(
    `INSERT INTO result_document (result_set, position, document, walk, added_at, seen_version)
     SELECT ?1, CASE WHEN EXISTS (SELECT 1 FROM result_document WHERE result_set = ?1 AND position = ?2)
       THEN (SELECT max(position) + 1 FROM result_document WHERE result_set = ?1) ELSE ?2 END, id, ?4, ?5, ?6
     FROM document WHERE id = ?3`,
  );
  for (const { position, document, task, addedAt, version } of documents)
    if (change.run(version, set, document).changes === 0)
      add.run(set, position, document, task, addedAt, version);
  const changeState = database.prepare(
    'UPDATE result_dispatch SET seen_state = ? WHERE result_set = ? AND dispatch = ?',
  );
  for (const { dispatch, state } of dispatches) changeState.run(state, set, dispatch);
  touch(database, set);
  return true;
}

/** Increments the revision, so that readers see that the result set changed. */
function touch(database: DatabaseSync, set: number): void {
  database
    .prepare(
      `UPDATE result_set SET revision = revision + 1,
         documents = (SELECT count(*) FROM result_document WHERE result_set = result_set.id) WHERE id = ?`,
    )
    .run(set);
}
