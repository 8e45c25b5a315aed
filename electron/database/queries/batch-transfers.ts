import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { TransferState } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { attempt, readableRows, writeAroundDamage } from '../damaged-rows.ts';
import {
  number,
  numberOf,
  optionalError,
  optionalText,
  parsed,
  type Row,
  rowUnreadable,
  text,
} from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { deleteForgottenBatches } from './batch-lifecycle.ts';
import { destinationsByIndex } from './batch-reader.ts';
import {
  type LeftPart,
  type PendingVerdict,
  type StoredTransfer,
  type TakenTransfer,
  toTransferDocument,
} from './batch-rows.ts';
import { idsInOrder, type TransferOrder } from './transfer-order.ts';

const columns = `t.*, p.folder, p.stem`;
const joins = 'transfer t JOIN place p ON p.id = t.place JOIN download_batch b ON b.id = t.batch';
const isFailed = `t.state IN ('failed', 'no-file', 'unsigned')`;

/** A user's actions on documents of a batch. */
export type BatchAction = 'pause' | 'resume' | 'cancel' | 'retry';

const findTransfer = `SELECT ${columns} FROM transfer t JOIN place p ON p.id = t.place WHERE t.id = ?`;

// A document whose reserved name cannot be read uses its id as name.
const findWithoutName = `SELECT t.*, '' AS folder, t.document_id AS stem FROM transfer t WHERE t.id = ?`;

/** A page of a batch's documents, in the requested order, else in their own, and the total. */
export function listBatchTransfers(
  database: DatabaseSync,
  uuid: string,
  offset: number,
  limit: number,
  problemsOnly: boolean,
  order?: TransferOrder,
): { rows: StoredTransfer[]; total: number } {
  const where = `b.uuid = ?${problemsOnly ? ` AND ${isFailed}` : ''}`;
  if (order && order.sort.length > 0) {
    const all = idsInOrder(database, uuid, order);
    const ids = problemsOnly ? idsAmong(database, all, where, uuid) : all;
    const sql = `SELECT ${columns} FROM ${joins} JOIN json_each(?) o ON o.value = t.id ORDER BY o.key`;
    const rows = prepared(database, sql).all(JSON.stringify(ids.slice(offset, offset + limit)));
    return { rows: rows.map(toTransfer), total: ids.length };
  }
  const list = (what: string) =>
    prepared(database, `SELECT ${what} WHERE ${where} ORDER BY t.id LIMIT ? OFFSET ?`).all(
      uuid,
      limit,
      offset,
    );
  const rows = readableRows(database, {
    all: () => list(`${columns} FROM ${joins}`),
    ids: () => list('t.id FROM transfer t JOIN download_batch b ON b.id = t.batch'),
    one: [
      (id) => prepared(database, findTransfer).get(id),
      (id) => prepared(database, findWithoutName).get(id),
      (id) => unreadableRow(database, uuid, id),
    ],
  });
  const count = `SELECT count(*) FROM transfer t JOIN download_batch b ON b.id = t.batch WHERE ${where}`;
  return { rows: rows.map(toTransfer), total: numberOf(prepared(database, count), uuid) ?? 0 };
}

/** Those of these ids that match the condition. */
function idsAmong(
  database: DatabaseSync,
  ids: readonly number[],
  where: string,
  uuid: string,
): readonly number[] {
  const rows = prepared(database, `SELECT t.id FROM ${joins} WHERE ${where}`).all(uuid);
  const matching = new Set(rows.map((row) => number(row, 'id')));
  return ids.filter((id) => matching.has(id));
}

// Of a damaged row an index alone yields the key.
const findByIndex = `SELECT t.id, t.connection_id, t.document_id, '' AS dispatch, '' AS rut, '' AS type, '' AS folio, 'failed' AS state,
    '' AS path, '' AS folder, '' AS stem, '' AS request_id, '' AS at
  FROM transfer t INDEXED BY sqlite_autoindex_transfer_1
  WHERE t.batch = (SELECT id FROM download_batch WHERE uuid = ?) AND +t.id = ?`;

