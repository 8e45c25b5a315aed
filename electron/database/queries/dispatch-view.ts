import type { DatabaseSync } from 'node:sqlite';
import type { DispatchStatus } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DispatchView } from '../../../shared/model/search.ts';
import { disbursementColumns, toDisbursementRow } from '../list-index/rows.ts';
import { number, optionalText, parsed, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { documentColumns, documentJoins, toDocument } from './document-rows.ts';

/** Everything stored of a dispatch; undefined when it is not known. */
export function viewDispatch(
  database: DatabaseSync,
  connectionId: string,
  dispatch: string,
): DispatchView | undefined {
  const row = prepared(
    database,
    `SELECT p.* FROM dispatch p JOIN connection c ON c.id = p.connection WHERE c.uuid = ? AND p.number = ?`,
  ).get(connectionId, dispatch);
  if (!row) return undefined;
  const id = number(row, 'id');
  const status = optionalText(row, 'status');
  const times = ['seen_at', 'complete_at', 'status_at', 'disbursements_at'].map((column) =>
    text(row, column),
  );
  const documents = database
    .prepare(
      `SELECT ${documentColumns} FROM document d ${documentJoins} WHERE d.dispatch = ? ORDER BY d.key_type, d.key_folio, d.id`,
    )
    .all(id)
    .map(toDocument);
  return {
    connectionId,
    number: dispatch,
    rut: text(row, 'rut') as Rut,
    ...(status !== undefined && { status: parsed<DispatchStatus>(status) }),
    documents,
    disbursements: database
      .prepare(`SELECT ${disbursementColumns} WHERE x.dispatch = ? ORDER BY x.place`)
      .all(id)
      .map(toDisbursementRow),
    isComplete: text(row, 'complete_at') !== '',
    asOf: [...times, ...documents.map(({ seenAt }) => seenAt)].reduce((a, b) => (a > b ? a : b)),
  };
}
