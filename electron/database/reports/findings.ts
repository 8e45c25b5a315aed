import type { DatabaseSync } from 'node:sqlite';
import { dispatchKey, documentKey } from '../../../shared/composite-key.ts';
import { groupKey } from '../../../shared/dossier/expectation-rule.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { Scope } from '../../../shared/model/dossier.ts';
import type { Json } from '../../../shared/model/json.ts';
import { type Finding, type FindingKind, type Findings, findingKinds } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { memoizeUntilWrite } from '../queries/memoize-until-write.ts';
import { text } from '../row.ts';
import { readTotals, type Totals, totalsDifference } from '../rules/document-totals.ts';
import {
  type FindingPayment,
  findDocumentTotals,
  findForeignCustomers,
  findMoreThanUsual,
  findPaymentTotals,
  findSameDocument,
} from '../rules/findings.ts';
import { perDatabase, prepared } from '../statements.ts';
import { agencyRut, derivedAgencyRut } from './agency-rut.ts';
import { readDocuments, readDocumentsOf } from './dispatch-documents.ts';
import { type DispatchFacts, readDispatches } from './dispatch-facts.ts';
import { readExpectations } from './expected-documents.ts';
import { alikeElsewhere, madeOutToOthers, severalOrSummed } from './finding-candidates.ts';
import { readPayments, supportPayments } from './payments.ts';
import { type FilterFields, filterRows } from './report-filter.ts';
import { inOrder, type OrderedBy, pageOf, type Window } from './report-order.ts';
import { StatedFindings } from './stated-findings.ts';

interface FindingFilter {
  kinds?: readonly FindingKind[] | undefined;
  withDismissed: boolean;
  /** Its days are those of dispatches. */
  filter?: TextFilter | undefined;
}

/**
 * Every finding of a scope, and the facts of its dispatches, once until the file changes. While words are
 * read, what documents state changes often: that alone is found again then, and only for dispatches whose
 * files changed.
 */
const findingsOf = perDatabase((database) => {
  const memoize = memoizeUntilWrite(database);
  const dispatchesOf = memoize((scope, today) => readDispatches(database, scope, today));
  const stored = memoize((scope, today) => findStored(database, dispatchesOf(scope, today), today));
  const stated = memoize((scope, today) => new StatedFindings(database, dispatchesOf(scope, today)));
  const facts = memoize(
    (scope, today) => new Map(dispatchesOf(scope, today).map((one) => [dispatchKey(one), one])),
  );
  return {
    list: (scope: Scope, today: Day): readonly Finding[] => [
      ...stored(scope, today),
      ...stated(scope, today).list(),
    ],
    facts,
  };
});

/** Findings from what the service says. */
function findStored(database: DatabaseSync, dispatches: readonly DispatchFacts[], today: Day): Finding[] {
  const rows = dispatches.map(({ row }) => row);
  const connectionIds = [...new Set(dispatches.map(({ connectionId }) => connectionId))];
  const agencies = agenciesOf(database, connectionIds);
  // The other dispatch of a double charge may be outside the scope: check every document of the agency,
  // report only those in scope.
  const alike = alikeElsewhere(database, connectionIds);
  const documents = readDocumentsOf(database, [
    ...alike.documents,
    ...madeOutToOthers(database, rows, agencies),
    ...severalOrSummed(database, rows),
  ]);
  const inScope = new Set(rows);
  const own = documents.filter(({ dispatchRow }) => inScope.has(dispatchRow));
  const numbers = new Set(dispatches.map(dispatchKey));
  return [
    ...findSameDocument(documents, alike.payments).filter((finding) =>
      finding.dispatches.some((one) => numbers.has(dispatchKey(one))),
    ),
    ...findPaymentTotals(listOddPayments(database, dispatches)),
    ...findDocumentTotals(own),
    ...findForeignCustomers(own, agencies),
    ...findMoreThanUsual(own, habitsOf(database, dispatches, today)),
  ];
}

/** The findings of a scope, by kind, then in the requested order; dismissed ones only on request. */
export function listFindings(
  database: DatabaseSync,
  scope: Scope,
  { offset, limit, kinds, withDismissed, filter, sort, names }: Window & FindingFilter,
  today: Day,
): Findings {
  const dismissed = readDismissed(database);
  const findings = findingsOf(database);
  const found = findings.list(scope, today);
  const named = filter
    ? filterRows(found, filter, names, findingFields(findings.facts(scope, today)))
    : found;
  const all = named.map((finding) => {
    const dismissal = dismissed.get(finding.id);
    return dismissal ? { ...finding, dismissed: dismissal } : finding;
  });
  const openFindings = all.filter((finding) => withDismissed || !dismissed.has(finding.id));
  const ofKinds = kinds ? openFindings.filter(({ reason }) => kinds.includes(reason.kind)) : openFindings;
  const shown = [...Map.groupBy(ofKinds, ({ reason }) => reason.kind).values()].flatMap((own) =>
    inOrder(own, { sort }, findingOrder),
  );
  const count = (kind: FindingKind) => openFindings.filter(({ reason }) => reason.kind === kind).length;
  return {
    ...pageOf(shown, { offset, limit }),
    byKind: Object.fromEntries(findingKinds.map((kind) => [kind, count(kind)])) as Findings['byKind'],
    dismissed: all.filter(({ id }) => dismissed.has(id)).length,
  };
}

