import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { number } from '../row.ts';
import { transaction } from '../transaction.ts';

const dayMs = 86_400_000;
/** Maximum wait after failures, in days. */
const maxWaitDays = 16;
/** Failures that have been due for this long are deleted, in days. */
const expiryDays = 30;

/**
 * The latest valid time for the next attempt, UTC ISO 8601, for a failure before `now` (ms since 1970). A
 * later one comes from a clock that was set back: ignore it.
 */
export function latestNext(now: number): string {
  return iso(now + maxWaitDays * dayMs);
}

/** Queries that store which dispatches background fetches request, and when they may request again. */
export function backgroundFetchWrites(database: DatabaseSync) {
  // Times in the future come from a clock that was set back: they count as now, so the daily limit lasts a
  // day at most.
  const setBack = database.prepare('UPDATE completing_request SET at = ?1 WHERE at > ?1');
  const forget = database.prepare('DELETE FROM completing_request WHERE at <= ?');
  const forgetAttempts = database.prepare('DELETE FROM completing_attempt WHERE next_at < ?');
  const asked = database.prepare('SELECT count(*) AS n FROM completing_request');
  const ask = database.prepare('INSERT INTO completing_request (at) VALUES (?)');
  const note = database.prepare(
    `INSERT INTO completing_attempt (connection_id, number, attempts, next_at) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET attempts = attempts + 1, next_at = excluded.next_at`,
  );
  const attemptsOf = database.prepare(
    'SELECT attempts FROM completing_attempt WHERE connection_id = ? AND number = ?',
  );
  const undo = database.prepare(
    'UPDATE completing_attempt SET attempts = attempts - 1, next_at = ? WHERE connection_id = ? AND number = ?',
  );
  const drop = database.prepare('DELETE FROM completing_attempt WHERE connection_id = ? AND number = ?');

  /**
   * Records an attempt. The next comes after one day, then two, four, eight, and every sixteen from then on.
   */
  function attempt({ connectionId, number: of }: DispatchKey, now: number): void {
    const row = attemptsOf.get(connectionId, of);
    const days = Math.min(maxWaitDays, 2 ** (row ? number(row, 'attempts') : 0));
    note.run(connectionId, of, iso(now + days * dayMs));
  }

  /** Reverts the attempt that was recorded at the start: it gave no evidence about the dispatch. */
  function takeBack({ connectionId, number: of }: DispatchKey, now: number): void {
    undo.run(iso(now), connectionId, of);
  }

  return {
    /**
     * Records the request of a dispatch before it is sent; `now` in ms since 1970. It counts as failed until
     * `endBackgroundFetch`: if the app crashes meanwhile, the next start does not begin with it. Returns
     * false, and records nothing, where `maxPerDay` were requested in the last 24 hours.
     */
    beginBackgroundFetch(dispatch: DispatchKey, now: number, maxPerDay: number): boolean {
      return transaction(database, () => {
        setBack.run(iso(now));
        forget.run(iso(now - dayMs));
        forgetAttempts.run(iso(now - expiryDays * dayMs));
        const row = asked.get();
        if (row && number(row, 'n') >= maxPerDay) return false;
        ask.run(iso(now));
        attempt(dispatch, now);
        return true;
      });
    },
    /**
     * Records the end, unless the dispatch failed: `had` it was fetched, `unlearned` nothing was learned
     * about it, `refused` the whole connection rejects requests.
     */
    endBackgroundFetch(dispatch: DispatchKey, how: 'had' | 'unlearned' | 'refused', now: number): void {
      transaction(database, () => {
        if (how === 'had') return drop.run(dispatch.connectionId, dispatch.number);
        takeBack(dispatch, now);
        if (how === 'refused') attempt({ connectionId: dispatch.connectionId, number: '' }, now);
      });
    },
    /** Deletes the failures of a connection, because its key has changed. */
    forgetBackgroundFetches(connectionId: string): void {
      database.prepare('DELETE FROM completing_attempt WHERE connection_id = ?').run(connectionId);
    },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
