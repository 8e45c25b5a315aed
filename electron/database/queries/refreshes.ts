import type { DatabaseSync } from 'node:sqlite';
import type { Attempts } from '../../jobs/index.ts';
import { number, optionalError, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';

/** A saved search as a refresh job. */
export interface StoredRefresh extends Attempts {
  id: string;
  resultSetId: string;
  /** JSON that the reader must validate. */
  draft: string;
  asOf: string;
  /** The user waits for its result set, which resumes automatically meanwhile. */
  isAwaited: boolean;
}

/** Every saved search with the state of its refreshes, in the order of creation. */
export function listRefreshes(database: DatabaseSync): StoredRefresh[] {
  return prepared(
    database,
    `SELECT v.uuid, v.draft, s.uuid AS result_set, s.as_of, s.attempts, s.retry_after, s.last_error, s.is_awaited FROM saved_search v
     JOIN result_set s ON s.id = v.result_set ORDER BY v.id`,
  )
    .all()
    .map((row) => ({
      id: text(row, 'uuid'),
      resultSetId: text(row, 'result_set'),
      draft: text(row, 'draft'),
      asOf: text(row, 'as_of'),
      isAwaited: row['is_awaited'] === 1,
      attempts: number(row, 'attempts'),
      retryAfter: row['retry_after'] === null ? undefined : number(row, 'retry_after'),
      error: optionalError(row, 'last_error'),
    }));
}

const resetAttemptsSql = `UPDATE result_set SET attempts = 0, retry_after = NULL, last_error = NULL
  WHERE attempts > 0 AND EXISTS (SELECT 1 FROM json_each(${readable('question')}, '$.connectionIds') WHERE value IN (SELECT value FROM json_each(?)))`;

/** Stores the state of a result set's refreshes if it still equals `seen`; returns whether it did. */
export function noteRefresh(
  database: DatabaseSync,
  resultSetId: string,
  { attempts, retryAfter, error }: Attempts,
  seen?: Pick<Attempts, 'attempts' | 'retryAfter'> & { isAwaited?: boolean },
): boolean {
  const stored = error === undefined ? null : JSON.stringify(error);
  const isAwaited = seen?.isAwaited === undefined ? null : Number(seen.isAwaited);
  const asSeen = [seen?.attempts ?? null, seen?.retryAfter ?? null, isAwaited];
  return (
    prepared(
      database,
      `UPDATE result_set SET attempts = ?1, retry_after = ?2, last_error = ?3
       WHERE uuid = ?4 AND (?5 IS NULL OR (attempts = ?5 AND retry_after IS ?6)) AND (?7 IS NULL OR is_awaited = ?7)`,
    ).run(attempts, retryAfter ?? null, stored, resultSetId, ...asSeen).changes === 1
  );
}

/** Resets the failed attempts of these connections, because their key has changed. */
export function resetRefreshAttempts(database: DatabaseSync, connectionIds: readonly string[]): void {
  prepared(database, resetAttemptsSql).run(JSON.stringify(connectionIds));
}
