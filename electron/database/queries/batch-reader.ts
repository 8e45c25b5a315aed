import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import {
  type BatchState,
  noCounts,
  type PauseReason,
  type TransferState,
} from '../../../shared/model/download.ts';
import { readableRows } from '../damaged-rows.ts';
import { number, optionalError, optionalText, parsed, type Row, rowUnreadable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import type { StoredBatch } from './batch-rows.ts';

/** From an index alone, in the order of their beginning. */
export const idsOfBatches =
  'SELECT id FROM download_batch INDEXED BY sqlite_autoindex_download_batch_1 ORDER BY id';

/**
 * SQL: destinations `d` from the index of their folders alone, which holds enough where a row is damaged.
 * Compare `d.id` as `+d.id`.
 */
export const destinationsByIndex = 'destination d INDEXED BY sqlite_autoindex_destination_1';

type Tally = Pick<StoredBatch, 'counts' | 'bytes'>;

// Damage in one batch stops no other: its documents are counted again, its filter is empty.
const batchColumns = `b.id, b.uuid, b.name, b.destination, d.folder, b.template, b.started_at,
  CASE WHEN json_valid(b.selection) THEN coalesce(json_extract(b.selection, '$.filter'), '') WHEN b.selection IS NOT NULL THEN '' END AS filter,
  b.with_inactive, b.left_out, b.selection_error, b.again, b.of_refresh,
  b.state, b.pause_why, b.pause_error, b.ended_at, CASE WHEN json_valid(b.counts) THEN b.counts END AS counts, b.owner, b.lease_until`;

// Transactions read this too, and commit nothing once they meet damage.
const findVisible = `SELECT ${batchColumns} FROM download_batch b JOIN ${destinationsByIndex} ON +d.id = b.destination
  WHERE b.uuid = ? AND b.state <> 'forgotten'`;

/** The batch with this uuid, with the counts of its documents. Throws `BATCH_GONE`. */
export function getBatch(database: DatabaseSync, uuid: string): StoredBatch {
  const row = prepared(database, findVisible).get(uuid);
  if (!row) throw new AppError('BATCH_GONE', 'the batch is not stored');
  return toBatch(database, row);
}

const listVisible = `SELECT ${batchColumns} FROM download_batch b JOIN destination d ON d.id = b.destination
  WHERE b.state <> 'forgotten' ORDER BY b.id DESC`;

const findById = `SELECT ${batchColumns} FROM download_batch b JOIN ${destinationsByIndex} ON +d.id = b.destination
  WHERE b.id = ?`;

/** Every batch, newest first. One that cannot be read has its id and `ROW_UNREADABLE` only. */
export function listBatches(database: DatabaseSync): StoredBatch[] {
  const rows = readableRows(database, {
    all: () => prepared(database, listVisible).all(),
    ids: () => prepared(database, idsOfBatches).all().reverse(),
    one: [(id) => prepared(database, findById).get(id), (id) => unreadableRow(database, id)],
  });
  return rows.filter((row) => row['state'] !== 'forgotten').map((row) => toBatch(database, row));
}

// Of a damaged row an index alone yields the id.
const findByIndex = `SELECT b.id, b.uuid, b.uuid AS name, 0 AS destination, '' AS folder, '' AS template, '' AS started_at, 0 AS with_inactive,
    0 AS left_out, 0 AS again, 0 AS of_refresh, 'ended' AS state, '' AS ended_at, '' AS owner, 0 AS lease_until
  FROM download_batch b INDEXED BY sqlite_autoindex_download_batch_1 WHERE +b.id = ?`;

function unreadableRow(database: DatabaseSync, id: number): Row | undefined {
  const row = prepared(database, findByIndex).get(id);
  const counts = JSON.stringify({ counts: noCounts, bytes: 0 } satisfies Tally);
  return (
    row && { ...row, counts, selection_error: JSON.stringify(rowUnreadable('batch', text(row, 'uuid'))) }
  );
}

function toBatch(database: DatabaseSync, row: Row): StoredBatch {
  const [filter, tally] = [optionalText(row, 'filter'), optionalText(row, 'counts')];
  const selectionError = optionalError(row, 'selection_error');
  return {
    uuid: text(row, 'uuid'),
    name: text(row, 'name'),
    destinationId: number(row, 'destination'),
    folder: text(row, 'folder'),
    template: text(row, 'template'),
    startedAt: text(row, 'started_at'),
    ...(filter !== undefined && { toEnumerate: { filter } }),
    ...(selectionError && { selectionError }),
    withInactive: number(row, 'with_inactive') === 1,
    leftOut: number(row, 'left_out'),
    force: number(row, 'again') === 1,
    isOfRefresh: number(row, 'of_refresh') === 1,
    state: toState(row),
    owner: text(row, 'owner'),
    leaseUntil: number(row, 'lease_until'),
    ...(tally === undefined ? getTally(database, number(row, 'id')) : parsed<Tally>(tally)),
  };
}

const countByState = 'SELECT state, count(*) AS documents FROM transfer WHERE batch = ? GROUP BY state';
const sumBytes = `SELECT coalesce(sum(size), 0) AS bytes FROM transfer WHERE batch = ? AND state = 'done'`;

function getTally(database: DatabaseSync, id: number): Tally {
  const counts = { ...noCounts };
  for (const row of prepared(database, countByState).all(id)) {
    counts[text(row, 'state') as TransferState] += number(row, 'documents');
  }
  return { counts, bytes: number(prepared(database, sumBytes).get(id) ?? {}, 'bytes') };
}

function toState(row: Row): BatchState {
  const kind = text(row, 'state');
  if (kind === 'ended') return { kind, at: text(row, 'ended_at') };
  if (kind !== 'paused') return { kind: 'running' };
  const error = optionalError(row, 'pause_error');
  return {
    kind,
    why: text(row, 'pause_why') as PauseReason,
    ...(error && { error }),
  };
}
