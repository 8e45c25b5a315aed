import type { DatabaseSync } from 'node:sqlite';
import { isAppError } from '../../../shared/errors.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import { readDelivery } from '../reports/deliveries.ts';
import { number, optionalText, parsed, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { type PurgeScope, scopeInput } from './purge-data.ts';
import { selectRows } from './selection.ts';

const inScope = `(?1 IS NULL OR connection_id = ?1) AND (?2 IS NULL OR rut = ?2)`;

/** Batches of a client or a connection with documents to download or to add. */
export function listOpenBatches(database: DatabaseSync, scope: PurgeScope): string[] {
  const transferring = prepared(
    database,
    `SELECT DISTINCT b.uuid FROM transfer t JOIN download_batch b ON b.id = t.batch WHERE b.state NOT IN ('ended', 'forgotten')
     AND (?1 IS NULL OR t.connection_id = ?1) AND (?2 IS NULL OR t.rut = ?2)`,
  )
    .all(...scopeInput(scope))
    .map((row) => text(row, 'uuid'));
  return [...new Set([...transferring, ...listEnumeratingBatches(database, scope)])];
}

/** Whether a selection includes any of it, whatever its filter excludes. */
function isSelected(database: DatabaseSync, selection: Selection, scope: PurgeScope): boolean {
  try {
    const rows = JSON.stringify(selectRows(database, selection, []));
    const select = `SELECT 1 FROM json_each(?3) one JOIN document d ON d.id = one.value JOIN connection c ON c.id = d.connection
      LEFT JOIN dispatch p ON p.id = d.dispatch WHERE (?1 IS NULL OR c.uuid = ?1) AND (?2 IS NULL OR d.rut = ?2 OR p.rut = ?2) LIMIT 1`;
    return database.prepare(select).get(...scopeInput(scope), rows) !== undefined;
  } catch (error) {
    // The batch may have read its rows already, and they can no longer be listed.
    if (isAppError(error, 'RESULT_SET_GONE')) return true;
    throw error;
  }
}

/**
 * Batches that are still enumerated and will include it. Their selection consists of row ids, which other
 * documents may reuse.
 */
function listEnumeratingBatches(database: DatabaseSync, scope: PurgeScope): string[] {
  return database
    .prepare(
      `SELECT uuid, ${readable('selection')} AS selection FROM download_batch
       WHERE selection IS NOT NULL AND state NOT IN ('ended', 'forgotten')`,
    )
    .all()
    .filter((row) => {
      const selection = optionalText(row, 'selection');
      // An unreadable selection may include it.
      return selection === undefined || isSelected(database, parsed<Selection>(selection), scope);
    })
    .map((row) => text(row, 'uuid'));
}

/**
 * Deletes the downloads, deliveries and dismissed findings of a client or a connection. Call it before
 * their stored data are deleted.
 */
export function purgeDownloads(database: DatabaseSync, scope: PurgeScope): void {
  transaction(database, () => {
    createPurgedTables(database, scope);
    purgeTransfers(database, scope);
    purgeFiles(database, scope);
    purgeDeliveries(database, scope);
    purgeDismissals(database);
    database.exec('DROP TABLE purged_document; DROP TABLE purged_dispatch');
  });
}

/**
 * Creates temporary tables of the affected documents and dispatches, from the ledger and from the stored
 * data.
 */
function createPurgedTables(database: DatabaseSync, scope: PurgeScope): void {
  database.exec(`
    CREATE TEMP TABLE purged_document (connection_id TEXT, document_id TEXT, PRIMARY KEY (connection_id, document_id));
    CREATE TEMP TABLE purged_dispatch (connection_id TEXT, dispatch TEXT, PRIMARY KEY (connection_id, dispatch))`);
  const joins = `JOIN connection c ON c.id = d.connection LEFT JOIN dispatch p ON p.id = d.dispatch
    WHERE (?1 IS NULL OR c.uuid = ?1) AND (?2 IS NULL OR d.rut = ?2 OR p.rut = ?2)`;
  const statements = [
    `INSERT OR IGNORE INTO purged_document SELECT connection_id, document_id FROM transfer WHERE ${inScope}`,
    `INSERT OR IGNORE INTO purged_document SELECT c.uuid, d.document_id FROM document d ${joins}`,
    `INSERT OR IGNORE INTO purged_dispatch SELECT connection_id, dispatch FROM transfer WHERE dispatch <> '' AND ${inScope}`,
    `INSERT OR IGNORE INTO purged_dispatch SELECT c.uuid, p.number FROM dispatch p JOIN connection c ON c.id = p.connection
     WHERE (?1 IS NULL OR c.uuid = ?1) AND (?2 IS NULL OR p.rut = ?2)`,
  ];
  for (const statement of statements) database.prepare(statement).run(...scopeInput(scope));
}

function purgeTransfers(database: DatabaseSync, scope: PurgeScope): void {
  const batches = database
    .prepare(`SELECT DISTINCT batch FROM transfer WHERE ${inScope}`)
    .all(...scopeInput(scope));
  database.prepare(`DELETE FROM transfer WHERE ${inScope}`).run(...scopeInput(scope));
  // It names clients and dispatches; finding it again costs a few requests.
  database.exec('DELETE FROM link_trouble');
  const deleteEmpty =
    'DELETE FROM download_batch WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM transfer WHERE batch = ?1)';
  for (const row of batches) {
    const batch = number(row, 'batch');
    prepared(database, deleteEmpty).run(batch);
    prepared(database, 'UPDATE download_batch SET selection = NULL WHERE id = ?').run(batch);
  }
}

/** Tables of the ledger by what they name: a document or a dispatch. */
const purgedTables = [
  ['holding', 'document'],
  ['place', 'document'],
  ['paper_number', 'document'],
  ['dispatch_folder', 'dispatch'],
] as const;

function purgeFiles(database: DatabaseSync, scope: PurgeScope): void {
  // For a whole connection, also files recognised in a folder, which no batch or document row knows.
  const wholeConnection = scope.rut === undefined ? scope.connectionId : undefined;
  for (const [table, key] of purgedTables) {
    const column = key === 'document' ? 'document_id' : 'dispatch';
    database
      .prepare(
        `DELETE FROM ${table} WHERE connection_id = ?
         OR (connection_id, ${column}) IN (SELECT connection_id, ${column} FROM purged_${key})`,
      )
      .run(wholeConnection ?? '');
  }
  database.exec(`
    DELETE FROM folder_spelling WHERE NOT EXISTS (SELECT 1 FROM place p WHERE p.destination = folder_spelling.destination
      AND (p.folder = folder_spelling.folder OR substr(p.folder, 1, length(folder_spelling.folder) + 1) = folder_spelling.folder || '/'));
    DELETE FROM destination WHERE NOT EXISTS (SELECT 1 FROM download_batch b WHERE b.destination = destination.id)
      AND NOT EXISTS (SELECT 1 FROM place p WHERE p.destination = destination.id)
      AND NOT EXISTS (SELECT 1 FROM holding h WHERE h.destination = destination.id)
      AND NOT EXISTS (SELECT 1 FROM paper_number n WHERE n.destination = destination.id)
      AND NOT EXISTS (SELECT 1 FROM dispatch_folder f WHERE f.destination = destination.id)`);
}

/** A delivery that names any of it is deleted whole: its file is indivisible. */
function purgeDeliveries(database: DatabaseSync, scope: PurgeScope): void {
  const purged = readPurged(database, scope);
  const remove = database.prepare('DELETE FROM handover WHERE id = ?');
  for (const row of database.prepare('SELECT id, uuid, record FROM handover').all()) {
    const delivery = readDelivery(row);
    // An unreadable delivery may name anything.
    if (!delivery || namesPurged(purged, delivery, text(row, 'record'))) remove.run(number(row, 'id'));
  }
}

/** What a delivery may name. */
interface Purged {
  scope: PurgeScope;
  hasDispatch(one: DispatchKey): boolean;
  hasDocument(connectionId: string, documentId: string): boolean;
  /** Numbers of the dispatches, of any agency. */
  numbers: ReadonlySet<string>;
}

function readPurged(database: DatabaseSync, scope: PurgeScope): Purged {
  const findDispatch = database.prepare(
    'SELECT 1 FROM purged_dispatch WHERE connection_id = ? AND dispatch = ?',
  );
  const findDocument = database.prepare(
    'SELECT 1 FROM purged_document WHERE connection_id = ? AND document_id = ?',
  );
  const numbers = database.prepare('SELECT DISTINCT dispatch FROM purged_dispatch').all();
  return {
    scope,
    hasDispatch: ({ connectionId, number: dispatch }) =>
      findDispatch.get(connectionId, dispatch) !== undefined,
    hasDocument: (connectionId, documentId) => findDocument.get(connectionId, documentId) !== undefined,
    numbers: new Set(numbers.map((row) => text(row, 'dispatch'))),
  };
}

/** Whether a delivery names anything of it; `json` is the delivery as stored. */
function namesPurged(purged: Purged, delivery: Delivery, json: string): boolean {
  const { dispatches, packed, lacking: undelivered, files, list = '' } = delivery;
  const { connectionId, rut } = purged.scope;
  // File names and pasted lists contain bare numbers, of any agency.
  const words = [...files, list].flatMap((one) => one.match(/[\p{L}\p{N}]+/gu) ?? []);
  return (
    dispatches.some(purged.hasDispatch) ||
    packed?.partial.some(purged.hasDispatch) ||
    packed?.withoutFileNamed?.some((one) => purged.hasDocument(one.connectionId, one.documentId)) ||
    undelivered?.papers.some(
      (one) => purged.hasDispatch(one) || purged.hasDocument(one.connectionId, one.documentId),
    ) ||
    packed?.notDownloaded.some((one) => purged.hasDocument(one.connectionId, one.id)) ||
    (rut !== undefined && json.includes(rut)) ||
    (rut === undefined && connectionId !== undefined && json.includes(connectionId)) ||
    words.some((word) => purged.numbers.has(word))
  );
}

/**
 * A user's note on a finding is deleted with any document or disbursement of the finding: its id lists
 * them.
 */
function purgeDismissals(database: DatabaseSync): void {
  const list = (json: string) => `json_each(CASE WHEN json_valid(${json}) THEN ${json} ELSE '[]' END)`;
  database.exec(`
    WITH told AS (
      SELECT f.finding, f.connection_id, one.value FROM finding_dismissal f, ${list('f.finding')} one
      UNION ALL SELECT f.finding, f.connection_id, part.value
      FROM finding_dismissal f, ${list('f.finding')} one, ${list('one.value')} part)
    DELETE FROM finding_dismissal WHERE finding IN (SELECT finding FROM told WHERE
      (connection_id, value) IN (SELECT connection_id, document_id FROM purged_document)
      OR (connection_id, value) IN (SELECT connection_id, dispatch FROM purged_dispatch))`);
}
