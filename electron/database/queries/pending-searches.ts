import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { Attempts, Lease } from '../../jobs/index.ts';
import { number, optionalError, parsed, type Row, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';

/** A result set that the user waits for, as a job that runs its query to the end. */
export interface PendingSearch extends Attempts, Lease {
  resultSetId: string;
  connectionIds: readonly string[];
}

/** Maximum number of searches that resume automatically. */
const maxAwaited = 20;

const readAllSql = `SELECT uuid, ${readable('question')} AS question, owner, lease_until, attempts, retry_after, last_error FROM result_set
  WHERE is_awaited = 1 AND (?1 IS NULL OR uuid = ?1) AND json_type(${readable('question')}, '$.connectionIds') = 'array'
  ORDER BY asked_at DESC LIMIT ${maxAwaited}`;

/**
 * Result sets that the user waits for, latest first; only the named one, if given. Those whose query
 * cannot be read are left out.
 */
export function listPendingSearches(database: DatabaseSync, resultSetId?: string): PendingSearch[] {
  return prepared(database, readAllSql)
    .all(resultSetId ?? null)
    .map(toPendingSearch);
}

/** Marks a new result set as awaited. Of several for one query, only the last stays awaited. */
export function addPendingSearch(database: DatabaseSync, resultSetId: string): void {
  transaction(database, () => {
    prepared(
      database,
      `UPDATE result_set SET is_awaited = 0 WHERE is_awaited = 1 AND uuid <> ?1 AND question = (SELECT question FROM result_set WHERE uuid = ?1)`,
    ).run(resultSetId);
    prepared(
      database,
      'UPDATE result_set SET is_awaited = 1, attempts = 1, retry_after = NULL, last_error = NULL WHERE uuid = ?',
    ).run(resultSetId);
  });
}

/**
 * Marks a result set as no longer awaited, because the user stopped it (`isStopped`) or its attempts ran
 * out. Returns whether it was awaited.
 */
export function dropPendingSearch(database: DatabaseSync, resultSetId: string, isStopped = false): boolean {
  return (
    prepared(
      database,
      'UPDATE result_set SET is_awaited = 0, state = coalesce(?, state) WHERE uuid = ? AND is_awaited = 1',
    ).run(isStopped ? 'cancelled' : null, resultSetId).changes === 1
  );
}

function toPendingSearch(row: Row): PendingSearch {
  return {
    resultSetId: text(row, 'uuid'),
    connectionIds: parsed<SearchQuery>(text(row, 'question')).connectionIds,
    owner: text(row, 'owner'),
    leaseUntil: number(row, 'lease_until'),
    attempts: number(row, 'attempts'),
    retryAfter: row['retry_after'] === null ? undefined : number(row, 'retry_after'),
    error: optionalError(row, 'last_error'),
  };
}
