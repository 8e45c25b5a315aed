/**
 * A value without its properties that are `null`, undefined or `""`, at every depth; objects that this
 * empties stay, empty (api.md, Omission rule). For the two file endpoints only, and never for a document's
 * `dispatch`.
 */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined || inner === '') continue;
    result[key] = withoutEmpty(inner);
  }
  return result;
}
