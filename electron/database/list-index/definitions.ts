import { ofDispatchFields } from '../../../shared/model/dispatch-fields.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';

/**
 * SQL source of one of the three lists. Aliases: `m` the member, `d` document, `p` dispatch, `o` dispatch
 * object, `x` disbursement.
 */
export interface ListDefinition {
  /** FROM clause that starts at the result set; its parameter is the result set's id. */
  from: string;
  /** FROM clause of the ids alone, which come from indexes: a damaged row of the list does not stop it. */
  members: string;
  /** The order of arrival. */
  arrival: string;
  /** The row's id, and its dispatch object's. */
  id: string;
  object: string;
  /** The column by which each field sorts. */
  fields: Readonly<Record<string, Column>>;
  /** Fields that users often sort by, most likely first; long lists read them ahead. */
  likely: readonly string[];
  /** Columns to group by; rows without a group have `''`. */
  groups: Readonly<Partial<Record<RowsQuery['group'], Column>>>;
  /** FROM clause for paths into the item, and the item. */
  itemFrom: string;
  item: string;
}

export interface Column {
  sql: string;
  /** Replaces the list's own FROM clause. */
  from?: string;
  /** Whether the value already is a sort key (`sortKey`). */
  isKey?: boolean;
}

const key = (sql: string): Column => ({ sql, isKey: true });
const plain = (sql: string): Column => ({ sql });
const ofObject = (name: string): Column => ({ sql: `o.item ->> '$.${name}'` });
const fromDocuments = 'FROM result_document m CROSS JOIN document d ON d.id = m.document';
const fromDispatches = `FROM result_dispatch m CROSS JOIN dispatch p ON p.id = m.dispatch LEFT JOIN dispatch_object o ON o.id = p.object`;
const fromDisbursements = `FROM result_dispatch m CROSS JOIN disbursement x ON x.dispatch = m.dispatch CROSS JOIN dispatch p ON p.id = m.dispatch`;
const ofFields = (name: string): Column => ({ sql: `x.fields ->> '$.${name}'` });

// CROSS JOIN fixes the join order: without statistics SQLite may start at any table.
export const listDefinitions: Readonly<Record<ListName, ListDefinition>> = {
  documents: {
    from: fromDocuments,
    members: 'FROM result_document m',
    arrival: 'm.position',
    id: 'm.document',
    object: 'd.object',
    fields: {
      type: key('d.key_type'),
      dispatchNumber: key('d.key_dispatch'),
      folio: key('d.key_folio'),
      issuerName: key('d.key_issuer'),
      issueDate: key('d.key_date'),
      reference: key('d.key_reference'),
      id: plain('d.document_id'),
      rut: plain('d.rut'),
      connectionId: plain('d.connection'),
      isActive: plain('d.is_active'),
      file: plain('d.file'),
      seenAt: plain('d.seen_at'),
      removedAt: plain('d.gone_at'),
      issuerId: plain('d.issuer_id'),
      // The order of the dispatches in the query: that of a pasted list.
      asked: plain('m.walk'),
      path: {
        sql: '(SELECT k.path FROM kept_file k WHERE k.connection_id = c.uuid AND k.document_id = d.document_id)',
        from: `${fromDocuments} CROSS JOIN connection c ON c.id = d.connection`,
      },
    },
    likely: ['dispatchNumber', 'issueDate', 'type', 'folio', 'issuerName', 'reference', 'rut', 'issuerId'],
    groups: {
      dispatch: {
        sql: `coalesce(d.connection || '/' || p.number, '')`,
        from: `${fromDocuments} LEFT JOIN dispatch p ON p.id = d.dispatch`,
      },
      type: plain('d.type'),
      client: plain('d.rut'),
    },
    itemFrom: 'FROM result_document m CROSS JOIN document_body b ON b.document = m.document',
    item: 'b.item',
  },
  dispatches: {
    from: fromDispatches,
    members: 'FROM result_dispatch m',
    arrival: 'm.position',
    id: 'm.dispatch',
    object: 'coalesce(p.object, 0)',
    fields: {
      number: key('p.key_number'),
      rut: plain('p.rut'),
      connectionId: plain('p.connection'),
      state: plain('p.state'),
      ...ofDispatchFields(({ key: name }) => ofObject(name)),
      documents: plain('m.documents'),
      withFile: plain('m.with_file'),
      isComplete: plain(`p.complete_at <> ''`),
      asked: {
        sql: `(SELECT w.id FROM walk w WHERE w.result_set = m.result_set AND w.kind = 'dispatch' AND w.connection = c.uuid
          AND w.subject = p.number AND w.rut = '')`,
        from: `${fromDispatches} CROSS JOIN connection c ON c.id = p.connection`,
      },
      disbursements: plain(`CASE WHEN p.disbursements_at <> '' THEN p.disbursements END`),
    },
    likely: [],
    groups: { client: plain('p.rut') },
    itemFrom: fromDispatches,
    item: 'o.item',
  },
  disbursements: {
    from: fromDisbursements,
    members: `FROM result_dispatch m CROSS JOIN disbursement x INDEXED BY sqlite_autoindex_disbursement_1
      ON x.dispatch = m.dispatch`,
    arrival: 'm.position, x.place',
    id: 'x.id',
    object: 'coalesce(p.object, 0)',
    fields: {
      dispatchNumber: key('p.key_number'),
      rut: plain('p.rut'),
      connectionId: plain('p.connection'),
      ...Object.fromEntries(
        [
          'id',
          'analysisCode',
          'analysisName',
          'documentNumber',
          'state',
          'date',
          'amount',
          'net',
          'tax',
          'balance',
          'debit',
          'providerId',
          'providerName',
        ].map((name) => [name, ofFields(name)]),
      ),
    },
    likely: [],
    groups: {
      dispatch: plain(`p.connection || '/' || p.number`),
      type: ofFields('analysisName'),
      client: plain('p.rut'),
    },
    itemFrom: fromDisbursements,
    item: 'x.item',
  },
};
