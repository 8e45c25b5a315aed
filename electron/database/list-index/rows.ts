import type { DatabaseSync } from 'node:sqlite';
import { ofDispatchFields } from '../../../shared/model/dispatch-fields.ts';
import type { Disbursement, DispatchStatus, StoredDocument } from '../../../shared/model/document.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DisbursementRow, DispatchRow, RowsByList } from '../../../shared/model/search.ts';
import { readRow } from '../damaged-rows.ts';
import { documentReader } from '../queries/document-rows.ts';
import { textIn } from '../queries/referenced-rows.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';

/** Reads whole rows of the three lists by id; undefined where there is none, null where it cannot be read. */
export function rowReader(database: DatabaseSync) {
  const document = documentReader(database);
  const dispatch = database.prepare(
    `SELECT ${dispatchColumns}, m.documents, m.with_file FROM result_dispatch m CROSS JOIN dispatch p ON p.id = m.dispatch
     ${dispatchJoins} WHERE m.result_set = ? AND m.dispatch = ?`,
  );
  const disbursement = database.prepare(`SELECT ${disbursementColumns} WHERE x.id = ?`);

  const readers: {
    [List in ListName]: (set: number, id: number) => RowsByList[List]['rows'][number] | undefined | null;
  } = {
    documents: (_, id) => document(id),
    dispatches: (set, id) => readRow(database, id, [() => read(dispatch.get(set, id), toDispatchRow)]),
    disbursements: (_, id) => readRow(database, id, [() => read(disbursement.get(id), toDisbursementRow)]),
  };
  return (list: ListName, set: number, ids: Iterable<number>) =>
    Array.from(ids, (id) => readers[list](set, id) as AnyRow | undefined | null);
}

/** The readable rows, and how many cannot be read. */
export function present(rows: readonly (AnyRow | undefined | null)[]): {
  rows: AnyRow[];
  unreadable?: number;
} {
  const unreadable = rows.filter((row) => row === null).length;
  return {
    rows: rows.filter((row) => row !== undefined && row !== null),
    ...(unreadable > 0 && { unreadable }),
  };
}

/** The caller knows which list it requested. */
type AnyRow = StoredDocument & DispatchRow & DisbursementRow;

function read<T>(row: Row | undefined, to: (row: Row) => T): T | undefined {
  return row && to(row);
}

/** Columns of a query for dispatch rows, without the document counts; `p` is the dispatch. */
const dispatchColumns = `c.uuid AS connection_id, p.number, p.rut, p.state, p.status, p.complete_at, p.disbursements,
  p.disbursements_at, json(o.item) AS object`;
const dispatchJoins = `JOIN connection c ON c.id = p.connection LEFT JOIN dispatch_object o ON o.id = p.object`;

function toDispatchRow(row: Row): DispatchRow {
  const object = optionalText(row, 'object');
  const status = optionalText(row, 'status');
  const item: JsonObject = object === undefined ? {} : parsed(object);
  return {
    connectionId: text(row, 'connection_id'),
    number: text(row, 'number'),
    rut: text(row, 'rut') as Rut,
    ...ofDispatchFields(({ key }) => textIn(item, key)),
    state: text(row, 'state'),
    documents: number(row, 'documents'),
    withFile: number(row, 'with_file'),
    isComplete: text(row, 'complete_at') !== '',
    ...(text(row, 'disbursements_at') !== '' && { disbursements: number(row, 'disbursements') }),
    item: object === undefined && status !== undefined ? parsed<DispatchStatus>(status).item : item,
  };
}

/** Columns and source of a query for disbursements; `x` is the disbursement, `p` its dispatch. */
export const disbursementColumns = `c.uuid AS connection_id, p.rut, x.fields, json(x.item) AS item
  FROM disbursement x JOIN dispatch p ON p.id = x.dispatch JOIN connection c ON c.id = p.connection`;

/** A disbursement from a row of `disbursementColumns`. */
export function toDisbursementRow(row: Row): DisbursementRow {
  return {
    ...parsed<Omit<Disbursement, 'item'>>(text(row, 'fields')),
    item: parsed(text(row, 'item')),
    connectionId: text(row, 'connection_id'),
    rut: text(row, 'rut') as Rut,
  };
}