function unreadableRow(database: DatabaseSync, uuid: string, id: number): Row | undefined {
  const row = prepared(database, findByIndex).get(uuid, id);
  return row && { ...row, error: JSON.stringify(rowUnreadable('document', text(row, 'document_id'))) };
}

const listPartFiles = `SELECT t.id, t.path AS target, t.size, t.sha256, t.part,
    CASE p.folder WHEN '' THEN p.stem ELSE p.folder || '/' || p.stem END AS path FROM ${joins}
  WHERE b.uuid = ? AND t.is_touched = 1 AND t.state IN (SELECT value FROM json_each(?)) ORDER BY t.id`;

/** Documents of a batch whose `.part` may still exist. */
export function listLeftPartFiles(
  database: DatabaseSync,
  uuid: string,
  states: readonly string[],
): LeftPart[] {
  const rows = prepared(database, listPartFiles).all(uuid, JSON.stringify(states));
  return rows.map((row) => {
    const sha256 = optionalText(row, 'sha256');
    const left = {
      id: number(row, 'id'),
      path: text(row, 'path'),
      identity: optionalText(row, 'part') ?? '',
    };
    if (sha256 === undefined) return left;
    return { ...left, sealed: { path: text(row, 'target'), size: number(row, 'size'), sha256 } };
  });
}

const listBatchesWithPartFiles = `SELECT b.uuid, d.folder FROM download_batch b JOIN ${destinationsByIndex} ON +d.id = b.destination
  WHERE b.owner IN ('', ?) AND b.id IN (SELECT t.batch FROM transfer t
    WHERE t.is_touched = 1 AND t.state IN ('failed', 'no-file', 'unsigned', 'cancelled'))`;

/**
 * Batches of this owner, or of none, with documents that no longer come and whose `.part` may still
 * exist.
 */
export function batchesWithPartFiles(
  database: DatabaseSync,
  owner: string,
): { uuid: string; folder: string }[] {
  const rows = prepared(database, listBatchesWithPartFiles).all(owner);
  return rows.map((row) => ({ uuid: text(row, 'uuid'), folder: text(row, 'folder') }));
}

// A search of the numbers' table fails wherever it passes a damaged row; their index holds every column.
const [selectVerdicts, selectVerdictsByIndex] = ['', 'INDEXED BY paper_number_last'].map(
  (indexedBy) => `SELECT ${columns}, n.number, (
    SELECT w.error FROM connection c JOIN document d ON d.connection = c.id
    JOIN result_document m ON m.document = d.id JOIN walk w ON w.id = m.walk
    WHERE c.uuid = t.connection_id AND d.document_id = t.document_id ORDER BY w.run DESC LIMIT 1
  ) AS list_error FROM ${joins} LEFT JOIN paper_number n ${indexedBy} ON n.destination = b.destination
    AND n.connection_id = t.connection_id AND n.dispatch = t.dispatch AND n.document_id = t.document_id`,
);

const listPendingVerdicts = `${selectVerdicts}
  WHERE b.destination = ? AND t.is_untold = 1 AND t.id > ? ORDER BY t.id LIMIT ?`;

// From an index alone.
const listPendingIds = `SELECT t.id FROM transfer t INDEXED BY transfer_untold
  WHERE t.batch IN (SELECT id FROM download_batch WHERE destination = ?) AND t.is_untold = 1 AND t.id > ? ORDER BY t.id LIMIT ?`;

/** Verdicts that a destination's index does not have yet, in order, at most `limit` after `after`. */
export function readPendingVerdicts(
  database: DatabaseSync,
  destinationId: number,
  after: number,
  limit: number,
): PendingVerdict[] {
  const rows = readableRows(database, {
    all: () => prepared(database, listPendingVerdicts).all(destinationId, after, limit),
    ids: () => prepared(database, listPendingIds).all(destinationId, after, limit),
    // Its number in the dispatch, and why its list is incomplete, are in other tables.
    one: [
      (id) => prepared(database, `${selectVerdicts} WHERE t.id = ?`).get(id),
      (id) => prepared(database, `${selectVerdictsByIndex} WHERE t.id = ?`).get(id),
      (id) => prepared(database, findTransfer).get(id),
      (id) => prepared(database, findWithoutName).get(id),
    ],
  });
  return rows.map((row) => {
    const listError = optionalError(row, 'list_error');
    return {
      ...toTransfer(row),
      ...(typeof row['number'] === 'number' && { number: row['number'] }),
      ...(listError && { listError: listError.code }),
    };
  });
}

