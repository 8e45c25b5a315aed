import type { SavedSearch } from '../../shared/model/search.ts';
import { prefetchResult } from '../features/results/prefetch-result.ts';
import { type PrefetchedQuery, prefetchCall } from '../ipc/invoke.ts';

const settings = prefetchCall('settings.get', undefined);
const savedSearches = prefetchCall('saved.list', undefined);

/**
 * Queries of the first screen. They start when this module runs, a script of its own: main responds while the
 * rest of the page loads.
 */
export const firstQueries: readonly PrefetchedQuery[] = [
  settings,
  savedSearches,
  prefetchCall('connections.list', undefined),
  prefetchCall('clients.list', undefined),
  prefetchCall('search.recent', undefined),
];

/**
 * The saved search that was open when the window closed, with the queries of its screen. Undefined if it was
 * deleted or the address names a route. Never rejects.
 */
export const lastSavedSearch: Promise<
  { saved: SavedSearch; prefetched: readonly PrefetchedQuery[] } | undefined
> = findLastSavedSearch();

async function findLastSavedSearch() {
  if (window.location.hash !== '') return undefined;
  // Home reports what cannot be read.
  const [state, stored] = await Promise.all([settings.queryFn(), savedSearches.queryFn()]).catch(() => []);
  const saved = stored?.find(({ id }) => id === state?.settings.layout.savedId);
  return saved && { saved, prefetched: prefetchResult(saved) };
}
