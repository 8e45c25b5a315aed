import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '../../../shared/model/dates.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { KnownDispatches, Scope } from '../../../shared/model/dossier.ts';
import type { PaymentFilter } from '../../../shared/model/payment-queries.ts';
import type { Payments, SupportedPayment } from '../../../shared/model/review.ts';
import { memoizeUntilWrite } from '../queries/memoize-until-write.ts';
import { number, parsed, text } from '../row.ts';
import { sumPayments } from '../rules/payment-sums.ts';
import { supportOf } from '../rules/payment-support.ts';
import { dateKey } from '../sort-keys.ts';
import { perDatabase, prepared } from '../statements.ts';
import { type NamedDocument, readNamedDocuments } from './dispatch-documents.ts';
import { type DispatchFacts, readDispatches, scopeCondition } from './dispatch-facts.ts';
import { filteredPayments } from './payment-facts.ts';
import {
  byClient,
  byFields,
  type Order,
  type OrderedBy,
  pageOf,
  rankIn,
  type Window,
} from './report-order.ts';

/** The support of the disbursements to show. */
type SupportFilter = SupportedPayment['support']['state'] | undefined;

/** A stored disbursement with its currency, its row id, and that of its dispatch. */
type PaymentRow = Disbursement & { currency: string; row: number; dispatchRow: number };
type SupportedRow = SupportedPayment & Pick<PaymentRow, 'row'>;

/** Disbursements of dispatches, in the API's order. */
export function readPayments(database: DatabaseSync, rows: readonly number[]): PaymentRow[] {
  return prepared(
    database,
    `SELECT b.id, b.dispatch, b.fields, json(b.item) AS item, b.currency FROM json_each(?) j JOIN disbursement b ON b.dispatch = j.value
     ORDER BY j.key, b.place`,
  )
    .all(JSON.stringify(rows))
    .map((row) => ({
      ...parsed<Omit<Disbursement, 'item'>>(text(row, 'fields')),
      item: parsed(text(row, 'item')),
      currency: text(row, 'currency'),
      row: number(row, 'id'),
      dispatchRow: number(row, 'dispatch'),
    }));
}

/** Disbursements with the documents of their own dispatch that support them. */
export function supportPayments(
  dispatches: readonly DispatchFacts[],
  payments: readonly PaymentRow[],
  documents: readonly NamedDocument[],
): SupportedRow[] {
  const byDispatch = Map.groupBy(documents, ({ dispatchRow }) => dispatchRow);
  const facts = new Map(dispatches.map((dispatch) => [dispatch.row, dispatch]));
  return payments.flatMap(({ dispatchRow, ...payment }) => {
    const dispatch = facts.get(dispatchRow);
    if (!dispatch) return [];
    const { connectionId, rut, number: dispatchNumber } = dispatch;
    const own = byDispatch.get(dispatchRow) ?? [];
    const support = supportOf(payment, own);
    const supportedBy = support.documents.flatMap(({ documentId }) => {
      const document = own.find((one) => one.documentId === documentId);
      return document ? [{ documentId, type: document.type, folio: document.folio }] : [];
    });
    return [{ ...payment, connectionId, rut, dispatchNumber, support, supportedBy }];
  });
}

/** The disbursements of a scope with their documents and sums, once until the file changes. */
const supportedOf = perDatabase((database) =>
  memoizeUntilWrite(database)((scope, today) => {
    const dispatches = readDispatches(database, scope, today);
    const payments = readPayments(
      database,
      dispatches.map(({ row }) => row),
    );
    const paid = [...new Set(payments.map(({ dispatchRow }) => dispatchRow))];
    const supported = supportPayments(dispatches, payments, readNamedDocuments(database, paid));
    return {
      ...counted(supported),
      notRequested: dispatches.filter(({ hasReadPayments }) => !hasReadPayments).length,
      dispatches: dispatches.length,
    };
  }),
);

/**
 * Disbursements with their documents, sums, and what the sums leave out. Sums and counts cover all that the
 * filter names, whatever support is shown.
 */
export function listPayments(
  database: DatabaseSync,
  scope: Scope,
  { only, filter, ...window }: Window & { only?: SupportFilter; filter?: PaymentFilter | undefined },
  today: Day,
): Payments {
  const whole = supportedOf(database)(scope, today);
  const { payments, ...numbers } = filter ? narrowed(database, whole, scope, filter, window) : whole;
  const shown = only === undefined ? payments : payments.filter(({ support }) => support.state === only);
  const page = pageOf(shown, window, paymentOrder(window));
  return { ...page, rows: page.rows.map(({ row: _, ...payment }) => payment), ...numbers };
}

function counted(payments: readonly SupportedRow[]) {
  const count = (state: SupportedPayment['support']['state']) =>
    payments.filter(({ support }) => support.state === state).length;
  return {
    payments,
    sums: sumPayments(payments),
    supported: count('supported'),
    unsupported: count('unsupported'),
    withoutNumber: count('no-number'),
  };
}

/** The disbursements that a filter names, with their own sums and counts. */
function narrowed<Whole extends { payments: readonly SupportedRow[] }>(
  database: DatabaseSync,
  whole: Whole,
  scope: Scope,
  filter: PaymentFilter,
  { names = {} }: Order,
) {
  const rows = new Set(filteredPayments(database, scope, filter, names).map(({ row }) => row));
  const payments = whole.payments.filter(({ row }) => rows.has(row));
  return { ...whole, ...counted(payments) };
}

/** The number of dispatches whose disbursements are known. */
export function countKnown(database: DatabaseSync, scope: Scope): KnownDispatches {
  const { where, input } = scopeCondition(scope);
  const row = database
    .prepare(
      `SELECT count(*) AS dispatches, total(p.disbursements_at <> '') AS disbursements
       FROM dispatch p JOIN connection c ON c.id = p.connection WHERE ${where}`,
    )
    .get(...input);
  if (!row) return { dispatches: 0, disbursements: 0 };
  return { dispatches: number(row, 'dispatches'), disbursements: number(row, 'disbursements') };
}

function paymentOrder(order: Order): OrderedBy<SupportedRow> {
  return {
    ...byFields('dispatchNumber', 'analysisName', 'state', 'documentNumber', 'providerId', 'providerName'),
    ...byFields('amount', 'currency', 'net', 'tax', 'balance', 'debit'),
    ...byClient(order),
    date: [({ date }) => dateKey(date)],
    support: [
      ({ support }) => rankIn(['supported', 'unsupported', 'no-number'], support.state),
      ({ supportedBy }) => supportedBy.map(({ type, folio }) => `${type} ${folio}`).join(', '),
    ],
  };
}
