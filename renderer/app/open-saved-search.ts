import type { QueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '../../shared/model/search.ts';
import { prefetchResult } from '../features/results/prefetch-result.ts';
import { invokeWithEvents } from '../ipc/event-patches.ts';
import { type Route, routeOfSaved } from '../ui/route.ts';
import { preloadLists } from './screen.tsx';

interface Opening {
  /** Maximum wait for its first rows, in ms. */
  timeoutMs: number;
  go: (route: Route) => void;
}

/**
 * Opens a saved search with its first rows, so that it renders once; after `timeoutMs` without them. Rejects
 * if the scripts of the lists cannot be loaded.
 */
export async function openSavedSearch(
  queries: QueryClient,
  saved: SavedSearch,
  { timeoutMs, go }: Opening,
): Promise<void> {
  const loaded = Promise.all(
    prefetchResult(saved).map(({ queryKey, queryFn }) =>
      queries.prefetchQuery({
        queryKey,
        queryFn: () => invokeWithEvents(queryKey[0], queryKey, queryFn),
        staleTime: 0,
      }),
    ),
  );
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.all([preloadLists(), Promise.race([loaded, timeout])]);
  go(routeOfSaved(saved));
}
