import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  type BatchState,
  noCounts,
  type PauseReason,
  type TransferState,
} from '../../../shared/model/download.ts';
import { attempt, readableRows } from '../damaged-rows.ts';
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
import { transaction } from '../transaction.ts';
import type { LedgerBatch, NewBatch } from './ledger-rows.ts';

/**
 * Deletes batches that are forgotten, have nothing more to tell, and have left nothing. One that somebody is
 * just moving to has a lease; one whose mover died has none for long.
 */
export const dropForgottenBatches = `DELETE FROM download_batch WHERE state = 'forgotten' AND lease_until <= unixepoch() * 1000
  AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.batch = download_batch.id AND (t.is_untold = 1 OR t.is_touched = 1))`;

/** A batch that goes on with what another has not brought; what is left out is as in that. */
export type MovedBatch = Omit<
  NewBatch,
  'selection' | 'withInactive' | 'name' | 'template' | 'force' | 'isOfRefresh'
>;

/** A batch that nobody sees before it has all that another has not brought. */
export type DraftBatch = Pick<
  LedgerBatch,
  'uuid' | 'folder' | 'template' | 'withInactive' | 'leftOut' | 'toEnumerate'
>;

/** SQL: a document that a batch, by its uuid, has not brought and that may still come. */
export const ofRest = `state IN ('waiting', 'transferring', 'paused', 'failed', 'unsigned')
  AND batch = (SELECT id FROM download_batch WHERE uuid = ?)`;

/** By an index alone, in the order of their beginning. */
const idsOfBatches = 'SELECT id FROM download_batch INDEXED BY sqlite_autoindex_download_batch_1 ORDER BY id';

/**
 * SQL: destinations `d` by the index of their folders alone, which holds what is needed of a damaged row.
 * `d.id` is compared as `+d.id`.
 */
export const destinationsByIndex = 'destination d INDEXED BY sqlite_autoindex_destination_1';

type Tally = Pick<LedgerBatch, 'counts' | 'bytes'>;

/** Reads batches, each with how its documents stand. */
function batchReader(database: DatabaseSync) {
  // What is damaged stops no other batch: its documents are counted anew, its filter is none.
  const batchColumns = `b.id, b.uuid, b.name, b.destination, d.folder, b.template, b.started_at,
    CASE WHEN json_valid(b.selection) THEN coalesce(json_extract(b.selection, '$.filter'), '') WHEN b.selection IS NOT NULL THEN '' END AS filter,
    b.with_inactive, b.left_out, b.selection_error, b.again, b.of_refresh,
    b.state, b.pause_why, b.pause_error, b.ended_at, CASE WHEN json_valid(b.counts) THEN b.counts END AS counts, b.owner, b.lease_until`;
  const all = database.prepare(
    `SELECT ${batchColumns} FROM download_batch b JOIN destination d ON d.id = b.destination
     WHERE b.state <> 'forgotten' ORDER BY b.id DESC`,
  );
  // Also read within transactions, which keep nothing once they meet damage.
  const one = database.prepare(
    `SELECT ${batchColumns} FROM download_batch b JOIN ${destinationsByIndex} ON +d.id = b.destination
     WHERE b.uuid = ? AND b.state <> 'forgotten'`,
  );
  const count = database.prepare(
    'SELECT state, count(*) AS documents FROM transfer WHERE batch = ? GROUP BY state',
  );
  const weigh = database.prepare(
    `SELECT coalesce(sum(size), 0) AS bytes FROM transfer WHERE batch = ? AND state = 'done'`,
  );

  function tallyOf(id: number): Tally {
    const counts = { ...noCounts };
    for (const row of count.all(id)) {
      counts[text(row, 'state') as TransferState] += number(row, 'documents');
    }
    return { counts, bytes: number(weigh.get(id) ?? {}, 'bytes') };
  }

  function toBatch(row: Row): LedgerBatch {
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
      ...(tally === undefined ? tallyOf(number(row, 'id')) : parsed<Tally>(tally)),
    };
  }

  function find(uuid: string): LedgerBatch {
    const row = one.get(uuid);
    if (!row) throw new AppError('BATCH_GONE', 'the batch is no longer kept');
    return toBatch(row);
  }

  const ids = database.prepare(idsOfBatches);
  const byId = database.prepare(
    `SELECT ${batchColumns} FROM download_batch b JOIN ${destinationsByIndex} ON +d.id = b.destination WHERE b.id = ?`,
  );
  // Of a row that is damaged an index alone tells the id.
  const idOf = database.prepare(
    `SELECT b.id, b.uuid, b.uuid AS name, 0 AS destination, '' AS folder, '' AS template, '' AS started_at, 0 AS with_inactive,
       0 AS left_out, 0 AS again, 0 AS of_refresh, 'ended' AS state, '' AS ended_at, '' AS owner, 0 AS lease_until
     FROM download_batch b INDEXED BY sqlite_autoindex_download_batch_1 WHERE +b.id = ?`,
  );
  function unreadable(id: number): Row | undefined {
    const row = idOf.get(id);
    const counts = JSON.stringify({ counts: noCounts, bytes: 0 } satisfies Tally);
    return (
      row && { ...row, counts, selection_error: JSON.stringify(rowUnreadable('batch', text(row, 'uuid'))) }
    );
  }
  const list = () =>
    readableRows(database, {
      all: () => all.all(),
      ids: () => ids.all().reverse(),
      one: [(id) => byId.get(id), unreadable],
    })
      .filter((row) => row['state'] !== 'forgotten')
      .map(toBatch);

  return { find, all: list };
}

