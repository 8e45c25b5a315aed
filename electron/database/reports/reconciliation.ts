import type { DatabaseSync } from 'node:sqlite';
import { addDays, type Day } from '../../../shared/model/dates.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { ReconciledLine, Reconciliation } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, optionalText, parsed, text } from '../row.ts';
import {
  countVerdicts,
  type ReconcileDocument,
  type ReconcilePayment,
  reconcile,
  reconcileKey,
} from '../rules/reconciliation.ts';
import { isSalesRegister, type LedgerLine, readLedgerLines } from '../rules/reconciliation-lines.ts';
import { prepared } from '../statements.ts';
import { type CoverageScope, coverageOf, type Period } from './coverage.ts';

interface DocumentFields {
  folio: string;
  issuerId: string;
  issuerName: string;
}

/**
 * Matches each line of a pasted purchase ledger with stored documents and disbursements, in these
 * agencies or in all. With `of`, an unmatched line counts as not requested unless its month was requested
 * from all of them.
 */
export function reconcileLines(
  database: DatabaseSync,
  ledger: string,
  connectionIds?: readonly string[],
  of?: CoverageScope,
): Reconciliation {
  const lines = readLedgerLines(ledger);
  const folioKeys = new Set(lines.map(({ folio }) => reconcileKey(folio)).filter((key) => key !== ''));
  const connections = connectionIds ? JSON.stringify(connectionIds) : null;
  const result = reconcile(
    lines,
    readDocuments(database, folioKeys, connections),
    readPayments(database, folioKeys, connections),
  );
  const row = prepared(
    database,
    `SELECT max(seen_at) AS at, count(*) AS dispatches, total(disbursements_at <> '') AS disbursements FROM dispatch`,
  ).get();
  const counts = row && number(row, 'dispatches') > 0 ? row : undefined;
  return {
    ...(of ? withUncoveredLines(database, result.lines, lines, of) : result),
    isOfSales: isSalesRegister(ledger),
    known: {
      dispatches: counts ? number(counts, 'dispatches') : 0,
      disbursements: counts ? number(counts, 'disbursements') : 0,
    },
    asOf: (row && optionalText(row, 'at')) ?? '',
  };
}

function readDocuments(
  database: DatabaseSync,
  folioKeys: ReadonlySet<string>,
  connections: string | null,
): ReconcileDocument[] {
  const found: ReconcileDocument[] = [];
  for (const row of prepared(
    database,
    `SELECT c.uuid, coalesce(p.number, '') AS number, d.document_id, d.rut, d.type, b.fields FROM document d
     JOIN document_body b ON b.document = d.id JOIN connection c ON c.id = d.connection LEFT JOIN dispatch p ON p.id = d.dispatch
     WHERE d.is_active = 1 AND d.gone_at IS NULL AND d.find_folio <> ''
       AND (?1 IS NULL OR c.uuid IN (SELECT value FROM json_each(?1)))`,
  ).iterate(connections)) {
    const { folio, issuerId, issuerName } = parsed<DocumentFields>(text(row, 'fields'));
    if (!folioKeys.has(reconcileKey(folio))) continue;
    found.push({
      connectionId: text(row, 'uuid'),
      number: text(row, 'number'),
      documentId: text(row, 'document_id'),
      rut: text(row, 'rut') as Rut,
      type: text(row, 'type'),
      isActive: true,
      ...{ folio, issuerId, issuerName },
    });
  }
  return found;
}

function readPayments(
  database: DatabaseSync,
  folioKeys: ReadonlySet<string>,
  connections: string | null,
): ReconcilePayment[] {
  const found: ReconcilePayment[] = [];
  for (const row of prepared(
    database,
    `SELECT c.uuid, p.number, p.rut, b.fields FROM disbursement b JOIN dispatch p ON p.id = b.dispatch
     JOIN connection c ON c.id = p.connection WHERE ?1 IS NULL OR c.uuid IN (SELECT value FROM json_each(?1))`,
  ).iterate(connections)) {
    const fields = parsed<Disbursement>(text(row, 'fields'));
    const { id, documentNumber, providerId, amount, state, analysisName: analysis } = fields;
    if (!folioKeys.has(reconcileKey(documentNumber))) continue;
    found.push({
      connectionId: text(row, 'uuid'),
      number: text(row, 'number'),
      rut: text(row, 'rut') as Rut,
      ...{ id, documentNumber, providerId, state, analysis },
      ...(amount !== undefined && { amount }),
    });
  }
  return found;
}

/** Changes unmatched lines to absent only where everything that may match them was requested. */
function withUncoveredLines(
  database: DatabaseSync,
  reconciled: readonly ReconciledLine[],
  read: readonly LedgerLine[],
  of: CoverageScope,
): Pick<Reconciliation, 'lines' | 'counts' | 'toAsk'> {
  const coverage = coverageOf(database, of);
  const coveredByStart = new Map<string, boolean>();
  const unasked = new Map<string, Period>();
  const lines = reconciled.map((line, at): ReconciledLine => {
    if (line.verdict !== 'absent') return line;
    const period = periodOf(read[at]?.day, of.today);
    const isCovered = coveredByStart.get(period.start) ?? coverage.isCovered(period);
    coveredByStart.set(period.start, isCovered);
    if (isCovered) return line;
    unasked.set(period.start, period);
    return { ...line, verdict: 'not-asked' };
  });
  const toAsk = unasked.size > 0 ? coverage.missingQueries([...unasked.values()]) : undefined;
  return { lines, counts: countVerdicts(lines), ...(toAsk && toAsk.queries.length > 0 && { toAsk }) };
}

/** The month of a day, up to today; without a day the twelve months before today's month. */
function periodOf(day: Day | undefined, today: Day): Period {
  const firstOf = (each: Day) => `${each.slice(0, 7)}-01`;
  if (day === undefined) {
    const end = addDays(firstOf(today), -1);
    return { start: firstOf(addDays(end, -345)), end };
  }
  const end = addDays(firstOf(addDays(firstOf(day), 31)), -1);
  return { start: firstOf(day), end: end < today ? end : today };
}
