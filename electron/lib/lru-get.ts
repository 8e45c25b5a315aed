/** The value under a key, made when it is missing. Evicts the least recently used entry. */
export function lruGet<T>(map: Map<string, T>, key: string, maxEntries: number, make: () => T): T {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxEntries) break;
    map.delete(oldest);
  }
  return value;
}
