import { describe, expect, it } from 'vitest';
import { turnSort } from '../../../../../renderer/components/data-grid/turn-sort.ts';
import type { Sort } from '../../../../../shared/model/search-query.ts';

const up = (column: string) => ({ column, descending: false });
const down = (column: string) => ({ column, descending: true });

describe('a press on the head of a column', () => {
  it('sorts by it ascending, then descending, then not at all', () => {
    const first = turnSort([], 'a', false);
    const second = turnSort(first, 'a', false);
    expect([first, second, turnSort(second, 'a', false)]).toEqual([[up('a')], [down('a')], []]);
  });

  it('puts it in the place of the columns that were sorted by', () => {
    expect(turnSort([down('b'), up('a'), up('c')], 'a', false)).toEqual([down('a')]);
    expect(turnSort([up('b')], 'a', false)).toEqual([up('a')]);
    expect(turnSort([up('b'), up('a')], 'a', false), 'but for the last of them').toEqual([
      up('b'),
      down('a'),
    ]);
  });

  it('adds it to them with the key for more, four at the most, and takes it away again', () => {
    const four: Sort = ['a', 'b', 'c', 'd'].map(up);
    expect(turnSort([up('a')], 'b', true)).toEqual([up('a'), up('b')]);
    expect(turnSort(four, 'e', true)).toEqual(['b', 'c', 'd', 'e'].map(up));
    expect(turnSort([down('a'), up('b')], 'a', true)).toEqual([up('b')]);
  });
});
