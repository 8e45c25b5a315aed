/** The sort key of a row in one column; null, for no value, sorts last in both directions. */
export type Key = string | number | null;

/** Compares two rows by their index in the list. */
type Compare = (left: number, right: number) => number;

/** Compares by one column: numbers before texts, null last. */
export function compareBy(keys: readonly Key[], descending: boolean): Compare {
  return (left, right) => {
    const a = keys[left] ?? null;
    const b = keys[right] ?? null;
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    const isLess = typeof a === typeof b ? a < b : typeof a === 'number';
    return isLess === descending ? 1 : -1;
  };
}

/** Compares by several columns, then by index, so that the order is total and stable. */
export function compareByAll(compares: readonly Compare[]): Compare {
  const [first, ...others] = compares;
  if (first && others.length === 0) return (left, right) => first(left, right) || left - right;
  return (left, right) => {
    for (const compare of compares) {
      const result = compare(left, right);
      if (result !== 0) return result;
    }
    return left - right;
  };
}

/** The first `count` rows in order; far faster than sorting all of them where `count` is small. */
export function firstOf(rows: Int32Array, count: number, compare: Compare): Int32Array {
  const best: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const last = best[best.length - 1];
    if (best.length >= count && last !== undefined && compare(row, last) > 0) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(row, best[middle] ?? 0) < 0) high = middle;
      else low = middle + 1;
    }
    best.splice(low, 0, row);
    if (best.length > count) best.pop();
  }
  return Int32Array.from(best);
}
