import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { writeAroundDamage } from '../damaged-rows.ts';
import { number, numberOf, type Row, rowUnreadable, text } from '../row.ts';
import { quickTransaction, transaction } from '../transaction.ts';
import { ofRest } from './ledger-batches.ts';
import { type FolderWish, type NewTransfer, numberMark } from './ledger-rows.ts';
import type { UnreadableDocument } from './selection.ts';

// Names that every destination uses itself: the index and its checksums.
const ownNames = new Set(['indice', 'indice.csv', 'sha256sums']);

// Dispatches whose next number is cached; beyond that the search starts from 1 again.
const maxRemembered = 1_000;

/** Spelling of folders: `known` has them by key; `isPlain` leaves them as planned. */
interface Naming {
  known: Map<string, string>;
  isPlain?: boolean;
}

/** What a reserved name needs to know of its document. */
type Planned = Omit<NewTransfer, 'type' | 'folio' | 'foundBy'>;

/** Queries that add documents to a batch and give each a number, a folder and a unique name. */
export function ledgerEnumerateWrites(database: DatabaseSync) {
  const destinationOf = database.prepare(
    'SELECT id, destination, template FROM download_batch WHERE uuid = ?',
  );
  const findFolder = database.prepare(
    `SELECT folder FROM dispatch_folder WHERE destination = ? AND connection_id = ? AND dispatch = ? AND template IN (?, '*')
     ORDER BY template DESC LIMIT 1`,
  );
  const insertFolder = database.prepare('INSERT OR IGNORE INTO dispatch_folder VALUES (?, ?, ?, ?, ?)');
  const findSpelling = database.prepare(
    'SELECT folder FROM folder_spelling WHERE destination = ? AND key = ?',
  );
  const insertSpelling = database.prepare('INSERT OR IGNORE INTO folder_spelling VALUES (?, ?, ?)');
  const findNumber = database.prepare(
    'SELECT number FROM paper_number WHERE destination = ? AND connection_id = ? AND dispatch = ? AND document_id = ?',
  );
  const isNumberTaken = database.prepare(
    'SELECT 1 FROM paper_number WHERE destination = ? AND connection_id = ? AND dispatch = ? AND number = ?',
  );
  /** By dispatch in a destination: every lower number is taken. */
  const takenBelow = new Map<string, number>();
  const insertNumber = database.prepare('INSERT INTO paper_number VALUES (?, ?, ?, ?, ?)');
  const findPlace = database.prepare(
    `SELECT id FROM place WHERE destination = ? AND connection_id = ? AND document_id = ? AND template IN (?, '*')
     ORDER BY template DESC, id DESC LIMIT 1`,
  );
  const takePlace = database.prepare(
    `INSERT INTO place (destination, connection_id, document_id, template, folder, stem, key) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING id`,
  );
  const isListed = database.prepare(
    'SELECT 1 FROM transfer WHERE batch = ? AND connection_id = ? AND document_id = ?',
  );
  const list = database.prepare(
    `INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`,
  );
  // A retry fails again: the row has no query that found it.
  const listFailed = database.prepare(
    `INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state, error, at, is_untold)
     VALUES (?, ?, ?, ?, ?, ?, '', '', ?, 'failed', ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1) ON CONFLICT DO NOTHING`,
  );
  const findNameless = database.prepare(
    "SELECT id FROM place WHERE destination = ? AND key = ? AND template = ''",
  );

  const lacking = database.prepare(
    `SELECT t.*, coalesce(p.folder, '') AS folder, coalesce(p.stem, t.document_id) AS stem, coalesce(p.key, lower(t.document_id)) AS key
     FROM (SELECT * FROM transfer WHERE ${ofRest}) t LEFT JOIN place p ON p.id = t.place
     WHERE NOT EXISTS (SELECT 1 FROM transfer n JOIN download_batch b ON b.id = n.batch
       WHERE b.uuid = ? AND n.connection_id = t.connection_id AND n.document_id = t.document_id)
     ORDER BY t.id LIMIT ?`,
  );

  const setEnumerated = database.prepare(
    `UPDATE download_batch SET selection = NULL, left_out = coalesce(?, left_out), selection_error = coalesce(?, selection_error)
     WHERE uuid = ?`,
  );

  function batchRow(uuid: string) {
    const row = destinationOf.get(uuid) ?? {};
    return {
      id: number(row, 'id'),
      destination: number(row, 'destination'),
      template: text(row, 'template'),
    };
  }

  /**
   * The folder as an earlier document spelled it, segment by segment, so that case-sensitive and other file
   * systems get the same tree. Documents of a folder come together: `known` caches those of this transaction,
   * by key.
   */
  function spelled(destination: number, folder: string, key: string, known: Map<string, string>): string {
    let elder = known.get(key) ?? '';
    if (elder !== '') return elder;
    const keys = key.split('/');
    for (const [depth, name] of folder.split('/').entries()) {
      const path = keys.slice(0, depth + 1).join('/');
      const stored = findSpelling.get(destination, path);
      const wish = elder === '' ? name : `${elder}/${name}`;
      elder = stored ? text(stored, 'folder') : wish;
      if (!stored) insertSpelling.run(destination, path, wish);
    }
    known.set(key, elder);
    return elder;
  }

  function numberFor(destination: number, transfer: Planned): number {
    const { connectionId, dispatch, rut, id } = transfer;
    // Documents without a dispatch are numbered by client.
    const within = dispatch === '' ? `rut:${rut}` : dispatch;
    const stored = numberOf(findNumber, destination, connectionId, within, id);
    if (stored !== undefined) return stored;
    return takeFirstFree(destination, transfer, within);
  }

  /**
   * Takes the first free number, not the one after the last. Two computers that start the same documents then
   * number them alike, although each index holds only part.
   */
  function takeFirstFree(
    destination: number,
    { connectionId, id }: Pick<NewTransfer, 'connectionId' | 'id'>,
    within: string,
  ): number {
    const key = compositeKey(destination, connectionId, within);
    let next = takenBelow.get(key) ?? 1;
    while (isNumberTaken.get(destination, connectionId, within, next)) next++;
    insertNumber.run(destination, connectionId, within, id, next);
    if (takenBelow.size >= maxRemembered) takenBelow.clear();
    takenBelow.set(key, next + 1);
    return next;
  }

  function addAll(batch: string, transfers: readonly NewTransfer[]): number {
    const row = batchRow(batch);
    let known = new Map<string, string>();
    let isPlain = false;
    const add = (some: readonly NewTransfer[]) =>
      writeAroundDamage(
        database,
        some,
        (transfer) => addOne({ ...row, known, isPlain }, transfer),
        (_, work) => {
          known = new Map();
          return adding(work);
        },
      );
    const first = add(transfers);
    if (first.damaged.length === 0) return newOf(first.results);
    // The earlier spelling of a folder is not essential.
    isPlain = true;
    const second = add(first.damaged);
    return newOf(first.results) + newOf(second.results) + addFailed(batch, second.damaged);
  }

  function addOne({ id, ...batch }: ReturnType<typeof batchRow> & Naming, transfer: NewTransfer): boolean {
    if (isListed.get(id, transfer.connectionId, transfer.id)) return false;
    const place = placeFor(batch, transfer);
    const { connectionId, dispatch, rut, type, folio, foundBy } = transfer;
    list.run(id, connectionId, transfer.id, dispatch, rut, type, folio, JSON.stringify(foundBy), place);
    return true;
  }

  /** Adds unreadable documents as failed, under a name that no other batch takes for theirs. */
  function addFailed(batch: string, documents: readonly UnreadableDocument[]): number {
    return adding(() => {
      const { id: own, destination } = batchRow(batch);
      let added = 0;
      for (const { connectionId, id, dispatch, rut, type } of documents) {
        const wish = { connectionId, id, template: '', folder: '', stem: id, key: id.toLowerCase() };
        const place = numberOf(findNameless, destination, wish.key) ?? take(destination, wish);
        const error = JSON.stringify(rowUnreadable('document', id));
        added += Number(listFailed.run(own, connectionId, id, dispatch, rut, type, place, error).changes);
      }
      return added;
    });
  }

  /** Copies rows of another batch, each under its name there where that is free. */
  function carryAll(batch: string, rows: readonly Row[]): number {
    const { id: own, destination, template } = batchRow(batch);
    const known = new Map<string, string>();
    for (const row of rows) {
      const [connectionId, id] = [text(row, 'connection_id'), text(row, 'document_id')];
      const [dispatch, rut] = [text(row, 'dispatch'), text(row, 'rut') as Rut];
      const [folder, stem, key] = [text(row, 'folder'), text(row, 'stem'), text(row, 'key')];
      const planned = { connectionId, id, dispatch, rut, folder, stem, key };
      const place = placeFor({ destination, template, known }, planned);
      const columns = [text(row, 'type'), text(row, 'folio'), text(row, 'found_by')];
      list.run(own, connectionId, id, dispatch, rut, ...columns, place);
    }
    return rows.length;
  }

  /** Rolls back completely where it throws. */
  function adding<T>(add: () => T): T {
    try {
      // A lost addition is repeated; the sync of a later `ledgerTake` covers all of this.
      return quickTransaction(database, add);
    } catch (error) {
      // Rolled-back numbers are free again.
      takenBelow.clear();
      throw error;
    }
  }

  function placeFor(
    { destination, template, known, isPlain }: { destination: number; template: string } & Naming,
    transfer: Planned,
  ): number {
    const { connectionId, id } = transfer;
    const stored = numberOf(findPlace, destination, connectionId, id, template);
    if (stored !== undefined) return stored;
    const digits = String(numberFor(destination, transfer)).padStart(2, '0');
    const stem = transfer.stem.replaceAll(numberMark, digits);
    const key = transfer.key.replaceAll(numberMark, digits);
    const isSpelled = transfer.folder !== '' && !isPlain;
    const folder = !isSpelled ? transfer.folder : spelled(destination, transfer.folder, folderOf(key), known);
    return take(destination, { connectionId, id, template, folder, stem, key });
  }

  /** Takes the first free name: the stem itself, then `stem (2)`, `stem (3)`, … */
  function take(
    destination: number,
    wish: Pick<NewTransfer, 'connectionId' | 'id' | 'folder' | 'stem' | 'key'> & { template: string },
  ): number {
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? '' : ` (${n})`;
      const key = wish.key + suffix;
      if (ownNames.has(key)) continue;
      const { connectionId, id, template, folder, stem } = wish;
      const taken = numberOf(takePlace, destination, connectionId, id, template, folder, stem + suffix, key);
      if (taken !== undefined) return taken;
    }
  }

  return {
    /**
     * Replaces the planned folders of dispatches by those they already have in this batch's destination,
     * where these can be read.
     */
    ledgerSaveFolders(batch: string, fixedText: string, wishes: readonly FolderWish[]): string[] {
      const { destination } = batchRow(batch);
      let known = new Map<string, string>();
      function insert(wish: FolderWish): [FolderWish, string] {
        const { connectionId, dispatch, folder, key } = wish;
        const stored =
          dispatch === '' ? undefined : findFolder.get(destination, connectionId, dispatch, fixedText);
        if (stored) return [wish, text(stored, 'folder')];
        const first = folder === '' ? '' : spelled(destination, folder, key, known);
        if (dispatch !== '') insertFolder.run(destination, connectionId, dispatch, fixedText, first);
        return [wish, first];
      }
      const { results } = writeAroundDamage(database, wishes, insert, (_, work) => {
        known = new Map();
        return quickTransaction(database, work);
      });
      const folders = new Map(results);
      // Usually the planned folder is the stored one.
      return wishes.map((wish) => folders.get(wish) ?? wish.folder);
    },
    /**
     * Adds documents to a batch, each once, with a number and a name unique in the destination. One with
     * damaged ledger rows is added as failed. Returns how many were new.
     */
    ledgerAdd: addAll,
    /** Adds unreadable documents as failed, each once. Returns how many were new. */
    ledgerAddUnreadable: addFailed,
    /**
     * Copies to a batch the remaining documents of another that are in no result set any more, from that
     * batch's rows: at most `limit`. Returns how many.
     */
    ledgerCarry(batch: string, from: string, limit: number): number {
      return adding(() => carryAll(batch, lacking.all(from, batch, limit)));
    },
    /**
     * Records that all of a batch's selection has been added, and how many documents were left out, where
     * known.
     */
    ledgerEnumerated(batch: string, leftOut?: number): void {
      setEnumerated.run(leftOut ?? null, null, batch);
    },
    /** Records that the rest of a batch's selection cannot be added, and why. */
    ledgerEnumeratedInPart(batch: string, error: ErrorData): void {
      setEnumerated.run(null, JSON.stringify(error), batch);
    },
    /**
     * Renames a transfer, because another file has its name: uses the next free number. Returns the new stem,
     * in the same folder.
     */
    ledgerRename(transferId: number): string {
      return transaction(database, () => {
        const row =
          database
            .prepare(
              `SELECT p.destination, p.connection_id, p.document_id, p.template, p.folder, p.stem, p.key
               FROM transfer t JOIN place p ON p.id = t.place WHERE t.id = ?`,
            )
            .get(transferId) ?? {};
        const plain = (name: string) => name.replace(/ \(\d+\)$/, '');
        const place = take(number(row, 'destination'), {
          connectionId: text(row, 'connection_id'),
          id: text(row, 'document_id'),
          template: text(row, 'template'),
          folder: text(row, 'folder'),
          stem: plain(text(row, 'stem')),
          key: plain(text(row, 'key')),
        });
        database.prepare('UPDATE transfer SET place = ? WHERE id = ?').run(place, transferId);
        return text(database.prepare('SELECT stem FROM place WHERE id = ?').get(place) ?? {}, 'stem');
      });
    },
  };
}

function newOf(results: readonly boolean[]): number {
  return results.filter((isNew) => isNew).length;
}

function folderOf(key: string): string {
  return key.includes('/') ? key.slice(0, key.lastIndexOf('/')) : '';
}
