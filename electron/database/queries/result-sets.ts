import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DispatchOutcome, SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { Lease } from '../../jobs/index.ts';
import { attempt, readableRows } from '../damaged-rows.ts';
import { number, optionalError, parsed, type Row, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { type KnownDispatch, toKnownDispatch } from './find-dispatches.ts';
import { resultSetDeleted } from './search-runs.ts';

/** A stored result set, without its rows. */
export interface StoredResultSet extends Lease {
  resultSetId: string;
  query: SearchQuery;
  /** Where no living process owns the result set, `running` means interrupted. */
  state: SearchProgress['state'];
  runStartedAt: string;
  asOf: string;
  /** When it was last written to. */
  updatedAt: string;
  requests: number;
  documents: number;
  mayBeTruncated: boolean;
}

/**
 * The outcome of a dispatch, and the clients that it was requested for; empty where the client directory
 * named it.
 */
export interface StoredOutcome extends DispatchOutcome {
  ruts: readonly Rut[];
}

/** A result set. Throws `RESULT_SET_GONE`. */
export function readResultSet(database: DatabaseSync, resultSetId: string): StoredResultSet {
  // A saved search stores its query a second time: use that one where this one is damaged.
  const row = prepared(
    database,
    `SELECT *, CASE WHEN json_valid(question) THEN question ELSE (SELECT json_extract(v.draft, '$.question') FROM saved_search v
     WHERE v.result_set = result_set.id AND json_valid(v.draft)) END AS question FROM result_set WHERE uuid = ?`,
  ).get(resultSetId);
  if (!row) throw resultSetDeleted();
  return toResultSet(row);
}

const isRecent = 'id NOT IN (SELECT result_set FROM saved_search)';
const listRecent = `SELECT * FROM result_set WHERE json_valid(question) AND ${isRecent} ORDER BY asked_at DESC, id DESC LIMIT ?`;
// From indexes alone.
const listRecentIds = `SELECT id FROM result_set INDEXED BY sqlite_autoindex_result_set_1 WHERE ${isRecent} ORDER BY id DESC`;
const findById = 'SELECT * FROM result_set WHERE id = ?';

/** The latest result sets that are not saved, newest first, without those that cannot be read. */
export function listRecentResultSets(database: DatabaseSync, limit: number): StoredResultSet[] {
  const rows = readableRows(database, {
    all: () => prepared(database, listRecent).all(limit),
    ids: () => prepared(database, listRecentIds).all(),
    one: [(id) => prepared(database, findById).get(id)],
  });
  return rows
    .flatMap((row) => attempt(database, () => toResultSet(row)) ?? [])
    .toSorted(
      (one, other) =>
        Number(one.runStartedAt < other.runStartedAt) - Number(one.runStartedAt > other.runStartedAt),
    )
    .slice(0, limit);
}

/**
 * How many result sets that are not saved cannot be read: their row, or their query. Counts only among the
 * latest `limit` readable ones: an older one is no recent search any more.
 */
export function countUnreadableResultSets(database: DatabaseSync, limit: number): number {
  const isValid = prepared(database, 'SELECT json_valid(question) AS is_valid FROM result_set WHERE id = ?');
  let [readable, unreadable] = [0, 0];
  for (const row of prepared(database, listRecentIds).all()) {
    if (readable === limit) break;
    const isReadable = attempt(database, () => isValid.get(number(row, 'id'))?.['is_valid'] === 1) === true;
    if (isReadable) readable++;
    else unreadable++;
  }
  return unreadable;
}

/** The outcome of each dispatch that a result set requested. */
export function listOutcomes(database: DatabaseSync, resultSetId: string): StoredOutcome[] {
  return prepared(
    database,
    `SELECT w.connection, w.subject, w.state, w.error, w.found_rut, w.documents, w.ruts FROM walk w
     JOIN result_set s ON s.id = w.result_set WHERE s.uuid = ? AND w.kind = 'dispatch' ORDER BY w.id`,
  )
    .all(resultSetId)
    .map(toOutcome);
}

/**
 * The clients for whom a query of dates found nothing after all its types were read to the end, in query
 * order.
 */
export function listClientsWithout(database: DatabaseSync, resultSetId: string): Rut[] {
  return prepared(
    database,
    `SELECT w.rut FROM walk w JOIN result_set s ON s.id = w.result_set
     WHERE s.uuid = ? AND w.kind = 'type' AND w.run = s.run
     GROUP BY w.rut HAVING sum(w.documents) = 0 AND sum(w.state <> 'done') = 0 ORDER BY min(w.id)`,
  )
    .all(resultSetId)
    .map((row) => text(row, 'rut') as Rut);
}

/** The dispatches of the documents that the current run of a result set found by type. */
export function listFoundDispatches(database: DatabaseSync, resultSetId: string): KnownDispatch[] {
  return prepared(
    database,
    `SELECT DISTINCT c.uuid, p.number, p.rut FROM result_set s CROSS JOIN result_document m ON m.result_set = s.id
     CROSS JOIN document d ON d.id = m.document JOIN dispatch p ON p.id = d.dispatch JOIN connection c ON c.id = p.connection
     LEFT JOIN walk w ON w.id = m.walk
     WHERE s.uuid = ? AND d.seen_run >= s.run AND coalesce(w.kind, 'type') = 'type' AND d.gone_at IS NULL ORDER BY p.id`,
  )
    .all(resultSetId)
    .map(toKnownDispatch);
}

/** Keys of the API's items that a result set's connections returned, in alphabetical order. */
export function listItemPaths(database: DatabaseSync, resultSetId: string, list: ListName): string[] {
  return database
    .prepare(
      `SELECT DISTINCT i.path FROM item_path i WHERE i.list = ? AND i.connection IN
         (SELECT c.id FROM result_set s JOIN json_each(${readable('s.question')}, '$.connectionIds') j JOIN connection c ON c.uuid = j.value
          WHERE s.uuid = ?)
       ORDER BY i.path`,
    )
    .all(list, resultSetId)
    .map((row) => text(row, 'path'));
}

function toResultSet(row: Row): StoredResultSet {
  return {
    resultSetId: text(row, 'uuid'),
    query: parsed<SearchQuery>(text(row, 'question')),
    state: text(row, 'state') as SearchProgress['state'],
    owner: text(row, 'owner'),
    leaseUntil: number(row, 'lease_until'),
    runStartedAt: text(row, 'asked_at'),
    asOf: text(row, 'as_of'),
    updatedAt: text(row, 'touched_at'),
    requests: number(row, 'requests'),
    documents: number(row, 'documents'),
    mayBeTruncated: row['may_be_cut'] === 1,
  };
}

function toOutcome(row: Row): StoredOutcome {
  const error = optionalError(row, 'error');
  const rut = text(row, 'found_rut');
  const documents = number(row, 'documents');
  return {
    connectionId: text(row, 'connection'),
    number: text(row, 'subject'),
    outcome: outcomeOf(text(row, 'state'), documents, error),
    documents,
    ruts: parsed<Rut[]>(text(row, 'ruts')),
    ...(rut !== '' && { rut: rut as Rut }),
    ...(error && { error }),
  };
}

function outcomeOf(
  state: string,
  documents: number,
  error: ErrorData | undefined,
): DispatchOutcome['outcome'] {
  if (state === 'done') return documents > 0 ? 'found' : 'empty';
  if (state === 'waiting') return 'waiting';
  return error?.code === 'DISPATCH_NOT_FOUND' ? 'not-found' : 'problem';
}
