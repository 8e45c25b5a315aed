import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flatLayout,
  groupLayout,
  rowsBetween,
} from '../../../../../renderer/components/data-grid/group-layout.ts';

const groups = [
  { key: 'a', label: 'A', rows: 2 },
  { key: 'b', label: 'B', rows: 1 },
  { key: 'c', label: 'C', rows: 3 },
];

function lines(collapsed: string[] = []) {
  const layout = groupLayout(groups, new Set(collapsed));
  return Array.from({ length: layout.count }, (_, line) => {
    const at = layout.at(line);
    return at.kind === 'group' ? at.group.key : at.offset;
  });
}

describe('lines of a list', () => {
  it('are its rows without groups', () => {
    const layout = flatLayout(3);
    expect(layout.count).toBe(3);
    expect(layout.at(2)).toEqual({ kind: 'row', offset: 2 });
  });

  it('have a heading before the rows of each group', () => {
    expect(lines()).toEqual(['a', 0, 1, 'b', 2, 'c', 3, 4, 5]);
  });

  it('leave out the rows of collapsed groups, and keep the offsets of others', () => {
    expect(lines(['a', 'b'])).toEqual(['a', 'b', 'c', 3, 4, 5]);
  });

  it('name the rows on some of them, whatever headings stand first, last and between', () => {
    expect(rowsBetween(groupLayout(groups, new Set(['b'])), 0, 3)).toEqual([0, 1]);
    expect(rowsBetween(groupLayout(groups, new Set(['b'])), 2, 5)).toEqual([1, 3]);
    expect(rowsBetween(groupLayout(groups, new Set(['a', 'b', 'c'])), 0, 2)).toEqual([]);
  });

  it('lead from a row to its line, or to its group when that is collapsed', () => {
    const layout = groupLayout(groups, new Set(['b']));
    expect(layout.lineOf(1)).toBe(2);
    expect(layout.lineOf(2)).toBe(3);
    expect(layout.lineOf(3)).toBe(5);
  });

  it('hold each row once and in order, whatever the groups', () => {
    const group = fc.record({ rows: fc.integer({ min: 0, max: 30 }), isCollapsed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(group, { maxLength: 40 }), (sizes) => {
        const all = sizes.map(({ rows }, index) => ({ key: String(index), label: '', rows }));
        const collapsed = new Set(all.filter((_, index) => sizes[index]?.isCollapsed).map(({ key }) => key));
        const layout = groupLayout(all, collapsed);
        const seen: number[] = [];
        for (let line = 0; line < layout.count; line++) {
          const at = layout.at(line);
          if (at.kind !== 'row') continue;
          seen.push(at.offset);
          expect(layout.lineOf(at.offset)).toBe(line);
        }
        const shown = all.flatMap(({ key, rows }, index) => {
          const before = all.slice(0, index).reduce((sum, each) => sum + each.rows, 0);
          return collapsed.has(key) ? [] : Array.from({ length: rows }, (_, row) => before + row);
        });
        expect(seen).toEqual(shown);
      }),
    );
  });
});
