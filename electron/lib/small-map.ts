/**
 * Values by key that come and go by the thousand, few of them there at a time; in the order in which they
 * came.
 */
export interface SmallMap<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  /** Adds a value. Its key must not be there. */
  add(key: Key, value: Value): void;
  /** Gives what was there. */
  take(key: Key): Value | undefined;
  values(): readonly Value[];
  /** Gives all of them, and has none any more. */
  empty(): Value[];
}

/**
 * Nothing yet. A `Map` would do but for V8: an old table of it, long replaced, points to the next one, that
 * to the next, and each to what was in it. Once one of them has grown old, all that ever passed stays until
 * everything is collected. Lists of a few hundred are looked through as fast.
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
