import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import { readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';

/**
 * Records the clients for which an agency had no dispatch of this number; for the number `''`, clients
 * that it does not know.
 */
export function noteRefused(
  database: DatabaseSync,
  connectionId: string,
  number: string,
  ruts: readonly Rut[],
  at: string,
): void {
  transaction(database, () => {
    for (const rut of ruts)
      prepared(
        database,
        'INSERT OR REPLACE INTO refused_client (connection_id, number, rut, at) VALUES (?, ?, ?, ?)',
      ).run(connectionId, number, rut, at);
  });
}

/** Deletes records before an instant, UTC ISO 8601. */
export function pruneRefused(database: DatabaseSync, before: string): void {
  prepared(database, 'DELETE FROM refused_client WHERE at < ?').run(before);
}

const usedSql = `SELECT rut, max(is_kept) AS is_kept, max(at) AS at FROM (
    SELECT p.rut, 1 AS is_kept, p.seen_at AS at FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ?1
    UNION ALL SELECT j.value, 0, s.asked_at FROM result_set s JOIN json_each(${readable('s.question')}, '$.ruts') j)
  GROUP BY rut ORDER BY is_kept DESC, at DESC`;

/**
 * Clients for which a number was not found, or that the agency does not know, between two instants, UTC
 * ISO 8601. Later records come from a clock that was set back.
 */
export function refusedClients(
  database: DatabaseSync,
  connectionId: string,
  number: string,
  { since, until }: { since: string; until: string },
): Rut[] {
  return prepared(
    database,
    `SELECT DISTINCT rut FROM refused_client WHERE connection_id = ?1 AND number IN (?2, '') AND at BETWEEN ?3 AND ?4`,
  )
    .all(connectionId, number, since, until)
    .map((row) => text(row, 'rut') as Rut);
}

/** The client whose stored dispatch has exactly this number. */
export function ownerOf(database: DatabaseSync, connectionId: string, number: string): Rut | undefined {
  const row = prepared(
    database,
    'SELECT p.rut FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ? AND p.number = ?',
  ).get(connectionId, number);
  return row && (text(row, 'rut') as Rut);
}

/**
 * Clients by how likely they are the owner: first those with dispatches at a connection, latest first,
 * then those requested last.
 */
export function clientsByUse(database: DatabaseSync, connectionId: string): Rut[] {
  return prepared(database, usedSql)
    .all(connectionId)
    .map((row) => text(row, 'rut') as Rut);
}
