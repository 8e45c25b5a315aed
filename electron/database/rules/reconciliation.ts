import type { DispatchKey } from '../../../shared/model/dossier.ts';
import {
  type DocumentLink,
  type DocumentMatch,
  type LineVerdict,
  lineVerdicts,
  type ReconciledLine,
  type Reconciliation,
} from '../../../shared/model/review.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { folioKey } from './folio.ts';
import { type DocumentFacts, documentsNamed } from './payment-support.ts';
import type { RegisterLine } from './register-lines.ts';
import { type NoteKind, noteIn, noteOfKind } from './tax-document-kind.ts';

/** A disbursement that may match a line. */
export interface ReconcilePayment extends DispatchKey {
  id: string;
  rut: Rut;
  documentNumber: string;
  providerId: string;
  providerName: string;
  /** In pesos, as the register's; absent in another currency. */
  amount?: number;
  state: string;
  /** Its purpose, in the agency's words. */
  analysis?: string;
}

export type ReconcileDocument = DocumentLink & { isActive: boolean };

/** The documents and disbursements that match each pasted line, or none. Inactive documents do not match. */
export function reconcile(
  lines: readonly RegisterLine[],
  documents: readonly ReconcileDocument[],
  payments: readonly ReconcilePayment[],
): Pick<Reconciliation, 'lines' | 'counts'> {
  const documentsByNumber = Map.groupBy(
    documents.filter(({ isActive }) => isActive).map(fromDocument),
    groupOf,
  );
  const paymentsByNumber = Map.groupBy(payments.map(fromPayment), groupOf);
  const reconciled = lines.map(withSign).map((line) => {
    if (line.issuer === undefined || line.folio === '') return unreadable(line);
    const key = reconcileKey(line.folio);
    const named = namedBy(line, line.issuer, documentsByNumber.get(key) ?? []);
    return judge(line, named, namedBy(line, line.issuer, paymentsByNumber.get(key) ?? []));
  });
  return { lines: reconciled, counts: countVerdicts(reconciled) };
}

/** The number of lines for each verdict. */
export function countVerdicts(lines: readonly Pick<ReconciledLine, 'verdict'>[]): Reconciliation['counts'] {
  return Object.fromEntries(
    lineVerdicts.map((verdict) => [verdict, lines.filter((line) => line.verdict === verdict).length]),
  ) as Record<LineVerdict, number>;
}

/** A document, or a disbursement as the document that it names, so that one rule matches both. */
type Candidate<Own> = DocumentFacts & { note: NoteKind; own: Own };
type Named<Own> = ReturnType<typeof documentsNamed<Candidate<Own>>>;

function fromDocument(document: ReconcileDocument): Candidate<ReconcileDocument> {
  return { ...document, note: noteIn(document.type), own: document };
}

function fromPayment(payment: ReconcilePayment): Candidate<ReconcilePayment> {
  const { id, documentNumber, providerId, amount = 0, analysis = '' } = payment;
  const note = amount < 0 ? 'credit' : noteIn(analysis);
  return { documentId: id, isActive: true, folio: documentNumber, issuerId: providerId, note, own: payment };
}

/** Registers write the total of a credit note without its sign. */
function withSign(line: RegisterLine): RegisterLine {
  const { kind = '', total = 0 } = line;
  return noteOfKind(kind) === 'credit' && total > 0 ? { ...line, total: -total } : line;
}

/** A DIN has ten digits, and a check digit that registers omit (`3910797756-2`). */
const declaration = /^(\d{10})-?([\dK])?$/;

/** The lookup key of a number: a DIN without its check digit. */
export function reconcileKey(folio: string): string {
  const key = folioKey(folio);
  return declaration.exec(key)?.[1] ?? key;
}

function groupOf({ folio }: DocumentFacts): string {
  return reconcileKey(folio);
}

/** Customs and the Treasury, which receive duties: their documents are declarations. */
export const collectors: ReadonlySet<string> = new Set(['60804000-5', '60805000-0']);

/**
 * The candidates that match a line: same kind of document and same number, for a DIN with or without its
 * check digit.
 */
