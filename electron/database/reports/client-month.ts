import type { DatabaseSync } from 'node:sqlite';
import { dispatchKey } from '../../../shared/composite-key.ts';
import { type ClientMonth, daysOfMonth } from '../../../shared/model/client-month.ts';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type { FileState } from '../../../shared/model/document.ts';
import type { PaymentTableQuery } from '../../../shared/model/payment-queries.ts';
import type { ClientMonthKey } from '../../../shared/model/value-schemas.ts';
import { aroundDamage } from '../damaged-rows.ts';
import { text } from '../row.ts';
import { prepared } from '../statements.ts';
import { periodToAsk } from './coverage.ts';
import { type DocumentHead, readDocumentFields, readDocumentHeads } from './dispatch-documents.ts';
import { readDispatches } from './dispatch-facts.ts';
import { getMatrix, listMissingDocuments } from './missing-documents.ts';
import { filteredPayments } from './payment-facts.ts';
import { readTabulatedPayments, type TabulatedPayment, tabulatePayments } from './payment-table.ts';

/** A client's month at these agencies. */
interface ClientMonthQuery extends ClientMonthKey {
  connectionIds: readonly string[];
  today: Day;
  /** The types of its documents that are in it; all of them if absent. */
  types?: readonly string[] | undefined;
}

/** A document of a dispatch of a month; of one whose content is damaged, type and file are known. */
export interface MonthDocument {
  type: string;
  file: FileState;
  folio: string;
  issuerId: string;
  issuerName: string;
  /** As the service writes it. */
  issueDate: string;
}

/** A client's month with all that its files list. */
export interface ClientMonthSheets {
  month: ClientMonth;
  /** Those of each of its dispatches, in their order, by type and number. */
  documents: MonthDocument[][];
  payments: TabulatedPayment[];
}

/** The disbursements of a client's month, by concept. */
export function monthPayments({ rut, month, connectionIds }: ClientMonthQuery): PaymentTableQuery {
  return {
    scope: { connectionIds: [...connectionIds], ruts: [rut] },
    filter: { period: daysOfMonth(month) },
    rows: 'concept',
    measure: 'amount',
  };
}

/**
 * What is stored of a client's month: a dispatch is in it by its acceptance, else by its opening. Damaged
 * rows are left out and counted.
 */
export function readClientMonth(database: DatabaseSync, query: ClientMonthQuery): ClientMonth {
  const { result, unreadable } = aroundDamage(database, () => readableMonth(database, query).month);
  return { ...result, unreadable };
}

function readableMonth(
  database: DatabaseSync,
  query: ClientMonthQuery,
): { month: Omit<ClientMonth, 'unreadable'>; documents: MonthDocument[][] } {
  const { rut, month, connectionIds, today, types } = query;
  const days = daysOfMonth(month);
  const ofClient = { connectionIds: [...connectionIds], ruts: [rut] };
  const facts = readDispatches(database, ofClient, today).filter(
    ({ day }) => day >= days.start && day <= days.end,
  );
  const rows = facts.map(({ row }) => row);
  const byRow = Map.groupBy(readDocumentHeads(database, rows), ({ dispatchRow }) => dispatchRow);
  const headsOf = new Map(facts.map((one) => [dispatchKey(one), byRow.get(one.row) ?? []]));
  const dispatches = facts.map(({ connectionId, number }) => ({ connectionId, number }));
  const page = { offset: 0, limit: facts.length };
  const matrix = getMatrix(database, { dispatches }, page, today);
  // Read with their content, also where they are only counted: what is damaged is told in the same way.
  const all = withFields(
    database,
    matrix.rows.map((dispatch) => headsOf.get(dispatchKey(dispatch)) ?? []),
  );
  const documents = all.map((own) => own.filter(({ type }) => !types || types.includes(type)));
  const missing = listMissingDocuments(database, { dispatches }, { offset: 0, limit: 1_000_000 }, today);
  const undated = filteredPayments(database, { dispatches }, {}, {}).filter(({ day }) => day === '');
  const read = {
    rut,
    month,
    asOf: oldestResponse(database, rows),
    isOver: days.end < today,
    dispatches: matrix.rows.map(({ connectionId, number, reference, tramite, ...row }, index) => ({
      connectionId,
      number,
      reference,
      tramite,
      day: row.day,
      completeness: row.completeness,
      documents: documents[index]?.length ?? 0,
      missing: row.missing,
    })),
    outsideRules: all.flat().length - documents.flat().length,
    missing: missing.rows,
    partial: missing.partial,
    unpaid: facts.filter(({ hasReadPayments }) => !hasReadPayments).length,
    payments: tabulatePayments(database, monthPayments(query)),
    undated: undated.length,
    toAsk: periodToAsk(database, days, {
      connectionIds,
      ruts: [rut],
      dispatchesOf: [rut],
      today,
      furtherDispatches: facts.filter(({ isFullyRead }) => !isFullyRead),
      asksUnknownClients: true,
    }),
  };
  return { month: read, documents };
}

/** A client's month with each of its documents and disbursements, for its files. */
export function readClientMonthSheets(
  database: DatabaseSync,
  query: ClientMonthQuery,
  names: ClientNames,
): ClientMonthSheets {
  const { result, unreadable } = aroundDamage(database, () => ({
    ...readableMonth(database, query),
    payments: readTabulatedPayments(database, monthPayments(query), names).payments,
  }));
  return { ...result, month: { ...result.month, unreadable } };
}

function withFields(database: DatabaseSync, documents: readonly DocumentHead[][]): MonthDocument[][] {
  const fields = readDocumentFields(
    database,
    documents.flatMap((own) => own.map(({ row }) => row)),
  );
  return documents.map((own) =>
    own.map(({ row, type, file }) => {
      const { folio = '', issuerId = '', issuerName = '', issueDate = '' } = fields.get(row) ?? {};
      return { type, file, folio, issuerId, issuerName, issueDate };
    }),
  );
}

/** When the oldest data of these dispatches was received; `''` without any. */
function oldestResponse(database: DatabaseSync, rows: readonly number[]): string {
  const found = prepared(
    database,
    `SELECT coalesce(min(CASE WHEN p.complete_at = '' THEN p.seen_at
       WHEN p.disbursements_at = '' THEN p.complete_at ELSE min(p.complete_at, p.disbursements_at) END), '') AS oldest
     FROM dispatch p WHERE p.id IN (SELECT value FROM json_each(?))`,
  ).get(JSON.stringify(rows));
  return found ? text(found, 'oldest') : '';
}
