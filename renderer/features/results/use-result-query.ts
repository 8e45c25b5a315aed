import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';

/** The query of a result, or of its saved search; undefined until loaded, or if it is unknown. */
export function useResultQuery(resultSetId: string, saved: SavedSearch | undefined): SearchQuery | undefined {
  const recent = useInvokeQuery('search.recent', undefined, { enabled: saved === undefined }).data;
  const latest = recent?.find((each) => each.resultSetId === resultSetId)?.query;
  const isOlder = saved === undefined && recent !== undefined && latest === undefined;
  // Only if needed: the search box fetches this for every result, and an unused response would re-render the
  // result.
  const older = useInvokeQuery(
    'search.question',
    { resultSetId: isOlder ? resultSetId : '' },
    { enabled: isOlder },
  ).data;
  return saved?.question ?? latest ?? older;
}
