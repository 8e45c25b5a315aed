/**
 * Marks of rows, 1 where something holds, and places of rows in the order of arrival. Loops, because callbacks for each of 100,000 rows take
 * several times as long.
 */

/** Where both hold. */
export function both(left: Uint8Array, right: Uint8Array): Uint8Array {
  const marks = new Uint8Array(left.length);
  for (let place = 0; place < marks.length; place++) marks[place] = (left[place] ?? 0) & (right[place] ?? 0);
  return marks;
}

/** Every place. */
export function allPlaces(count: number): Int32Array {
  const places = new Int32Array(count);
  for (let place = 0; place < count; place++) places[place] = place;
  return places;
}

/** The places that are marked. */
export function markedPlaces(marks: Uint8Array): Int32Array {
  const places = new Int32Array(marks.length);
  let count = 0;
  for (let place = 0; place < marks.length; place++) if (marks[place] === 1) places[count++] = place;
  return places.subarray(0, count);
}

/** The places of an order that are marked, in that order. */
export function markedInOrder(order: Int32Array, marks: Uint8Array): Int32Array {
  const places = new Int32Array(order.length);
  let count = 0;
  for (let at = 0; at < order.length; at++) {
    const place = order[at] ?? 0;
    if (marks[place] === 1) places[count++] = place;
  }
  return places.subarray(0, count);
}

/** One after the other. */
export function joined<T extends Int32Array | Uint8Array>(
  first: T,
  second: T,
  empty: new (length: number) => T,
): T {
  const all = new empty(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
