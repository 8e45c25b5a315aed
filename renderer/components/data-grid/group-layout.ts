import type { RowGroup } from '../../../shared/model/search.ts';

/** What stands on one line of a list. */
export type Line = { kind: 'group'; group: RowGroup; isCollapsed: boolean } | { kind: 'row'; offset: number };

/** Lines of a list: where each row stands between the headings of its groups, collapsed ones left out. */
export interface LineLayout {
  count: number;
  at(line: number): Line;
  /** The line of a row; that of its group when the group is collapsed. */
  lineOf(offset: number): number;
}

/** The lines of a list without groups: its rows. */
export function flatLayout(rows: number): LineLayout {
  return { count: rows, at: (line) => ({ kind: 'row', offset: line }), lineOf: (offset) => offset };
}

/** The lines of a grouped list: a heading before the rows of each group. */
export function groupLayout(groups: readonly RowGroup[], collapsed: ReadonlySet<string>): LineLayout {
  const places: { group: RowGroup; isCollapsed: boolean; line: number; offset: number }[] = [];
  let line = 0;
  let offset = 0;
  for (const group of groups) {
    const isCollapsed = collapsed.has(group.key);
    places.push({ group, isCollapsed, line, offset });
    line += 1 + (isCollapsed ? 0 : group.rows);
    offset += group.rows;
  }
  const before = (by: 'line' | 'offset', value: number) => {
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((places[middle]?.[by] ?? Number.POSITIVE_INFINITY) <= value) low = middle;
      else high = middle - 1;
    }
    return places[low];
  };
  return {
    count: line,
    at(target) {
      const place = before('line', target);
      if (!place || place.line === target) {
        return place
          ? { kind: 'group', group: place.group, isCollapsed: place.isCollapsed }
          : { kind: 'row', offset: target };
      }
      return { kind: 'row', offset: place.offset + target - place.line - 1 };
    },
    lineOf(target) {
      const place = before('offset', target);
      if (!place) return target;
      return place.isCollapsed ? place.line : place.line + 1 + target - place.offset;
    },
  };
}

/** Offsets of the rows on the lines between two, both included: those of collapsed groups stand on none. */
export function rowsBetween(layout: LineLayout, first: number, last: number): number[] {
  const offsets: number[] = [];
  for (let line = first; line <= last; line++) {
    const at = layout.at(line);
    if (at.kind === 'row') offsets.push(at.offset);
  }
  return offsets;
}
