import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Has answers asked for again. A first answer that is still on its way may be of before, and is waited for: what asks for it meanwhile would be
 * given the same one.
 */
export async function askedAgain(queries: QueryClient, which: QueryFilters): Promise<void> {
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
