import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey } from '../../../shared/model/carpeta.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { text } from '../row.ts';

/** Methods that tell which dispatches are kept in part: those whose documents have not been read to their end. */
export function partialDispatchReads(database: DatabaseSync) {
  const latest = database.prepare(
    `SELECT c.uuid, p.number, p.rut FROM dispatch p JOIN connection c ON c.id = p.connection
     WHERE p.complete_at = '' AND p.seen_at >= ? AND c.uuid IN (SELECT value FROM json_each(?))
     ORDER BY p.seen_at DESC, p.number LIMIT ?`,
  );
  return {
    /** The dispatches of these connections that are kept in part and were seen since then (UTC ISO 8601), the latest first. */
    partialDispatches(
      connectionIds: readonly string[],
      since: string,
      limit: number,
    ): (DispatchKey & { rut: Rut })[] {
      return latest.all(since, JSON.stringify(connectionIds), limit).map((row) => ({
        ...{ connectionId: text(row, 'uuid'), number: text(row, 'number') },
        rut: text(row, 'rut') as Rut,
      }));
    },
  };
}
