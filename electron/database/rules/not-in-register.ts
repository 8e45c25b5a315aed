import { compositeKey, documentKey } from '../../../shared/composite-key.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type { ReconciledLine } from '../../../shared/model/review.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { rutIn } from './folio.ts';
import {
  linkOf,
  paymentOf,
  type ReconcileDocument,
  type ReconcilePayment,
  reconcileKey,
} from './reconciliation.ts';
import { noteIn } from './tax-document-kind.ts';

/** The months and clients whose documents a register should have. */
export interface RegisterScope {
  /** `YYYY-MM`; none where its lines have no day. */
  months: readonly string[];
  /** The clients of what its lines match with certainty. */
  ruts: readonly Rut[];
}

/**
 * The months and clients that a register is of. A value that stands on few lines counts for none: a register
 * of October has a late invoice of August, and a shared invoice another client. Nor do the days of lines
 * count whose supplier has nothing to do with customs.
 */
export function registerScope(lines: readonly ReconciledLine[]): RegisterScope {
  const matches = lines.flatMap(({ documents, payments }) =>
    [...documents, ...payments].filter(({ by }) => by === 'number-and-issuer').map(({ rut }) => rut),
  );
  return {
    months: frequent(
      lines.flatMap(({ day, isUnrelated }) => (day === undefined || isUnrelated ? [] : day.slice(0, 7))),
    ).toSorted(),
    ruts: frequent(matches),
  };
}

/** The values that occur at least a fifth as often as the most frequent one. */
function frequent<Value>(values: readonly Value[]): Value[] {
  const counts = [...Map.groupBy(values, (value) => value)];
  const largest = counts.reduce((max, [, own]) => Math.max(max, own.length), 0);
  return counts.filter(([, own]) => own.length * 5 >= largest).map(([value]) => value);
}

type Dated<Own> = Own & { day: Day };

/**
 * Documents and disbursements that no line matches, as lines of their own: one for each number of an issuer.
 * Only those with an issuer's RUT other than their client's count: a register has no others.
 */
export function listNotInRegister(
  lines: readonly ReconciledLine[],
  documents: readonly Dated<ReconcileDocument>[],
  payments: readonly Dated<ReconcilePayment>[],
): ReconciledLine[] {
  const matchedDocuments = new Set(lines.flatMap((line) => line.documents.map(documentKey)));
  const matchedPayments = new Set(lines.flatMap((line) => line.payments.map(paymentKey)));
  const rest = [
    ...documents.filter((one) => !matchedDocuments.has(documentKey(one))).map(ofDocument),
    ...payments.filter((one) => !matchedPayments.has(paymentKey(one))).map(ofPayment),
  ].filter(({ issuer, client, folio }) => issuer !== undefined && issuer !== client && folio !== '');
  const byNumber = Map.groupBy(rest, ({ issuer, folio, note }) => compositeKey(issuer, folio, note));
  return [...byNumber.values()].flatMap((own) => {
    const first = own[0];
    return first ? [lineOf(first, own)] : [];
  });
}

/** A document or a disbursement, by what a register knows of it. */
interface Unlisted {
  issuer: Rut | undefined;
  issuerName: string;
  client: Rut;
  /** Its number in comparable form, and as it is written. */
  folio: string;
  number: string;
  note: string;
  kind: string;
  day: Day;
  document?: ReconcileDocument;
  payment?: ReconcilePayment;
}

function ofDocument({ day, ...document }: Dated<ReconcileDocument>): Unlisted {
  const { issuerId, issuerName, rut: client, folio: number, type: kind } = document;
  const folio = reconcileKey(number);
  return {
    issuer: rutIn(issuerId),
    issuerName,
    client,
    folio,
    number,
    note: noteIn(kind),
    kind,
    day,
    document,
  };
}

function ofPayment({ day, ...payment }: Dated<ReconcilePayment>): Unlisted {
  const { providerId, providerName: issuerName, rut: client, documentNumber: number, amount = 0 } = payment;
  const kind = payment.analysis ?? '';
  const note = amount < 0 ? 'credit' : noteIn(kind);
  return {
    issuer: rutIn(providerId),
    issuerName,
    client,
    folio: reconcileKey(number),
    number,
    note,
    kind,
    day,
    payment,
  };
}

function lineOf(first: Unlisted, own: readonly Unlisted[]): ReconciledLine {
  const by = 'number-and-issuer';
  return {
    text: '',
    verdict: 'not-in-ledger',
    issuer: first.issuer === undefined ? '' : formatRut(first.issuer),
    issuerName: own.find(({ issuerName }) => issuerName !== '')?.issuerName ?? '',
    folio: first.number,
    kind: own.find(({ kind }) => kind !== '')?.kind ?? '',
    day: first.day,
    documents: own.flatMap(({ document }) => (document ? [{ ...linkOf(document), by }] : [])),
    payments: own.flatMap(({ payment }) => (payment ? [{ ...paymentOf(payment), by }] : [])),
  };
}

function paymentKey({
  connectionId,
  number,
  id,
}: {
  connectionId: string;
  number: string;
  id: string;
}): string {
  return compositeKey(connectionId, number, id);
}
