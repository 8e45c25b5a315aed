import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import type { BatchState } from '../../../shared/model/download.ts';
import { attempt, readableRows } from '../damaged-rows.ts';
import { number, numberOf, type Row, text } from '../row.ts';
import { transaction } from '../transaction.ts';
import { batchReader, idsOfBatches } from './batch-reader.ts';
import type { LedgerBatch, NewBatch } from './ledger-rows.ts';

/**
 * Deletes forgotten batches that have nothing left to write to a folder index and no `.part` files. A batch
 * that is the target of a running move has a lease; after a crash that lease expires soon.
 */
export const dropForgottenBatches = `DELETE FROM download_batch WHERE state = 'forgotten' AND lease_until <= unixepoch() * 1000
  AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.batch = download_batch.id AND (t.is_untold = 1 OR t.is_touched = 1))`;

/**
 * A batch that continues with the remaining documents of another; the options left out are copied from that
 * one.
 */
export type MovedBatch = Omit<
  NewBatch,
  'selection' | 'withInactive' | 'name' | 'template' | 'force' | 'isOfRefresh'
>;

/** A hidden batch, shown once it has all remaining documents of another. */
export type DraftBatch = Pick<
  LedgerBatch,
  'uuid' | 'folder' | 'template' | 'withInactive' | 'leftOut' | 'toEnumerate'
>;

