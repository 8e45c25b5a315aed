import type { DatabaseSync } from 'node:sqlite';
import { isAppError } from '../../../shared/errors.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import { readDelivery } from '../reports/deliveries.ts';
import { number, optionalText, parsed, readable, text } from '../row.ts';
import { transaction } from '../transaction.ts';
import { selectRows } from './selection.ts';

/** What to purge: a connection, a client, or a client at one connection. */
export interface PurgeScope {
  connectionId?: string;
  rut?: Rut;
}

const scopeInput = ({ connectionId, rut }: PurgeScope) => [connectionId ?? null, rut ?? null];

/** Queries that read what a purge would affect. */
export function purgingReads(database: DatabaseSync) {
  const findInScope = database.prepare(
    `SELECT 1 FROM json_each(?3) one JOIN document d ON d.id = one.value JOIN connection c ON c.id = d.connection
     LEFT JOIN dispatch p ON p.id = d.dispatch WHERE (?1 IS NULL OR c.uuid = ?1) AND (?2 IS NULL OR d.rut = ?2 OR p.rut = ?2) LIMIT 1`,
  );

  /** Whether a selection includes any of it, whatever its filter excludes. */
  function doesMean(selection: Selection, scope: PurgeScope): boolean {
    try {
      const rows = JSON.stringify(selectRows(database, selection, []));
      return findInScope.get(...scopeInput(scope), rows) !== undefined;
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
  function enumeratingBatchesOf(scope: PurgeScope): string[] {
    return database
      .prepare(
        `SELECT uuid, ${readable('selection')} AS selection FROM download_batch
         WHERE selection IS NOT NULL AND state NOT IN ('ended', 'forgotten')`,
      )
      .all()
      .filter((row) => {
        const selection = optionalText(row, 'selection');
        // An unreadable selection may include it.
        return selection === undefined || doesMean(parsed<Selection>(selection), scope);
      })
      .map((row) => text(row, 'uuid'));
  }

  return {
    /** Batches of a client or a connection with documents to download or to add. */
    openBatchesOf(scope: PurgeScope): string[] {
      const begun = database
        .prepare(
          `SELECT DISTINCT b.uuid FROM transfer t JOIN download_batch b ON b.id = t.batch WHERE b.state NOT IN ('ended', 'forgotten')
             AND (?1 IS NULL OR t.connection_id = ?1) AND (?2 IS NULL OR t.rut = ?2)`,
        )
        .all(...scopeInput(scope))
        .map((row) => text(row, 'uuid'));
      return [...new Set([...begun, ...enumeratingBatchesOf(scope)])];
    },
  };
}

/**
 * Queries that delete what the ledger and the deliveries hold of a client or a connection: names, paths,
 * RUTs. Files and folder indexes stay; a later download to such a folder recognises the files from its index.
 */
export function purgingWrites(database: DatabaseSync) {
  const inScope = `(?1 IS NULL OR connection_id = ?1) AND (?2 IS NULL OR rut = ?2)`;

  /**
   * Creates temporary tables of the affected documents and dispatches, from the ledger and from the stored
   * data.
   */
  function name(scope: PurgeScope): void {
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

  function purgeFiles(scope: PurgeScope): void {
    const touched = database
      .prepare(`SELECT DISTINCT batch FROM transfer WHERE ${inScope}`)
      .all(...scopeInput(scope));
    database.prepare(`DELETE FROM transfer WHERE ${inScope}`).run(...scopeInput(scope));
    // It names clients and dispatches; finding it again costs a few requests.
    database.exec('DELETE FROM link_trouble');
    for (const row of touched) {
      const batch = number(row, 'batch');
      database
        .prepare(
          'DELETE FROM download_batch WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM transfer WHERE batch = ?1)',
        )
        .run(batch);
      database.prepare('UPDATE download_batch SET selection = NULL WHERE id = ?').run(batch);
    }
    // For a whole connection, also files recognised in a folder, which no batch or document row knows.
    const isAll = scope.rut === undefined ? scope.connectionId : undefined;
    for (const [table, key] of [
      ['holding', 'document'],
      ['place', 'document'],
      ['paper_number', 'document'],
      ['dispatch_folder', 'dispatch'],
    ]) {
      const column = key === 'document' ? 'document_id' : 'dispatch';
      database
        .prepare(
          `DELETE FROM ${table} WHERE connection_id = ?
             OR (connection_id, ${column}) IN (SELECT connection_id, ${column} FROM purged_${key})`,
        )
        .run(isAll ?? '');
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
  function purgeDeliveries({ connectionId, rut }: PurgeScope): void {
    const isPurged = database.prepare(
      'SELECT 1 FROM purged_dispatch WHERE connection_id = ? AND dispatch = ?',
    );
    const isPurgedDocument = database.prepare(
      'SELECT 1 FROM purged_document WHERE connection_id = ? AND document_id = ?',
    );
    const numbers = new Set(
      database
        .prepare('SELECT DISTINCT dispatch FROM purged_dispatch')
        .all()
        .map((row) => text(row, 'dispatch')),
    );
    const remove = database.prepare('DELETE FROM handover WHERE id = ?');

    function namesPurged(
      { dispatches, packed, lacking: undelivered, files, list = '' }: Delivery,
      json: string,
    ): boolean {
      // File names and pasted lists contain bare numbers, of any agency.
      const words = [...files, list].flatMap((one) => one.match(/[\p{L}\p{N}]+/gu) ?? []);
      return (
        dispatches.some((one) => isPurged.get(one.connectionId, one.number)) ||
        packed?.partial.some((one) => isPurged.get(one.connectionId, one.number)) ||
        packed?.withoutFileNamed?.some((one) => isPurgedDocument.get(one.connectionId, one.documentId)) ||
        undelivered?.papers.some(
          (one) =>
            isPurged.get(one.connectionId, one.number) ||
            isPurgedDocument.get(one.connectionId, one.documentId),
        ) ||
        packed?.notDownloaded.some((one) => isPurgedDocument.get(one.connectionId, one.id)) ||
        (rut !== undefined && json.includes(rut)) ||
        (rut === undefined && connectionId !== undefined && json.includes(connectionId)) ||
        words.some((word) => numbers.has(word))
      );
    }

    for (const row of database.prepare('SELECT id, uuid, record FROM handover').all()) {
      const delivery = readDelivery(row);
      // An unreadable delivery may name anything.
      if (!delivery || namesPurged(delivery, text(row, 'record'))) remove.run(number(row, 'id'));
    }
  }

  /**
   * A user's note on a finding is deleted with any document or disbursement of the finding: its id lists
   * them.
   */
  function purgeDismissals(): void {
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

  return {
    /**
     * Deletes the downloads, deliveries and dismissed findings of a client or a connection. Call it before
     * their stored data are deleted.
     */
    purgeLedger(scope: PurgeScope): void {
      transaction(database, () => {
        name(scope);
        purgeFiles(scope);
        purgeDeliveries(scope);
        purgeDismissals();
        database.exec('DROP TABLE purged_document; DROP TABLE purged_dispatch');
      });
    },
  };
}
