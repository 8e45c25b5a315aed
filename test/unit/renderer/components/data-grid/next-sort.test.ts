import { describe, expect, it } from 'vitest';
import { nextSort } from '../../../../../renderer/components/data-grid/next-sort.ts';
import type { Sort } from '../../../../../shared/model/search-query.ts';

const up = (column: string) => ({ column, descending: false });
const down = (column: string) => ({ column, descending: true });

describe('a press on the head of a column', () => {
  it('sorts by it ascending, then descending, then not at all', () => {
    const first = nextSort([], 'a', false);
    const second = nextSort(first, 'a', false);
    expect([first, second, nextSort(second, 'a', false)]).toEqual([[up('a')], [down('a')], []]);
  });

  it('sorts by it alone, ascending where another column came first', () => {
    expect(nextSort([up('b')], 'a', false)).toEqual([up('a')]);
    expect(nextSort([up('b'), up('a')], 'a', false)).toEqual([up('a')]);
    expect(nextSort([down('b'), down('a'), up('c')], 'a', false)).toEqual([up('a')]);
    expect(nextSort([up('a'), up('b')], 'a', false)).toEqual([down('a')]);
    expect(nextSort([down('a'), up('b')], 'a', false)).toEqual([]);
  });

  it('adds it to them with the key for more, four at the most, and takes it away again', () => {
    const four: Sort = ['a', 'b', 'c', 'd'].map(up);
    expect(nextSort([up('a')], 'b', true)).toEqual([up('a'), up('b')]);
    expect(nextSort([up('a'), up('b')], 'a', true)).toEqual([down('a'), up('b')]);
    expect(nextSort(four, 'e', true)).toEqual(['b', 'c', 'd', 'e'].map(up));
    expect(nextSort([down('a'), up('b')], 'a', true)).toEqual([up('b')]);
  });
});
