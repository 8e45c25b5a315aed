import { compositeKey } from '../../../shared/composite-key.ts';
import { expectationRule, groupWord } from '../../../shared/dossier/expectation-rule.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { DocumentLink, Finding, FindingReason, PaymentLink } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { type Totals, totalsDifference } from './document-totals.ts';
import { folioKey, partyKey } from './folio.ts';
import { isOtherRut } from './payment-support.ts';

/** What findings need of an active document. */
export interface FindingDocument extends DocumentLink {
  /** `infoDoc.document.type`, the document's own kind; `''` without data. */
  kind: string;
  customerId: string;
  customerName: string;
  totals: Totals;
}

/**
 * One issuer and number in several dispatches of an agency. Documents of different stated kinds are different
 * documents. In a dispatch without the document, a disbursement that names it counts as the document: a
 * double payment is then found too.
 */
export function findSameDocument(
  documents: readonly FindingDocument[],
  payments: readonly PaymentLink[] = [],
): Finding[] {
  const named = documents.filter(
    ({ issuerId, folio, number }) => number !== '' && partyKey(issuerId) !== '' && folioKey(folio) !== '',
  );
  const paid = payments.filter(
    ({ providerId, documentNumber, number }) =>
      number !== '' && partyKey(providerId) !== '' && folioKey(documentNumber) !== '',
  );
  const documentsByName = Map.groupBy(named, ({ connectionId, issuerId, folio }) =>
    nameKey(connectionId, issuerId, folio),
  );
  const paymentsByName = Map.groupBy(paid, ({ connectionId, providerId, documentNumber }) =>
    nameKey(connectionId, providerId, documentNumber),
  );
  const names = new Set([...documentsByName.keys(), ...paymentsByName.keys()]);
  return [...names].flatMap((name) => {
    const own = documentsByName.get(name) ?? [];
    const withFile = new Set(own.map(({ number }) => number));
    const alone = (paymentsByName.get(name) ?? []).filter(({ number }) => !withFile.has(number));
    return splitByKind(own).flatMap((same) => sameTwice(same, alone));
  });
}

function nameKey(connectionId: string, issuer: string, folio: string): string {
  return compositeKey(connectionId, partyKey(issuer), folioKey(folio));
}

function sameTwice(documents: readonly FindingDocument[], payments: readonly PaymentLink[]): Finding[] {
  const [document, payment] = [documents[0], payments[0]];
  const numbers = new Set([...documents, ...payments].map(({ number }) => number));
  if (numbers.size < 2) return [];
  const folio = document?.folio ?? payment?.documentNumber ?? '';
  const issuerId = document?.issuerId ?? payment?.providerId ?? '';
  const issuerName = document?.issuerName ?? payment?.providerName ?? '';
  return [finding({ kind: 'same-paper-twice', folio, issuerId, issuerName }, documents, payments)];
}

/** Groups documents by stated kind, each group with those that state none; one group when none states one. */
function splitByKind(documents: readonly FindingDocument[]): FindingDocument[][] {
  const silent = documents.filter(({ kind }) => groupWord(kind) === '');
  const spoken = documents.filter(({ kind }) => groupWord(kind) !== '');
  if (spoken.length === 0) return [silent];
  return [...Map.groupBy(spoken, ({ kind }) => groupWord(kind)).values()].map((one) => [...one, ...silent]);
}

/** Documents whose net plus tax differs from their total. */
export function findDocumentTotals(documents: readonly FindingDocument[]): Finding[] {
  return documents.flatMap((document) => {
    const reason = totalsReason('paper', document.folio || document.type, document.totals);
    return reason ? [finding(reason, [document])] : [];
  });
}

/** A disbursement, with the documents that support it, whose net plus tax may differ from its total. */
export interface FindingPayment extends PaymentLink {
  /** Its own amounts, and those of its invoice data. */
  totals: readonly Totals[];
  documents: readonly DocumentLink[];
}

