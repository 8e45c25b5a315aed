import { useEffect, useRef, useState } from 'react';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { invoke, useAppMutation, useEvent, useInvokeQueries } from '../../ipc/invoke-hooks.ts';
import { type CombinedProgress, combineProgress } from './completion-queries.ts';

/** Queries to agencies whose answers something is made of. */
export interface FetchFirst {
  /**
   * Asks them, once, and gives their result sets when all have ended. Where something was not answered, or a
   * RUT is no client, it is `'not-yet'`: the person is told first, and the same queries give what came the
   * next time. That a dispatch is not there is an answer.
   */
  run: (queries: readonly SearchQuery[]) => Promise<readonly string[] | 'not-yet'>;
  isFetching: boolean;
  /** How far the queries that are shown are; undefined while they have not been asked. */
  progress: CombinedProgress | undefined;
}

/**
 * Asks agencies before documents are taken. What came of other queries than `shown` is not told beside them;
 * who leaves has nothing asked any more.
 */
export function useFetchFirst(shown: readonly SearchQuery[]): FetchFirst {
  const [started, setStarted] = useState<{ queries: string; resultSetIds: readonly string[] }>();
  const waiting = useRef(new Map<string, (progress: SearchProgress) => void>());
  const shownIds = started?.queries === JSON.stringify(shown) ? started.resultSetIds : [];
  const searches = useInvokeQueries(
    'search.progress',
    shownIds.map((resultSetId) => ({ resultSetId })),
  );
  useEvent('sweep.progress', (progress) => {
    if (progress.state !== 'running') waiting.current.get(progress.resultSetId)?.(progress);
  });
  useEffect(() => {
    const { current } = waiting;
    return () => {
      // Nobody waits for its answer any more; what came stays.
      for (const resultSetId of current.keys())
        invoke('search.cancel', { resultSetId }).catch(() => undefined);
    };
  }, []);

  function ended(resultSetId: string): Promise<SearchProgress> {
    const { promise, resolve, reject } = Promise.withResolvers<SearchProgress>();
    waiting.current.set(resultSetId, resolve);
    // It may have ended before anybody listened.
    invoke('search.progress', { resultSetId }).then((now) => now.state !== 'running' && resolve(now), reject);
    return promise.finally(() => waiting.current.delete(resultSetId));
  }

  const action = useAppMutation(
    async (queries: readonly SearchQuery[]) => {
      const text = JSON.stringify(queries);
      // Told of what was not answered, the person goes on with what came.
      if (started?.queries === text) return started.resultSetIds;
      const resultSetIds: string[] = [];
      for (const query of queries) {
        resultSetIds.push((await invoke('search.start', query)).resultSetId);
        setStarted({ queries: text, resultSetIds: [...resultSetIds] });
      }
      const ends = await Promise.all(resultSetIds.map(ended));
      return ends.some(({ problemsTotal, notThere, state }) => problemsTotal > notThere || state !== 'done')
        ? 'not-yet'
        : resultSetIds;
    },
    ['search.recent'],
  );
  return {
    run: action.mutateAsync,
    isFetching: action.isPending,
    progress: shownIds.length > 0 ? combineProgress(searches) : undefined,
  };
}
