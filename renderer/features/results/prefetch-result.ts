import type { CallInput } from '../../../shared/contract.ts';
import { type ListName, lists } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { pageSize } from '../../components/data-grid/page-size.ts';
import { type PrefetchedQuery, prefetchCall } from '../../ipc/invoke.ts';
import { restoreListStates } from './result-list-state.ts';
import { textHitsOf } from './text-hits-query.ts';

/** The first page of a list. */
export function firstPage(query: Omit<RowsQuery, 'offset' | 'limit'>): CallInput<'rows.page'> {
  return { ...query, offset: 0, limit: pageSize };
}

/** The query for the total number of rows of a list. */
export function totalOf(resultSetId: string, list: ListName): CallInput<'rows.page'> {
  return { resultSetId, list, offset: 0, limit: 1, sort: [], filter: '', group: 'none' };
}

/** Prefetches what the screen of a saved search shows first, so that it renders once and completely. */
export function prefetchResult(saved: SavedSearch): readonly PrefetchedQuery[] {
  const { resultSetId, question } = saved;
  if (question.kind === 'words') {
    return [prefetchCall('texts.find', { ...textHitsOf(question.text), filter: question.filter })];
  }
  const { list } = saved.view;
  const { sort, filter, group } = restoreListStates(resultSetId, saved).all()[list];
  return [
    prefetchCall('search.progress', { resultSetId }),
    prefetchCall('rows.page', firstPage({ resultSetId, list, sort, filter, group })),
    prefetchCall('rows.columns', { resultSetId, list }),
    ...lists.map((each) => prefetchCall('rows.page', totalOf(resultSetId, each))),
  ];
}