/** Disbursements whose net plus tax differs from their total. */
export function findPaymentTotals(payments: readonly FindingPayment[]): Finding[] {
  return payments.flatMap((payment) => {
    const { connectionId, number, id, documents, totals: ownTotals, ...link } = payment;
    // Its label: the number of its document, else the name of its analysis.
    const subject = link.documentNumber || link.analysisName;
    const reason = ownTotals
      .map((totals) => totalsReason('disbursement', subject, totals))
      .find((found) => found !== undefined);
    if (!reason) return [];
    return [
      {
        id: compositeKey(reason.kind, connectionId, number, id),
        reason,
        documents,
        payments: [{ connectionId, number, id, ...link }],
        dispatches: [{ connectionId, number }],
      },
    ];
  });
}

function totalsReason(of: 'paper' | 'disbursement', subject: string, totals: Totals) {
  const difference = totalsDifference(totals);
  const { net, tax, exempt = 0, total } = totals;
  if (difference === undefined || net === undefined || tax === undefined || total === undefined) return;
  return { kind: 'totals-differ', of, subject, net, tax, exempt, total, difference } as const;
}

/**
 * Documents made out to neither the client nor the agency, whose RUT may be unknown. A customer without a RUT
 * is ignored.
 */
export function findForeignCustomers(
  documents: readonly FindingDocument[],
  agencies: ReadonlyMap<string, Rut>,
): Finding[] {
  return documents.flatMap((document) => {
    const { customerId, customerName, rut, connectionId } = document;
    const agency = agencies.get(connectionId);
    if (!isOtherRut(customerId, agency === undefined ? [rut] : [rut, agency])) return [];
    const reason = { kind: 'foreign-customer', customerId, customerName, client: rut, agency } as const;
    return [finding(reason, [document])];
  });
}

/** How often a type occurred exactly once in the group's complete dispatches that have it. */
interface TypeHabit {
  type: string;
  seen: number;
  single: number;
}

/**
 * Documents of a type with several in a dispatch, where most complete dispatches that have the type have one.
 */
export function findMoreThanUsual(
  documents: readonly FindingDocument[],
  habitsOf: (dispatch: DispatchKey) => readonly TypeHabit[],
): Finding[] {
  const { minimum, share } = expectationRule;
  const groups = Map.groupBy(
    documents.filter(({ number, type }) => number !== '' && type !== ''),
    ({ connectionId, number, type }) => compositeKey(connectionId, number, type),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (!first || same.length < 2) return [];
    const habit = habitsOf(first).find(({ type }) => type === first.type);
    if (!habit || habit.seen < minimum || habit.single < share * habit.seen) return [];
    const { seen: of, single, type } = habit;
    return [finding({ kind: 'more-than-usual', type, count: same.length, single, of }, same)];
  });
}

function finding(
  reason: FindingReason,
  documents: readonly FindingDocument[],
  payments: readonly PaymentLink[] = [],
): Finding {
  const links = documents.map(toLink).sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  const paid = payments.toSorted((a, b) => (paymentKey(a) < paymentKey(b) ? -1 : 1));
  const dispatches = new Map(
    [...links, ...paid].map(({ connectionId, number }) => [
      compositeKey(connectionId, number),
      { connectionId, number },
    ]),
  );
  const [first] = dispatches.values();
  return {
    id: compositeKey(
      reason.kind,
      first?.connectionId ?? '',
      ...links.map(({ documentId }) => documentId),
      ...paid.map(paymentKey),
    ),
    reason,
    documents: links,
    payments: paid,
    dispatches: [...dispatches.values()].sort((a, b) => (a.number < b.number ? -1 : 1)),
  };
}

/** A disbursement's id may be unique only within its dispatch. */
function paymentKey({ number, id }: PaymentLink): string {
  return compositeKey(number, id);
}

/** The part of a document that findings show. */
export function toLink({
  connectionId,
  number,
  documentId,
  rut,
  type,
  folio,
  issuerId,
  issuerName,
}: DocumentLink) {
  return { connectionId, number, documentId, rut, type, folio, issuerId, issuerName };
}
