import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { Attempts, Lease } from '../../jobs/index.ts';
import { number, optionalError, parsed, type Row, readable, text } from '../row.ts';
import { transaction } from '../transaction.ts';

/** An answer that a person waits for, as a job of asking its query to the end. */
export interface PendingSearch extends Attempts, Lease {
  resultSetId: string;
  connectionIds: readonly string[];
}

/**
 * Of what a person has asked, so much goes on by itself at the most: the rest would have to be waited for.
 */
const maxAwaited = 20;

/** Queries that read what answers are waited for. */
export function pendingSearchReads(database: DatabaseSync) {
  const readAll = database.prepare(
    `SELECT uuid, ${readable('question')} AS question, owner, lease_until, attempts, retry_after, last_error FROM result_set
     WHERE is_awaited = 1 AND (?1 IS NULL OR uuid = ?1) AND json_type(${readable('question')}, '$.connectionIds') = 'array'
     ORDER BY asked_at DESC LIMIT ${maxAwaited}`,
  );
  return {
    /**
     * Answers that a person waits for, what was asked last first; of those only the one named, where one is.
     * One whose query cannot be read is none.
     */
    listPendingSearches(resultSetId?: string): PendingSearch[] {
      return readAll.all(resultSetId ?? null).map(toPendingSearch);
    },
  };
}

/** Queries that write what answers are waited for. */
export function pendingSearchWrites(database: DatabaseSync) {
  const leaveOthers = database.prepare(
    `UPDATE result_set SET is_awaited = 0 WHERE is_awaited = 1 AND uuid <> ?1 AND question = (SELECT question FROM result_set WHERE uuid = ?1)`,
  );
  const expect = database.prepare(
    'UPDATE result_set SET is_awaited = 1, attempts = 1, retry_after = NULL, last_error = NULL WHERE uuid = ?',
  );
  const giveUp = database.prepare(
    'UPDATE result_set SET is_awaited = 0, state = coalesce(?, state) WHERE uuid = ? AND is_awaited = 1',
  );
  return {
    /**
     * A person waits for an answer, which is asked for the first time now; of one query the last answer alone
     * is waited for.
     */
    addPendingSearch(resultSetId: string): void {
      transaction(database, () => {
        leaveOthers.run(resultSetId);
        expect.run(resultSetId);
      });
    },
    /**
     * Nobody waits for an answer any more, because a person `isStopped` it or it was tried often enough;
     * gives whether somebody did.
     */
    dropPendingSearch(resultSetId: string, isStopped = false): boolean {
      return giveUp.run(isStopped ? 'cancelled' : null, resultSetId).changes === 1;
    },
  };
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
