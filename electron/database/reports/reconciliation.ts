import type { DatabaseSync } from 'node:sqlite';
import { addDays, type Day } from '../../../shared/model/dates.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { ReconciledLine, Reconciliation } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, optionalText, parsed, text } from '../row.ts';
import { readTotals } from '../rules/document-totals.ts';
import { partyKey } from '../rules/folio.ts';
import { listNotInRegister, type RegisterScope, registerScope } from '../rules/not-in-register.ts';
import {
  collectors,
  countVerdicts,
  type ReconcileDocument,
  type ReconcilePayment,
  reconcile,
  reconcileKey,
} from '../rules/reconciliation.ts';
import { type RegisterLine, readRegister } from '../rules/register-lines.ts';
import { dateKey } from '../sort-keys.ts';
import { prepared } from '../statements.ts';
import { type CoverageScope, coverageOf, type Period } from './coverage.ts';
import type { Fields } from './dispatch-documents.ts';

/** The agencies and clients among which matches are looked for; empty means all. */
interface ReconcileScope {
  connectionIds?: readonly string[] | undefined;
  ruts?: readonly Rut[] | undefined;
}

/**
 * Matches each line of a pasted purchase register with stored documents and disbursements, then adds those of
 * its months and clients that it has not. With `of`, an unmatched line counts as not requested unless its
 * month was requested from all of them.
 */
export function reconcileLines(
  database: DatabaseSync,
  register: string,
  { connectionIds, ruts }: ReconcileScope = {},
  of?: CoverageScope,
): Reconciliation {
  const { lines, isOfSales } = readRegister(register);
  const folioKeys = new Set(lines.map(({ folio }) => reconcileKey(folio)).filter((key) => key !== ''));
  const isNamed = (folio: string) => folioKeys.has(reconcileKey(folio));
  const isOfScope = (rut: string) => ruts === undefined || ruts.includes(rut as Rut);
  const source = { database, connections: connectionIds ? JSON.stringify(connectionIds) : null };
  const issuers = new Set<string>();
  const matched = reconcile(
    lines,
    readDocuments(source, null, ({ rut, folio, issuerId }) => {
      issuers.add(issuerId);
      return isNamed(folio) && isOfScope(rut);
    }),
    readPayments(source, null, ({ rut, documentNumber, providerId }) => {
      issuers.add(providerId);
      return isNamed(documentNumber) && isOfScope(rut);
    }),
  ).lines.map(withSupplierOf(issuers));
  const row = prepared(
    database,
    `SELECT max(seen_at) AS at, count(*) AS dispatches, total(disbursements_at <> '') AS disbursements FROM dispatch`,
  ).get();
  const counts = row && number(row, 'dispatches') > 0 ? row : undefined;
  const covered = of ? withUncoveredLines(database, matched, lines, of) : { lines: matched };
  const { months, ruts: clients } = registerScope(matched);
  const unlisted = readNotInRegister(source, matched, { months, ruts: ruts ?? clients });
  const all = [...covered.lines, ...unlisted];
  return {
    ...covered,
    lines: all,
    months: (ruts ?? clients).length === 0 ? [] : months,
    counts: countVerdicts(all),
    isOfSales,
    known: {
      dispatches: counts ? number(counts, 'dispatches') : 0,
      disbursements: counts ? number(counts, 'disbursements') : 0,
    },
    asOf: (row && optionalText(row, 'at')) ?? '',
  };
}

/**
 * Marks lines without a match whose supplier issued nothing that is stored; none while nothing is stored. A
 * number that another issuer used, too, is no match.
 */
function withSupplierOf(issuers: ReadonlySet<string>): (line: ReconciledLine) => ReconciledLine {
  const known = new Set([...issuers].map(partyKey).filter((key) => key !== ''));
  return (line) => {
    const issuer = partyKey(line.issuer);
    const isRelated = known.size === 0 || known.has(issuer) || collectors.has(issuer);
    const isUnmatched = line.verdict === 'absent' || line.verdict === 'other-issuer';
    return isUnmatched && !isRelated ? { ...line, isUnrelated: true } : line;
  };
}

interface Source {
  database: DatabaseSync;
  /** The agencies as JSON; null for all. */
  connections: string | null;
}

