import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { SavedSearch, SavedSearchDraft } from '../../../shared/model/search.ts';
import { number, numberOf, optionalError, parsed, type Row, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { countNews } from './changes.ts';
import { insertRun, requireResultSet } from './search-runs.ts';
import { markAsSeen, restoreSeen, type SeenMarks } from './seen-marks.ts';

/** A saved search as stored. */
interface StoredSavedSearch extends Pick<SavedSearch, 'id' | 'resultSetId' | 'asOf' | 'news' | 'incomplete'> {
  /** JSON that the reader must validate. */
  draft: string;
}

// Of the job that a person waits for, else of the refresh.
const lastErrorSql = `(SELECT j.last_error FROM job j WHERE j.kind IN ('search', 'refresh') AND j.subject = s.uuid
  AND j.last_error IS NOT NULL ORDER BY j.kind DESC LIMIT 1)`;

/** Every saved search, in the order of creation. */
export function listSaved(database: DatabaseSync): StoredSavedSearch[] {
  return database
    .prepare(
      `SELECT v.uuid, v.draft, v.news, s.uuid AS result_set, s.as_of, ${lastErrorSql} AS last_error, count(w.id) AS parts, min(w.error) AS error
       FROM saved_search v JOIN result_set s ON s.id = v.result_set
       LEFT JOIN walk w ON w.result_set = s.id AND w.run = s.run AND ${isOpenTask}
       GROUP BY v.id ORDER BY v.id`,
    )
    .all()
    .map((row) => ({
      id: text(row, 'uuid'),
      resultSetId: text(row, 'result_set'),
      draft: text(row, 'draft'),
      asOf: text(row, 'as_of'),
      news: number(row, 'news'),
      ...incompleteOf(row),
    }));
}

/** A task without a result that nothing runs. `NOT_FOUND` for a dispatch is a result. */
const isOpenTask = `(w.state = 'problem' OR (w.state = 'waiting' AND s.state <> 'running'))
  AND coalesce((${readable('w.error')}) ->> '$.code', '') <> 'DISPATCH_NOT_FOUND'`;

function incompleteOf(row: Row): Pick<SavedSearch, 'incomplete'> {
  const tasks = number(row, 'parts');
  const error = optionalError(row, 'last_error') ?? optionalError(row, 'error');
  if (tasks === 0 && !error) return {};
  return { incomplete: { tasks, ...(error && { error: { code: error.code, message: error.message } }) } };
}

/**
 * Saves a search with the result set it came from, or with an empty one with the id `resultSetId`. A
 * result set of another saved search is copied to that id. Throws `RESULT_SET_GONE`.
 */
export function createSavedSearches(
  database: DatabaseSync,
  savedSearchId: string,
  draft: SavedSearchDraft,
  made: { from: string | undefined; resultSetId: string },
  at: string,
): void {
  transaction(database, () => {
    const from = made.from === undefined ? undefined : requireResultSet(database, made.from);
    const set =
      from === undefined
        ? insertEmptySet(database, made.resultSetId, draft, at)
        : isSaved(database, from)
          ? copySet(database, from, made.resultSetId)
          : from;
    const insert = 'INSERT INTO saved_search (uuid, draft, result_set) VALUES (?, ?, ?)';
    const { lastInsertRowid } = prepared(database, insert).run(savedSearchId, JSON.stringify(draft), set);
    if (from === undefined) return;
    const row = prepared(database, 'SELECT state FROM result_set WHERE id = ?').get(from) ?? {};
    // What its first run still finds is no change either.
    const isWhole = text(row, 'state') === 'done';
    markSeen(database, Number(lastInsertRowid), set, isWhole ? at : '');
  });
}

function isSaved(database: DatabaseSync, set: number): boolean {
  const find = prepared(database, 'SELECT id FROM saved_search WHERE result_set = ?');
  return numberOf(find, set) !== undefined;
}

const insertSet = `INSERT INTO result_set (uuid, question, state, created_at, asked_at, touched_at, run)
  VALUES (?, ?, 'done', ?, ?, ?, ?)`;

/** Inserts a result set that has never been run. */
function insertEmptySet(
  database: DatabaseSync,
  resultSetId: string,
  draft: SavedSearchDraft,
  at: string,
): number {
  const run = insertRun(database, at);
  const query = JSON.stringify(draft.question);
  const inserted = prepared(database, insertSet).run(resultSetId, query, at, at, at, run);
  return Number(inserted.lastInsertRowid);
}

const copySetRow = `INSERT INTO result_set (uuid, question, state, created_at, asked_at, as_of, touched_at, run, requests, documents, may_be_cut,
    last_position)
  SELECT ?, question, CASE state WHEN 'running' THEN 'interrupted' ELSE state END, created_at, asked_at, as_of, touched_at, run,
    requests, documents, may_be_cut, last_position FROM result_set WHERE id = ?`;

const copyTasks = `INSERT INTO walk (result_set, kind, connection, rut, subject, ruts, start, "end", before_start, before_end, run, state, error,
    found_rut, documents)
  SELECT ?, kind, connection, rut, subject, ruts, start, "end", before_start, before_end, run, state, error, found_rut, documents
  FROM walk WHERE result_set = ?`;

const copyDocuments = `INSERT INTO result_document (result_set, position, document, walk, added_at, seen_version)
  SELECT ?, m.position, m.document, w2.id, m.added_at, m.seen_version FROM result_document m
  LEFT JOIN walk w1 ON w1.id = m.walk
  LEFT JOIN walk w2 ON w2.result_set = ? AND w2.kind = w1.kind AND w2.connection = w1.connection
    AND w2.subject = w1.subject AND w2.rut = w1.rut
  WHERE m.result_set = ?`;

const copyDispatches = `INSERT INTO result_dispatch (result_set, position, dispatch, documents, with_file, seen_state)
  SELECT ?, position, dispatch, documents, with_file, seen_state FROM result_dispatch WHERE result_set = ?`;

/** Copies a result set, its rows and their seen marks. */
function copySet(database: DatabaseSync, set: number, resultSetId: string): number {
  const copy = Number(prepared(database, copySetRow).run(resultSetId, set).lastInsertRowid);
  prepared(database, copyTasks).run(copy, set);
  prepared(database, copyDocuments).run(copy, copy, set);
  prepared(database, copyDispatches).run(copy, set);
  return copy;
}

const updateResultSet = `UPDATE saved_search SET result_set = ?, seen_at = '', news = 0, news_revision = -1 WHERE id = ?`;

/**
 * Changes a saved search. With a new query it gets an empty result set with the id `resultSetId`. Throws
 * `SAVED_SEARCH_GONE`.
 */
export function changeSaved(
  database: DatabaseSync,
  savedSearchId: string,
  change: Partial<SavedSearchDraft>,
  resultSetId: string,
  at: string,
): void {
  transaction(database, () => {
    const { id, set } = getRow(database, savedSearchId);
    const before = getDraft(database, id);
    const draft = { ...before, ...change };
    prepared(database, 'UPDATE saved_search SET draft = ? WHERE id = ?').run(JSON.stringify(draft), id);
    if (JSON.stringify(draft.question) === JSON.stringify(before.question)) return;
    const empty = insertEmptySet(database, resultSetId, draft, at);
    prepared(database, updateResultSet).run(empty, id);
    prepared(database, deleteSet).run(set);
  });
}

function getRow(database: DatabaseSync, savedSearchId: string): { id: number; set: number } {
  const sql = 'SELECT id, result_set FROM saved_search WHERE uuid = ?';
  const row = prepared(database, sql).get(savedSearchId);
  if (!row) throw new AppError('SAVED_SEARCH_GONE', 'the saved search is not stored');
  return { id: number(row, 'id'), set: number(row, 'result_set') };
}

function getDraft(database: DatabaseSync, id: number): SavedSearchDraft {
  const row = prepared(database, 'SELECT draft FROM saved_search WHERE id = ?').get(id) ?? {};
  return parsed<SavedSearchDraft>(text(row, 'draft'));
}

const insertCopy = `INSERT INTO saved_search (uuid, draft, result_set, seen_at, news)
  SELECT ?, ?, ?, seen_at, news FROM saved_search WHERE id = ?`;

/** Saves a copy of a search under another name, with its stored rows. Throws `SAVED_SEARCH_GONE`. */
export function duplicateSaved(
  database: DatabaseSync,
  savedSearchId: string,
  copy: { id: string; resultSetId: string; name: string },
): void {
  transaction(database, () => {
    const { id, set } = getRow(database, savedSearchId);
    const draft = JSON.stringify({ ...getDraft(database, id), name: copy.name });
    prepared(database, insertCopy).run(copy.id, draft, copySet(database, set, copy.resultSetId), id);
  });
}

const deleteSet = 'DELETE FROM result_set WHERE id = ?';

/** Deletes a saved search with its result set; documents that only it had are pruned later. */
export function removeSaved(database: DatabaseSync, savedSearchId: string): void {
  transaction(database, () => {
    const { id, set } = getRow(database, savedSearchId);
    prepared(database, 'DELETE FROM saved_search WHERE id = ?').run(id);
    prepared(database, deleteSet).run(set);
  });
}

// Before its first run ends a saved search has no changes, and the results of that run are none.
const listWithChanges = `SELECT id, result_set FROM saved_search WHERE seen_at <> '' AND (?1 IS NULL OR uuid = ?1)`;

/**
 * Marks the changes of one saved search, or of all, as seen; removed documents leave the result set.
 * Results of a running search are not shown yet: they stay changes, and stay to be fetched. Returns the
 * data for undo. Throws `SAVED_SEARCH_GONE`.
 */
export function markSavedSeen(
  database: DatabaseSync,
  savedSearchId: string | undefined,
  at: string,
): SeenMarks[] {
  return transaction(database, () => {
    if (savedSearchId !== undefined) getRow(database, savedSearchId);
    const rows = prepared(database, listWithChanges).all(savedSearchId ?? null);
    return rows.map((row) => {
      const set = number(row, 'result_set');
      return markSeen(database, number(row, 'id'), set, at, findBeginOfRun(database, set, at));
    });
  });
}

/** Marks changes before `before`, UTC ISO 8601, as seen; all by default. Returns the previous marks. */
function markSeen(
  database: DatabaseSync,
  id: number,
  set: number,
  at: string,
  before = '\u{10ffff}',
): SeenMarks {
  const earlier = markAsSeen(database, { saved: id, set }, at, before);
  updateChangeCount(database, id, set);
  return earlier;
}

const findRunning = `SELECT asked_at FROM result_set WHERE id = ? AND state = 'running' AND lease_until > ?`;

/** When the running search began; undefined when none runs. */
function findBeginOfRun(database: DatabaseSync, set: number, at: string): string | undefined {
  const row = prepared(database, findRunning).get(set, Date.parse(at));
  return row && text(row, 'asked_at');
}

/** Restores the changes that were marked as seen; later changes are not affected. */
export function unmarkSavedSeen(database: DatabaseSync, earlier: readonly SeenMarks[]): boolean {
  return transaction(database, () => {
    const restored = earlier.filter((one) => restoreSeen(database, one));
    for (const { set, saved } of restored) updateChangeCount(database, saved, set);
    return restored.length > 0;
  });
}

const findByResultSet = `SELECT v.id, v.uuid, v.seen_at, v.result_set FROM saved_search v JOIN result_set s ON s.id = v.result_set
  WHERE s.uuid = ?`;

/**
 * Counts the changes of the saved search with this result set, if there is one. Results before the end of
 * its first run are no changes. Returns the saved search's id.
 */
export function countSavedNews(
  database: DatabaseSync,
  resultSetId: string,
  { at, isWhole }: { at: string; isWhole: boolean },
): string | undefined {
  return transaction(database, () => {
    const row = prepared(database, findByResultSet).get(resultSetId);
    if (!row) return undefined;
    const [id, set] = [number(row, 'id'), number(row, 'result_set')];
    if (text(row, 'seen_at') === '') markSeen(database, id, set, isWhole ? at : '');
    else updateChangeCount(database, id, set);
    return text(row, 'uuid');
  });
}

const listOfOtherRevisions = `SELECT v.id, v.result_set FROM saved_search v JOIN result_set s ON s.id = v.result_set
  WHERE v.seen_at <> '' AND v.news_revision <> s.revision`;

/**
 * Counts changes again for saved searches whose result sets have changed since, through another search or
 * a refreshed dispatch.
 */
export function recountNews(database: DatabaseSync): void {
  const list = prepared(database, listOfOtherRevisions);
  // Checked without the write lock: usually there are none.
  if (list.all().length === 0) return;
  transaction(database, () => {
    for (const row of list.all()) updateChangeCount(database, number(row, 'id'), number(row, 'result_set'));
  });
}

const updateNews = `UPDATE saved_search SET news = ?, news_revision =
    (SELECT s.revision FROM result_set s WHERE s.id = saved_search.result_set)
  WHERE id = ?`;

function updateChangeCount(database: DatabaseSync, id: number, set: number): void {
  prepared(database, updateNews).run(countNews(database, set), id);
}
