import { describe, expect, it } from 'vitest';
import {
  allRows,
  boxState,
  countSelected,
  isSelected,
  noRows,
  onlyRows,
  selectedAmong,
  toggleRow,
} from '../../../../../renderer/components/data-grid/row-selection.ts';

describe('selecting rows', () => {
  it('of all but some knows how many and which, without their keys', () => {
    const selection = toggleRow(toggleRow(allRows, 'a'), 'b');
    expect(countSelected(selection, 100_000)).toBe(99_998);
    expect(isSelected(selection, 'a')).toBe(false);
    expect(isSelected(selection, 'z')).toBe(true);
    expect(countSelected(toggleRow(selection, 'a'), 100_000)).toBe(99_999);
  });

  it('turns a row over to and fro', () => {
    expect(toggleRow(onlyRows(['a']), 'b')).toEqual(onlyRows(['a', 'b']));
    expect(toggleRow(toggleRow(allRows, 'a'), 'a')).toEqual(allRows);
  });

  it('lets go of rows that have left the list, and stays the same when none has', () => {
    const before = onlyRows(['a', 'b']);
    expect(selectedAmong(before, new Set(['b', 'c']))).toEqual(onlyRows(['b']));
    expect(selectedAmong(before, new Set(['a', 'b', 'c']))).toBe(before);
    expect(selectedAmong(allRows, new Set())).toBe(allRows);
  });

  it('leaves what it was given as it was', () => {
    const before = onlyRows(['a']);
    toggleRow(before, 'b');
    expect(before).toEqual(onlyRows(['a']));
  });

  it('draws the box above the rows', () => {
    expect(boxState(noRows, 3)).toBe('none');
    expect(boxState(onlyRows(['a']), 3)).toBe('some');
    expect(boxState(onlyRows(['a', 'b', 'c']), 3)).toBe('all');
    expect(boxState(allRows, 3)).toBe('all');
    expect(boxState(allRows, 0)).toBe('none');
  });
});
