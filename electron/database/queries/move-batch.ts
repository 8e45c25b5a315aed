import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import { attempt, writeAroundDamage } from '../damaged-rows.ts';
import { documentKeyOf, number, numberOf, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { insertBatch } from './batch-lifecycle.ts';
import { getBatch } from './batch-reader.ts';
import type { NewBatch, StoredBatch } from './batch-rows.ts';

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
  StoredBatch,
  'uuid' | 'folder' | 'template' | 'withInactive' | 'leftOut' | 'toEnumerate'
>;

/** SQL: a document that a batch, given by uuid, has not downloaded and that may still come. */
export const isRemaining = `state IN ('waiting', 'transferring', 'paused', 'failed', 'unsigned')
  AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

const listRemaining = `SELECT connection_id, document_id FROM transfer WHERE ${isRemaining} ORDER BY id`;

// Downloaded documents keep their lower numbers: the new folder would otherwise use a number twice. A search
// of the numbers' table fails wherever it passes a damaged row; their index holds every column.
const listNumbers = `SELECT next.destination, n.connection_id, n.dispatch, n.document_id, n.number
  FROM download_batch b JOIN download_batch next ON next.uuid = ?2 AND next.destination <> b.destination
    JOIN transfer t ON t.batch = b.id JOIN paper_number n INDEXED BY paper_number_last ON n.destination = b.destination
      AND n.connection_id = t.connection_id AND n.document_id = t.document_id
      AND n.dispatch = CASE t.dispatch WHEN '' THEN 'rut:' || t.rut ELSE t.dispatch END
  WHERE b.uuid = ?1 AND NOT EXISTS (SELECT 1 FROM paper_number o INDEXED BY paper_number_last
    WHERE o.destination = next.destination
    AND o.connection_id = n.connection_id AND o.dispatch = n.dispatch AND o.number = n.number)`;

const insertNumber = 'INSERT OR IGNORE INTO paper_number VALUES (?, ?, ?, ?, ?)';

/**
 * Inserts a hidden batch for the remaining documents of another, with the same name, template and
 * document numbers. It stays hidden until `publishMovedBatch`, and the other does not change. Throws
 * `NOTHING_SELECTED` where nothing remains, `BATCH_GONE` and `BATCH_OWNED_ELSEWHERE`.
 */
export function draftMovedBatch(
  database: DatabaseSync,
  uuid: string,
  owner: string,
  next: MovedBatch,
): DraftBatch {
  const draft = transaction(database, () => insertDraft(database, getMovable(database, uuid, owner), next));
  // After the draft: damage costs a number, never the move.
  const numbers = attempt(database, () => prepared(database, listNumbers).all(uuid, next.uuid)) ?? [];
  writeAroundDamage(database, numbers, [(row) => insertNumberOf(database, row)]);
  return draft;
}

function insertNumberOf(database: DatabaseSync, row: Row): void {
  const key = ['connection_id', 'dispatch', 'document_id'].map((column) => text(row, column));
  const insert = prepared(database, insertNumber);
  insert.run(number(row, 'destination'), ...key, number(row, 'number'));
}

function insertDraft(database: DatabaseSync, batch: StoredBatch, next: MovedBatch): DraftBatch {
  const { name, template, force, isOfRefresh } = batch;
  const documents = prepared(database, listRemaining).all(batch.uuid).map(documentKeyOf);
  if (documents.length === 0) {
    throw new AppError('NOTHING_SELECTED', 'the batch has no document left to move');
  }
  const selection = { kind: 'some' as const, documents };
  // Inactive documents of the batch were selected on purpose.
  const draft = { name, template, force, isOfRefresh, ...next, selection, withInactive: true };
  insertBatch(database, draft, 'forgotten');
  const { uuid, folder } = next;
  return { uuid, folder, template, withInactive: true, leftOut: 0, toEnumerate: { filter: '' } };
}

const listDocuments = `SELECT connection_id, document_id FROM transfer
  WHERE batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

const publishDraft = `UPDATE download_batch SET state = 'running' WHERE uuid = ? AND state = 'forgotten'`;

/**
 * Removes from a batch the documents that the hidden batch of `draftMovedBatch` now has, and shows that
 * batch. `.part` files of the old one stay recorded for removal. Returns the new batch. Throws as
 * `draftMovedBatch` does, and `UNEXPECTED` where a document would be lost; then nothing changes.
 */
export function publishMovedBatch(
  database: DatabaseSync,
  uuid: string,
  owner: string,
  next: string,
): StoredBatch {
  return transaction(database, () => {
    getOwned(database, uuid, owner);
    const enumerated = new Set(prepared(database, listDocuments).all(next).map(documentRowKey));
    const remaining = prepared(database, listRemaining).all(uuid).map(documentRowKey);
    const isWhole = remaining.length === enumerated.size && remaining.every((key) => enumerated.has(key));
    if (!isWhole || prepared(database, publishDraft).run(next).changes !== 1) {
      throw new AppError('UNEXPECTED', 'the batch has changed while it was moved');
    }
    deleteRemaining(database, uuid);
    return getBatch(database, next);
  });
}

function documentRowKey(row: Row): string {
  return compositeKey(text(row, 'connection_id'), text(row, 'document_id'));
}

/** An ended batch has no owner, and nothing left to move: it is told as such, not as another process's. */
function getMovable(database: DatabaseSync, uuid: string, owner: string): StoredBatch {
  const batch = getBatch(database, uuid);
  return batch.state.kind === 'ended' && batch.owner === '' ? batch : getOwned(database, uuid, owner);
}

function getOwned(database: DatabaseSync, uuid: string, owner: string): StoredBatch {
  const batch = getBatch(database, uuid);
  if (batch.owner === owner) return batch;
  throw new AppError('BATCH_OWNED_ELSEWHERE', 'another process works on the batch');
}

const insertLeftBatch = `INSERT OR IGNORE INTO download_batch (uuid, name, destination, template, started_at, with_inactive, again, of_refresh,
    state, owner, lease_until)
  SELECT ?, name, destination, template, started_at, with_inactive, again, of_refresh, 'forgotten', '', 0
  FROM download_batch WHERE uuid = ?`;

const cancelRemaining = `UPDATE OR REPLACE transfer SET state = 'cancelled', batch = (SELECT id FROM download_batch WHERE uuid = ?2)
  WHERE ${isRemaining.replace('?', '?1')}`;

/**
 * Removes the documents that a batch has not downloaded. Those that may have a `.part` move to a forgotten
 * batch, until the file has been removed.
 */
function deleteRemaining(database: DatabaseSync, uuid: string): void {
  prepared(database, `DELETE FROM transfer WHERE is_touched = 0 AND ${isRemaining}`).run(uuid);
  const count = prepared(database, `SELECT count(*) FROM transfer WHERE ${isRemaining}`);
  if (numberOf(count, uuid) === 0) return;
  const left = `${uuid} left`;
  prepared(database, insertLeftBatch).run(left, uuid);
  prepared(database, cancelRemaining).run(uuid, left);
}
