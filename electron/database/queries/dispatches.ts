import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import { currencyIn } from '../../../shared/model/currency.ts';
import type { Disbursement, DispatchStatus, DocumentType } from '../../../shared/model/document.ts';
import { isObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { fold } from '../../../shared/without-accents.ts';
import { number, text } from '../row.ts';
import { exemptIn } from '../rules/document-totals.ts';
import { searchText } from '../search-text.ts';
import { dateKey, numberKey, sortKey } from '../sort-keys.ts';
import { prepared } from '../statements.ts';
import { quickTransaction } from '../transaction.ts';
import { referencedRowsOf, type StoredObject, textIn } from './referenced-rows.ts';
import { addDispatchMember } from './result-members.ts';
import type { Owner } from './search-runs.ts';

/** A response about one dispatch. */
export interface DispatchRead {
  connectionId: string;
  number: string;
  rut: Rut;
  /** When the response arrived, UTC ISO 8601. */
  at: string;
  /** The result set of the dispatch, for one that may have no documents. */
  resultSetId?: string;
  /** The owner that writes to that result set. */
  owner?: Owner;
}

// Length of an ISO date up to the hour: exact enough for pruning.
const hourLength = '2026-11-20T15'.length;

const insertDispatchSql = `INSERT INTO dispatch (connection, number, rut, object, state, state_at, seen_at, text, key_number, find_number)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Finds or inserts the row of a dispatch, which belongs to one client, inside the caller's transaction. Until
 * its status is known, its state comes from the documents; states that differ only in case are equal
 * (names.md).
 */
export function upsertDispatch(
  database: DatabaseSync,
  connection: number,
  dispatch: string,
  rut: string,
  object: StoredObject | undefined,
  at: string,
): number {
  const state = object ? textIn(object.item, 'estadoDIN') : '';
  const before = prepared(
    database,
    'SELECT id, object, status, state, rut, seen_at FROM dispatch WHERE connection = ? AND number = ?',
  ).get(connection, dispatch);
  if (!before) {
    const keys = [fold(dispatch), sortKey(dispatch), numberKey(dispatch)];
    const { lastInsertRowid } = prepared(database, insertDispatchSql).run(
      connection,
      dispatch,
      rut,
      object?.id ?? null,
      state,
      at,
      at,
      ...keys,
    );
    return Number(lastInsertRowid);
  }
  const id = number(before, 'id');
  const objectId = object?.id ?? before['object'] ?? null;
  const isSeenLately = text(before, 'seen_at').slice(0, hourLength) === at.slice(0, hourLength);
  if (objectId !== before['object'] || rut !== before['rut'] || !isSeenLately) {
    const update = 'UPDATE dispatch SET rut = ?, object = ?, seen_at = ? WHERE id = ?';
    prepared(database, update).run(rut, objectId, at, id);
  }
  if (before['status'] === null && object) updateState(database, id, text(before, 'state'), state, at);
  return id;
}

/** Updates the state of a dispatch if it differs. */
function updateState(database: DatabaseSync, id: number, before: string, after: string, at: string): void {
  if (fold(before) === fold(after)) return;
  prepared(database, 'UPDATE dispatch SET state = ?, state_at = ? WHERE id = ?').run(after, at, id);
  reviseResultSets(database, id);
}

/** Makes the lists with this dispatch be read again. */
function reviseResultSets(database: DatabaseSync, dispatch: number): void {
  const update = `UPDATE result_set SET revision = revision + 1
    WHERE id IN (SELECT result_set FROM result_dispatch WHERE dispatch = ?)`;
  prepared(database, update).run(dispatch);
}

/**
 * Updates the states of a client's stored dispatches; inserts none. Where a dispatch has several records,
 * its declaration counts before an amendment, and the later before the earlier.
 */
export function updateStatuses(
  database: DatabaseSync,
  connectionId: string,
  statuses: readonly DispatchStatus[],
  at: string,
): void {
  quickTransaction(database, () => {
    const fullest = new Map<string, DispatchStatus>();
    for (const status of statuses) {
      const other = fullest.get(status.dispatchNumber);
      if (!other || isFuller(status, other)) fullest.set(status.dispatchNumber, status);
    }
    const select =
      'SELECT p.id FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ? AND p.number = ?';
    for (const status of fullest.values()) {
      const row = prepared(database, select).get(connectionId, status.dispatchNumber);
      if (row) updateStatus(database, number(row, 'id'), status, at);
    }
  });
}

/** Stores the status of one dispatch. */
export function updateDispatchStatus(
  database: DatabaseSync,
  read: DispatchRead,
  status: DispatchStatus,
): void {
  quickTransaction(database, () => updateStatus(database, dispatchRow(database, read), status, read.at));
}

/** Records that all documents of a dispatch have been read. */
export function markComplete(database: DatabaseSync, read: DispatchRead): void {
  quickTransaction(database, () => {
    const id = dispatchRow(database, read);
    prepared(database, 'UPDATE dispatch SET complete_at = ? WHERE id = ?').run(read.at, id);
    reviseResultSets(database, id);
  });
}

/** Replaces the stored disbursements of a dispatch. */
export function saveDisbursements(
  database: DatabaseSync,
  read: DispatchRead,
  disbursements: readonly Disbursement[],
): void {
  const insert = prepared(
    database,
    `INSERT INTO disbursement (dispatch, place, fields, item, text, day, currency, parties, document_number,
       amount, net, tax, exempt, balance, debit) VALUES (?, ?, ?, jsonb(?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  quickTransaction(database, () => {
    const id = dispatchRow(database, read);
    const references = referencedRowsOf(database);
    const connection = references.getConnection(read.connectionId);
    prepared(database, 'DELETE FROM disbursement WHERE dispatch = ?').run(id);
    for (const [index, { item, ...fields }] of disbursements.entries()) {
      const { dispatch: object, ...own } = item;
      references.addPaths(connection, 'disbursements', isObject(object) ? item : own);
      const texts = [JSON.stringify(fields), JSON.stringify(item), searchText(own)];
      const { providerId, providerName, analysisCode, analysisName, state } = fields;
      const parties = JSON.stringify([providerId, providerName, analysisCode, analysisName, state]);
      const { amount, net, tax, balance, debit } = fields;
      const amounts = [amount, net, tax, exemptIn(item), balance, debit].map((each) => each ?? null);
      const { date, documentNumber } = fields;
      insert.run(id, index, ...texts, dateKey(date), currencyIn(item), parties, documentNumber, ...amounts);
    }
    const update = 'UPDATE dispatch SET disbursements = ?, disbursements_at = ? WHERE id = ?';
    prepared(database, update).run(disbursements.length, read.at, id);
    reviseResultSets(database, id);
  });
}

/** Stores the catalogue of a connection for offline use, with the reason why it may be incomplete. */
export function saveTypes(
  database: DatabaseSync,
  connectionId: string,
  types: readonly DocumentType[],
  at: string,
  incompleteReason?: ErrorData,
): void {
  quickTransaction(database, () => {
    const connection = referencedRowsOf(database).getConnection(connectionId);
    const reason = incompleteReason ? JSON.stringify(incompleteReason) : '';
    const update = 'UPDATE connection SET types = ?, types_at = ?, types_doubt = ? WHERE id = ?';
    prepared(database, update).run(JSON.stringify(types), at, reason, connection);
  });
}

/** The row of the dispatch, as a member of the result set that requested it. */
function dispatchRow(database: DatabaseSync, read: DispatchRead): number {
  const { connectionId, number: dispatch, rut, at, resultSetId, owner } = read;
  const connection = referencedRowsOf(database).getConnection(connectionId);
  const id = upsertDispatch(database, connection, dispatch, rut, undefined, at);
  if (resultSetId !== undefined) addDispatchMember(database, resultSetId, id, at, owner);
  return id;
}

function updateStatus(database: DatabaseSync, id: number, status: DispatchStatus, at: string): void {
  const before = text(prepared(database, 'SELECT state FROM dispatch WHERE id = ?').get(id) ?? {}, 'state');
  prepared(database, 'UPDATE dispatch SET status = ?, status_at = ?, text = ? WHERE id = ?').run(
    JSON.stringify(status),
    at,
    `${fold(status.dispatchNumber)}\n${searchText(status.item)}`,
    id,
  );
  reviseResultSets(database, id);
  // A status without a state does not replace the documents' state.
  if (status.state !== '') updateState(database, id, before, status.state, at);
}

function isFuller(status: DispatchStatus, other: DispatchStatus): boolean {
  const isAmendment = (one: DispatchStatus) => one.recordType.toLowerCase() === 'smda';
  if (isAmendment(status) !== isAmendment(other)) return isAmendment(other);
  return status.lastModified > other.lastModified;
}
