/** The value under a key; made where there is none, and kept. */
export function getOrMake<Key, Made>(
  known: { get(key: Key): Made | undefined; set(key: Key, made: Made): unknown },
  key: Key,
  make: (key: Key) => Made,
): Made {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make(key);
  known.set(key, made);
  return made;
}
