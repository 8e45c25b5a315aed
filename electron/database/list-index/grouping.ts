import { compareTexts } from '../../../shared/compare-texts.ts';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { sortKey } from '../sort-keys.ts';

/** The group of each row of a list. */
export interface Grouping {
  /** Index of each row's group. */
  ranks: Int32Array;
  /** The groups of these rows, with the number of rows in each. */
  count(rows: Int32Array): readonly RowGroup[];
}

/**
 * Sorts groups by `compare` and label, clients by name, and rows without a group last. A dispatch's value is
 * its agency and number, its label the number.
 */
export function groupBy(
  values: readonly string[],
  group: RowsQuery['group'],
  names: ClientNames,
  compare: (one: string, other: string) => number = () => 0,
): Grouping {
  const labelOf = (value: string) => (group === 'dispatch' ? value.slice(value.indexOf('/') + 1) : value);
  const nameOf = (value: string) => (group === 'client' && names[value]) || labelOf(value);
  const ordered = [...new Set(values)]
    .map((value) => ({ value, label: labelOf(value), key: sortKey(nameOf(value)) }))
    .sort(
      (a, b) =>
        Number(a.key === '') - Number(b.key === '') ||
        compare(a.value, b.value) ||
        compareTexts(a.key, b.key) ||
        compareTexts(a.value, b.value),
    );
  const rankOf = new Map(ordered.map(({ value }, rank) => [value, rank]));
  const ranks = Int32Array.from(values, (value) => rankOf.get(value) ?? 0);
  return {
    ranks,
    count(rows) {
      const counts = new Int32Array(ordered.length);
      for (const row of rows) {
        const rank = ranks[row] ?? 0;
        counts[rank] = (counts[rank] ?? 0) + 1;
      }
      return ordered.flatMap(({ value, label }, rank) => {
        const count = counts[rank] ?? 0;
        return count > 0 ? [{ key: value, label, rows: count }] : [];
      });
    },
  };
}
