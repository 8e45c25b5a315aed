import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import { readable, text } from '../row.ts';
import { transaction } from '../transaction.ts';

/** Queries that store the clients for which a number was not found. */
export function refusedClientWrites(database: DatabaseSync) {
  const note = database.prepare(
    'INSERT OR REPLACE INTO refused_client (connection_id, number, rut, at) VALUES (?, ?, ?, ?)',
  );
  return {
    /**
     * Records the clients for which an agency had no dispatch of this number; for the number `''`, clients
     * that it does not know.
     */
    noteRefused(connectionId: string, number: string, ruts: readonly Rut[], at: string): void {
      transaction(database, () => {
        for (const rut of ruts) note.run(connectionId, number, rut, at);
      });
    },
    /** Deletes records before an instant, UTC ISO 8601. */
    pruneRefused(before: string): void {
      database.prepare('DELETE FROM refused_client WHERE at < ?').run(before);
    },
  };
}

/** Queries that choose the clients to try for a number whose client is unknown. */
export function refusedClientReads(database: DatabaseSync) {
  const refused = database.prepare(
    `SELECT DISTINCT rut FROM refused_client WHERE connection_id = ?1 AND number IN (?2, '') AND at BETWEEN ?3 AND ?4`,
  );
  const owners = database.prepare(
    'SELECT p.rut FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ? AND p.number = ?',
  );
  const used = database.prepare(
    `SELECT rut, max(is_kept) AS is_kept, max(at) AS at FROM (
       SELECT p.rut, 1 AS is_kept, p.seen_at AS at FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ?1
       UNION ALL SELECT j.value, 0, s.asked_at FROM result_set s JOIN json_each(${readable('s.question')}, '$.ruts') j)
     GROUP BY rut ORDER BY is_kept DESC, at DESC`,
  );
  return {
    /**
     * Clients for which a number was not found, or that the agency does not know, between two instants, UTC
     * ISO 8601. Later records come from a clock that was set back.
     */
    refusedClients(
      connectionId: string,
      number: string,
      { since, until }: { since: string; until: string },
    ): Rut[] {
      return refused.all(connectionId, number, since, until).map((row) => text(row, 'rut') as Rut);
    },
    /** The client whose stored dispatch has exactly this number. */
    ownerOf(connectionId: string, number: string): Rut | undefined {
      const row = owners.get(connectionId, number);
      return row && (text(row, 'rut') as Rut);
    },
    /**
     * Clients by how likely they are the owner: first those with dispatches at a connection, latest first,
     * then those requested last.
     */
    clientsByUse(connectionId: string): Rut[] {
      return used.all(connectionId).map((row) => text(row, 'rut') as Rut);
    },
  };
}
