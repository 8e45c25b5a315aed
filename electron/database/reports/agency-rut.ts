import type { DatabaseSync } from 'node:sqlite';
import { groupWord } from '../../../shared/dossier/expectation-rule.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, optionalText, text } from '../row.ts';
import { rutIn } from '../rules/folio.ts';
import { prepared } from '../statements.ts';

/** The RUT of an agency as the user set it. */
export function agencyRut(database: DatabaseSync, connectionId: string): Rut | undefined {
  const row = prepared(database, 'SELECT rut FROM agency_rut WHERE connection_id = ?').get(connectionId);
  const rut = row && optionalText(row, 'rut');
  return rut === undefined ? undefined : (rut as Rut);
}

/** Sets the RUT of an agency, or clears it so that it is derived. */
export function setAgencyRut(database: DatabaseSync, connectionId: string, rut: Rut | undefined): void {
  prepared(database, 'DELETE FROM agency_rut WHERE connection_id = ?').run(connectionId);
  if (rut !== undefined) prepared(database, 'INSERT INTO agency_rut VALUES (?, ?)').run(connectionId, rut);
}

/** Types that an agency issues itself (names.md, GET /master/file-types). */
const issuedByAgency = /^(FACTURA (DE )?(LA )?AGENCIA|NOTA DE COBRO)\b/;

/**
 * The RUT of an agency, derived from the documents that it issues itself. Undefined with fewer than three, or
 * without a majority.
 */
export function derivedAgencyRut(database: DatabaseSync, connectionId: string): Rut | undefined {
  const types = prepared(
    database,
    'SELECT DISTINCT d.type FROM document d JOIN connection c ON c.id = d.connection WHERE c.uuid = ?',
  )
    .all(connectionId)
    .map((row) => text(row, 'type'))
    .filter((type) => issuedByAgency.test(groupWord(type)));
  const issuers = database
    .prepare(
      `SELECT b.fields ->> '$.issuerId' AS issuer, count(*) AS papers FROM document d JOIN document_body b ON b.document = d.id
       JOIN connection c ON c.id = d.connection
       WHERE c.uuid = ? AND d.is_active = 1 AND d.gone_at IS NULL AND d.dispatch IS NOT NULL AND d.type IN (SELECT value FROM json_each(?)) GROUP BY issuer`,
    )
    .all(connectionId, JSON.stringify(types));
  const counts = new Map<Rut, number>();
  for (const row of issuers) {
    const rut = rutIn(optionalText(row, 'issuer') ?? '');
    if (rut !== undefined) counts.set(rut, (counts.get(rut) ?? 0) + number(row, 'papers'));
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [top] = [...counts].sort(([, a], [, b]) => b - a);
  return top && top[1] >= 3 && top[1] * 2 > all ? top[0] : undefined;
}
