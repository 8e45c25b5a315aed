import { describe, expect, it } from 'vitest';
import { needingAttention, outcomeNumbers } from '../../../../../renderer/features/results/outcome-order.ts';
import type { DispatchOutcome } from '../../../../../shared/model/search.ts';

const of = (number: string, outcome: DispatchOutcome['outcome']): DispatchOutcome => ({
  connectionId: 'agency',
  number,
  outcome,
  documents: 0,
});
const pasted = [
  of('1', 'found'),
  of('2', 'empty'),
  of('3', 'not-found'),
  of('4', 'found'),
  of('5', 'problem'),
];

describe('pasted dispatches', () => {
  it('are told by number: found, without documents, not found, not answered', () => {
    expect(outcomeNumbers(pasted)).toEqual([
      { outcome: 'found', count: 2 },
      { outcome: 'empty', count: 1 },
      { outcome: 'not-found', count: 1 },
      { outcome: 'problem', count: 1 },
    ]);
  });

  it('that a person must look at stand with those not found first', () => {
    expect(needingAttention(pasted).map(({ number }) => number)).toEqual(['3', '5', '2']);
  });
});
