import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, numberOf, parsed, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { recountMembers } from './result-members.ts';
import { type Owner, requireResultSet } from './search-runs.ts';

/**
 * Documents that a task found before, and that its current run did not find although it read the list to the
 * end.
 */
export interface UnlistedDocuments {
  taskId: number;
  connectionId: string;
  /** `''` for a dispatch. */
  rut: Rut | '';
  /** A document type, or a dispatch number. */
  kind: 'type' | 'dispatch';
  subject: string;
  /** The days of the previous run, and of earlier ones that left documents undecided; `''` for a dispatch. */
  before: { start: string; end: string };
  /** The days of the current run. */
  now: { start: string; end: string };
  /** With their dispatch numbers, `''` without one. */
  documents: { id: string; dispatch: string }[];
}

/** Unlisted documents of a result set's current run, by task. Throws `RESULT_SET_GONE`. */
export function unlistedDocuments(database: DatabaseSync, resultSetId: string): UnlistedDocuments[] {
  return prepared(
    database,
    `SELECT w.id, w.connection, w.rut, w.kind, w.subject, w.start, w."end", w.before_start, w.before_end,
       json_group_array(json_object('id', d.document_id, 'dispatch', coalesce(p.number, ''))) AS documents
     FROM result_document m JOIN walk w ON w.id = m.walk JOIN document d ON d.id = m.document
       JOIN result_set s ON s.id = m.result_set LEFT JOIN dispatch p ON p.id = d.dispatch
     WHERE m.result_set = ? AND w.run = s.run AND w.state = 'done' AND d.seen_run < s.run AND d.gone_at IS NULL
     GROUP BY w.id`,
  )
    .all(requireResultSet(database, resultSetId))
    .map((row) => ({
      taskId: number(row, 'id'),
      connectionId: text(row, 'connection'),
      rut: text(row, 'rut') as Rut | '',
      kind: text(row, 'kind') as UnlistedDocuments['kind'],
      subject: text(row, 'subject'),
      before: { start: text(row, 'before_start'), end: text(row, 'before_end') },
      now: { start: text(row, 'start'), end: text(row, 'end') },
      documents: parsed<UnlistedDocuments['documents']>(text(row, 'documents')),
    }));
}

/** Marks documents as removed from the API; they stay in their result sets. */
export function markRemoved(
  database: DatabaseSync,
  connectionId: string,
  documentIds: readonly string[],
  at: string,
): void {
  transaction(database, () => {
    const connection = findConnection(database, connectionId);
    if (connection === undefined) return;
    const update =
      'UPDATE document SET gone_at = ? WHERE connection = ? AND document_id = ? AND gone_at IS NULL';
    const revise = `UPDATE result_set SET revision = revision + 1
      WHERE id IN (SELECT result_set FROM result_document WHERE document = ?)`;
    for (const documentId of documentIds) {
      if (prepared(database, update).run(at, connection, documentId).changes === 0) continue;
      prepared(database, revise).run(findDocument(database, connection, documentId));
    }
  });
}

/**
 * Records that the unlisted documents of this run's completed tasks are decided, except for the
 * `undecided` tasks.
 */
export function noteDecided(
  database: DatabaseSync,
  resultSetId: string,
  undecided: readonly number[],
  owner?: Owner,
): void {
  transaction(database, () => {
    prepared(
      database,
      `UPDATE walk SET before_start = '', before_end = ''
       WHERE result_set = ?1 AND run = (SELECT run FROM result_set WHERE id = ?1) AND state = 'done' AND before_start <> ''
         AND id NOT IN (SELECT value FROM json_each(?2))`,
    ).run(requireResultSet(database, resultSetId, owner), JSON.stringify(undecided));
  });
}

/** Removes documents from a result set that the API still has but the query no longer matches. */
export function dropMembers(
  database: DatabaseSync,
  resultSetId: string,
  connectionId: string,
  documentIds: readonly string[],
  owner?: Owner,
): void {
  transaction(database, () => {
    const set = requireResultSet(database, resultSetId, owner);
    const connection = findConnection(database, connectionId);
    if (connection === undefined) return;
    for (const id of documentIds) deleteMember(database, set, findDocument(database, connection, id));
    recount(database, set);
  });
}

/**
 * Finishes a completed run: deletes dispatches that are now empty. With `isPlanned`, every possible task
 * was planned, so tasks that were not planned again are deleted too, with the documents that only they
 * found. Throws `RESULT_SET_GONE`, `SEARCH_OWNED_ELSEWHERE`.
 */
export function finishRun(
  database: DatabaseSync,
  resultSetId: string,
  { isPlanned }: { isPlanned: boolean },
  owner?: Owner,
): void {
  transaction(database, () => {
    const set = requireResultSet(database, resultSetId, owner);
    if (isPlanned) deleteUnplanned(database, set);
    recount(database, set);
    prepared(
      database,
      `DELETE FROM result_dispatch WHERE result_set = ? AND dispatch NOT IN
         (SELECT d.dispatch FROM result_document m JOIN document d ON d.id = m.document
          WHERE m.result_set = ? AND d.dispatch IS NOT NULL)
       AND dispatch NOT IN
         (SELECT p.id FROM walk w JOIN connection c ON c.uuid = w.connection
          JOIN dispatch p ON p.connection = c.id AND p.number = w.subject
          WHERE w.result_set = ? AND w.kind = 'dispatch')`,
    ).run(set, set, set);
  });
}

function recount(database: DatabaseSync, set: number): void {
  recountMembers(database, set);
  prepared(
    database,
    `UPDATE result_set SET revision = revision + 1,
     documents = (SELECT count(*) FROM result_document WHERE result_set = result_set.id) WHERE id = ?`,
  ).run(set);
}

function deleteUnplanned(database: DatabaseSync, set: number): void {
  prepared(
    database,
    'DELETE FROM walk WHERE result_set = ? AND run < (SELECT run FROM result_set WHERE id = ?)',
  ).run(set, set);
  const members = prepared(
    database,
    `SELECT m.document FROM result_document m JOIN document d ON d.id = m.document
     WHERE m.result_set = ? AND d.gone_at IS NULL
       AND d.seen_run < (SELECT run FROM result_set WHERE id = ?)
       AND NOT EXISTS (SELECT 1 FROM walk WHERE id = m.walk)`,
  ).all(set, set);
  for (const row of members) deleteMember(database, set, number(row, 'document'));
}

function deleteMember(database: DatabaseSync, set: number, document: number): void {
  prepared(database, 'DELETE FROM result_document WHERE result_set = ? AND document = ?').run(set, document);
}

function findConnection(database: DatabaseSync, uuid: string): number | undefined {
  return numberOf(prepared(database, 'SELECT id FROM connection WHERE uuid = ?'), uuid);
}

/** The row id of a document; 0, which is none, where it is not stored. */
function findDocument(database: DatabaseSync, connection: number, documentId: string): number {
  const select = prepared(database, 'SELECT id FROM document WHERE connection = ? AND document_id = ?');
  return numberOf(select, connection, documentId) ?? 0;
}
