import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { isDamage, resultCode, suspect } from '../open-database.ts';
import { documentKeyOf, number, optionalText, parsed, type Row, rowUnreadable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import {
  type BegunTransfer,
  type SealedFile,
  type TakenTransfer,
  type TransferStep,
  toTransferDocument,
} from './batch-rows.ts';
import { toDownloadedFile, upsertDownloadedFile } from './downloaded-files.ts';

/** Columns with the partial state of an interrupted transfer. */
const leftOver = 'etag, content_type, proof, size, part, path, sha256, md5, request_id';

/** A batch and its row. A value that cannot be read stops only the steps that need it. */
interface OwnedBatch {
  id: number;
  row: Row;
}

const findOwnedBatch = 'SELECT id, destination FROM download_batch WHERE uuid = ? AND owner = ?';

/**
 * SQL: a transfer `t` that may be taken. A document of two batches has one reserved name: while one batch
 * transfers it, the other waits.
 */
const mayBeTaken = `NOT EXISTS (
    SELECT 1 FROM transfer o JOIN download_batch ob ON ob.id = o.batch
    WHERE o.place = t.place AND o.id <> t.id AND o.state = 'transferring' AND ob.owner <> ''
  ) AND t.connection_id NOT IN (SELECT value FROM json_each(:excluding))`;

const listNext = `SELECT t.id FROM transfer t
  WHERE t.batch = :batch AND t.state = 'waiting' AND ${mayBeTaken} ORDER BY t.id LIMIT :limit`;

// From an index alone: no damaged row stops it.
const listWaiting = `SELECT id FROM transfer WHERE batch = ? AND state = 'waiting' ORDER BY id`;

const isFree = `SELECT 1 FROM transfer t WHERE t.id = :id AND ${mayBeTaken}`;

/** Ids of the next documents that may be taken, including those that cannot be read. */
function nextIds(database: DatabaseSync, batch: number, limit: number, excluding: string): number[] {
  const listAll = () => prepared(database, listNext).all({ batch, limit, excluding });
  const quick = readOr(database, () => listAll().map((row) => number(row, 'id')), undefined);
  if (quick) return quick;
  const ids: number[] = [];
  for (const row of prepared(database, listWaiting).all(batch)) {
    if (ids.length >= limit) break;
    const id = number(row, 'id');
    const isNext = () => prepared(database, isFree).get({ id, excluding }) !== undefined;
    if (readOr(database, isNext, true)) ids.push(id);
  }
  return ids;
}

/**
 * The result of `read`, or the other value where damage stops it: the next opening then checks the whole
 * database. Not for use in a transaction.
 */
function readOr<T>(database: DatabaseSync, read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    suspect(database.location() ?? '');
    return otherwise;
  }
}

/**
 * Takes these in one transaction, or none where damage stops it: SQLite then commits nothing. Returns the
 * id where the damage is.
 */
function takeAll(
  database: DatabaseSync,
  ids: readonly number[],
  isOwned: () => boolean,
  takeOne: (id: number) => TakenTransfer | undefined,
): { documents: TakenTransfer[] } | { stoppedAt: number } {
  let at: number | undefined;
  try {
    const documents = transaction(database, () => {
      if (!isOwned()) return [];
      return ids.flatMap((id) => {
        at = id;
        return takeOne(id) ?? [];
      });
    });
    return { documents };
  } catch (error) {
    if (at === undefined || !isDamage(error)) throw error;
    suspect(database.location() ?? '');
    return { stoppedAt: at };
  }
}

const findWaiting = `SELECT t.*, p.folder, p.stem, b.destination
  FROM transfer t JOIN download_batch b ON b.id = t.batch LEFT JOIN place p ON p.id = t.place
  WHERE t.id = :id AND t.state = 'waiting' AND ${mayBeTaken}`;

const findExisting = `SELECT h.*, EXISTS (
    SELECT 1 FROM document d JOIN connection c ON c.id = d.connection
    WHERE c.uuid = h.connection_id AND d.document_id = h.document_id AND d.version > 1 AND d.changed_at > h.at
  ) AS is_changed
  FROM holding h WHERE h.destination = ? AND h.connection_id = ? AND h.document_id = ? ORDER BY h.id DESC LIMIT 1`;

const updateTaken = `UPDATE transfer SET state = 'transferring', at = '' WHERE id = ?`;

/** Takes a document; one with an invalid value fails at once, and the result is undefined. */
function takeDocument(
  database: DatabaseSync,
  id: number,
  excluding: string,
  now: number,
): TakenTransfer | undefined {
  const row = prepared(database, findWaiting).get({ id, excluding });
  if (!row) return undefined;
  const existingRow = prepared(database, findExisting).get(
    row['destination'] ?? null,
    row['connection_id'] ?? null,
    row['document_id'] ?? null,
  );
  prepared(database, updateTaken).run(id);
  try {
    return toTaken(withLeft(database, row), existingRow);
  } catch (error) {
    if (resultCode(error) !== 0) throw error;
    failUnreadable(database, id, optionalText(row, 'document_id') ?? String(id), now);
    return undefined;
  }
}