const listPendingFolders = `SELECT d.id, d.folder FROM ${destinationsByIndex} WHERE +d.id IN (
  SELECT b.destination FROM transfer t JOIN download_batch b ON b.id = t.batch WHERE t.is_untold = 1)`;

/** Destinations whose index lacks verdicts. */
export function listFoldersToIndex(database: DatabaseSync): { destinationId: number; folder: string }[] {
  const rows = prepared(database, listPendingFolders).all();
  return rows.map((row) => ({ destinationId: number(row, 'id'), folder: text(row, 'folder') }));
}

const listDone = `SELECT t.id, t.path, t.size FROM transfer t JOIN download_batch b ON b.id = t.batch
  WHERE b.uuid = ? AND t.state = 'done' AND t.id > ? ORDER BY t.id LIMIT ?`;

/** Completed documents of a batch, at most `limit` after `after`, to check on disk. */
export function listDoneTransfers(
  database: DatabaseSync,
  uuid: string,
  after: number,
  limit: number,
): { id: number; path: string; size: number }[] {
  const rows = prepared(database, listDone).all(uuid, after, limit);
  return rows.map((row) => ({ id: number(row, 'id'), path: text(row, 'path'), size: number(row, 'size') }));
}

// With `max`, SQLite returns the row of the group that has it.
const listLastDone = `SELECT document_id, dispatch, rut, found_by, max(id) FROM transfer
  WHERE connection_id = ? AND state = 'done' AND dispatch IS NOT ? GROUP BY dispatch ORDER BY max(id) DESC LIMIT ?`;

/**
 * Downloaded documents of a connection, one of each dispatch except `besides`, latest first, with the
 * query for their links.
 */
export function listLastDownloaded(
  database: DatabaseSync,
  connectionId: string,
  limit: number,
  besides?: string,
): Pick<TakenTransfer, 'connectionId' | 'documentId' | 'dispatch' | 'rut' | 'foundBy'>[] {
  const rows = prepared(database, listLastDone).all(connectionId, besides ?? null, limit);
  return rows.map((row) => ({
    connectionId,
    documentId: text(row, 'document_id'),
    dispatch: text(row, 'dispatch'),
    rut: text(row, 'rut') as Rut,
    foundBy: parsed<DocumentsQuery>(text(row, 'found_by')),
  }));
}

const actions: Readonly<Record<BatchAction, { from: readonly string[]; to: TransferState }>> = {
  pause: { from: ['waiting'], to: 'paused' },
  resume: { from: ['paused'], to: 'waiting' },
  cancel: { from: ['waiting', 'paused'], to: 'cancelled' },
  retry: { from: ['failed', 'no-file', 'unsigned', 'cancelled'], to: 'waiting' },
};
// Maximum ids in one event.
const maxEventIds = 200;

const listAffected = `SELECT id, state FROM transfer
  WHERE state IN (SELECT value FROM json_each(?)) AND batch = (SELECT id FROM download_batch WHERE uuid = ? AND owner = ?)
    AND (? IS NULL OR (connection_id = ? AND document_id = ?)) ORDER BY id`;

const updateByAction = `UPDATE transfer SET state = ?, error = NULL, at = ?, is_untold = ?, attempts = 0, retry_after = NULL, last_error = NULL
  WHERE id = ?`;

const noteCancel = `UPDATE transfer SET at = ?
  WHERE state = 'transferring' AND batch = (SELECT id FROM download_batch WHERE uuid = ? AND owner = ?)
    AND (? IS NULL OR (connection_id = ? AND document_id = ?))`;

const reopenBatch = `UPDATE download_batch SET state = 'running', ended_at = NULL, counts = NULL WHERE uuid = ? AND state = 'ended'`;

const listByIds = `SELECT ${columns} FROM ${joins} WHERE t.id IN (SELECT value FROM json_each(?))`;

