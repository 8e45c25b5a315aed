import type { AmountSum } from '../../../shared/model/amounts.ts';
import type { PaymentSums, SumGroup } from '../../../shared/model/review.ts';

/** The summed amounts, in the order of the columns. */
export const sumNames = ['amount', 'net', 'tax', 'balance', 'debit'] as const;
export type SumName = (typeof sumNames)[number];

/** A row of a table of sums; the last one of each currency is its total. */
export interface SumRow extends SumGroup {
  isAll: boolean;
}

/**
 * The rows of sums by state or by analysis, currency by currency, each with its total at the end. None if
 * there are no disbursements.
 */
export function sumRows(sums: PaymentSums, by: 'state' | 'analysis'): SumRow[] {
  const groups = by === 'state' ? sums.byState : sums.byAnalysis;
  return sums.byCurrency.flatMap((total) => [
    ...groups
      .filter(({ currency }) => currency === total.currency)
      .map((group) => ({ ...group, isAll: false })),
    { ...total, isAll: true },
  ]);
}

/** A sum for display: undefined if every amount is unknown, because that is not zero. */
export function shownSum({ sum, known }: AmountSum): number | undefined {
  return known === 0 ? undefined : sum;
}
