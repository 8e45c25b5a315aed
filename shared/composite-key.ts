/**
 * One key of several parts, for maps and comparisons: two lists of parts have one key only where they are the
 * same. Parts joined by a letter do not: whatever stands between them may stand in one of them.
 */
export function compositeKey(...parts: readonly (string | number | boolean | undefined)[]): string {
  return JSON.stringify(parts);
}

/** The parts of which {@link compositeKey} made a key, as texts. */
export function partsOfKey(key: string): string[] {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? parts.map(String) : [];
}

/** The key of a dispatch among those of all connections. */
export function dispatchKey({ connectionId, number }: { connectionId: string; number: string }): string {
  return compositeKey(connectionId, number);
}
