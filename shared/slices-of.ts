/** The items in slices of this length, the last one with the rest; none of an empty list. */
export function* slicesOf<Item>(items: readonly Item[], length: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}
