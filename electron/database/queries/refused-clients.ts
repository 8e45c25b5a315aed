import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import { readable, text } from '../row.ts';
import { transaction } from '../transaction.ts';

/** Queries that keep as whom a number was asked for in vain. */
export function refusedClientWrites(database: DatabaseSync) {
  const note = database.prepare(
    'INSERT OR REPLACE INTO refused_client (connection_id, number, rut, at) VALUES (?, ?, ?, ?)',
  );
  return {
    /**
     * Notes the clients as whom an agency gave no dispatch of this number; of the number `''` those that it
     * does not know.
     */
    noteRefused(connectionId: string, number: string, ruts: readonly Rut[], at: string): void {
      transaction(database, () => {
        for (const rut of ruts) note.run(connectionId, number, rut, at);
      });
    },
    /** Forgets what was noted before an instant, UTC ISO 8601. */
    pruneRefused(before: string): void {
      database.prepare('DELETE FROM refused_client WHERE at < ?').run(before);
    },
  };
}

/** Queries that tell whom to ask for a number of which no client is known. */
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
     * The clients that refused a number, or are not known at all, between two instants, UTC ISO 8601; what
     * was noted later than that was noted before the machine's clock was set back.
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
     * Clients by how likely a dispatch is theirs: those of whom a connection gave dispatches, the latest
     * first, then those that were asked for last.
     */
    clientsByUse(connectionId: string): Rut[] {
      return used.all(connectionId).map((row) => text(row, 'rut') as Rut);
    },
  };
}
