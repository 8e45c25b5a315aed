import type { DatabaseSync } from 'node:sqlite';
import type { BatchState } from '../../../shared/model/download.ts';
import { readableRows } from '../damaged-rows.ts';
import { number, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { getBatch, idsOfBatches } from './batch-reader.ts';
import type { NewBatch, StoredBatch } from './batch-rows.ts';

/**
 * Deletes forgotten batches that have nothing left to write to a folder index and no `.part` files. A batch
 * that is the target of a running move has a lease; after a crash that lease expires soon.
 */
export const deleteForgottenBatches = `DELETE FROM download_batch WHERE state = 'forgotten' AND lease_until <= unixepoch() * 1000
  AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.batch = download_batch.id AND (t.is_untold = 1 OR t.is_touched = 1))`;

const listOthers = `SELECT uuid, owner, lease_until FROM download_batch
  WHERE state NOT IN ('ended', 'forgotten') AND owner <> ? ORDER BY id`;

const findOther = `SELECT uuid, owner, lease_until FROM download_batch
  WHERE state NOT IN ('ended', 'forgotten') AND owner <> ? AND id = ?`;

/** Unfinished batches of other owners: candidates to claim. */
export function listBatchesOfOthers(
  database: DatabaseSync,
  owner: string,
): { uuid: string; owner: string; leaseUntil: number }[] {
  const rows = readableRows(database, {
    all: () => prepared(database, listOthers).all(owner),
    ids: () => prepared(database, idsOfBatches).all(),
    one: [(id) => prepared(database, findOther).get(owner, id)],
  });
  return rows.map((row) => ({
    uuid: text(row, 'uuid'),
    owner: text(row, 'owner'),
    leaseUntil: number(row, 'lease_until'),
  }));
}

/** Inserts a batch without documents, as running and owned. Returns it as stored. */
export function beginBatch(database: DatabaseSync, batch: NewBatch): StoredBatch {
  return transaction(database, () => {
    insertBatch(database, batch, 'running');
    return getBatch(database, batch.uuid);
  });
}

const insertRow = `INSERT INTO download_batch (uuid, name, destination, template, started_at, selection, with_inactive, again, of_refresh,
    state, owner, lease_until)
  SELECT ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM destination WHERE folder = ?`;

/** Inserts a batch without documents; a forgotten one is hidden. Call it inside a transaction. */
export function insertBatch(database: DatabaseSync, batch: NewBatch, state: 'running' | 'forgotten'): void {
  prepared(database, 'INSERT OR IGNORE INTO destination (folder) VALUES (?)').run(batch.folder);
  prepared(database, insertRow).run(
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

const updateState = `UPDATE download_batch SET state = ?1, pause_why = ?2, pause_error = ?3, ended_at = ?4, counts = NULL
  WHERE uuid = ?5 AND owner = ?6 AND (?1 <> 'paused' OR state <> 'ended') AND (?4 IS NULL OR NOT EXISTS
    (SELECT 1 FROM transfer t WHERE t.batch = download_batch.id AND t.state IN ('waiting', 'transferring', 'paused')))`;

/**
 * Sets the state of a batch. Only its owner may. No batch with an open document may end, and none that has
 * ended may pause. Returns whether it was set.
 */
export function setBatchState(
  database: DatabaseSync,
  uuid: string,
  owner: string,
  state: BatchState,
): boolean {
  const why = state.kind === 'paused' ? state.why : null;
  const error = state.kind === 'paused' && state.error ? JSON.stringify(state.error) : null;
  const ended = state.kind === 'ended' ? state.at : null;
  return transaction(database, () => {
    const update = prepared(database, updateState);
    const { changes } = update.run(state.kind, why, error, ended, uuid, owner);
    if (changes === 1 && ended !== null) {
      // Stored, so that a list of many ended batches does not count their documents again.
      const { counts, bytes } = getBatch(database, uuid);
      const updateTally = prepared(database, 'UPDATE download_batch SET counts = ? WHERE uuid = ?');
      updateTally.run(JSON.stringify({ counts, bytes }), uuid);
    }
    return changes === 1;
  });
}

const updateOwner = `UPDATE download_batch SET owner = ?1, lease_until = ?2 WHERE uuid = ?3 AND owner = ?4
  AND (?5 IS NULL OR (lease_until = ?5 AND state NOT IN ('ended', 'forgotten')))`;

/**
 * Claims a batch from the owner last read; its running transfers return to the queue, or are cancelled.
 * Returns the batch, or undefined when another process was faster. With `seenLease`, also when one has ended
 * it or renewed its lease since that was read.
 */
export function claimBatch(
  database: DatabaseSync,
  uuid: string,
  seenOwner: string,
  owner: string,
  leaseUntil: number,
  seenLease?: number,
): StoredBatch | undefined {
  return transaction(database, () => {
    const update = prepared(database, updateOwner);
    const { changes } = update.run(owner, leaseUntil, uuid, seenOwner, seenLease ?? null);
    if (changes !== 1) return undefined;
    prepared(database, requeueTransfers).run(uuid);
    return getBatch(database, uuid);
  });
}

const renewLeases = 'UPDATE download_batch SET lease_until = ? WHERE owner = ? RETURNING uuid';

/** Extends the lease of all batches that this owner still owns and returns their ids. */
export function renewBatches(database: DatabaseSync, owner: string, leaseUntil: number): string[] {
  const rows = prepared(database, renewLeases).all(leaseUntil, owner);
  return rows.map((row) => text(row, 'uuid'));
}

// One in transfer has a time only where a person has cancelled it.
const requeueTransfers = `UPDATE transfer SET state = CASE at WHEN '' THEN 'waiting' ELSE 'cancelled' END, is_untold = at <> ''
  WHERE state = 'transferring' AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

const clearOwner = `UPDATE download_batch SET owner = '', lease_until = 0 WHERE uuid = ?`;

const listOwned = 'SELECT uuid FROM download_batch WHERE owner = ?';

/** Releases one batch, or all of an owner; running transfers return to the queue. */
export function releaseBatches(database: DatabaseSync, owner: string, uuid?: string): void {
  const owned =
    uuid === undefined
      ? readableRows(database, {
          all: () => prepared(database, listOwned).all(owner),
          ids: () => prepared(database, idsOfBatches).all(),
          one: [(id) => prepared(database, `${listOwned} AND id = ?`).get(owner, id)],
        })
      : prepared(database, `${listOwned} AND uuid = ?`).all(owner, uuid);
  transaction(database, () => {
    for (const row of owned) {
      prepared(database, requeueTransfers).run(text(row, 'uuid'));
      prepared(database, clearOwner).run(text(row, 'uuid'));
    }
  });
}

const requeueOwned = `UPDATE transfer SET state = 'waiting'
  WHERE state = 'transferring' AND batch = (SELECT id FROM download_batch WHERE uuid = ? AND owner = ?)`;

/** Returns transfers to the queue that their owner had taken but no longer works on. */
export function putBackTransfers(database: DatabaseSync, uuid: string, owner: string): void {
  prepared(database, requeueOwned).run(uuid, owner);
}

/**
 * Forgets a batch and its documents; files, their names and their records stay. The batch is hidden from
 * now on. Its pending verdicts still go to the folder index, and its `.part` files are still removed.
 */
export function forgetBatch(database: DatabaseSync, uuid: string): void {
  transaction(database, () => forget(database, uuid));
}

const findOldestEnded = `SELECT uuid FROM download_batch WHERE state = 'ended' AND ended_at < ? ORDER BY ended_at LIMIT 1`;

/**
 * Forgets the batch that ended longest ago, if that was before this time, UTC ISO 8601. Returns whether
 * there was one.
 */
export function forgetOldestBatch(database: DatabaseSync, before: string): boolean {
  return transaction(database, () => {
    const row = prepared(database, findOldestEnded).get(before);
    if (row) forget(database, text(row, 'uuid'));
    return row !== undefined;
  });
}

const listEmptyRefreshes = `SELECT uuid FROM download_batch b WHERE of_refresh = 1 AND state = 'ended'
  AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.batch = b.id AND (t.state = 'done'
    OR (t.state IN ('failed', 'unsigned') AND NOT EXISTS (SELECT 1 FROM transfer x JOIN download_batch n ON n.id = x.batch
      WHERE n.id > b.id AND n.destination = b.destination AND n.of_refresh = 1
        AND x.connection_id = t.connection_id AND x.document_id = t.document_id))))`;

/**
 * Forgets batches of refreshes that ended with no file and no failure to show. A failure that a later
 * refresh retried is shown there.
 */
export function forgetEmptyRefreshes(database: DatabaseSync): void {
  const list = prepared(database, listEmptyRefreshes);
  // Checked without the write lock: usually there are none.
  if (list.all().length === 0) return;
  transaction(database, () => {
    for (const row of list.all()) forget(database, text(row, 'uuid'));
  });
}

const hideBatch = `UPDATE download_batch SET state = 'forgotten', selection = NULL, counts = NULL, owner = '', lease_until = 0
  WHERE uuid = ?`;

const deleteIndexed = `DELETE FROM transfer WHERE is_untold = 0 AND is_touched = 0
  AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

const cancelOpen = `UPDATE transfer SET state = 'cancelled' WHERE state IN ('waiting', 'transferring', 'paused')
  AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

function forget(database: DatabaseSync, uuid: string): void {
  prepared(database, hideBatch).run(uuid);
  prepared(database, deleteIndexed).run(uuid);
  prepared(database, cancelOpen).run(uuid);
  prepared(database, deleteForgottenBatches).run();
}
