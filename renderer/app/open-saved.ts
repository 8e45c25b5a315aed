import type { QueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '../../shared/model/search.ts';
import { invokeWithEvents } from '../ipc/event-patches.ts';
import type { PrefetchedQuery } from '../ipc/invoke.ts';
import type { Route } from '../ui/route.ts';
import { routeOfSaved } from '../ui/saved-route.ts';
import { preloadLists } from './screen.tsx';

interface Opening {
  saved: SavedSearch;
  /** What its screen shows first, already asked for. */
  prefetched: readonly PrefetchedQuery[];
  /** How long that is waited for, in ms. */
  timeoutMs: number;
  go: (route: Route) => void | Promise<void>;
}

/**
 * Goes to a saved search with what its screen shows first, so that it is drawn once; after `timeoutMs`
 * without what has not come. Rejects where the lists' scripts cannot be had.
 */
export async function openSaved(
  queries: QueryClient,
  { saved, prefetched, timeoutMs, go }: Opening,
): Promise<void> {
  const loaded = Promise.all(
    prefetched.map(({ queryKey, queryFn }) =>
      queries.prefetchQuery({
        queryKey,
        queryFn: () => invokeWithEvents(queryKey[0], queryKey, queryFn),
        staleTime: 0,
      }),
    ),
  );
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.all([preloadLists(), Promise.race([loaded, timeout])]);
  await go(routeOfSaved(saved));
}
