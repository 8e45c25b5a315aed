import type { DispatchKey } from '../model/carpeta.ts';
import {
  type LineVerdict,
  lineVerdicts,
  type PaperLink,
  type PaperMatch,
  type ReconciledLine,
  type Reconciliation,
} from '../model/review.ts';
import { formatRut, type Rut } from '../model/rut.ts';
import type { LedgerLine } from './cuadratura-lines.ts';
import { folioKey } from './folio.ts';
import { type PaperFacts, papersNamed } from './matching.ts';

/** A disbursement among which the lines are looked for. */
export interface ReconcilePayment extends DispatchKey {
  id: string;
  rut: Rut;
  documentNumber: string;
  providerId: string;
  amount?: number;
  state: string;
}

export type ReconcilePaper = PaperLink & { isActive: boolean };

/** For each pasted line the papers and disbursements that carry it, or its absence. Inactive papers carry nothing. */
export function reconcile(
  lines: readonly LedgerLine[],
  papers: readonly ReconcilePaper[],
  payments: readonly ReconcilePayment[],
): Pick<Reconciliation, 'lines' | 'counts'> {
  const papersByFolio = Map.groupBy(
    papers.filter(({ isActive }) => isActive),
    ({ folio }) => folioKey(folio),
  );
  const paymentsByFolio = Map.groupBy(payments.map(asPaper), ({ folio }) => folioKey(folio));
  const reconciled = lines.map((line) => {
    if (line.issuer === undefined || line.folio === '') return unreadable(line);
    const key = folioKey(line.folio);
    const named = papersNamed(line.folio, line.issuer, papersByFolio.get(key) ?? []);
    const paid = papersNamed(line.folio, line.issuer, paymentsByFolio.get(key) ?? []);
    return judge(line, named, paid);
  });
  const counts = Object.fromEntries(
    lineVerdicts.map((verdict) => [verdict, reconciled.filter((line) => line.verdict === verdict).length]),
  ) as Record<LineVerdict, number>;
  return { lines: reconciled, counts };
}

type PaidPaper = PaperFacts & { payment: ReconcilePayment };
type Named<Paper> = ReturnType<typeof papersNamed<Paper & PaperFacts>>;

/** A disbursement seen as the paper that it names, so that both are matched by the same rule. */
function asPaper(payment: ReconcilePayment): PaidPaper {
  return {
    documentId: payment.id,
    isActive: true,
    folio: payment.documentNumber,
    issuerId: payment.providerId,
    payment,
  };
}

function judge(line: LedgerLine, named: Named<ReconcilePaper>, paid: Named<PaidPaper>): ReconciledLine {
  const isSure = named.sure.length + paid.sure.length > 0;
  const by: PaperMatch['by'] = isSure ? 'number-and-issuer' : 'number';
  const papers = (isSure ? named.sure : named.byNumber).map((paper) => ({ ...linkOf(paper), by }));
  const payments = (isSure ? paid.sure : paid.byNumber).map(({ payment }) => ({ ...paymentOf(payment), by }));
  const difference = differenceOf(line, payments);
  return {
    ...base(line),
    verdict: verdictOf(),
    papers,
    payments,
    ...(difference !== undefined && { difference }),
  };

  function verdictOf(): LineVerdict {
    if (papers.length + payments.length === 0) {
      return named.otherIssuer.length + paid.otherIssuer.length > 0 ? 'other-issuer' : 'absent';
    }
    if (!isSure) return 'possible';
    if (payments.length === 0) return 'paper-only';
    if (difference !== undefined) return 'other-total';
    if (papers.length === 0) return 'disbursement-only';
    const isKnown = line.total !== undefined && payments.every(({ amount }) => amount !== undefined);
    return isKnown ? 'found' : 'found-unknown-total';
  }
}

/** What the payments come to, less the line's total; undefined when any amount is unknown or there is no difference. */
function differenceOf(line: LedgerLine, payments: readonly { amount?: number }[]): number | undefined {
  if (line.total === undefined || payments.length === 0) return undefined;
  let paid = 0;
  for (const { amount } of payments) {
    if (amount === undefined) return undefined;
    paid += amount;
  }
  const difference = Math.round((paid - line.total) * 100) / 100;
  return difference === 0 ? undefined : difference;
}

function unreadable(line: LedgerLine): ReconciledLine {
  return { ...base(line), verdict: 'unreadable', papers: [], payments: [] };
}

function base({ line, text, issuer, folio, total }: LedgerLine) {
  return {
    line,
    text,
    issuer: issuer === undefined ? '' : formatRut(issuer),
    folio,
    ...(total !== undefined && { total }),
  };
}

function linkOf({ isActive: _, ...link }: ReconcilePaper): PaperLink {
  return link;
}

function paymentOf({ connectionId, number, id, rut, amount, state }: ReconcilePayment) {
  return { connectionId, number, id, rut, state, ...(amount !== undefined && { amount }) };
}
