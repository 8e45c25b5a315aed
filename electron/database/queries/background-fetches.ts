import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, text } from '../row.ts';
import { prepared } from '../statements.ts';
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
function latestAttempt(now: number): string {
  return iso(now + maxWaitDays * dayMs);
}

const insertAttemptSql = `INSERT INTO completing_attempt (connection_id, number, attempts, next_at) VALUES (?, ?, 1, ?)
  ON CONFLICT DO UPDATE SET attempts = attempts + 1, next_at = excluded.next_at`;

/**
 * Partial dispatches of these connections that were seen since `since` (UTC ISO 8601), latest first.
 * Excludes those that wait after a failure at `now` (ms since 1970).
 */
export function listPartialDispatches(
  database: DatabaseSync,
  connectionIds: readonly string[],
  { since, now }: { since: string; now: number },
  limit: number,
): (DispatchKey & { rut: Rut })[] {
  const waits = [iso(now), latestAttempt(now)];
  return prepared(
    database,
    `SELECT c.uuid, p.number, p.rut FROM dispatch p JOIN connection c ON c.id = p.connection
     WHERE p.complete_at = '' AND p.seen_at >= ? AND c.uuid IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM completing_attempt a
         WHERE a.connection_id = c.uuid AND a.number IN (p.number, '') AND a.next_at > ? AND a.next_at <= ?)
     ORDER BY p.seen_at DESC, p.number LIMIT ?`,
  )
    .all(since, JSON.stringify(connectionIds), ...waits, limit)
    .map((row) => ({
      connectionId: text(row, 'uuid'),
      number: text(row, 'number'),
      rut: text(row, 'rut') as Rut,
    }));
}

/**
 * Records the request of a dispatch before it is sent; `now` in ms since 1970. It counts as failed until
 * `endBackgroundFetch`: if the app crashes meanwhile, the next start does not begin with it. Returns
 * false, and records nothing, where `maxPerDay` were requested in the last 24 hours.
 */
export function beginBackgroundFetch(
  database: DatabaseSync,
  dispatch: DispatchKey,
  now: number,
  maxPerDay: number,
): boolean {
  return transaction(database, () => {
    // Times in the future come from a clock that was set back: they count as now, so the daily limit lasts a
    // day at most.
    prepared(database, 'UPDATE completing_request SET at = ?1 WHERE at > ?1').run(iso(now));
    prepared(database, 'DELETE FROM completing_request WHERE at <= ?').run(iso(now - dayMs));
    prepared(database, 'DELETE FROM completing_attempt WHERE next_at < ?').run(iso(now - expiryDays * dayMs));
    const row = prepared(database, 'SELECT count(*) AS n FROM completing_request').get();
    if (row && number(row, 'n') >= maxPerDay) return false;
    prepared(database, 'INSERT INTO completing_request (at) VALUES (?)').run(iso(now));
    insertAttempt(database, dispatch, now);
    return true;
  });
}

/**
 * Records the end, unless the dispatch failed: `had` it was fetched, `unlearned` nothing was learned
 * about it, `refused` the whole connection rejects requests.
 */
export function endBackgroundFetch(
  database: DatabaseSync,
  dispatch: DispatchKey,
  how: 'had' | 'unlearned' | 'refused',
  now: number,
): void {
  transaction(database, () => {
    if (how === 'had') {
      const remove = 'DELETE FROM completing_attempt WHERE connection_id = ? AND number = ?';
      prepared(database, remove).run(dispatch.connectionId, dispatch.number);
      return;
    }
    revertAttempt(database, dispatch, now);
    if (how === 'refused') insertAttempt(database, { connectionId: dispatch.connectionId, number: '' }, now);
  });
}

/** Deletes the failures of a connection, because its key has changed. */
export function forgetBackgroundFetches(database: DatabaseSync, connectionId: string): void {
  prepared(database, 'DELETE FROM completing_attempt WHERE connection_id = ?').run(connectionId);
}

/**
 * Records an attempt. The next comes after one day, then two, four, eight, and every sixteen from then on.
 */
function insertAttempt(
  database: DatabaseSync,
  { connectionId, number: dispatch }: DispatchKey,
  now: number,
): void {
  const select = 'SELECT attempts FROM completing_attempt WHERE connection_id = ? AND number = ?';
  const row = prepared(database, select).get(connectionId, dispatch);
  const days = Math.min(maxWaitDays, 2 ** (row ? number(row, 'attempts') : 0));
  prepared(database, insertAttemptSql).run(connectionId, dispatch, iso(now + days * dayMs));
}

/** Reverts the attempt that was recorded at the start: it gave no evidence about the dispatch. */
function revertAttempt(
  database: DatabaseSync,
  { connectionId, number: dispatch }: DispatchKey,
  now: number,
): void {
  const update =
    'UPDATE completing_attempt SET attempts = attempts - 1, next_at = ? WHERE connection_id = ? AND number = ?';
  prepared(database, update).run(iso(now), connectionId, dispatch);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
