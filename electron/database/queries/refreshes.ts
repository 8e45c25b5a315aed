import type { DatabaseSync } from 'node:sqlite';
import type { Attempts } from '../../jobs/index.ts';
import { number, optionalError, readable, text } from '../row.ts';

/** A saved search as a job of refreshing it. */
export interface StoredRefresh extends Attempts {
  id: string;
  resultSetId: string;
  /** As it is kept; whoever reads it finds out whether it can be read. */
  draft: string;
  asOf: string;
  /** A person waits for its answer, which goes on by itself as long as that is so. */
  isAwaited: boolean;
}

/** Queries that read what refreshes are due. */
export function refreshReads(database: DatabaseSync) {
  const readAll = database.prepare(
    `SELECT v.uuid, v.draft, s.uuid AS result_set, s.as_of, s.attempts, s.retry_after, s.last_error, s.is_awaited FROM saved_search v
     JOIN result_set s ON s.id = v.result_set ORDER BY v.id`,
  );
  return {
    /** Every saved search with how its refreshes have gone, in the order in which they were made. */
    listRefreshes(): StoredRefresh[] {
      return readAll.all().map((row) => ({
        id: text(row, 'uuid'),
        resultSetId: text(row, 'result_set'),
        draft: text(row, 'draft'),
        asOf: text(row, 'as_of'),
        isAwaited: row['is_awaited'] === 1,
        attempts: number(row, 'attempts'),
        retryAfter: row['retry_after'] === null ? undefined : number(row, 'retry_after'),
        error: optionalError(row, 'last_error'),
      }));
    },
  };
}

/** Queries that write how refreshes go. */
export function refreshWrites(database: DatabaseSync) {
  const note = database.prepare(
    `UPDATE result_set SET attempts = ?1, retry_after = ?2, last_error = ?3
     WHERE uuid = ?4 AND (?5 IS NULL OR (attempts = ?5 AND retry_after IS ?6)) AND (?7 IS NULL OR is_awaited = ?7)`,
  );
  const resetAttempts = database.prepare(
    `UPDATE result_set SET attempts = 0, retry_after = NULL, last_error = NULL
     WHERE attempts > 0 AND EXISTS (SELECT 1 FROM json_each(${readable('question')}, '$.connectionIds') WHERE value IN (SELECT value FROM json_each(?)))`,
  );
  return {
    /**
     * Keeps how the refreshes of an answer go, where they still stand as they were `seen`; gives whether they
     * did.
     */
    noteRefresh(
      resultSetId: string,
      { attempts, retryAfter, error }: Attempts,
      seen?: Pick<Attempts, 'attempts' | 'retryAfter'> & { isAwaited?: boolean },
    ): boolean {
      const stored = error === undefined ? null : JSON.stringify(error);
      const isAwaited = seen?.isAwaited === undefined ? null : Number(seen.isAwaited);
      const asSeen = [seen?.attempts ?? null, seen?.retryAfter ?? null, isAwaited];
      return note.run(attempts, retryAfter ?? null, stored, resultSetId, ...asSeen).changes === 1;
    },
    /** What is asked of some connections has failed at nothing any more: their key is another one. */
    resetRefreshAttempts(connectionIds: readonly string[]): void {
      resetAttempts.run(JSON.stringify(connectionIds));
    },
  };
}
