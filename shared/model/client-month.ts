import type { Completeness, DispatchKey, MissingDocument } from './dossier.ts';
import type { PaymentTable } from './payment-table.ts';
import type { Rut } from './rut.ts';
import type { SearchQuery } from './search-query.ts';

/** A dispatch that was accepted, or else opened, in the month. */
export interface MonthDispatch extends DispatchKey {
  reference: string;
  tramite: string;
  /** `YYYY-MM-DD`. */
  day: string;
  completeness: Completeness;
  /**
   * Active documents that the agency registered, with or without a file, whose type the rules of the client
   * keep.
   */
  documents: number;
  missing: number;
}

/** What is stored of a client's month, and what was never requested of it. */
export interface ClientMonth {
  rut: Rut;
  /** `YYYY-MM`. */
  month: string;
  /** When the oldest of its data was received, UTC ISO 8601; `''` without any. */
  asOf: string;
  /** Whether its last day is over. */
  isOver: boolean;
  dispatches: readonly MonthDispatch[];
  /** The number of documents whose type the rules of the client leave out. */
  outsideRules: number;
  missing: readonly MissingDocument[];
  /** Dispatches of the month whose documents were not all requested. */
  partial: number;
  /** Dispatches of the month whose disbursements were never requested. */
  unpaid: number;
  /** Disbursements with a date in the month, by concept; currencies are never added. */
  payments: PaymentTable;
  /** Disbursements of the month's dispatches that have no date, and are in no sum. */
  undated: number;
  /** Damaged rows of the store that cannot be read: what they say is left out. */
  unreadable: number;
  /** The queries for what was never requested of the month, and their minimum number of requests. */
  toAsk: { queries: readonly SearchQuery[]; requests: number };
}

/** What a dispatch is known to lack; undefined if nothing, but not all that it should have is known. */
export function missingOfDispatch({ completeness, missing }: MonthDispatch): number | undefined {
  return missing > 0 || completeness === 'complete' ? missing : undefined;
}

/** What the month is known to lack; undefined if nothing, and no dispatch of it could be judged. */
export function missingOfMonth({ dispatches, missing }: ClientMonth): number | undefined {
  const isKnown = dispatches.length === 0 || dispatches.some((one) => missingOfDispatch(one) !== undefined);
  return isKnown ? missing.length : undefined;
}

/** A month with what has to be known about it, as sentences in the app's language. */
export type ClientMonthShown = ClientMonth & { notes: readonly string[] };

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { start: string; end: string } {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0));
  return { start: `${month}-01`, end: last.toISOString().slice(0, 10) };
}

/** The month a number of months later, or earlier if negative. */
export function addMonths(month: string, months: number): string {
  const date = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months, 1));
  return date.toISOString().slice(0, 7);
}
