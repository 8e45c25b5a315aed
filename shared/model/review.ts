import type { AmountSum } from './amounts.ts';
import type { Day } from './dates.ts';
import type { Disbursement } from './document.ts';
import type { DispatchKey, KnownDispatches, ListPage } from './dossier.ts';
import type { Rut } from './rut.ts';
import type { SearchQuery } from './search-query.ts';

/** A document found by a number, and how certain that is. */
export interface DocumentMatch {
  documentId: string;
  by: 'number-and-issuer' | 'number';
}

/** Whether a payment has its document. */
export interface Support {
  state:
    | 'supported'
    | 'unsupported'
    /** The payment has no document number, so none can be searched for. */
    | 'no-number';
  documents: readonly DocumentMatch[];
  /** Documents of the same number from another issuer: no support, but worth showing. */
  otherIssuer: readonly string[];
}

/** Sums of a group of disbursements in one currency, by the names of `Disbursement`. */
export interface SumGroup {
  key: string;
  /** `''` where the service declares none. */
  currency: string;
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
  /** Amounts of different currencies have no sum: where there are several, `all` only counts. */
  byCurrency: readonly SumGroup[];
  byState: readonly SumGroup[];
  byAnalysis: readonly SumGroup[];
}

/** A disbursement with its supporting documents. */
export interface SupportedPayment extends Disbursement {
  connectionId: string;
  rut: Rut;
  /** `''` where the service declares none. */
  currency: string;
  support: Support;
  /** The names of the documents in `support.papers`, in their order. */
  supportedBy: readonly { documentId: string; type: string; folio: string }[];
}

export interface Payments extends ListPage<SupportedPayment> {
  sums: PaymentSums;
  supported: number;
  unsupported: number;
  withoutNumber: number;
  /** Dispatches of the scope whose disbursements were never requested: no sum includes them. */
  notRequested: number;
  /** All dispatches of the scope. */
  dispatches: number;
}

/** A link to a document, in findings and the reconciliation. */
export interface DocumentLink extends DispatchKey {
  documentId: string;
  rut: Rut;
  type: string;
  folio: string;
  issuerId: string;
  issuerName: string;
}

/** A link to a disbursement, in findings. */
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
 * An observation to review, never a verdict: its kind, its reason, the documents, and their disbursements.
 */
export interface Finding {
  /** Derived from its kind, its documents and its disbursements: if they change, so does the id. */
  id: string;
  reason: FindingReason;
  documents: readonly DocumentLink[];
  payments: readonly PaymentLink[];
  dispatches: readonly DispatchKey[];
  dismissed?: { note: string; at: string };
}

export type FindingReason =
  /**
   * The same issuer and number in several dispatches, on documents, or on disbursements without a document.
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
  | { kind: 'more-than-usual'; type: string; count: number; single: number; of: number }
  | ClaimReason;

/** What a document states itself, with certainty, and something else contradicts. */
export interface ClaimReason {
  kind: ClaimKind;
  /** What contradicts it: the service, another document, its own amounts, the disbursement for it. */
  against: 'service' | 'document' | 'own-sum' | 'disbursement';
  stated: StatedLine;
  /** The other value; `''` where there is none. */
  known: string;
  /** The line of the other document, or of the document's own amounts. */
  other?: StatedLine;
  /** The number of the dispatch that the document names. */
  otherDispatch?: string;
}

/** A line of a document that states a value. */
export interface StatedLine {
  documentId: string;
  value: string;
  /** From 1; 0 for a file without pages. */
  page: number;
  line: string;
}

export type ClaimKind = (typeof claimKinds)[number];
export const claimKinds = [
  'other-dispatch',
  'other-dispatch-bill',
  'folio-differs',
  'total-differs',
  'currency-differs',
  'weight-differs',
  'date-differs',
  'issue-date-differs',
  'lone-container',
  'signature-differs',
] as const;

export type FindingKind = FindingReason['kind'];
export const findingKinds = [
  'same-paper-twice',
  'totals-differ',
  'foreign-customer',
  'more-than-usual',
  ...claimKinds,
] as const satisfies readonly FindingKind[];

export interface Findings extends ListPage<Finding> {
  byKind: Readonly<Record<FindingKind, number>>;
  dismissed: number;
}

/**
 * Characters of a register, and bytes of its file: 20,000 lines as the tax authority writes them have some 5
 * million.
 */
export const maxRegisterLength = 10_000_000;

/** One line of the register with its matches, or what the register has not. */
export interface ReconciledLine {
  /** From 1, as pasted; absent for what the register has not. */
  line?: number;
  text: string;
  verdict: LineVerdict;
  issuer: string;
  /** As the register names it, else as its match does; `''` unknown. */
  issuerName: string;
  folio: string;
  /** The tax authority's document code, else the type or purpose of its match; `''` unknown. */
  kind: string;
  /** The register's day, or that of what it has not. */
  day?: Day;
  /** Nothing that is stored is of its supplier. */
  isUnrelated?: true;
  /** Absent if the line has none. */
  total?: number;
  documents: readonly (DocumentLink & { by: DocumentMatch['by'] })[];
  payments: readonly (DispatchKey & {
    id: string;
    rut: Rut;
    by: DocumentMatch['by'];
    amount?: number;
    state: string;
  })[];
  /** Amount of the payments minus the line's total, if all are known and it is not 0. */
  difference?: number;
}

export type LineVerdict =
  /** A document and a disbursement match it, and the amounts agree. */
  | 'found'
  /** A document and a disbursement match it, but an amount to compare is unknown. */
  | 'found-unknown-total'
  /** Matched, with another amount. */
  | 'other-total'
  | 'paper-only'
  | 'disbursement-only'
  | 'absent'
  /** Nothing stored matches it, and its month was not requested completely. */
  | 'not-asked'
  /** The number exists, on a document or payment without an issuer. */
  | 'possible'
  /** The number exists only from another issuer. */
  | 'other-issuer'
  /** No line of the register, but of its months and clients. */
  | 'not-in-ledger'
  /** It has no readable issuer RUT or no readable number. */
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
  'not-in-ledger',
  'unreadable',
] as const satisfies readonly LineVerdict[];

export interface Reconciliation {
  /** Those of the register, in its order, then what it has not. */
  lines: readonly ReconciledLine[];
  /** The months, `YYYY-MM`, whose documents are held against it; none where its lines have no day. */
  months: readonly string[];
  counts: Readonly<Record<LineVerdict, number>>;
  /** A sales register, which names clients and no suppliers. */
  isOfSales: boolean;
  /** The number of dispatches searched. */
  known: KnownDispatches;
  /** The queries for what was not requested, and their minimum number of requests; absent if all was. */
  toAsk?: { queries: readonly SearchQuery[]; requests: number };
  /** When the searched data was last fetched from the service, UTC ISO 8601; `''` if nothing is stored. */
  asOf: string;
}
