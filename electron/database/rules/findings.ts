import { compositeKey } from '../../../shared/composite-key.ts';
import {
  type ExpectationRule,
  expectationRule,
  groupWord,
} from '../../../shared/dossier/expected-documents.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { Finding, FindingReason, PaperLink, PaymentLink } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { folioKey, partyKey } from './folio.ts';
import { isOtherRut } from './matching.ts';
import { type Totals, totalsDifference } from './totals.ts';

/** What findings need to know of an active paper. */
export interface FindingPaper extends PaperLink {
  /** `infoDoc.document.type`, what kind of paper it says it is; `''` without data. */
  kind: string;
  customerId: string;
  customerName: string;
  totals: Totals;
}

/**
 * The same issuer and number in several dispatches of one agency. Papers that say that they are of different kinds are different papers. A
 * disbursement stands for the paper that it names in a dispatch where that is not: what is paid twice is seen without it, too.
 */
export function findSamePaper(
  papers: readonly FindingPaper[],
  payments: readonly PaymentLink[] = [],
): Finding[] {
  const named = papers.filter(
    ({ issuerId, folio, number }) => number !== '' && partyKey(issuerId) !== '' && folioKey(folio) !== '',
  );
  const paid = payments.filter(
    ({ providerId, documentNumber, number }) =>
      number !== '' && partyKey(providerId) !== '' && folioKey(documentNumber) !== '',
  );
  const papersByName = Map.groupBy(named, ({ connectionId, issuerId, folio }) =>
    nameKey(connectionId, issuerId, folio),
  );
  const paymentsByName = Map.groupBy(paid, ({ connectionId, providerId, documentNumber }) =>
    nameKey(connectionId, providerId, documentNumber),
  );
  const names = new Set([...papersByName.keys(), ...paymentsByName.keys()]);
  return [...names].flatMap((name) => {
    const own = papersByName.get(name) ?? [];
    const withPaper = new Set(own.map(({ number }) => number));
    const alone = (paymentsByName.get(name) ?? []).filter(({ number }) => !withPaper.has(number));
    return splitByKind(own).flatMap((same) => sameTwice(same, alone));
  });
}

function nameKey(connectionId: string, issuer: string, folio: string): string {
  return compositeKey(connectionId, partyKey(issuer), folioKey(folio));
}

function sameTwice(papers: readonly FindingPaper[], payments: readonly PaymentLink[]): Finding[] {
  const [paper, payment] = [papers[0], payments[0]];
  const numbers = new Set([...papers, ...payments].map(({ number }) => number));
  if (numbers.size < 2) return [];
  const folio = paper?.folio ?? payment?.documentNumber ?? '';
  const issuerId = paper?.issuerId ?? payment?.providerId ?? '';
  const issuerName = paper?.issuerName ?? payment?.providerName ?? '';
  return [finding({ kind: 'same-paper-twice', folio, issuerId, issuerName }, papers, payments)];
}

/** Papers of each kind that is said, with those that say none; all of them together when none says one. */
function splitByKind(papers: readonly FindingPaper[]): FindingPaper[][] {
  const silent = papers.filter(({ kind }) => groupWord(kind) === '');
  const spoken = papers.filter(({ kind }) => groupWord(kind) !== '');
  if (spoken.length === 0) return [silent];
  return [...Map.groupBy(spoken, ({ kind }) => groupWord(kind)).values()].map((one) => [...one, ...silent]);
}

/** A paper whose own net plus tax is not its total. */
export function findPaperTotals(papers: readonly FindingPaper[]): Finding[] {
  return papers.flatMap((paper) => {
    const reason = totalsReason('paper', paper.folio || paper.type, paper.totals);
    return reason ? [finding(reason, [paper])] : [];
  });
}

/** A disbursement, with the papers that support it, whose net plus tax is not its total. */
export interface FindingPayment extends PaymentLink {
  /** Its own amounts, and those of what it says about its invoice. */
  totals: readonly Totals[];
  papers: readonly PaperLink[];
}

/** Disbursements whose net plus tax is not the total. */
export function findPaymentTotals(payments: readonly FindingPayment[]): Finding[] {
  return payments.flatMap((payment) => {
    const { connectionId, number, id, papers, totals: told, ...link } = payment;
    // What it is called: the number of its paper, else the name of its analysis.
    const subject = link.documentNumber || link.analysisName;
    const reason = told
      .map((totals) => totalsReason('disbursement', subject, totals))
      .find((found) => found !== undefined);
    if (!reason) return [];
    return [
      {
        id: JSON.stringify([reason.kind, connectionId, number, id]),
        reason,
        papers,
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

/** A paper made out to neither its client nor the agency, whose RUT may be unknown. A customer without a RUT says nothing. */
export function findForeignCustomers(
  papers: readonly FindingPaper[],
  agencies: ReadonlyMap<string, Rut>,
): Finding[] {
  return papers.flatMap((paper) => {
    const { customerId, customerName, rut, connectionId } = paper;
    const agency = agencies.get(connectionId);
    if (!isOtherRut(customerId, agency === undefined ? [rut] : [rut, agency])) return [];
    const reason = { kind: 'foreign-customer', customerId, customerName, client: rut, agency } as const;
    return [finding(reason, [paper])];
  });
}

/** How often a type stood alone in the complete dispatches of a group that have it. */
export interface TypeHabit {
  type: string;
  seen: number;
  single: number;
}

/** Papers of a dispatch of which there are several where most complete dispatches that have any have one. */
export function findMoreThanUsual(
  papers: readonly FindingPaper[],
  habitsOf: (dispatch: DispatchKey) => readonly TypeHabit[],
  rule: ExpectationRule = expectationRule,
): Finding[] {
  const groups = Map.groupBy(
    papers.filter(({ number, type }) => number !== '' && type !== ''),
    ({ connectionId, number, type }) => compositeKey(connectionId, number, type),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (!first || same.length < 2) return [];
    const habit = habitsOf(first).find(({ type }) => type === first.type);
    if (!habit || habit.seen < rule.minimum || habit.single < rule.share * habit.seen) return [];
    const { seen: of, single, type } = habit;
    return [finding({ kind: 'more-than-usual', type, count: same.length, single, of }, same)];
  });
}

function finding(
  reason: FindingReason,
  papers: readonly FindingPaper[],
  payments: readonly PaymentLink[] = [],
): Finding {
  const links = papers.map(toLink).sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
  const paid = payments.toSorted((a, b) => (paymentKey(a) < paymentKey(b) ? -1 : 1));
  const dispatches = new Map(
    [...links, ...paid].map(({ connectionId, number }) => [
      compositeKey(connectionId, number),
      { connectionId, number },
    ]),
  );
  const [first] = dispatches.values();
  return {
    id: JSON.stringify([
      reason.kind,
      first?.connectionId ?? '',
      ...links.map(({ documentId }) => documentId),
      ...paid.map(paymentKey),
    ]),
    reason,
    papers: links,
    payments: paid,
    dispatches: [...dispatches.values()].sort((a, b) => (a.number < b.number ? -1 : 1)),
  };
}

/** A disbursement's id may be its dispatch's alone. */
function paymentKey({ number, id }: PaymentLink): string {
  return compositeKey(number, id);
}

function toLink({ connectionId, number, documentId, rut, type, folio, issuerId, issuerName }: PaperLink) {
  return { connectionId, number, documentId, rut, type, folio, issuerId, issuerName };
}