function namedBy<Own>(line: RegisterLine, issuer: Rut, candidates: readonly Candidate<Own>[]): Named<Own> {
  const isDeclaration = line.kind === '914' || (line.kind === undefined && collectors.has(issuer));
  const fitting = candidates.filter(({ note }) => line.kind === undefined || note === noteOfKind(line.kind));
  const same = fitting.map((one) =>
    isDeclaration && isSameDeclaration(one.folio, line.folio) ? { ...one, folio: line.folio } : one,
  );
  return documentsNamed(line.folio, issuer, same);
}

function isSameDeclaration(left: string, right: string): boolean {
  const [a, b] = [left, right].map((folio) => declaration.exec(folioKey(folio)));
  return !!a && !!b && a[1] === b[1] && (a[2] === undefined || b[2] === undefined || a[2] === b[2]);
}

function judge(
  line: RegisterLine,
  named: Named<ReconcileDocument>,
  paid: Named<ReconcilePayment>,
): ReconciledLine {
  const isSure = named.sure.length + paid.sure.length > 0;
  const by: DocumentMatch['by'] = isSure ? 'number-and-issuer' : 'number';
  const documents = (isSure ? named.sure : named.byNumber).map(({ own }) => ({ ...linkOf(own), by }));
  const payments = (isSure ? paid.sure : paid.byNumber).map(({ own }) => ({ ...paymentOf(own), by }));
  const difference = differenceOf(line, payments);
  const first = isSure && (named.sure[0]?.own ?? paid.sure[0]?.own);
  return {
    ...base(line),
    ...(first && line.issuerName === undefined && { issuerName: nameOf(first) }),
    ...(first && line.kind === undefined && { kind: typeOf(first) }),
    verdict: verdictOf(),
    documents,
    payments,
    ...(difference !== undefined && { difference }),
  };

  function verdictOf(): LineVerdict {
    if (documents.length + payments.length === 0) {
      return named.otherIssuer.length + paid.otherIssuer.length > 0 ? 'other-issuer' : 'absent';
    }
    if (!isSure) return 'possible';
    if (payments.length === 0) return 'paper-only';
    if (difference !== undefined) return 'other-total';
    if (documents.length === 0) return 'disbursement-only';
    const isKnown = line.total !== undefined && payments.every(({ amount }) => amount !== undefined);
    return isKnown ? 'found' : 'found-unknown-total';
  }
}

/**
 * The payments' sum minus the line's total; undefined when an amount is unknown or there is no difference.
 */
function differenceOf(line: RegisterLine, payments: readonly { amount?: number }[]): number | undefined {
  if (line.total === undefined || payments.length === 0) return undefined;
  let paid = 0;
  for (const { amount } of payments) {
    if (amount === undefined) return undefined;
    paid += amount;
  }
  // Agencies, too, may write a credit note without its sign.
  if (line.total < 0 && paid > 0) paid = -paid;
  const difference = Math.round((paid - line.total) * 100) / 100;
  return difference === 0 ? undefined : difference;
}

function unreadable(line: RegisterLine): ReconciledLine {
  return { ...base(line), verdict: 'unreadable', documents: [], payments: [] };
}

function nameOf(own: ReconcileDocument | ReconcilePayment): string {
  return 'providerName' in own ? own.providerName : own.issuerName;
}

function typeOf(own: ReconcileDocument | ReconcilePayment): string {
  return 'providerName' in own ? (own.analysis ?? '') : own.type;
}

function base({ line, text, issuer, issuerName = '', folio, total, kind = '', day }: RegisterLine) {
  return {
    line,
    text,
    issuerName,
    folio,
    kind,
    issuer: issuer === undefined ? '' : formatRut(issuer),
    ...(day !== undefined && { day }),
    ...(total !== undefined && { total }),
  };
}

/** A document without what only the comparison needs. */
export function linkOf({ isActive: _, ...link }: ReconcileDocument): DocumentLink {
  return link;
}

/** A disbursement without what only the comparison needs. */
export function paymentOf({ connectionId, number, id, rut, amount, state }: ReconcilePayment) {
  return { connectionId, number, id, rut, state, ...(amount !== undefined && { amount }) };
}
