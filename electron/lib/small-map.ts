/** A map in insertion order for values that come and go by the thousand, with few present at a time. */
export interface SmallMap<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  /** Adds a value. Its key must not be there. */
  add(key: Key, value: Value): void;
  /** Removes and returns a value. */
  take(key: Key): Value | undefined;
  values(): readonly Value[];
  /** Removes and returns all values. */
  empty(): Value[];
}

/**
 * An empty map. A `Map` would do, but in V8 each replaced table of a `Map` points to the next one and to its
 * old entries. Once one of them has been promoted, all former entries stay until a full collection. Searching
 * lists of a few hundred is as fast.
 */
export function createSmallMap<Key, Value>(): SmallMap<Key, Value> {
  const keys: Key[] = [];
  const values: Value[] = [];
  return {
    get size() {
      return keys.length;
    },
    get: (key) => values[keys.indexOf(key)],
    add(key, value) {
      keys.push(key);
      values.push(value);
    },
    take(key) {
      const at = keys.indexOf(key);
      if (at < 0) return undefined;
      keys.splice(at, 1);
      return values.splice(at, 1)[0];
    },
    values: () => values,
    empty() {
      keys.length = 0;
      return values.splice(0);
    },
  };
}