/** Queries that tell how batches stand; they only read. */
export function ledgerBatchReads(database: DatabaseSync) {
  const batches = batchReader(database);
  return {
    /** Every batch, the newest first; of one that cannot be read its id alone, with `ROW_UNREADABLE`. */
    ledgerBatches(): LedgerBatch[] {
      return batches.all();
    },
    /** Batches that are not ended, of other owners than this one: candidates to be taken over. */
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

/** Queries that change whole batches: who owns them, how they stand. */
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
  // Documents that have come bear the numbers before theirs: two of one number would stand in a folder that
  // was moved.
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
   * What a batch has not brought leaves it. What may have left a `.part` goes to a forgotten one, until that
   * has been removed.
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
    /** Writes down a batch, still without documents, as running and owned. Gives it back as kept. */
    ledgerBegin(batch: NewBatch): LedgerBatch {
      return transaction(database, () => {
        begin(batch);
        return find(batch.uuid);
      });
    },
    /**
     * Writes down a batch for all that another has not brought, by the same name and template and with the
     * numbers of its documents. Nobody sees it before `ledgerMoved`, and the other stays as it is. Throws
     * `NOTHING_SELECTED` where nothing is left, `BATCH_GONE` and `BATCH_OWNED_ELSEWHERE`.
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
        // Inactive ones that are in the batch were wanted.
        begin({ name, template, force, isOfRefresh, ...next, selection, withInactive: true }, 'forgotten');
        const { uuid: draft, folder } = next;
        return { uuid: draft, folder, template, withInactive: true, leftOut: 0, toEnumerate: { filter: '' } };
      });
      // A transaction that meets damage keeps nothing: one damaged number is to cost no move.
      attempt(database, () => carryNumbers.run(uuid, next.uuid));
      return draft;
    },
    /**
     * Takes off a batch what another, which `ledgerMove` wrote down, has all of by now, and shows that; what
     * has left a `.part` there stays noted to be removed. Gives the new one. Throws as `ledgerMove` does, and
     * `UNEXPECTED` where a document would be lost; then all stays as it is.
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
     * Sets how a batch stands; only its owner may, and none ends while a document of it is open. Gives
     * whether it was set.
     */
    ledgerSetState(uuid: string, owner: string, state: BatchState): boolean {
      const why = state.kind === 'paused' ? state.why : null;
      const error = state.kind === 'paused' && state.error ? JSON.stringify(state.error) : null;
      const ended = state.kind === 'ended' ? state.at : null;
      return transaction(database, () => {
        const { changes } = setState.run(state.kind, why, error, ended, uuid, owner);
        if (changes === 1 && ended !== null) {
          // A list of many ended batches does not count their documents again.
          const { counts, bytes } = find(uuid);
          updateTally.run(JSON.stringify({ counts, bytes }), uuid);
        }
        return changes === 1;
      });
    },
    /**
     * Takes a batch over from the owner it was seen with; what was under way there waits again. Gives the
     * batch, or undefined when somebody else was faster.
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
    /** Lengthens the lease of everything this owner still owns and gives those batches' ids. */
    ledgerRenew(owner: string, leaseUntil: number): string[] {
      return database
        .prepare('UPDATE download_batch SET lease_until = ? WHERE owner = ? RETURNING uuid')
        .all(leaseUntil, owner)
        .map((row) => text(row, 'uuid'));
    },
    /** Lets go of a batch, or of all of an owner; what was under way waits for the next one. */
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
    /** What its owner had taken of a batch waits again: for an owner who is at none of it any more. */
    ledgerPutBack(uuid: string, owner: string): void {
      database
        .prepare(
          `UPDATE transfer SET state = 'waiting'
           WHERE state = 'transferring' AND batch = (SELECT id FROM download_batch WHERE uuid = ? AND owner = ?)`,
        )
        .run(uuid, owner);
    },
    /**
     * Forgets a batch and its documents; the files, their names and what is known of them stay. Nobody sees
     * it from now on, but what the index has not been told yet is still there to be told, and what has left a
     * `.part` to be removed.
     */
    ledgerForget(uuid: string): void {
      transaction(database, () => forget(uuid));
    },
    /**
     * Forgets the batch that ended longest ago, where that was before this, UTC ISO 8601. Gives whether there
     * was one.
     */
    ledgerPrune(before: string): boolean {
      return transaction(database, () => {
        const row = oldest.get(before);
        if (row) forget(text(row, 'uuid'));
        return row !== undefined;
      });
    },
    /**
     * Forgets batches that refreshes began and that ended without bringing a file, or a failure that is to be
     * seen: one that a later refresh has asked for again is seen there.
     */
    ledgerDropEmpty(): void {
      if (empty.all().length === 0) return;
      transaction(database, () => {
        for (const row of empty.all()) forget(text(row, 'uuid'));
      });
    },
  };
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