// Partial state of another batch under the same reserved name moves to this one: a begun `.part`, or a
// verified file.
const listLeft = `SELECT id, ${leftOver} FROM transfer
  WHERE place = ? AND id <> ? AND is_touched = 1 ORDER BY sha256 IS NULL, id`;

const updateReleased = 'UPDATE transfer SET is_touched = 0, sha256 = NULL WHERE id = ?';

const updateInherited = `UPDATE transfer
  SET is_touched = 1, (${leftOver}) = (SELECT ${leftOver} FROM transfer WHERE id = ?) WHERE id = ?`;

/** A row with the partial state that another batch has under the same name; it now belongs to this one. */
function withLeft(database: DatabaseSync, row: Row): Row {
  const id = number(row, 'id');
  const all = prepared(database, listLeft).all(number(row, 'place'), id);
  const [abandonedRow] = all;
  if (!abandonedRow) return row;
  const isBegunHere = row['is_touched'] === 1;
  if (!isBegunHere) prepared(database, updateInherited).run(number(abandonedRow, 'id'), id);
  for (const other of all) prepared(database, updateReleased).run(number(other, 'id'));
  const { id: _other, ...facts } = abandonedRow;
  return { ...row, ...(!isBegunHere && facts), is_touched: 1 };
}

const updateUnreadable = `UPDATE transfer SET state = 'failed', error = ?, at = ?, sha256 = NULL, is_untold = 1
  WHERE id = ? AND state IN ('waiting', 'transferring')`;

function failUnreadable(database: DatabaseSync, id: number, document: string, now: number): void {
  const error = rowUnreadable('document', document);
  prepared(database, updateUnreadable).run(JSON.stringify(error), new Date(now).toISOString(), id);
}

/** Fails a document that damage keeps from being taken; returns whether that could be written. */
function failDamaged(database: DatabaseSync, id: number, now: number): boolean {
  const find = () => prepared(database, 'SELECT document_id FROM transfer WHERE id = ?').get(id) ?? {};
  const document = readOr(database, () => optionalText(find(), 'document_id'), undefined);
  const fail = () => {
    transaction(database, () => failUnreadable(database, id, document ?? String(id), now));
    return true;
  };
  return readOr(database, fail, false);
}

function getOwned(database: DatabaseSync, uuid: string, owner: string): OwnedBatch | undefined {
  const row = prepared(database, findOwnedBatch).get(uuid, owner);
  return row && { id: number(row, 'id'), row };
}

/**
 * Takes the next documents of a batch; none when this is not its owner. Skips documents that another
 * active batch transfers, and connections in `excluding`. `now` is milliseconds since 1970. Documents
 * that cannot be read fail and stop no other.
 */
export function takeTransfers(
  database: DatabaseSync,
  uuid: string,
  owner: string,
  { limit, now, excluding = [] }: { limit: number; now: number; excluding?: readonly string[] },
): TakenTransfer[] {
  const batch = getOwned(database, uuid, owner)?.id;
  if (batch === undefined) return [];
  const excludingJson = JSON.stringify(excluding);
  // Not even their failure can be written: they stay, and are reported once no other is left.
  const stuck = new Set<number>();
  for (;;) {
    const ids = nextIds(database, batch, limit + stuck.size, excludingJson).filter((id) => !stuck.has(id));
    const result = takeAll(
      database,
      ids,
      () => getOwned(database, uuid, owner)?.id === batch,
      (id) => takeDocument(database, id, excludingJson, now),
    );
    if ('stoppedAt' in result) {
      if (!failDamaged(database, result.stoppedAt, now)) stuck.add(result.stoppedAt);
    } else if (result.documents.length === 0 && stuck.size > 0) {
      throw new AppError('STORE_DAMAGED', `rows ${[...stuck].join(', ')} of the ledger cannot be read`);
    } else {
      return result.documents;
    }
  }
}

const updateBegun = `UPDATE transfer SET is_touched = 1, etag = ?, content_type = ?, proof = ?, size = ?, part = ?
  WHERE id = ? AND batch = ?`;

const updateSealed = `UPDATE transfer SET is_touched = 1, path = ?, size = ?, sha256 = ?, md5 = ?, etag = ?, request_id = ?
  WHERE id = ? AND batch = ?`;

const updateLanded = `UPDATE transfer SET state = ?, path = ?, size = ?, sha256 = ?, md5 = ?, etag = ?, request_id = ?, at = ?,
    error = NULL, attempts = 0, retry_after = NULL, last_error = NULL, is_touched = 0, is_untold = 1
  WHERE id = ? AND batch = ? RETURNING connection_id, document_id`;

