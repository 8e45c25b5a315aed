import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Disbursement, DispatchStatus, DocumentType } from '../../../shared/model/document.ts';
import { isObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, text } from '../row.ts';
import { fold, searchText } from '../search-text.ts';
import { quickTransaction } from '../transaction.ts';
import { dispatchWriter } from './dispatch-writer.ts';
import { memberWriter } from './members.ts';
import type { References } from './references.ts';
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

/** Queries that store dispatch data other than documents. */
export function dispatchWrites(database: DatabaseSync, references: References) {
  const dispatches = dispatchWriter(database);
  const members = memberWriter(database);
  const findState = database.prepare('SELECT state FROM dispatch WHERE id = ?');
  const setStatus = database.prepare('UPDATE dispatch SET status = ?, status_at = ?, text = ? WHERE id = ?');
  const touchSets = database.prepare(
    `UPDATE result_set SET revision = revision + 1
     WHERE id IN (SELECT result_set FROM result_dispatch WHERE dispatch = ?)`,
  );

  function rowOf({ connectionId, number: dispatch, rut, at, resultSetId, owner }: DispatchRead): number {
    const id = dispatches.upsertDispatch(references.connection(connectionId), dispatch, rut, undefined, at);
    if (resultSetId !== undefined) members.addDispatch(resultSetId, id, at, owner);
    return id;
  }

  function updateStatus(id: number, status: DispatchStatus, at: string): void {
    const before = text(findState.get(id) ?? {}, 'state');
    setStatus.run(
      JSON.stringify(status),
      at,
      `${fold(status.dispatchNumber)}\n${searchText(status.item)}`,
      id,
    );
    touchSets.run(id);
    // A status without a state does not replace the documents' state.
    if (status.state !== '') dispatches.moveTo(id, before, status.state, at);
  }

  const known = database.prepare(
    'SELECT p.id FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ? AND p.number = ?',
  );

  return {
    /**
     * Updates the states of a client's stored dispatches; inserts none. Where a dispatch has several records,
     * its declaration counts before an amendment, and the later before the earlier.
     */
    updateStatuses(connectionId: string, statuses: readonly DispatchStatus[], at: string): void {
      quickTransaction(database, () => {
        const fullest = new Map<string, DispatchStatus>();
        for (const status of statuses) {
          const other = fullest.get(status.dispatchNumber);
          if (!other || saysMore(status, other)) fullest.set(status.dispatchNumber, status);
        }
        for (const status of fullest.values()) {
          const row = known.get(connectionId, status.dispatchNumber);
          if (row) updateStatus(number(row, 'id'), status, at);
        }
      });
    },
    /** Stores the status of one dispatch. */
    updateDispatchStatus(read: DispatchRead, status: DispatchStatus): void {
      quickTransaction(database, () => updateStatus(rowOf(read), status, read.at));
    },
    /** Records that all documents of a dispatch have been read. */
    markComplete(read: DispatchRead): void {
      quickTransaction(database, () => {
        const id = rowOf(read);
        database.prepare('UPDATE dispatch SET complete_at = ? WHERE id = ?').run(read.at, id);
        touchSets.run(id);
      });
    },
    /** Replaces the stored disbursements of a dispatch. */
    saveDisbursements(read: DispatchRead, disbursements: readonly Disbursement[]): void {
      const insert = database.prepare(
        'INSERT INTO disbursement (dispatch, place, fields, item, text) VALUES (?, ?, ?, jsonb(?), ?)',
      );
      quickTransaction(database, () => {
        const id = rowOf(read);
        const connection = references.connection(read.connectionId);
        database.prepare('DELETE FROM disbursement WHERE dispatch = ?').run(id);
        for (const [index, { item, ...fields }] of disbursements.entries()) {
          const { dispatch: object, ...own } = item;
          references.paths(connection, 'disbursements', isObject(object) ? item : own);
          insert.run(id, index, JSON.stringify(fields), JSON.stringify(item), searchText(own));
        }
        database
          .prepare('UPDATE dispatch SET disbursements = ?, disbursements_at = ? WHERE id = ?')
          .run(disbursements.length, read.at, id);
        touchSets.run(id);
      });
    },
    /** Stores the catalogue of a connection for offline use, with the reason why it may be incomplete. */
    saveTypes(
      connectionId: string,
      types: readonly DocumentType[],
      at: string,
      incompleteReason?: ErrorData,
    ): void {
      quickTransaction(database, () => {
        database
          .prepare('UPDATE connection SET types = ?, types_at = ?, types_doubt = ? WHERE id = ?')
          .run(
            JSON.stringify(types),
            at,
            incompleteReason ? JSON.stringify(incompleteReason) : '',
            references.connection(connectionId),
          );
      });
    },
  };
}

function saysMore(status: DispatchStatus, other: DispatchStatus): boolean {
  const isAmendment = (one: DispatchStatus) => one.recordType.toLowerCase() === 'smda';
  if (isAmendment(status) !== isAmendment(other)) return isAmendment(other);
  return status.lastModified > other.lastModified;
}
