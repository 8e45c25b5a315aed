import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Invalidates queries. A first result that is under way may be outdated, and is waited for: whoever queries
 * meanwhile would get the same one.
 */
export async function invalidate(queries: QueryClient, which: QueryFilters): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ ...which, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries(which);
  if (first.length === 0) return;
  // What nobody shows yet is not asked for by that, and when its answer comes it would count as one of after.
  await Promise.allSettled(first.map(({ promise }) => promise));
  // What is asked from then on is of after: one time is enough for all who wait.
  await queries.invalidateQueries({ predicate: (query) => first.includes(query) }, { cancelRefetch: false });
}
