import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { Job, Lease } from '../../jobs/index.ts';
import { number, parsed, type Row, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { toJobState } from './jobs.ts';

/** A result set that the user waits for, as a job that runs its query to the end; `subject` is its id. */
export interface PendingSearch extends Job {
  connectionIds: readonly string[];
  /** The lease of the result set, which a run has that is no job, too. */
  run: Lease;
}

/** Maximum number of searches that resume automatically. */
const maxAwaited = 20;

const readAllSql = `SELECT j.*, ${readable('s.question')} AS question, s.owner AS run_owner, s.lease_until AS run_until
  FROM job j JOIN result_set s ON s.uuid = j.subject
  WHERE j.kind = 'search' AND (?1 IS NULL OR j.subject = ?1) AND json_type(${readable('s.question')}, '$.connectionIds') = 'array'
  ORDER BY s.asked_at DESC LIMIT ${maxAwaited}`;

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
      `DELETE FROM job WHERE kind = 'search' AND subject <> ?1 AND subject IN
       (SELECT uuid FROM result_set WHERE question = (SELECT question FROM result_set WHERE uuid = ?1))`,
    ).run(resultSetId);
    const insert = "INSERT OR REPLACE INTO job (kind, subject, attempts) VALUES ('search', ?, 1)";
    prepared(database, insert).run(resultSetId);
  });
}

/** Marks a result set as no longer awaited; returns whether it was. */
export function dropPendingSearch(database: DatabaseSync, resultSetId: string): boolean {
  const remove = "DELETE FROM job WHERE kind = 'search' AND subject = ?";
  return prepared(database, remove).run(resultSetId).changes === 1;
}

/** The same for one that the user has stopped; returns whether it was awaited. */
export function stopPendingSearch(database: DatabaseSync, resultSetId: string): boolean {
  return transaction(database, () => {
    const isDropped = dropPendingSearch(database, resultSetId);
    const cancel = "UPDATE result_set SET state = 'cancelled' WHERE uuid = ?";
    if (isDropped) prepared(database, cancel).run(resultSetId);
    return isDropped;
  });
}

function toPendingSearch(row: Row): PendingSearch {
  return {
    kind: 'search',
    subject: text(row, 'subject'),
    ...toJobState(row),
    isStored: true,
    connectionIds: parsed<SearchQuery>(text(row, 'question')).connectionIds,
    run: { owner: text(row, 'run_owner'), leaseUntil: number(row, 'run_until') },
  };
}
