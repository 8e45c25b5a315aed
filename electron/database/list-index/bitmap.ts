/**
 * Bitmaps of rows, and positions of rows in the order of arrival. Loops, because callbacks for each of
 * 100,000 rows take several times as long.
 */

export function intersect(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bitmap = new Uint8Array(left.length);
  for (let index = 0; index < bitmap.length; index++)
    bitmap[index] = (left[index] ?? 0) & (right[index] ?? 0);
  return bitmap;
}

/** All positions. */
export function allPositions(count: number): Int32Array {
  const positions = new Int32Array(count);
  for (let index = 0; index < count; index++) positions[index] = index;
  return positions;
}

/** The positions whose bit is set. */
export function setPositions(bitmap: Uint8Array): Int32Array {
  const positions = new Int32Array(bitmap.length);
  let count = 0;
  for (let index = 0; index < bitmap.length; index++) if (bitmap[index] === 1) positions[count++] = index;
  return positions.subarray(0, count);
}

/** The sorted positions whose bit is set, in that order. */
export function filterSorted(rows: Int32Array, bitmap: Uint8Array): Int32Array {
  const positions = new Int32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const position = rows[at] ?? 0;
    if (bitmap[position] === 1) positions[count++] = position;
  }
  return positions.subarray(0, count);
}

/** Concatenates two arrays. */
export function concat<T extends Int32Array | Uint8Array>(
  first: T,
  second: T,
  empty: new (length: number) => T,
): T {
  const all = new empty(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
