import type { AmountSum } from '../../../shared/model/amounts.ts';
import type { PaymentSums, SumGroup } from '../../../shared/model/review.ts';

/** What of disbursements is summed, in the order of the columns. */
export const sumNames = ['amount', 'net', 'tax', 'balance', 'debit'] as const;
export type SumName = (typeof sumNames)[number];

/** A line of a table of sums; the last one is of all. */
export interface SumRow extends SumGroup {
  isAll: boolean;
}

/** The lines of sums by state or by analysis, and of all at the end. None where nothing was summed. */
export function sumRows(sums: PaymentSums, by: 'state' | 'analysis'): SumRow[] {
  const groups = by === 'state' ? sums.byState : sums.byAnalysis;
  if (groups.length === 0) return [];
  return [...groups.map((group) => ({ ...group, isAll: false })), { ...sums.all, isAll: true }];
}

/** A sum as it is shown: nothing where every amount is unknown, because that is no zero. */
export function shownSum({ sum, known }: AmountSum): number | undefined {
  return known === 0 ? undefined : sum;
}