const updateEnded = `UPDATE transfer SET state = ?, error = ?, at = ?, path = '', sha256 = NULL, etag = NULL, proof = NULL,
    is_touched = ?, is_untold = 1
  WHERE id = ? AND batch = ?`;

// Where the `.part` starts again, the old one must not be resumed.
const updateReturned = `UPDATE transfer SET state = ?1, is_touched = ?2,
    part = CASE WHEN ?1 = 'transferring' THEN NULL ELSE part END
  WHERE id = ?3 AND batch = ?4`;

const updateTried = `UPDATE transfer SET attempts = ?, retry_after = ?, last_error = ? WHERE id = ? AND batch = ?`;

/**
 * Writes steps of several transfers at once; they are on disk when this returns. Returns the batches that
 * this owner no longer owns: none of their steps was written.
 */
export function writeSteps(database: DatabaseSync, owner: string, steps: readonly TransferStep[]): string[] {
  return transaction(database, () => {
    const batches = new Map<string, OwnedBatch | undefined>();
    for (const step of steps) {
      if (!batches.has(step.batch)) batches.set(step.batch, getOwned(database, step.batch, owner));
      const batch = batches.get(step.batch);
      if (batch !== undefined) writeStep(database, batch, step);
    }
    return [...batches].filter(([, batch]) => batch === undefined).map(([uuid]) => uuid);
  });
}

function writeStep(
  database: DatabaseSync,
  { id: batch, row: batchRow }: OwnedBatch,
  step: TransferStep,
): void {
  switch (step.kind) {
    case 'begun': {
      const { etag, contentType, proof, size, part } = step;
      prepared(database, updateBegun).run(etag, contentType, proof, size, part, step.id, batch);
      return;
    }
    case 'sealed': {
      const { path, size, sha256, md5 = null, etag = null, requestId } = step;
      prepared(database, updateSealed).run(path, size, sha256, md5, etag, requestId, step.id, batch);
      return;
    }
    case 'landed': {
      const { state, path, size, sha256, md5 = null, etag = null, requestId, at } = step;
      const update = prepared(database, updateLanded);
      const row = update.get(state, path, size, sha256, md5, etag, requestId, at, step.id, batch);
      if (!row) return;
      upsertDownloadedFile(database, number(batchRow, 'destination'), { ...step, ...documentKeyOf(row) });
      return;
    }
    case 'ended': {
      const { state, error, at, hasPartFile } = step;
      const errorJson = error ? JSON.stringify(error) : null;
      prepared(database, updateEnded).run(state, errorJson, at, Number(hasPartFile), step.id, batch);
      return;
    }
    case 'cancelled':
      prepared(database, updateEnded).run(
        'cancelled',
        null,
        step.at,
        Number(step.hasPartFile),
        step.id,
        batch,
      );
      return;
    case 'tried': {
      const error = JSON.stringify(step.error);
      prepared(database, updateTried).run(step.attempts, step.retryAfter, error, step.id, batch);
      return;
    }
    case 'returned':
      prepared(database, updateReturned).run(step.state, Number(step.hasPartFile), step.id, batch);
  }
}

function toTaken(row: Row, existingRow: Row | undefined): TakenTransfer {
  const begun = toBegun(row);
  return {
    ...toTransferDocument(row),
    foundBy: parsed<DocumentsQuery>(text(row, 'found_by')),
    folder: text(row, 'folder'),
    stem: text(row, 'stem'),
    attempts: number(row, 'attempts'),
    ...(typeof row['retry_after'] === 'number' && { retryAfter: row['retry_after'] }),
    hasPartFile: number(row, 'is_touched') === 1,
    ...(row['sha256'] !== null && { sealed: toSealed(row) }),
    ...(begun && { begun }),
    ...(existingRow && { existing: toDownloadedFile(existingRow) }),
    isChanged: existingRow?.['is_changed'] === 1,
  };
}

function toBegun(row: Row): BegunTransfer | undefined {
  const { etag, content_type: contentType, proof, size, part } = row;
  const isBegun =
    typeof etag === 'string' &&
    typeof contentType === 'string' &&
    typeof proof === 'string' &&
    typeof size === 'number' &&
    typeof part === 'string';
  return isBegun ? { etag, contentType, proof, size, part } : undefined;
}

function toSealed(row: Row): SealedFile {
  const [md5, etag] = [optionalText(row, 'md5'), optionalText(row, 'etag')];
  return {
    path: text(row, 'path'),
    size: number(row, 'size'),
    sha256: text(row, 'sha256'),
    requestId: text(row, 'request_id'),
    ...(md5 !== undefined && { md5 }),
    ...(etag !== undefined && { etag }),
  };
}