/** What the register has not: documents that state a total, and disbursements, of its months and clients. */
function readNotInRegister(
  source: Source,
  lines: readonly ReconciledLine[],
  { months, ruts }: RegisterScope,
): ReconciledLine[] {
  if (months.length === 0 || ruts.length === 0) return [];
  const isOfMonths = (day: Day) => months.includes(day.slice(0, 7));
  const clients = JSON.stringify(ruts);
  return listNotInRegister(
    lines,
    readDocuments(source, clients, ({ day, hasTotal }) => hasTotal && isOfMonths(day)),
    readPayments(source, clients, ({ day }) => isOfMonths(day)),
  );
}

type DatedDocument = ReconcileDocument & { day: Day };
type DatedPayment = ReconcilePayment & { day: Day };

/** Active documents with a number that `isIncluded`: of these clients, as JSON, or of all. */
function readDocuments(
  { database, connections }: Source,
  clients: string | null,
  isIncluded: (document: DatedDocument & { hasTotal: boolean }) => boolean,
): DatedDocument[] {
  const found: DatedDocument[] = [];
  for (const row of prepared(
    database,
    `SELECT c.uuid, coalesce(p.number, '') AS number, d.document_id, d.rut, d.type, b.fields,
       iif(?2 IS NULL, NULL, b.item -> '$.infoDoc.totals') AS totals
     FROM document d
     JOIN document_body b ON b.document = d.id JOIN connection c ON c.id = d.connection LEFT JOIN dispatch p ON p.id = d.dispatch
     WHERE d.is_active = 1 AND d.gone_at IS NULL AND d.find_folio <> ''
       AND (?1 IS NULL OR c.uuid IN (SELECT value FROM json_each(?1)))
       AND (?2 IS NULL OR d.rut IN (SELECT value FROM json_each(?2)))`,
  ).iterate(connections, clients)) {
    const { folio, issueDate, issuerId, issuerName } = parsed<Fields>(text(row, 'fields'));
    const document = {
      connectionId: text(row, 'uuid'),
      number: text(row, 'number'),
      documentId: text(row, 'document_id'),
      rut: text(row, 'rut') as Rut,
      type: text(row, 'type'),
      isActive: true,
      folio,
      issuerId,
      issuerName,
      day: clients === null ? '' : dateKey(issueDate),
    };
    const totals = optionalText(row, 'totals');
    const hasTotal = totals !== undefined && readTotals(parsed(totals)).total !== undefined;
    if (isIncluded({ ...document, hasTotal })) found.push(document);
  }
  return found;
}

/** Disbursements that `isIncluded`: of these clients, as JSON, or of all. */
function readPayments(
  { database, connections }: Source,
  clients: string | null,
  isIncluded: (payment: DatedPayment) => boolean,
): DatedPayment[] {
  const found: DatedPayment[] = [];
  for (const row of prepared(
    database,
    `SELECT c.uuid, p.number, p.rut, b.fields, b.currency FROM disbursement b JOIN dispatch p ON p.id = b.dispatch
     JOIN connection c ON c.id = p.connection WHERE (?1 IS NULL OR c.uuid IN (SELECT value FROM json_each(?1)))
       AND (?2 IS NULL OR p.rut IN (SELECT value FROM json_each(?2)))`,
  ).iterate(connections, clients)) {
    const fields = parsed<Omit<Disbursement, 'item'>>(text(row, 'fields'));
    const { id, documentNumber, providerId, providerName, amount, state, analysisName: analysis } = fields;
    const payment = {
      connectionId: text(row, 'uuid'),
      number: text(row, 'number'),
      rut: text(row, 'rut') as Rut,
      id,
      documentNumber,
      providerId,
      providerName,
      state,
      analysis,
      ...(amount !== undefined && isPesos(text(row, 'currency')) && { amount }),
      day: clients === null ? '' : dateKey(fields.date),
    };
    if (isIncluded(payment)) found.push(payment);
  }
  return found;
}

/** Whether a currency is that of registers; the service mostly declares none (names.md). */
function isPesos(currency: string): boolean {
  return /^(\$|CLP|PESOS?( CHILENOS?)?)?$/.test(currency);
}

/** Changes unmatched lines to absent only where everything that may match them was requested. */
function withUncoveredLines(
  database: DatabaseSync,
  reconciled: readonly ReconciledLine[],
  read: readonly RegisterLine[],
  of: CoverageScope,
): Pick<Reconciliation, 'lines' | 'toAsk'> {
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
  return { lines, ...(toAsk && toAsk.queries.length > 0 && { toAsk }) };
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
