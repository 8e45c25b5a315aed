import { describe, expect, it } from 'vitest';
import {
  allTogether,
  batchNumbers,
} from '../../../../../renderer/components/document-actions/use-batches.ts';
import { mergeBatches } from '../../../../../renderer/ipc/event-patches.ts';
import { type Batch, noCounts, type StateCounts } from '../../../../../shared/model/download.ts';

function batch(
  id: string,
  documents: number,
  counts: Partial<StateCounts>,
  state: Batch['state'] = { kind: 'running' },
): Batch {
  return {
    id,
    name: id,
    folder: '/f',
    template: '',
    startedAt: '2026-11-20T10:00:00Z',
    state,
    counts: { ...noCounts, ...counts },
    documents,
    bytes: 0,
    bytesPerSecond: 0,
    leftOut: 0,
    isElsewhere: false,
  };
}

describe('a batch in numbers', () => {
  it('tells what is good, what is a problem and what never had a file', () => {
    const numbers = batchNumbers(
      batch('b', 300, { done: 180, here: 2, failed: 2, unsigned: 1, 'no-file': 4, waiting: 111 }),
    );
    expect(numbers).toMatchObject({ good: 182, missing: 3, withoutFile: 4, finished: 189, total: 300 });
    expect(numbers.fraction).toBeCloseTo(0.63);
  });

  it('never passes the whole and is never no number', () => {
    expect(batchNumbers(batch('b', 1, { done: 2 })).fraction).toBe(1);
    expect(batchNumbers(batch('b', 0, {})).fraction).toBe(0);
    expect(batchNumbers(batch('b', 0, {}, { kind: 'ended', at: '' })).fraction).toBe(1);
  });

  it('counts together those that have not ended', () => {
    const ended = batch('c', 50, { done: 50 }, { kind: 'ended', at: '' });
    expect(allTogether([batch('a', 10, { done: 4 }), batch('b', 5, { failed: 1 }), ended])).toEqual({
      finished: 5,
      total: 15,
    });
  });
});

describe('batches that change', () => {
  it('stay in their place, and new ones come first', () => {
    const merged = mergeBatches(
      [batch('b', 1, {}), batch('a', 1, {})],
      [batch('a', 2, {}), batch('c', 3, {})],
    );
    expect(merged.map(({ id, documents }) => [id, documents])).toEqual([
      ['c', 3],
      ['b', 1],
      ['a', 2],
    ]);
  });
});
