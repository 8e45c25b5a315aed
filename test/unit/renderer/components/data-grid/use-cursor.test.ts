import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../../../renderer/components/data-grid/use-cursor.ts';
import { asItIs, listOf } from '../../../../support/page/lists.ts';

describe('the row that a person was told of', () => {
  it('is followed to where it stands among the rows that are here', async () => {
    const list = await listOf(['a', 'b', 'c']);
    await list.becomes(['c', 'a', 'b']);
    expect(positionOf(list.pages, asItIs, { key: 'a', next: 'b' }, 'c')).toBe(1);
  });

  it('has left a list that is here whole and does not hold it', async () => {
    const list = await listOf(['a', 'b', 'c']);
    await list.becomes(['b', 'c']);
    expect(positionOf(list.pages, asItIs, { key: 'a', next: undefined }, 'b')).toBe('left');
  });

  it('may stand anywhere in a list that is sorted anew and is longer than what is here', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `row ${index}`);
    const list = await listOf(rows);
    await list.becomes(rows.toReversed());
    expect(positionOf(list.pages, asItIs, { key: 'row 3', next: 'row 4' }, 'row 146')).toBe('unknown');
  });

  it('has left a long list when the row after it has taken its place', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `row ${index}`);
    const list = await listOf(rows);
    await list.becomes(rows.filter((row) => row !== 'row 3'));
    expect(positionOf(list.pages, asItIs, { key: 'row 3', next: 'row 4' }, 'row 4')).toBe('left');
  });
});