/** SQL: a document that a batch, given by uuid, has not downloaded and that may still come. */
export const ofRest = `state IN ('waiting', 'transferring', 'paused', 'failed', 'unsigned')
  AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

/** Queries that read the state of batches. */
export function ledgerBatchReads(database: DatabaseSync) {
  const batches = batchReader(database);
  return {
    /** Every batch, newest first. One that cannot be read has its id and `ROW_UNREADABLE` only. */
    ledgerBatches(): LedgerBatch[] {
      return batches.all();
    },
    /** Unfinished batches of other owners: candidates to claim. */
    ledgerOthers(owner: string): { uuid: string; owner: string; leaseUntil: number }[] {
      const others = (which: string) =>
        database.prepare(
          `SELECT uuid, owner, lease_until FROM download_batch WHERE state NOT IN ('ended', 'forgotten') AND owner <> ? ${which}`,
        );
      const rows = readableRows(database, {
        all: () => others('ORDER BY id').all(owner),
        ids: () => database.prepare(idsOfBatches).all(),
        one: [(id) => others('AND id = ?').get(owner, id)],
      });
      return rows.map((row) => ({
        uuid: text(row, 'uuid'),
        owner: text(row, 'owner'),
        leaseUntil: number(row, 'lease_until'),
      }));
    },
    /** One batch. Throws `BATCH_GONE`. */
    ledgerBatch(uuid: string): LedgerBatch {
      return batches.find(uuid);
    },
  };
}

/** Queries that change whole batches: their owner and their state. */
export function ledgerBatchWrites(database: DatabaseSync) {
  const { find } = batchReader(database);
  const setState = database.prepare(
    `UPDATE download_batch SET state = ?1, pause_why = ?2, pause_error = ?3, ended_at = ?4, counts = NULL
     WHERE uuid = ?5 AND owner = ?6 AND (?4 IS NULL OR NOT EXISTS
       (SELECT 1 FROM transfer t WHERE t.batch = download_batch.id AND t.state IN ('waiting', 'transferring', 'paused')))`,
  );
  const updateTally = database.prepare('UPDATE download_batch SET counts = ? WHERE uuid = ?');
  const giveBack = database.prepare(
    `UPDATE transfer SET state = 'waiting'
     WHERE state = 'transferring' AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`,
  );
  const dropForgotten = database.prepare(dropForgottenBatches);
  const letGo = database.prepare(`UPDATE download_batch SET owner = '', lease_until = 0 WHERE uuid = ?`);

  const oldest = database.prepare(
    `SELECT uuid FROM download_batch WHERE state = 'ended' AND ended_at < ? ORDER BY ended_at LIMIT 1`,
  );
  const empty = database.prepare(
    `SELECT uuid FROM download_batch b WHERE of_refresh = 1 AND state = 'ended'
       AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.batch = b.id AND (t.state = 'done'
         OR (t.state IN ('failed', 'unsigned') AND NOT EXISTS (SELECT 1 FROM transfer x JOIN download_batch n ON n.id = x.batch
           WHERE n.id > b.id AND n.destination = b.destination AND n.of_refresh = 1
             AND x.connection_id = t.connection_id AND x.document_id = t.document_id))))`,
  );

  const rest = database.prepare(
    `SELECT connection_id, document_id FROM transfer WHERE ${ofRest} ORDER BY id`,
  );
  // Downloaded documents keep their lower numbers: the new folder would otherwise use a number twice.
  const carryNumbers = database.prepare(
    `INSERT OR IGNORE INTO paper_number
     SELECT next.destination, n.connection_id, n.dispatch, n.document_id, n.number
     FROM download_batch b JOIN download_batch next ON next.uuid = ?2 AND next.destination <> b.destination
       JOIN transfer t ON t.batch = b.id JOIN paper_number n ON n.destination = b.destination
         AND n.connection_id = t.connection_id AND n.document_id = t.document_id
     WHERE b.uuid = ?1 AND NOT EXISTS (SELECT 1 FROM paper_number o WHERE o.destination = next.destination
       AND o.connection_id = n.connection_id AND o.dispatch = n.dispatch AND o.number = n.number)`,
  );
  const documentsOf = database.prepare(
    `SELECT connection_id, document_id FROM transfer WHERE batch = (SELECT id FROM download_batch WHERE uuid = ?)`,
  );
  const publish = database.prepare(
    `UPDATE download_batch SET state = 'running' WHERE uuid = ? AND state = 'forgotten'`,
  );

  function findOwned(uuid: string, owner: string): LedgerBatch {
    const batch = find(uuid);
    if (batch.owner === owner) return batch;
    throw new AppError('BATCH_OWNED_ELSEWHERE', 'another process works on the batch');
  }

  function forget(uuid: string): void {
    database
      .prepare(
        `UPDATE download_batch SET state = 'forgotten', selection = NULL, counts = NULL, owner = '', lease_until = 0 WHERE uuid = ?`,
      )
      .run(uuid);
    const ofIt = 'batch = (SELECT id FROM download_batch WHERE uuid = ?)';
    database.prepare(`DELETE FROM transfer WHERE is_untold = 0 AND is_touched = 0 AND ${ofIt}`).run(uuid);
    database
      .prepare(
        `UPDATE transfer SET state = 'cancelled' WHERE state IN ('waiting', 'transferring', 'paused') AND ${ofIt}`,
      )
      .run(uuid);
    dropForgotten.run();
  }

  function begin(batch: NewBatch, state: 'running' | 'forgotten' = 'running'): void {
    database.prepare('INSERT OR IGNORE INTO destination (folder) VALUES (?)').run(batch.folder);
    database
      .prepare(
        `INSERT INTO download_batch (uuid, name, destination, template, started_at, selection, with_inactive, again, of_refresh,
           state, owner, lease_until)
         SELECT ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM destination WHERE folder = ?`,
      )
      .run(
        batch.uuid,
        batch.name,
        batch.template,
        batch.startedAt,
        JSON.stringify(batch.selection),
        Number(batch.withInactive),
        Number(batch.force),
        Number(batch.isOfRefresh ?? false),
        state,
        batch.owner,
        batch.leaseUntil,
        batch.folder,
      );
  }

  /**
   * Removes the documents that a batch has not downloaded. Those that may have a `.part` move to a forgotten
   * batch, until the file has been removed.
   */
  function takeOff(uuid: string): void {
    database.prepare(`DELETE FROM transfer WHERE is_touched = 0 AND ${ofRest}`).run(uuid);
    if (numberOf(database.prepare(`SELECT count(*) FROM transfer WHERE ${ofRest}`), uuid) === 0) return;
    const left = `${uuid} left`;
    database
      .prepare(
        `INSERT OR IGNORE INTO download_batch (uuid, name, destination, template, started_at, with_inactive, again, of_refresh, state, owner, lease_until)
         SELECT ?, name, destination, template, started_at, with_inactive, again, of_refresh, 'forgotten', '', 0
         FROM download_batch WHERE uuid = ?`,
      )
      .run(left, uuid);
    database
      .prepare(
        `UPDATE OR REPLACE transfer SET state = 'cancelled', batch = (SELECT id FROM download_batch WHERE uuid = ?2) WHERE ${ofRest.replace('?', '?1')}`,
      )
      .run(uuid, left);
  }

  return {
    /** Inserts a batch without documents, as running and owned. Returns it as stored. */
    ledgerBegin(batch: NewBatch): LedgerBatch {
      return transaction(database, () => {
        begin(batch);
        return find(batch.uuid);
      });
    },
    /**
     * Inserts a hidden batch for the remaining documents of another, with the same name, template and
     * document numbers. It stays hidden until `ledgerMoved`, and the other does not change. Throws
     * `NOTHING_SELECTED` where nothing remains, `BATCH_GONE` and `BATCH_OWNED_ELSEWHERE`.
     */
    ledgerMove(uuid: string, owner: string, next: MovedBatch): DraftBatch {
      const draft = transaction(database, () => {
        const { name, template, force, isOfRefresh } = findOwned(uuid, owner);
        const documents = rest.all(uuid).map((row) => ({
          connectionId: text(row, 'connection_id'),
          id: text(row, 'document_id'),
        }));
        if (documents.length === 0) {
          throw new AppError('NOTHING_SELECTED', 'the batch has brought all of it');
        }
        const selection = { kind: 'some' as const, documents };
        // Inactive documents of the batch were selected on purpose.
        begin({ name, template, force, isOfRefresh, ...next, selection, withInactive: true }, 'forgotten');
        const { uuid: draft, folder } = next;
        return { uuid: draft, folder, template, withInactive: true, leftOut: 0, toEnumerate: { filter: '' } };
      });
      // A transaction that meets damage commits nothing: one damaged number must not stop the move.
      attempt(database, () => carryNumbers.run(uuid, next.uuid));
      return draft;
    },
    /**
     * Removes from a batch the documents that the hidden batch of `ledgerMove` now has, and shows that batch.
     * `.part` files of the old one stay recorded for removal. Returns the new batch. Throws as `ledgerMove`
     * does, and `UNEXPECTED` where a document would be lost; then nothing changes.
     */
    ledgerMoved(uuid: string, owner: string, next: string): LedgerBatch {
      return transaction(database, () => {
        findOwned(uuid, owner);
        const documentRowKey = (row: Row) =>
          compositeKey(text(row, 'connection_id'), text(row, 'document_id'));
        const enumerated = new Set(documentsOf.all(next).map(documentRowKey));
        const remaining = rest.all(uuid).map(documentRowKey);
        const isWhole = remaining.length === enumerated.size && remaining.every((key) => enumerated.has(key));
        if (!isWhole || publish.run(next).changes !== 1) {
          throw new AppError('UNEXPECTED', 'the batch has changed while it was moved');
        }
        takeOff(uuid);
        return find(next);
      });
    },
    /**
     * Sets the state of a batch. Only its owner may, and no batch with an open document may end. Returns
     * whether it was set.
     */
    ledgerSetState(uuid: string, owner: string, state: BatchState): boolean {
      const why = state.kind === 'paused' ? state.why : null;
      const error = state.kind === 'paused' && state.error ? JSON.stringify(state.error) : null;
      const ended = state.kind === 'ended' ? state.at : null;
      return transaction(database, () => {
        const { changes } = setState.run(state.kind, why, error, ended, uuid, owner);
        if (changes === 1 && ended !== null) {
          // Stored, so that a list of many ended batches does not count their documents again.
          const { counts, bytes } = find(uuid);
          updateTally.run(JSON.stringify({ counts, bytes }), uuid);
        }
        return changes === 1;
      });
    },
    /**
     * Claims a batch from the owner last read; its running transfers return to the queue. Returns the batch,
     * or undefined when another process was faster.
     */
    ledgerClaim(uuid: string, seenOwner: string, owner: string, leaseUntil: number): LedgerBatch | undefined {
      return transaction(database, () => {
        const { changes } = database
          .prepare('UPDATE download_batch SET owner = ?, lease_until = ? WHERE uuid = ? AND owner = ?')
          .run(owner, leaseUntil, uuid, seenOwner);
        if (changes !== 1) return undefined;
        giveBack.run(uuid);
        return find(uuid);
      });
    },
    /** Extends the lease of all batches that this owner still owns and returns their ids. */
    ledgerRenew(owner: string, leaseUntil: number): string[] {
      return database
        .prepare('UPDATE download_batch SET lease_until = ? WHERE owner = ? RETURNING uuid')
        .all(leaseUntil, owner)
        .map((row) => text(row, 'uuid'));
    },
    /** Releases one batch, or all of an owner; running transfers return to the queue. */
    ledgerRelease(owner: string, uuid?: string): void {
      const select = 'SELECT uuid FROM download_batch WHERE owner = ?';
      const owned =
        uuid === undefined
          ? readableRows(database, {
              all: () => database.prepare(select).all(owner),
              ids: () => database.prepare(idsOfBatches).all(),
              one: [(id) => database.prepare(`${select} AND id = ?`).get(owner, id)],
            })
          : database.prepare(`${select} AND uuid = ?`).all(owner, uuid);
      transaction(database, () => {
        for (const row of owned) {
          giveBack.run(text(row, 'uuid'));
          letGo.run(text(row, 'uuid'));
        }
      });
    },
    /** Returns transfers to the queue that their owner had taken but no longer works on. */
    ledgerPutBack(uuid: string, owner: string): void {
      database
        .prepare(
          `UPDATE transfer SET state = 'waiting'
           WHERE state = 'transferring' AND batch = (SELECT id FROM download_batch WHERE uuid = ? AND owner = ?)`,
        )
        .run(uuid, owner);
    },
    /**
     * Forgets a batch and its documents; files, their names and their records stay. The batch is hidden from
     * now on. Its pending verdicts still go to the folder index, and its `.part` files are still removed.
     */
    ledgerForget(uuid: string): void {
      transaction(database, () => forget(uuid));
    },
    /**
     * Forgets the batch that ended longest ago, if that was before this time, UTC ISO 8601. Returns whether
     * there was one.
     */
    ledgerPrune(before: string): boolean {
      return transaction(database, () => {
        const row = oldest.get(before);
        if (row) forget(text(row, 'uuid'));
        return row !== undefined;
      });
    },
    /**
     * Forgets batches of refreshes that ended with no file and no failure to show. A failure that a later
     * refresh retried is shown there.
     */
    ledgerDropEmpty(): void {
      if (empty.all().length === 0) return;
      transaction(database, () => {
        for (const row of empty.all()) forget(text(row, 'uuid'));
      });
    },
  };
}
