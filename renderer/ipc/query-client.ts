import { QueryClient } from '@tanstack/react-query';
import { eventPatches } from './event-patches.ts';
import type { PrefetchedQuery } from './invoke.ts';

/**
 * The page's cache of results. Main retries and knows the network; here a call is invoked once, at once,
 * whether or not the window has the focus. Mutations are removed when their component unmounts.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 5_000,
        gcTime: 60_000,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
}

/**
 * Puts a prefetched result into the cache. It excludes events from before the subscription: it is shown at
 * once and refetched by the component that shows it. Never rejects.
 */
export async function seedQuery(queries: QueryClient, query: PrefetchedQuery): Promise<void> {
  const { queryKey } = query;
  await queries.prefetchQuery(query);
  if (queryKey[0] in eventPatches) await queries.invalidateQueries({ queryKey, exact: true });
}
