import type { DatabaseSync } from 'node:sqlite';
import { dayMs } from '../../../shared/model/dates.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { type Job, newJob } from '../../jobs/index.ts';
import { number, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { toJobState } from './jobs.ts';

/** A dispatch that is stored in part, as a job that completes it. */
export interface PartialDispatch extends DispatchKey, Job {
  rut: Rut;
}

/**
 * The partial dispatch of these connections that was seen last, since `since` (UTC ISO 8601) at least.
 * Leaves out those that wait at `now` after a failure, of their own or of their connection. A wait beyond
 * `latest` comes from a clock that was set back and is ignored. Both in ms since 1970.
 */
export function nextPartialDispatch(
  database: DatabaseSync,
  connectionIds: readonly string[],
  { since, now, latest }: { since: string; now: number; latest: number },
  excluded: readonly string[] = [],
): PartialDispatch | undefined {
  const row = prepared(
    database,
    `SELECT c.uuid, p.number, p.rut, json_array(c.uuid, p.number) AS subject, j.attempts, j.due_at, j.last_error, j.owner, j.lease_until
     FROM dispatch p JOIN connection c ON c.id = p.connection
     LEFT JOIN job j ON j.kind = 'background-fetch' AND j.subject = json_array(c.uuid, p.number)
     LEFT JOIN job r ON r.kind = 'background-fetch' AND r.subject = json_array(c.uuid, '')
     WHERE p.complete_at = '' AND p.seen_at >= ?1 AND c.uuid IN (SELECT value FROM json_each(?2))
       AND json_array(c.uuid, p.number) NOT IN (SELECT value FROM json_each(?3))
       AND coalesce(j.due_at, 0) NOT BETWEEN ?4 + 1 AND ?5 AND coalesce(r.due_at, 0) NOT BETWEEN ?4 + 1 AND ?5
     ORDER BY p.seen_at DESC, p.number LIMIT 1`,
  ).get(since, JSON.stringify(connectionIds), JSON.stringify(excluded), now, latest);
  if (!row) return undefined;
  const key = { kind: 'background-fetch', subject: text(row, 'subject') } as const;
  return {
    ...newJob(key),
    ...(row['attempts'] !== null && { ...toJobState(row), isStored: true }),
    connectionId: text(row, 'uuid'),
    number: text(row, 'number'),
    rut: text(row, 'rut') as Rut,
  };
}

/**
 * Counts the request of a dispatch before it is sent; `now` in ms since 1970. Returns false, and counts
 * nothing, where `maxPerDay` were requested in the last 24 hours.
 */
export function countBackgroundFetch(database: DatabaseSync, now: number, maxPerDay: number): boolean {
  return transaction(database, () => {
    // Times in the future come from a clock that was set back: they count as now, so the daily limit lasts a
    // day at most.
    prepared(database, 'UPDATE completing_request SET at = ?1 WHERE at > ?1').run(iso(now));
    prepared(database, 'DELETE FROM completing_request WHERE at <= ?').run(iso(now - dayMs));
    const row = prepared(database, 'SELECT count(*) AS n FROM completing_request').get();
    if (row && number(row, 'n') >= maxPerDay) return false;
    prepared(database, 'INSERT INTO completing_request (at) VALUES (?)').run(iso(now));
    return true;
  });
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
