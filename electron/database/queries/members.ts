import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { number } from '../row.ts';
import { checkLeaseOwner, type Owner } from './search-runs.ts';

/** The result set of documents, the task that found them, and its owner. */
export interface Member {
  resultSetId: string;
  taskId: number;
  owner?: Owner;
}

/** Adds results to a result set. All functions run inside the caller's transaction. */
export function memberWriter(database: DatabaseSync) {
  const findSet = database.prepare('SELECT id, last_position, owner FROM result_set WHERE uuid = ?');
  const insertDocument = database.prepare(
    `INSERT OR IGNORE INTO result_document (result_set, position, document, walk, added_at) VALUES (?, ?, ?, ?, ?)`,
  );
  const insertDispatch = database.prepare(
    'INSERT OR IGNORE INTO result_dispatch (result_set, position, dispatch) VALUES (?, ?, ?)',
  );
  const addTo = database.prepare(
    'UPDATE result_dispatch SET documents = documents + ?, with_file = with_file + ? WHERE result_set = ? AND dispatch = ?',
  );
  // CROSS JOIN fixes the join order: without statistics SQLite would start with the whole result set.
  const recount = database.prepare(
    `UPDATE result_dispatch SET (documents, with_file) =
       (SELECT count(*), count(*) FILTER (WHERE d.file = 'available') FROM document d
        CROSS JOIN result_document m ON m.result_set = result_dispatch.result_set AND m.document = d.id
        WHERE d.dispatch = result_dispatch.dispatch AND d.gone_at IS NULL)
     WHERE result_set = ? AND dispatch = ?`,
  );
  const advance = database.prepare(
    // `as_of` of earlier rows does not change until the run has ended (`updateSearchRun`).
    `UPDATE result_set SET last_position = ?, documents = documents + ?, touched_at = ?,
       as_of = CASE WHEN as_of = '' OR as_of >= asked_at THEN ? ELSE as_of END WHERE id = ?`,
  );

  function setOf(resultSetId: string, owner: Owner): { id: number; position: number } {
    const set = findSet.get(resultSetId);
    if (!set) throw new AppError('RESULT_SET_GONE', 'the answer is no longer kept');
    checkLeaseOwner(set, owner);
    return { id: number(set, 'id'), position: number(set, 'last_position') };
  }

  return {
    /**
     * Adds documents in order, with their dispatches; returns how many were new to the result set. Throws
     * `RESULT_SET_GONE`, `SEARCH_OWNED_ELSEWHERE`.
     */
    add(
      member: Member,
      documents: readonly { id: number; dispatch: number | null; hasFile: boolean }[],
      at: string,
    ): number {
      const { id: set, position: before } = setOf(member.resultSetId, member.owner);
      let position = before;
      let added = 0;
      const more = new Map<number, { documents: number; withFile: number; isUncertain: boolean }>();
      for (const { id, dispatch, hasFile } of documents) {
        const isNew = insertDocument.run(set, position + 1, id, member.taskId, at).changes > 0;
        if (isNew) {
          position++;
          added++;
        }
        if (dispatch === null) continue;
        const counts = more.get(dispatch) ?? { documents: 0, withFile: 0, isUncertain: false };
        more.set(dispatch, counts);
        // An existing member may have changed: it may have returned, or have a file now.
        counts.isUncertain ||= !isNew;
        counts.documents++;
        counts.withFile += Number(hasFile);
      }
      for (const [dispatch, { documents: count, withFile, isUncertain }] of more) {
        if (!isUncertain && addTo.run(count, withFile, set, dispatch).changes > 0) continue;
        if (insertDispatch.run(set, position + 1, dispatch).changes > 0) position++;
        recount.run(set, dispatch);
      }
      advance.run(position, added, at, at, set);
      return added;
    },
    /** Adds a dispatch that may have no documents. Throws `RESULT_SET_GONE`, `SEARCH_OWNED_ELSEWHERE`. */
    addDispatch(resultSetId: string, dispatch: number, at: string, owner: Owner): void {
      const { id: set, position } = setOf(resultSetId, owner);
      const { changes } = insertDispatch.run(set, position + 1, dispatch);
      recount.run(set, dispatch);
      advance.run(position + Number(changes), 0, at, at, set);
    },
    /** Counts the documents of every dispatch of a result set again. */
    recountAll(set: number): void {
      const dispatches = database
        .prepare('SELECT dispatch FROM result_dispatch WHERE result_set = ?')
        .all(set);
      for (const row of dispatches) recount.run(set, number(row, 'dispatch'));
    },
  };
}
