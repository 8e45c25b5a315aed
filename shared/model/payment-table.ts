import type { AmountSum } from './amounts.ts';

/** What disbursements can be grouped by, as rows or as columns. */
export const paymentDimensions = ['month', 'client', 'supplier', 'concept', 'dispatch'] as const;
export type PaymentDimension = (typeof paymentDimensions)[number];

/** The amounts of a disbursement that are summed, in the order of the columns. */
export const paymentMeasures = ['amount', 'net', 'tax', 'exempt', 'balance', 'debit'] as const;
export type PaymentMeasure = (typeof paymentMeasures)[number];

/** A row or column: its key, its name as the service wrote it, and its RUT where it has one. */
export interface PaymentHeading {
  key: string;
  /** `''` if the service gave none. */
  label: string;
  rut?: string;
}

/** Sums of the disbursements of a group, each amount with the number of unknown ones. */
export type PaymentTotals = { count: number } & Record<PaymentMeasure, AmountSum>;

/** A figure of the table where a row and a column meet. */
export interface PaymentCell extends AmountSum {
  /** Index of its column. */
  column: number;
  count: number;
}

export interface PaymentTableRow extends PaymentHeading {
  totals: PaymentTotals;
  /** Only columns that have disbursements. */
  cells: readonly PaymentCell[];
}

/** The disbursements of one currency: sums never cross it. */
export interface PaymentTableSection {
  /** As the service wrote it; `''` where it declares none. */
  currency: string;
  rows: readonly PaymentTableRow[];
  totals: PaymentTotals;
  cells: readonly PaymentCell[];
}

export interface PaymentTable {
  columns: readonly PaymentHeading[];
  /** Number of columns if there are more than a table can show: then it has none. */
  tooManyColumns?: number;
  /** By currency; the one with most disbursements first. */
  sections: readonly PaymentTableSection[];
  /** Number of disbursements in the table. */
  count: number;
}
