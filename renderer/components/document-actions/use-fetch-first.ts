import { useEffect, useRef, useState } from 'react';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { invoke, useAppMutation, useEvent, useInvokeQueries } from '../../ipc/invoke-hooks.ts';
import { type CombinedProgress, combineProgress } from './completion-queries.ts';

/** Queries to agencies that run before something is made of their results. */
export interface FetchFirst {
  /**
   * Runs them once and returns their result sets when all have ended. `'not-yet'` if a request failed or a
   * RUT is no client: the person is informed first, and the next call returns the result sets. A dispatch
   * that does not exist is no failure.
   */
  run: (queries: readonly SearchQuery[]) => Promise<readonly string[] | 'not-yet'>;
  isFetching: boolean;
  /** The progress of the shown queries; undefined before they start. */
  progress: CombinedProgress | undefined;
}

/**
 * Queries agencies before documents are used. Progress covers only the queries in `shown`; unmounting cancels
 * them.
 */
export function useFetchFirst(shown: readonly SearchQuery[]): FetchFirst {
  const [started, setStarted] = useState<{ queries: string; resultSetIds: readonly string[] }>();
  const waiting = useRef(new Map<string, (progress: SearchProgress) => void>());
  const shownIds = started?.queries === JSON.stringify(shown) ? started.resultSetIds : [];
  const searches = useInvokeQueries(
    'search.progress',
    shownIds.map((resultSetId) => ({ resultSetId })),
  );
  useEvent('search.progress', (progress) => {
    if (progress.state !== 'running') waiting.current.get(progress.resultSetId)?.(progress);
  });
  useEffect(() => {
    const { current } = waiting;
    return () => {
      // Nobody waits for the result any more; stored results stay.
      for (const resultSetId of current.keys())
        invoke('search.cancel', { resultSetId }).catch(() => undefined);
    };
  }, []);

  function ended(resultSetId: string): Promise<SearchProgress> {
    const { promise, resolve, reject } = Promise.withResolvers<SearchProgress>();
    waiting.current.set(resultSetId, resolve);
    // It may have ended before the subscription.
    invoke('search.progress', { resultSetId }).then((now) => now.state !== 'running' && resolve(now), reject);
    return promise.finally(() => waiting.current.delete(resultSetId));
  }

  const action = useAppMutation(
    async (queries: readonly SearchQuery[]) => {
      const text = JSON.stringify(queries);
      // Informed of the failures, the person continues with the results.
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