/** What a filter looks in: numbers, types, parties and clients of a finding, days of its dispatches. */
function findingFields(facts: ReadonlyMap<string, DispatchFacts>): (finding: Finding) => FilterFields {
  return ({ reason, documents, payments, dispatches }) => {
    const known = dispatches.flatMap((one) => facts.get(dispatchKey(one)) ?? []);
    const ruts = [...known, ...documents, ...payments].map(({ rut }) => rut);
    return {
      ruts,
      days: known.map(({ day }) => day),
      texts: [
        subjectOf(reason),
        ...ruts,
        ...dispatches.map(({ number }) => number),
        ...known.map(({ reference }) => reference),
        ...documents.flatMap(({ type, folio, issuerId, issuerName }) => [type, folio, issuerId, issuerName]),
        ...payments.flatMap((one) => [
          one.analysisName,
          one.documentNumber,
          one.providerId,
          one.providerName,
        ]),
      ],
    };
  };
}

function readDismissed(database: DatabaseSync): Map<string, { note: string; at: string }> {
  const rows = prepared(database, 'SELECT * FROM finding_dismissal').all();
  return new Map(rows.map((row) => [text(row, 'finding'), { note: text(row, 'note'), at: text(row, 'at') }]));
}

/** Disbursements with inconsistent totals, with the documents that support them. */
function listOddPayments(database: DatabaseSync, dispatches: readonly DispatchFacts[]): FindingPayment[] {
  const payments = readPayments(
    database,
    dispatches.map(({ row }) => row),
  ).filter((payment) => totalsOf(payment).some((totals) => totalsDifference(totals) !== undefined));
  const documents = readDocuments(database, [...new Set(payments.map(({ dispatchRow }) => dispatchRow))]);
  const byKey = new Map(documents.map((document) => [documentKey(document), document]));
  return supportPayments(dispatches, payments, documents).map((payment) => ({
    connectionId: payment.connectionId,
    number: payment.dispatchNumber,
    rut: payment.rut,
    id: payment.id,
    documentNumber: payment.documentNumber,
    analysisName: payment.analysisName,
    providerId: payment.providerId,
    providerName: payment.providerName,
    ...(payment.amount !== undefined && { amount: payment.amount }),
    totals: totalsOf(payment),
    documents: payment.support.documents.flatMap(({ documentId }) => {
      const document = byKey.get(documentKey({ connectionId: payment.connectionId, documentId }));
      return document ? [document] : [];
    }),
  }));
}

function agenciesOf(database: DatabaseSync, connectionIds: readonly string[]): Map<string, Rut> {
  return new Map(
    connectionIds.flatMap((id) => {
      const rut = agencyRut(database, id) ?? derivedAgencyRut(database, id);
      return rut === undefined ? [] : [[id, rut] as const];
    }),
  );
}

function habitsOf(database: DatabaseSync, dispatches: readonly DispatchFacts[], today: Day) {
  const expectations = readExpectations(database, dispatches, today);
  const byGroup = new Map(expectations.groups.map(({ group, types }) => [groupKey(group), types]));
  const groups = new Map(
    dispatches.map((dispatch) => [dispatchKey(dispatch), byGroup.get(groupKey(dispatch))]),
  );
  return (dispatch: { connectionId: string; number: string }) => groups.get(dispatchKey(dispatch)) ?? [];
}

/** Dismisses a finding, with the user's note. */
export function dismissFinding(
  database: DatabaseSync,
  finding: string,
  connectionId: string,
  note: string,
  at: string,
): void {
  prepared(database, 'INSERT OR REPLACE INTO finding_dismissal VALUES (?, ?, ?, ?)').run(
    finding,
    connectionId,
    note,
    at,
  );
}

export function restoreFinding(database: DatabaseSync, finding: string): void {
  prepared(database, 'DELETE FROM finding_dismissal WHERE finding = ?').run(finding);
}

/** Sort values of findings of one kind. */
const findingOrder: OrderedBy<Finding> = {
  subject: [({ reason }) => subjectOf(reason)],
  dispatches: [({ dispatches }) => dispatches.map(({ number }) => number).join(', ')],
  note: [({ dismissed }) => dismissed?.note],
};

/** The subject of a finding, as its list shows it. */
function subjectOf(reason: Finding['reason']): string {
  switch (reason.kind) {
    case 'same-paper-twice':
      return reason.folio;
    case 'totals-differ':
      return `${reason.of} ${reason.subject}`;
    case 'foreign-customer':
      return reason.customerName || reason.customerId;
    case 'more-than-usual':
      return reason.type;
    default:
      return reason.stated.value;
  }
}

/** A disbursement's own amounts, and those of its invoice data. */
function totalsOf({ net, tax, amount, item }: Disbursement): Totals[] {
  const own = {
    ...(net !== undefined && { net }),
    ...(tax !== undefined && { tax }),
    ...(amount !== undefined && { total: amount }),
  };
  return [own, ...['invoiceInfo', 'documentInfo'].map((key) => readTotals(inside(item[key], 'totals')))];
}

function inside(value: Json | undefined, key: string): Json | undefined {
  return typeof value === 'object' && value !== null && key in value
    ? (value as Readonly<Record<string, Json>>)[key]
    : undefined;
}
