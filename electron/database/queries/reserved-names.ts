import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { writeAroundDamage } from '../damaged-rows.ts';
import { documentKeyOf, number, numberOf, type Row, rowUnreadable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { quickTransaction, transaction } from '../transaction.ts';
import { type FolderWish, type NewTransfer, numberMark } from './batch-rows.ts';
import { confirmTakenNumbers, forgetTakenNumbers, numberFor } from './document-numbers.ts';
import { isRemaining } from './move-batch.ts';
import type { UnreadableDocument } from './selection.ts';

// Names that every destination uses itself: the index and its checksums.
const ownNames = new Set(['indice', 'indice.csv', 'sha256sums']);

/** What a reserved name needs to know of its document. */
type Planned = Omit<NewTransfer, 'type' | 'folio' | 'foundBy'>;

/** The row of a batch that documents are added to. */
interface BatchRow {
  id: number;
  destination: number;
  template: string;
}

/**
 * Where names are reserved. `isPlain` leaves folders as planned and stores no number, where a damaged row
 * stops both.
 */
interface Naming extends Omit<BatchRow, 'id'> {
  /** Spelling of the folders of this transaction, by key. */
  known: Map<string, string>;
  isPlain: boolean;
}

function getBatchRow(database: DatabaseSync, uuid: string): BatchRow {
  const sql = 'SELECT id, destination, template FROM download_batch WHERE uuid = ?';
  const row = prepared(database, sql).get(uuid) ?? {};
  return {
    id: number(row, 'id'),
    destination: number(row, 'destination'),
    template: text(row, 'template'),
  };
}

const findDispatchFolder = `SELECT folder FROM dispatch_folder
  WHERE destination = ? AND connection_id = ? AND dispatch = ? AND template IN (?, '*')
  ORDER BY template DESC LIMIT 1`;

const insertDispatchFolder = 'INSERT OR IGNORE INTO dispatch_folder VALUES (?, ?, ?, ?, ?)';

/**
 * Replaces the planned folders of dispatches by those they already have in this batch's destination,
 * where these can be read.
 */
export function reserveFolders(
  database: DatabaseSync,
  batch: string,
  fixedText: string,
  wishes: readonly FolderWish[],
): string[] {
  const { destination } = getBatchRow(database, batch);
  let known = new Map<string, string>();
  function insert(wish: FolderWish): [FolderWish, string] {
    const { connectionId, dispatch, folder, key } = wish;
    const find = prepared(database, findDispatchFolder);
    const stored = dispatch === '' ? undefined : find.get(destination, connectionId, dispatch, fixedText);
    if (stored) return [wish, text(stored, 'folder')];
    const first = folder === '' ? '' : spelled(database, destination, folder, key, known);
    if (dispatch !== '') {
      prepared(database, insertDispatchFolder).run(destination, connectionId, dispatch, fixedText, first);
    }
    return [wish, first];
  }
  const { results } = writeAroundDamage(database, wishes, [insert], (_, work) => {
    known = new Map();
    return quickTransaction(database, work);
  });
  const folders = new Map(results);
  // Usually the planned folder is the stored one.
  return wishes.map((wish) => folders.get(wish) ?? wish.folder);
}

const findSpelling = 'SELECT folder FROM folder_spelling WHERE destination = ? AND key = ?';
const insertSpelling = 'INSERT OR IGNORE INTO folder_spelling VALUES (?, ?, ?)';

/**
 * The folder as an earlier document spelled it, segment by segment, so that case-sensitive and other file
 * systems get the same tree. Documents of a folder come together: `known` caches those of this transaction,
 * by key.
 */
function spelled(
  database: DatabaseSync,
  destination: number,
  folder: string,
  key: string,
  known: Map<string, string>,
): string {
  let elder = known.get(key) ?? '';
  if (elder !== '') return elder;
  const keys = key.split('/');
  for (const [depth, name] of folder.split('/').entries()) {
    const path = keys.slice(0, depth + 1).join('/');
    const stored = prepared(database, findSpelling).get(destination, path);
    const wish = elder === '' ? name : `${elder}/${name}`;
    elder = stored ? text(stored, 'folder') : wish;
    if (!stored) prepared(database, insertSpelling).run(destination, path, wish);
  }
  known.set(key, elder);
  return elder;
}

/**
 * Adds documents to a batch, each once, with a number and a name unique in the destination. One with
 * damaged ledger rows is added as failed. Returns how many were new.
 */
export function addTransfers(
  database: DatabaseSync,
  batch: string,
  transfers: readonly NewTransfer[],
): number {
  const { id, destination, template } = getBatchRow(database, batch);
  const add = (transfer: NewTransfer, naming: Naming) => addOne(database, id, naming, transfer);
  const { results, damaged } = addAroundDamage(database, { destination, template }, transfers, add);
  return countNew(results) + addUnreadableTransfers(database, batch, damaged);
}

/**
 * Adds documents in one transaction. Those that damage stops come without the tables that are not essential.
 * Returns the results, and the documents that could not be added.
 */
function addAroundDamage<Item, Result>(
  database: DatabaseSync,
  batch: Omit<BatchRow, 'id'>,
  items: readonly Item[],
  addItem: (item: Item, naming: Naming) => Result,
): { results: Result[]; damaged: Item[] } {
  let known = new Map<string, string>();
  return writeAroundDamage(
    database,
    items,
    [false, true].map((isPlain) => (item: Item) => addItem(item, { ...batch, known, isPlain })),
    (_, work) => {
      known = new Map();
      return adding(database, work);
    },
  );
}

const isListed = 'SELECT 1 FROM transfer WHERE batch = ? AND connection_id = ? AND document_id = ?';

const insertTransfer = `INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`;

function addOne(database: DatabaseSync, batch: number, naming: Naming, transfer: NewTransfer): boolean {
  const { connectionId, id, dispatch, rut, type, folio } = transfer;
  if (prepared(database, isListed).get(batch, connectionId, id)) return false;
  const nameId = reservedNameFor(database, naming, transfer);
  const foundBy = JSON.stringify(transfer.foundBy);
  const insert = prepared(database, insertTransfer);
  insert.run(batch, connectionId, id, dispatch, rut, type, folio, foundBy, nameId);
  return true;
}

// A retry fails again: the row has no query that found it.
const insertFailed = `INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state, error, at,
    is_untold)
  VALUES (?, ?, ?, ?, ?, ?, '', '', ?, 'failed', ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1) ON CONFLICT DO NOTHING`;

const findNameless = "SELECT id FROM place WHERE destination = ? AND key = ? AND template = ''";

/**
 * Adds unreadable documents as failed, each once, under a name that no other batch takes for theirs. Returns
 * how many were new.
 */
export function addUnreadableTransfers(
  database: DatabaseSync,
  batch: string,
  documents: readonly UnreadableDocument[],
): number {
  if (documents.length === 0) return 0;
  return adding(database, () => {
    const { id: own, destination } = getBatchRow(database, batch);
    let added = 0;
    for (const { connectionId, id, dispatch, rut, type } of documents) {
      const wish = { connectionId, id, template: '', folder: '', stem: id, key: id.toLowerCase() };
      const nameId =
        numberOf(prepared(database, findNameless), destination, wish.key) ??
        reserveName(database, destination, wish);
      const error = JSON.stringify(rowUnreadable('document', id));
      const insert = prepared(database, insertFailed);
      added += Number(insert.run(own, connectionId, id, dispatch, rut, type, nameId, error).changes);
    }
    return added;
  });
}

/** Rolls back completely where it throws. */
function adding<T>(database: DatabaseSync, add: () => T): T {
  try {
    // A lost addition is repeated; the sync of a later `takeTransfers` covers all of this.
    const result = quickTransaction(database, add);
    confirmTakenNumbers(database);
    return result;
  } catch (error) {
    forgetTakenNumbers(database);
    throw error;
  }
}

const listMissing = `SELECT t.*, coalesce(p.folder, '') AS folder, coalesce(p.stem, t.document_id) AS stem, coalesce(p.key, lower(t.document_id)) AS key
  FROM (SELECT * FROM transfer WHERE ${isRemaining}) t LEFT JOIN place p ON p.id = t.place
  WHERE NOT EXISTS (SELECT 1 FROM transfer n JOIN download_batch b ON b.id = n.batch
    WHERE b.uuid = ? AND n.connection_id = t.connection_id AND n.document_id = t.document_id)
  ORDER BY t.id LIMIT ?`;

/**
 * Copies to a batch the remaining documents of another that are in no result set any more, from that
 * batch's rows: at most `limit`. Returns how many.
 */
export function carryTransfers(database: DatabaseSync, batch: string, from: string, limit: number): number {
  const rows = prepared(database, listMissing).all(from, batch, limit);
  const { id, destination, template } = getBatchRow(database, batch);
  const copy = (row: Row, naming: Naming) => copyTransfer(database, id, naming, row);
  const { damaged } = addAroundDamage(database, { destination, template }, rows, copy);
  addUnreadableTransfers(database, batch, damaged.map(toPlanned));
  return rows.length;
}

/** Copies a row of another batch under its name there, where that is free. */
function copyTransfer(database: DatabaseSync, batch: number, naming: Naming, row: Row): void {
  const planned = toPlanned(row);
  const { connectionId, id, dispatch, rut, type } = planned;
  const nameId = reservedNameFor(database, naming, planned);
  const columns = [type, text(row, 'folio'), text(row, 'found_by')];
  prepared(database, insertTransfer).run(batch, connectionId, id, dispatch, rut, ...columns, nameId);
}

function toPlanned(row: Row): Planned & UnreadableDocument {
  return {
    ...documentKeyOf(row),
    dispatch: text(row, 'dispatch'),
    rut: text(row, 'rut') as Rut,
    type: text(row, 'type'),
    folder: text(row, 'folder'),
    stem: text(row, 'stem'),
    key: text(row, 'key'),
  };
}

const findReservedName = `SELECT id FROM place WHERE destination = ? AND connection_id = ? AND document_id = ? AND template IN (?, '*')
  ORDER BY template DESC, id DESC LIMIT 1`;

function reservedNameFor(database: DatabaseSync, naming: Naming, transfer: Planned): number {
  const { destination, template, known, isPlain } = naming;
  const { connectionId, id } = transfer;
  const stored = numberOf(prepared(database, findReservedName), destination, connectionId, id, template);
  if (stored !== undefined) return stored;
  const ownNumber = numberFor(database, destination, transfer, isPlain);
  const digits = String(ownNumber).padStart(2, '0');
  const stem = transfer.stem.replaceAll(numberMark, digits);
  const key = transfer.key.replaceAll(numberMark, digits);
  const isSpelled = transfer.folder !== '' && !isPlain;
  const folder = isSpelled
    ? spelled(database, destination, transfer.folder, folderOf(key), known)
    : transfer.folder;
  return reserveName(database, destination, { connectionId, id, template, folder, stem, key });
}

const insertReservedName = `INSERT INTO place (destination, connection_id, document_id, template, folder, stem, key)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`;

/** Takes the first free name: the stem itself, then `stem (2)`, `stem (3)`, … */
function reserveName(
  database: DatabaseSync,
  destination: number,
  wish: Pick<NewTransfer, 'connectionId' | 'id' | 'folder' | 'stem' | 'key'> & { template: string },
): number {
  const { connectionId, id, template, folder, stem } = wish;
  const insert = prepared(database, insertReservedName);
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : ` (${n})`;
    const key = wish.key + suffix;
    if (ownNames.has(key)) continue;
    const taken = numberOf(insert, destination, connectionId, id, template, folder, stem + suffix, key);
    if (taken !== undefined) return taken;
  }
}

