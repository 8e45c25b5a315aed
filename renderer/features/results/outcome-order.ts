import type { DispatchOutcome } from '../../../shared/model/search.ts';

/** The number of dispatches by outcome; outcomes without any are omitted. */
export function outcomeNumbers(
  outcomes: readonly Pick<DispatchOutcome, 'outcome'>[],
): { outcome: DispatchOutcome['outcome']; count: number }[] {
  const order: readonly DispatchOutcome['outcome'][] = ['found', 'empty', 'not-found', 'problem', 'waiting'];
  return order.flatMap((outcome) => {
    const count = outcomes.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [{ outcome, count }];
  });
}

/** The outcomes that a person must review, those not found first. */
export function needingAttention(outcomes: readonly DispatchOutcome[]): DispatchOutcome[] {
  const ranks: Partial<Record<DispatchOutcome['outcome'], number>> = { 'not-found': 0, problem: 1, empty: 2 };
  return outcomes
    .filter(({ outcome }) => ranks[outcome] !== undefined)
    .toSorted((one, other) => (ranks[one.outcome] ?? 0) - (ranks[other.outcome] ?? 0));
}
