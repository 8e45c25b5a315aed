import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { number } from '../row.ts';
import { prepared } from '../statements.ts';
import { checkLeaseOwner, type Owner } from './search-runs.ts';

/** The result set of documents, the task that found them, and its owner. */
export interface Member {
  resultSetId: string;
  taskId: number;
  owner?: Owner;
}

const findSet = 'SELECT id, last_position, owner FROM result_set WHERE uuid = ?';

function getSet(database: DatabaseSync, resultSetId: string, owner: Owner): { id: number; position: number } {
  const set = prepared(database, findSet).get(resultSetId);
  if (!set) throw new AppError('RESULT_SET_GONE', 'the result set is not stored');
  checkLeaseOwner(set, owner);
  return { id: number(set, 'id'), position: number(set, 'last_position') };
}

/** A document to add, by its row and that of its dispatch. */
interface NewMember {
  id: number;
  dispatch: number | null;
  hasFile: boolean;
}

/** Documents that are added to one dispatch; `isUncertain`: some were members before. */
interface DispatchCounts {
  documents: number;
  withFile: number;
  isUncertain: boolean;
}

const insertDocument = `INSERT OR IGNORE INTO result_document (result_set, position, document, walk, added_at)
  VALUES (?, ?, ?, ?, ?)`;

const insertDispatch =
  'INSERT OR IGNORE INTO result_dispatch (result_set, position, dispatch) VALUES (?, ?, ?)';

const addCounts = `UPDATE result_dispatch SET documents = documents + ?, with_file = with_file + ?
  WHERE result_set = ? AND dispatch = ?`;

// CROSS JOIN fixes the join order: without statistics SQLite would start with the whole result set.
const recount = `UPDATE result_dispatch SET (documents, with_file) =
    (SELECT count(*), count(*) FILTER (WHERE d.file = 'available') FROM document d
     CROSS JOIN result_document m ON m.result_set = result_dispatch.result_set AND m.document = d.id
     WHERE d.dispatch = result_dispatch.dispatch AND d.gone_at IS NULL)
  WHERE result_set = ? AND dispatch = ?`;

// `as_of` of earlier rows does not change until the run has ended (`updateSearchRun`).
const advance = `UPDATE result_set SET last_position = ?, documents = documents + ?, touched_at = ?,
    as_of = CASE WHEN as_of = '' OR as_of >= asked_at THEN ? ELSE as_of END
  WHERE id = ?`;

/**
 * Adds documents in order, with their dispatches; returns how many were new to the result set. Runs inside
 * the caller's transaction. Throws `RESULT_SET_GONE`, `SEARCH_OWNED_ELSEWHERE`.
 */
export function addMembers(
  database: DatabaseSync,
  member: Member,
  documents: readonly NewMember[],
  at: string,
): number {
  const { id: set, position: before } = getSet(database, member.resultSetId, member.owner);
  const insert = prepared(database, insertDocument);
  let position = before;
  const dispatches = new Map<number, DispatchCounts>();
  for (const { id, dispatch, hasFile } of documents) {
    const isNew = insert.run(set, position + 1, id, member.taskId, at).changes > 0;
    if (isNew) position++;
    if (dispatch === null) continue;
    const counts = dispatches.get(dispatch) ?? { documents: 0, withFile: 0, isUncertain: false };
    dispatches.set(dispatch, counts);
    // An existing member may have changed: it may have returned, or have a file now.
    counts.isUncertain ||= !isNew;
    counts.documents++;
    counts.withFile += Number(hasFile);
  }
  const added = position - before;
  for (const [dispatch, counts] of dispatches) {
    position += countDispatch(database, set, position, dispatch, counts);
  }
  prepared(database, advance).run(position, added, at, at, set);
  return added;
}

/** Counts documents in their dispatch, and adds that one where it is new; returns how many were added. */
function countDispatch(
  database: DatabaseSync,
  set: number,
  position: number,
  dispatch: number,
  { documents, withFile, isUncertain }: DispatchCounts,
): number {
  const add = prepared(database, addCounts);
  if (!isUncertain && add.run(documents, withFile, set, dispatch).changes > 0) return 0;
  const { changes } = prepared(database, insertDispatch).run(set, position + 1, dispatch);
  prepared(database, recount).run(set, dispatch);
  return Number(changes);
}

/**
 * Adds a dispatch that may have no documents. Runs inside the caller's transaction. Throws `RESULT_SET_GONE`,
 * `SEARCH_OWNED_ELSEWHERE`.
 */
export function addDispatchMember(
  database: DatabaseSync,
  resultSetId: string,
  dispatch: number,
  at: string,
  owner: Owner,
): void {
  const { id: set, position } = getSet(database, resultSetId, owner);
  const { changes } = prepared(database, insertDispatch).run(set, position + 1, dispatch);
  prepared(database, recount).run(set, dispatch);
  prepared(database, advance).run(position + Number(changes), 0, at, at, set);
}

/** Counts the documents of every dispatch of a result set again. Runs inside the caller's transaction. */
export function recountMembers(database: DatabaseSync, set: number): void {
  const rows = prepared(database, 'SELECT dispatch FROM result_dispatch WHERE result_set = ?').all(set);
  for (const row of rows) prepared(database, recount).run(set, number(row, 'dispatch'));
}
