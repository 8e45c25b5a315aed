import type { AppError } from '../../../shared/errors.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { currentRoute, navigate } from '../../ui/route.ts';

/** Requests the documents of a result anew. */
export interface ResultRefresh {
  /** Refreshes the saved search, or searches again; undefined if the query is unknown. */
  refresh: (() => void) | undefined;
  /** Runs another query, and shows its result in place of this one. */
  search: (query: SearchQuery) => void;
  error: AppError | null;
}

/** The refresh of a result, whose `query` is undefined if unknown. */
export function useResultRefresh(
  resultSetId: string,
  saved: SavedSearch | undefined,
  query: SearchQuery | undefined,
): ResultRefresh {
  const restart = useInvokeMutation('search.start', ['search.recent']);
  const refreshSaved = useInvokeMutation('saved.refresh', ['saved.list', 'search.progress']);

  async function startSearch(another: SearchQuery) {
    const started = await restart.mutateAsync(another);
    // Only if the route is still the same: the person may have changed the list or left.
    const here = currentRoute();
    if (here.view === 'results' && here.resultSetId === resultSetId)
      navigate({ ...here, resultSetId: started.resultSetId });
  }

  // The hook returns why it failed.
  const search = (another: SearchQuery) => void startSearch(another).catch(() => undefined);
  const refreshOf = saved ? () => refreshSaved.mutate({ id: saved.id }) : query && (() => search(query));
  return { refresh: refreshOf, search, error: restart.error ?? refreshSaved.error };
}
