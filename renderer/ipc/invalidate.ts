import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Invalidates queries. A first result that is still loading may be outdated and is awaited: a query meanwhile
 * would share it.
 */
export async function invalidate(queries: QueryClient, which: QueryFilters): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ ...which, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries(which);
  if (first.length === 0) return;
  // Invalidation does not refetch a query that has no data yet, and its late result would count as fresh.
  await Promise.allSettled(first.map(({ promise }) => promise));
  // A fetch that starts from now on is fresh: one is enough for all who wait.
  await queries.invalidateQueries({ predicate: (query) => first.includes(query) }, { cancelRefetch: false });
}
