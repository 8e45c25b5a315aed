import type { DatabaseSync } from 'node:sqlite';
import { errorCodes, ruleOf } from '../../../shared/error-codes.ts';
import { AppError } from '../../../shared/errors.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { Lease } from '../../jobs/index.ts';
import { number, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { resetJob } from './jobs.ts';
import { dropPendingSearch } from './pending-searches.ts';

/** The state of a search run, written during the run and at its end. */
interface SearchRunState {
  state: SearchProgress['state'];
  /** Requests of this run so far. */
  requests: number;
  mayBeTruncated: boolean;
  at: string;
}

/**
 * The owner of a result set, as whom rows are written: once another process owns it, writes fail. Omitted by
 * the only user of the database.
 */
export type Owner = string | undefined;

/** The lease of a result set that no process owns. */
const noLease: Lease = { owner: '', leaseUntil: 0 };

/** SQL: the codes of errors that tell of an unknown client or dispatch, which is a result. */
export const absenceCodesSql = `(${errorCodes
  .filter((code) => ruleOf(code).isAbsence)
  .map((code) => `'${code}'`)
  .join(', ')})`;

/** SQL: an unknown client or dispatch is a valid result. */
const completeResultSetSql = `UPDATE result_set SET as_of = max(as_of, asked_at) WHERE uuid = ? AND as_of <> '' AND NOT EXISTS
  (SELECT 1 FROM walk w WHERE w.result_set = result_set.id AND w.run = result_set.run AND w.state = 'problem'
     AND w.kind IN ('catalogue', 'type', 'dispatch') AND coalesce(w.error ->> '$.code', '') NOT IN ${absenceCodesSql})`;

/** Inserts a result set and its first run, under the caller's lease. */
export function createResultSet(
  database: DatabaseSync,
  resultSetId: string,
  query: SearchQuery,
  at: string,
  lease: Lease = noLease,
): void {
  transaction(database, () => {
    const run = insertRun(database, at);
    prepared(
      database,
      `INSERT INTO result_set (uuid, question, state, created_at, asked_at, touched_at, run, owner, lease_until)
       VALUES (?, ?, 'running', ?, ?, ?, ?, ?, ?)`,
    ).run(resultSetId, JSON.stringify(query), at, at, at, run, lease.owner, lease.leaseUntil);
  });
}

/**
 * Claims a result set from the owner last read, or releases it; returns false when another process was
 * faster.
 */
export function claimResultSet(
  database: DatabaseSync,
  resultSetId: string,
  seenOwner: string,
  { owner, leaseUntil }: Lease,
): boolean {
  return (
    prepared(database, 'UPDATE result_set SET owner = ?, lease_until = ? WHERE uuid = ? AND owner = ?').run(
      owner,
      leaseUntil,
      resultSetId,
      seenOwner,
    ).changes === 1
  );
}

/** Extends the leases of those result sets that this owner still owns, and returns their ids. */
export function renewResultSets(
  database: DatabaseSync,
  resultSetIds: readonly string[],
  { owner, leaseUntil }: Lease,
): string[] {
  return prepared(
    database,
    `UPDATE result_set SET lease_until = ? WHERE owner = ? AND uuid IN (SELECT value FROM json_each(?)) RETURNING uuid`,
  )
    .all(leaseUntil, owner, JSON.stringify(resultSetIds))
    .map((row) => text(row, 'uuid'));
}

/**
 * Begins another run of a result set: its rows stay until the run has ended. Throws `RESULT_SET_GONE`.
 */
export function beginRun(database: DatabaseSync, resultSetId: string, at: string): void {
  transaction(database, () => {
    const run = insertRun(database, at);
    const { changes } = prepared(
      database,
      `UPDATE result_set SET run = ?, state = 'running', asked_at = ?, touched_at = ?, requests = 0, may_be_cut = 0
       WHERE uuid = ?`,
    ).run(run, at, at, resultSetId);
    if (changes === 0) throw resultSetDeleted();
  });
}

/**
 * Records the state of a search run, and releases its result set at the end; does nothing if that was
 * deleted. `as_of` becomes the time of the completed run, unless one of its tasks failed. Returns
 * `as_of`. Throws `SEARCH_OWNED_ELSEWHERE`.
 */
export function updateSearchRun(
  database: DatabaseSync,
  resultSetId: string,
  { state, requests, mayBeTruncated, at }: SearchRunState,
  owner?: Owner,
): string {
  transaction(database, () => {
    if (prepared(database, 'SELECT 1 FROM result_set WHERE uuid = ?').get(resultSetId)) {
      requireResultSet(database, resultSetId, owner);
    }
    prepared(
      database,
      'UPDATE result_set SET state = ?, requests = ?, may_be_cut = ?, touched_at = ? WHERE uuid = ?',
    ).run(state, requests, Number(mayBeTruncated), at, resultSetId);
    if (state !== 'running') {
      const release = "UPDATE result_set SET owner = '', lease_until = 0 WHERE uuid = ?";
      prepared(database, release).run(resultSetId);
    }
    if (state === 'done' || state === 'cancelled') dropPendingSearch(database, resultSetId);
    if (state !== 'done') return;
    prepared(database, completeResultSetSql).run(resultSetId);
    // Whoever ran it: failures are reset, and the next refresh is due after this run.
    resetJob(database, { kind: 'refresh', subject: resultSetId });
  });
  const row = prepared(database, 'SELECT as_of FROM result_set WHERE uuid = ?').get(resultSetId);
  return text(row ?? { as_of: '' }, 'as_of');
}

/** Inserts a run; returns its row. */
export function insertRun(database: DatabaseSync, at: string): number {
  return Number(prepared(database, 'INSERT INTO run (at) VALUES (?)').run(at).lastInsertRowid);
}

/**
 * The row id of a result set. Throws `RESULT_SET_GONE`, and `SEARCH_OWNED_ELSEWHERE` to a writer without its
 * lease.
 */
export function requireResultSet(database: DatabaseSync, resultSetId: string, owner?: Owner): number {
  const row = prepared(database, 'SELECT id, owner FROM result_set WHERE uuid = ?').get(resultSetId);
  if (!row) throw resultSetDeleted();
  checkLeaseOwner(row, owner);
  return number(row, 'id');
}

/** The error for a result set that was deleted. */
export function resultSetDeleted(): AppError {
  return new AppError('RESULT_SET_GONE', 'the result set was deleted');
}

/** Throws `SEARCH_OWNED_ELSEWHERE` when another owner has the lease of this row. */
export function checkLeaseOwner(row: Row, owner: Owner): void {
  if (owner !== undefined && text(row, 'owner') !== owner) {
    throw new AppError('SEARCH_OWNED_ELSEWHERE', 'another process runs this search');
  }
}
