/**
 * One key of several parts, for maps and comparisons: equal only if all parts are equal. A plain join is
 * ambiguous, because a part may contain the separator.
 */
export function compositeKey(...parts: readonly (string | number | boolean | undefined)[]): string {
  return JSON.stringify(parts);
}

/** The parts of a {@link compositeKey}, as strings. */
export function partsOfKey(key: string): string[] {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? parts.map(String) : [];
}

/** The key of a dispatch across all connections. */
export function dispatchKey({ connectionId, number }: { connectionId: string; number: string }): string {
  return compositeKey(connectionId, number);
}
