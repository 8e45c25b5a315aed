import type { AmountSum } from './amounts.ts';
import type { Disbursement } from './document.ts';
import type { DispatchKey, KnownDispatches } from './dossier.ts';
import type { Rut } from './rut.ts';
import type { SearchQuery } from './search-query.ts';

/** A document that a number names, and how sure that is. */
export interface DocumentMatch {
  documentId: string;
  by: 'number-and-issuer' | 'number';
}

/** Whether a payment has its document. */
export interface Support {
  state:
    | 'supported'
    | 'unsupported'
    /** The payment names no document, so none can be looked for. */
    | 'no-number';
  documents: readonly DocumentMatch[];
  /** Documents of the same number from another issuer: not its support, but worth knowing. */
  otherIssuer: readonly string[];
}

/** Sums of a group of disbursements, by the names of `Disbursement`. */
export interface SumGroup {
  key: string;
  /** As the service wrote it; `''` without data. */
  label: string;
  count: number;
  amount: AmountSum;
  net: AmountSum;
  tax: AmountSum;
  balance: AmountSum;
  debit: AmountSum;
}

export interface PaymentSums {
  all: SumGroup;
  byState: readonly SumGroup[];
  byAnalysis: readonly SumGroup[];
}

/** A disbursement with its supporting documents. */
export interface SupportedPayment extends Disbursement {
  connectionId: string;
  rut: Rut;
  support: Support;
  /** The documents of `support.papers` as people name them, in their order. */
  supportedBy: readonly { documentId: string; type: string; folio: string }[];
}

export interface Payments {
  rows: readonly SupportedPayment[];
  offset: number;
  total: number;
  sums: PaymentSums;
  supported: number;
  unsupported: number;
  withoutNumber: number;
  /** Dispatches of the scope whose disbursements were never asked for: they are in no sum. */
  notAsked: number;
  /** All dispatches of the scope. */
  dispatches: number;
}

/** A document as findings and the reconciliation link to it. */
export interface DocumentLink extends DispatchKey {
  documentId: string;
  rut: Rut;
  type: string;
  folio: string;
  issuerId: string;
  issuerName: string;
}

/** A disbursement as findings link to it. */
export interface PaymentLink extends DispatchKey {
  id: string;
  rut: Rut;
  documentNumber: string;
  analysisName: string;
  providerId: string;
  providerName: string;
  amount?: number;
}

/**
 * Something worth a look, never a verdict: what it is, why, the documents, and the disbursements that are
 * meant beside them.
 */
export interface Finding {
  /** Made of its kind, its documents and its disbursements: another one makes another finding. */
  id: string;
  reason: FindingReason;
  documents: readonly DocumentLink[];
  payments: readonly PaymentLink[];
  dispatches: readonly DispatchKey[];
  dismissed?: { note: string; at: string };
}

export type FindingReason =
  /**
   * The same issuer and number in several dispatches, on papers or on disbursements whose document is not
   * there.
   */
  | { kind: 'same-paper-twice'; folio: string; issuerId: string; issuerName: string }
  /** Net plus tax is not the total, of a document or of a disbursement. */
  | {
      kind: 'totals-differ';
      of: 'paper' | 'disbursement';
      subject: string;
      net: number;
      tax: number;
      exempt: number;
      total: number;
      difference: number;
    }
  /** The customer on the document is neither the client nor the agency. */
  | {
      kind: 'foreign-customer';
      customerId: string;
      customerName: string;
      client: Rut;
      agency: Rut | undefined;
    }
  /**
   * Several documents of a type of which complete dispatches have one: `single` of the `of` that have any.
   */
  | { kind: 'more-than-usual'; type: string; count: number; single: number; of: number };

export type FindingKind = FindingReason['kind'];
export const findingKinds = [
  'same-paper-twice',
  'totals-differ',
  'foreign-customer',
  'more-than-usual',
] as const satisfies readonly FindingKind[];

export interface Findings {
  rows: readonly Finding[];
  offset: number;
  total: number;
  byKind: Readonly<Record<FindingKind, number>>;
  dismissed: number;
}

/** One pasted line of the reconciliation, and what carries it. */
export interface ReconciledLine {
  /** From 1, as pasted. */
  line: number;
  text: string;
  verdict: LineVerdict;
  issuer: string;
  folio: string;
  /** Absent when the line gives none. */
  total?: number;
  documents: readonly (DocumentLink & { by: DocumentMatch['by'] })[];
  payments: readonly (DispatchKey & {
    id: string;
    rut: Rut;
    by: DocumentMatch['by'];
    amount?: number;
    state: string;
  })[];
  /** Amount of the payments minus the line's total, when all are known and it is not 0. */
  difference?: number;
}

export type LineVerdict =
  /** A document and a disbursement carry it, and the amounts agree. */
  | 'found'
  /** A document and a disbursement carry it, and an amount to compare is unknown. */
  | 'found-unknown-total'
  /** Carried, with another amount. */
  | 'other-total'
  | 'paper-only'
  | 'disbursement-only'
  | 'absent'
  /** Nothing kept carries it, and not everything of its month was asked for. */
  | 'not-asked'
  /** The number is there, on a document or payment that does not say its issuer. */
  | 'possible'
  /** The number is there from another issuer alone. */
  | 'other-issuer'
  /** No issuer's RUT or no number can be read in it. */
  | 'unreadable';

export const lineVerdicts = [
  'found',
  'found-unknown-total',
  'other-total',
  'paper-only',
  'disbursement-only',
  'possible',
  'absent',
  'not-asked',
  'other-issuer',
  'unreadable',
] as const satisfies readonly LineVerdict[];

export interface Reconciliation {
  lines: readonly ReconciledLine[];
  counts: Readonly<Record<LineVerdict, number>>;
  /** It is a register of sales, which names clients and no suppliers. */
  isOfSales: boolean;
  /** Among how many dispatches it was looked for. */
  known: KnownDispatches;
  /** What asks for what was not asked, and how many requests that is at the least; absent where all was. */
  toAsk?: { queries: readonly SearchQuery[]; requests: number };
  /** When what was looked through was last asked of the service, UTC ISO 8601; `''` when nothing is kept. */
  asOf: string;
}
