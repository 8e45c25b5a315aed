import type { SavedSearch } from '../../shared/model/search.ts';
import { prefetchResult } from '../features/results/first-rows.ts';
import { type PrefetchedQuery, prefetchCall } from '../ipc/invoke.ts';

const settings = prefetchCall('settings.get', undefined);
const savedSearches = prefetchCall('saved.list', undefined);

/**
 * What the first screen waits for. It is asked as soon as this module runs, which is a script of its own:
 * main answers while the rest of the page is still on its way.
 */
export const firstQueries: readonly PrefetchedQuery[] = [
  settings,
  savedSearches,
  prefetchCall('connections.list', undefined),
  prefetchCall('clients.list', undefined),
  prefetchCall('search.recent', undefined),
];

/**
 * The saved search that was open when the window was left, and what its screen shows first; undefined if it
 * is no longer there or the address names a route. Never rejects.
 */
export const lastSavedSearch: Promise<
  { saved: SavedSearch; prefetched: readonly PrefetchedQuery[] } | undefined
> = findLastSavedSearch();

async function findLastSavedSearch() {
  if (window.location.hash !== '') return undefined;
  // What cannot be read is said by home.
  const [state, stored] = await Promise.all([settings.queryFn(), savedSearches.queryFn()]).catch(() => []);
  const saved = stored?.find(({ id }) => id === state?.settings.layout.savedId);
  return saved && { saved, prefetched: prefetchResult(saved) };
}
