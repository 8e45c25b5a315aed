import type { RowGroup } from '../../../shared/model/search.ts';

/** The content of one line of a list. */
export type Line = { kind: 'group'; group: RowGroup; isCollapsed: boolean } | { kind: 'row'; offset: number };

/** Lines of a list: the position of each row between the group headings, without collapsed groups. */
export interface LineLayout {
  count: number;
  at(line: number): Line;
  /** The line of a row; the line of its group if the group is collapsed. */
  lineOf(offset: number): number;
}

/** The lines of a list without groups: its rows. */
export function flatLayout(rows: number): LineLayout {
  return { count: rows, at: (line) => ({ kind: 'row', offset: line }), lineOf: (offset) => offset };
}

/** The lines of a grouped list: a heading before the rows of each group. */
export function groupLayout(groups: readonly RowGroup[], collapsed: ReadonlySet<string>): LineLayout {
  const entries: { group: RowGroup; isCollapsed: boolean; line: number; offset: number }[] = [];
  let line = 0;
  let offset = 0;
  for (const group of groups) {
    const isCollapsed = collapsed.has(group.key);
    entries.push({ group, isCollapsed, line, offset });
    line += 1 + (isCollapsed ? 0 : group.rows);
    offset += group.rows;
  }
  const before = (by: 'line' | 'offset', value: number) => {
    let [low, high] = [0, entries.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((entries[middle]?.[by] ?? Number.POSITIVE_INFINITY) <= value) low = middle;
      else high = middle - 1;
    }
    return entries[low];
  };
  return {
    count: line,
    at(target) {
      const entry = before('line', target);
      if (!entry || entry.line === target) {
        return entry
          ? { kind: 'group', group: entry.group, isCollapsed: entry.isCollapsed }
          : { kind: 'row', offset: target };
      }
      return { kind: 'row', offset: entry.offset + target - entry.line - 1 };
    },
    lineOf(target) {
      const entry = before('offset', target);
      if (!entry) return target;
      return entry.isCollapsed ? entry.line : entry.line + 1 + target - entry.offset;
    },
  };
}

/** Offsets of the rows on the lines between two, both included; rows of collapsed groups have no line. */
export function rowsBetween(layout: LineLayout, first: number, last: number): number[] {
  const offsets: number[] = [];
  for (let line = first; line <= last; line++) {
    const at = layout.at(line);
    if (at.kind === 'row') offsets.push(at.offset);
  }
  return offsets;
}

/** The line of the next row in a direction, headings skipped; undefined at the end of the list. */
export function rowLineAfter(layout: LineLayout, line: number, way: 'previous' | 'next'): number | undefined {
  const step = way === 'next' ? 1 : -1;
  for (let next = line + step; next >= 0 && next < layout.count; next += step)
    if (layout.at(next).kind === 'row') return next;
  return undefined;
}
