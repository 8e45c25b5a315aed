/**
 * A value without its properties that are `null`, undefined or `""`, at every depth; objects that become
 * empty stay (api.md, Omission rule). Only for the two file endpoints, and never for a document's `dispatch`.
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
