import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { number } from '../row.ts';
import { transaction } from '../transaction.ts';

const dayMs = 86_400_000;
/** Nothing that failed waits longer than this many days. */
const maxWaitDays = 16;
/** What has been due for so long is forgotten, days. */
const expiryDays = 30;

/**
 * The latest time, UTC ISO 8601, that something which failed before `now` (ms since 1970) can have to wait
 * for. A later one was written before the machine's clock was set back, and holds nothing up.
 */
export function latestNext(now: number): string {
  return iso(now + maxWaitDays * dayMs);
}

/** Queries that keep what background fetches ask, and when it may ask again. */
export function backgroundFetchWrites(database: DatabaseSync) {
  // Of a clock that was set back they are of now: nothing is asked for a day at most, and no more than a
  // day's share.
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

  /** One attempt more: the next after a day, then two, four, eight, and every sixteen from then on. */
  function attempt({ connectionId, number: of }: DispatchKey, now: number): void {
    const row = attemptsOf.get(connectionId, of);
    const days = Math.min(maxWaitDays, 2 ** (row ? number(row, 'attempts') : 0));
    note.run(connectionId, of, iso(now + days * dayMs));
  }

  /** Takes back the attempt that was noted at the beginning: whether this one can be had was not learned. */
  function takeBack({ connectionId, number: of }: DispatchKey, now: number): void {
    undo.run(iso(now), connectionId, of);
  }

  return {
    /**
     * Notes, before it is asked, that a dispatch is; `now` in ms since 1970. It counts as failed until its
     * end is told: one in whose midst the app ends is not the first of the next start. False, and nothing is
     * noted, where `most` were asked in the last 24 hours.
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
     * Notes how it ended, unless the dispatch failed: it was had, it was not learned whether it can be, or
     * its whole connection refuses to be asked.
     */
    endBackgroundFetch(dispatch: DispatchKey, how: 'had' | 'unlearned' | 'refused', now: number): void {
      transaction(database, () => {
        if (how === 'had') return drop.run(dispatch.connectionId, dispatch.number);
        takeBack(dispatch, now);
        if (how === 'refused') attempt({ connectionId: dispatch.connectionId, number: '' }, now);
      });
    },
    /** Forgets what failed of a connection: it has another key. */
    forgetBackgroundFetches(connectionId: string): void {
      database.prepare('DELETE FROM completing_attempt WHERE connection_id = ?').run(connectionId);
    },
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