const updateEnumerated = `UPDATE download_batch
  SET selection = NULL, left_out = coalesce(?, left_out), selection_error = coalesce(?, selection_error) WHERE uuid = ?`;

/**
 * Records that all of a batch's selection has been added, and how many documents were left out, where
 * known.
 */
export function markEnumerated(database: DatabaseSync, batch: string, leftOut?: number): void {
  prepared(database, updateEnumerated).run(leftOut ?? null, null, batch);
}

/** Records that the rest of a batch's selection cannot be added, and why. */
export function markEnumeratedInPart(database: DatabaseSync, batch: string, error: ErrorData): void {
  prepared(database, updateEnumerated).run(null, JSON.stringify(error), batch);
}

const findNameOfTransfer = `SELECT p.destination, p.connection_id, p.document_id, p.template, p.folder, p.stem, p.key
  FROM transfer t JOIN place p ON p.id = t.place WHERE t.id = ?`;

/**
 * Renames a transfer, because another file has its name: uses the next free number. Returns the new stem,
 * in the same folder.
 */
export function renameTransfer(database: DatabaseSync, transferId: number): string {
  return transaction(database, () => {
    const row = prepared(database, findNameOfTransfer).get(transferId) ?? {};
    const plain = (name: string) => name.replace(/ \(\d+\)$/, '');
    const nameId = reserveName(database, number(row, 'destination'), {
      ...documentKeyOf(row),
      template: text(row, 'template'),
      folder: text(row, 'folder'),
      stem: plain(text(row, 'stem')),
      key: plain(text(row, 'key')),
    });
    prepared(database, 'UPDATE transfer SET place = ? WHERE id = ?').run(nameId, transferId);
    return text(prepared(database, 'SELECT stem FROM place WHERE id = ?').get(nameId) ?? {}, 'stem');
  });
}

function countNew(results: readonly boolean[]): number {
  return results.filter((isNew) => isNew).length;
}

function folderOf(key: string): string {
  return key.includes('/') ? key.slice(0, key.lastIndexOf('/')) : '';
}
