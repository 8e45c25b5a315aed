/**
 * One key of several values, for maps and comparisons: equal only if all values are equal. A plain join is
 * ambiguous, because a part may contain the separator.
 */
export function compositeKey(...values: readonly (string | number | boolean | undefined)[]): string {
  return JSON.stringify(values);
}

/** The values of a {@link compositeKey}, as strings. */
export function parseCompositeKey(key: string): string[] {
  const values: unknown = JSON.parse(key);
  return Array.isArray(values) ? values.map(String) : [];
}

/** The key of a document across all connections. */
export function documentKey({
  connectionId,
  documentId,
}: {
  connectionId: string;
  documentId: string;
}): string {
  return compositeKey(connectionId, documentId);
}

/** The key of a dispatch across all connections. */
export function dispatchKey({ connectionId, number }: { connectionId: string; number: string }): string {
  return compositeKey(connectionId, number);
}
