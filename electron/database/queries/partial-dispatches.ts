import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { text } from '../row.ts';
import { latestNext } from './background-fetches.ts';

/** Queries that read partial dispatches: those whose documents have not all been read. */
export function partialDispatchReads(database: DatabaseSync) {
  const latest = database.prepare(
    `SELECT c.uuid, p.number, p.rut FROM dispatch p JOIN connection c ON c.id = p.connection
     WHERE p.complete_at = '' AND p.seen_at >= ? AND c.uuid IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM completing_attempt a
         WHERE a.connection_id = c.uuid AND a.number IN (p.number, '') AND a.next_at > ? AND a.next_at <= ?)
     ORDER BY p.seen_at DESC, p.number LIMIT ?`,
  );
  return {
    /**
     * Partial dispatches of these connections that were seen since `since` (UTC ISO 8601), latest first.
     * Excludes those that wait after a failure at `now` (ms since 1970).
     */
    partialDispatches(
      connectionIds: readonly string[],
      { since, now }: { since: string; now: number },
      limit: number,
    ): (DispatchKey & { rut: Rut })[] {
      const waits = [new Date(now).toISOString(), latestNext(now)];
      return latest.all(since, JSON.stringify(connectionIds), ...waits, limit).map((row) => ({
        ...{ connectionId: text(row, 'uuid'), number: text(row, 'number') },
        rut: text(row, 'rut') as Rut,
      }));
    },
  };
}
