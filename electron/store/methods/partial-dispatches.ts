import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey } from '../../../shared/model/carpeta.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { text } from '../row.ts';

/** Methods that tell which dispatches are kept in part: those whose documents have not been read to their end. */
export function partialDispatchReads(database: DatabaseSync) {
  const latest = database.prepare(
    `SELECT c.uuid, p.number, p.rut FROM dispatch p JOIN connection c ON c.id = p.connection
     WHERE p.complete_at = '' ORDER BY p.seen_at DESC, p.number LIMIT ?`,
  );
  return {
    /** The dispatches that are kept in part, those that were seen last first. */
    partialDispatches(limit: number): (DispatchKey & { rut: Rut })[] {
      return latest.all(limit).map((row) => ({
        ...{ connectionId: text(row, 'uuid'), number: text(row, 'number') },
        rut: text(row, 'rut') as Rut,
      }));
    },
  };
}
