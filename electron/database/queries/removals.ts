import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, numberOf, parsed, text } from '../row.ts';
import { transaction } from '../transaction.ts';
import { memberWriter } from './members.ts';
import { type Owner, resultSetRow } from './search-runs.ts';

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

/** Queries that read what a run did not find again. */
export function removalReads(database: DatabaseSync) {
  const setRow = resultSetRow(database);
  return {
    /** Unlisted documents of a result set's current run, by task. Throws `RESULT_SET_GONE`. */
    unlistedDocuments(resultSetId: string): UnlistedDocuments[] {
      return database
        .prepare(
          `SELECT w.id, w.connection, w.rut, w.kind, w.subject, w.start, w."end", w.before_start, w.before_end,
             json_group_array(json_object('id', d.document_id, 'dispatch', coalesce(p.number, ''))) AS documents
           FROM result_document m JOIN walk w ON w.id = m.walk JOIN document d ON d.id = m.document
             JOIN result_set s ON s.id = m.result_set LEFT JOIN dispatch p ON p.id = d.dispatch
           WHERE m.result_set = ? AND w.run = s.run AND w.state = 'done' AND d.seen_run < s.run AND d.gone_at IS NULL
           GROUP BY w.id`,
        )
        .all(setRow(resultSetId))
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
    },
  };
}

/** Queries that bring a result set in line with its last run. */
export function removalWrites(database: DatabaseSync) {
  const setRow = resultSetRow(database);
  const members = memberWriter(database);
  const drop = database.prepare('DELETE FROM result_document WHERE result_set = ? AND document = ?');
  const markRow = database.prepare(
    'UPDATE document SET gone_at = ? WHERE connection = ? AND document_id = ? AND gone_at IS NULL',
  );
  const findDocument = database.prepare('SELECT id FROM document WHERE connection = ? AND document_id = ?');
  const findConnection = database.prepare('SELECT id FROM connection WHERE uuid = ?');
  const touchResultSets = database.prepare(
    `UPDATE result_set SET revision = revision + 1
     WHERE id IN (SELECT result_set FROM result_document WHERE document = ?)`,
  );

  function recount(set: number): void {
    members.recountAll(set);
    database
      .prepare(
        `UPDATE result_set SET revision = revision + 1,
           documents = (SELECT count(*) FROM result_document WHERE result_set = result_set.id) WHERE id = ?`,
      )
      .run(set);
  }

  function dropUnplanned(set: number): void {
    database
      .prepare('DELETE FROM walk WHERE result_set = ? AND run < (SELECT run FROM result_set WHERE id = ?)')
      .run(set, set);
    const left = database
      .prepare(
        `SELECT m.document FROM result_document m JOIN document d ON d.id = m.document
         WHERE m.result_set = ? AND d.gone_at IS NULL
           AND d.seen_run < (SELECT run FROM result_set WHERE id = ?)
           AND NOT EXISTS (SELECT 1 FROM walk WHERE id = m.walk)`,
      )
      .all(set, set);
    for (const row of left) drop.run(set, number(row, 'document'));
  }

  return {
    /** Marks documents as removed from the API; they stay in their result sets. */
    markRemoved(connectionId: string, documentIds: readonly string[], at: string): void {
      transaction(database, () => {
        const connection = numberOf(findConnection, connectionId);
        if (connection === undefined) return;
        for (const documentId of documentIds) {
          if (markRow.run(at, connection, documentId).changes === 0) continue;
          touchResultSets.run(numberOf(findDocument, connection, documentId) ?? 0);
        }
      });
    },
    /**
     * Records that the unlisted documents of this run's completed tasks are decided, except for the
     * `undecided` tasks.
     */
    noteDecided(resultSetId: string, undecided: readonly number[], owner?: Owner): void {
      transaction(database, () => {
        database
          .prepare(
            `UPDATE walk SET before_start = '', before_end = ''
             WHERE result_set = ?1 AND run = (SELECT run FROM result_set WHERE id = ?1) AND state = 'done' AND before_start <> ''
               AND id NOT IN (SELECT value FROM json_each(?2))`,
          )
          .run(setRow(resultSetId, owner), JSON.stringify(undecided));
      });
    },
    /** Removes documents from a result set that the API still has but the query no longer matches. */
    dropMembers(
      resultSetId: string,
      connectionId: string,
      documentIds: readonly string[],
      owner?: Owner,
    ): void {
      transaction(database, () => {
        const set = setRow(resultSetId, owner);
        const connection = numberOf(findConnection, connectionId);
        if (connection === undefined) return;
        for (const id of documentIds) drop.run(set, numberOf(findDocument, connection, id) ?? 0);
        recount(set);
      });
    },
    /**
     * Finishes a completed run: deletes dispatches that are now empty. With `isPlanned`, every possible task
     * was planned, so tasks that were not planned again are deleted too, with the documents that only they
     * found. Throws `RESULT_SET_GONE`, `SEARCH_OWNED_ELSEWHERE`.
     */
    finishRun(resultSetId: string, { isPlanned }: { isPlanned: boolean }, owner?: Owner): void {
      transaction(database, () => {
        const set = setRow(resultSetId, owner);
        if (isPlanned) dropUnplanned(set);
        recount(set);
        database
          .prepare(
            `DELETE FROM result_dispatch WHERE result_set = ? AND dispatch NOT IN
               (SELECT d.dispatch FROM result_document m JOIN document d ON d.id = m.document
                WHERE m.result_set = ? AND d.dispatch IS NOT NULL)
             AND dispatch NOT IN
               (SELECT p.id FROM walk w JOIN connection c ON c.uuid = w.connection
                JOIN dispatch p ON p.connection = c.id AND p.number = w.subject
                WHERE w.result_set = ? AND w.kind = 'dispatch')`,
          )
          .run(set, set, set);
      });
    },
  };
}
