import type { AmountSum } from '../../../shared/model/amounts.ts';
import type { PaymentSums, SumGroup } from '../../../shared/model/review.ts';

/** The summed amounts, in the order of the columns. */
export const sumNames = ['amount', 'net', 'tax', 'balance', 'debit'] as const;
export type SumName = (typeof sumNames)[number];

/** A row of a table of sums; the last one is the total. */
export interface SumRow extends SumGroup {
  isAll: boolean;
}

/**
 * The rows of sums by state or by analysis, with the total at the end. None if there are no disbursements.
 */
export function sumRows(sums: PaymentSums, by: 'state' | 'analysis'): SumRow[] {
  const groups = by === 'state' ? sums.byState : sums.byAnalysis;
  if (groups.length === 0) return [];
  return [...groups.map((group) => ({ ...group, isAll: false })), { ...sums.all, isAll: true }];
}

/** A sum for display: undefined if every amount is unknown, because that is not zero. */
export function shownSum({ sum, known }: AmountSum): number | undefined {
  return known === 0 ? undefined : sum;
}