/**
 * Applies a user's action to all documents of a batch, or to one, that are not in transfer. Pauses what
 * waits, resumes what is paused, cancels both. A retry returns failed, cancelled and file-less documents
 * to the queue, and reopens an ended batch. A document in transfer is noted to be cancelled where its owner
 * dies before it has stopped it. Only the batch's owner may. Returns how many changed from
 * which state, and some of them as they are now.
 */
export function applyBatchAction(
  database: DatabaseSync,
  uuid: string,
  owner: string,
  action: BatchAction,
  at: string,
  document?: DocumentKey,
): { from: { state: TransferState; documents: number }[]; to: TransferState; rows: StoredTransfer[] } {
  const { from, to } = actions[action];
  const key = [document?.id ?? null, document?.connectionId ?? null, document?.id ?? null];
  return transaction(database, () => {
    const affected = prepared(database, listAffected).all(JSON.stringify(from), uuid, owner, ...key);
    const update = prepared(database, updateByAction);
    const isFinal = to === 'cancelled';
    for (const row of affected) update.run(to, isFinal ? at : '', Number(isFinal), number(row, 'id'));
    if (isFinal) prepared(database, noteCancel).run(at, uuid, owner, ...key);
    // In the same transaction: after a crash in between, nobody would continue the ended batch.
    if (to === 'waiting' && affected.length > 0) prepared(database, reopenBatch).run(uuid);
    const shown = JSON.stringify(affected.slice(0, maxEventIds).map((row) => number(row, 'id')));
    const rows = prepared(database, listByIds).all(shown).map(toTransfer);
    return { from: countStates(affected), to, rows };
  });
}

const updatePartFileRemoved =
  'UPDATE transfer SET is_touched = 0 WHERE id = ? AND state IN (SELECT value FROM json_each(?))';

/** Records that no `.part` of a document exists any more, unless it was started again. */
export function markPartRemoved(database: DatabaseSync, id: number, states: readonly string[]): void {
  transaction(database, () => {
    prepared(database, updatePartFileRemoved).run(id, JSON.stringify(states));
    prepared(database, deleteForgottenBatches).run();
  });
}

/** Records that the folder index has these verdicts, unless they have changed since they were read. */
export function markIndexed(database: DatabaseSync, indexed: readonly { id: number; at: string }[]): void {
  const update = prepared(database, 'UPDATE transfer SET is_untold = 0 WHERE id = ? AND at = ?');
  writeAroundDamage(database, indexed, [({ id, at }) => update.run(id, at)]);
  // Cleanup only: a damaged batch must not stop the index of another.
  attempt(database, () => transaction(database, () => prepared(database, deleteForgottenBatches).run()));
}

const requeueLost = `UPDATE transfer SET state = 'waiting', at = '', is_untold = 0, attempts = 0, retry_after = NULL, last_error = NULL
  WHERE id IN (SELECT value FROM json_each(?)) AND batch = (SELECT id FROM download_batch WHERE uuid = ? AND owner = ?)`;

/** Returns completed documents that are not on disk any more to the queue. */
export function requeueLostTransfers(
  database: DatabaseSync,
  uuid: string,
  owner: string,
  ids: readonly number[],
): void {
  prepared(database, requeueLost).run(JSON.stringify(ids), uuid, owner);
}

function countStates(rows: readonly Row[]): { state: TransferState; documents: number }[] {
  const counts = new Map<TransferState, number>();
  for (const row of rows) {
    const state = text(row, 'state') as TransferState;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, documents]) => ({ state, documents }));
}

function toTransfer(row: Row): StoredTransfer {
  const [sha256, error] = [optionalText(row, 'sha256'), optionalError(row, 'error')];
  const [folder, stem, path] = [text(row, 'folder'), text(row, 'stem'), text(row, 'path')];
  const size = row['size'];
  return {
    ...toTransferDocument(row),
    state: text(row, 'state') as TransferState,
    path: path !== '' ? path : folder === '' ? stem : `${folder}/${stem}`,
    requestId: text(row, 'request_id'),
    at: text(row, 'at'),
    ...(typeof size === 'number' && { size }),
    ...(sha256 !== undefined && { sha256 }),
    ...(error && { error }),
  };
}
