import type { QueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '../../shared/model/search.ts';
import { invokeWithEvents } from '../ipc/event-patches.ts';
import type { PrefetchedQuery } from '../ipc/invoke.ts';
import { type Route, routeOfSaved } from '../ui/route.ts';
import { preloadLists } from './screen.tsx';

interface Opening {
  saved: SavedSearch;
  /** The prefetched queries of its screen. */
  prefetched: readonly PrefetchedQuery[];
  /** Maximum wait for them, in ms. */
  timeoutMs: number;
  go: (route: Route) => void | Promise<void>;
}

/**
 * Opens a saved search with its prefetched results, so that it renders once; after `timeoutMs` without them.
 * Rejects if the scripts of the lists cannot be loaded.
 */
export async function openSavedSearch(
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
