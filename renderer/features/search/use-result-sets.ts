import { useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { invoke, useInvokeMutation } from '../../ipc/invoke-hooks.ts';

/** Starts searches, and finds recent ones of the same query. */
interface ResultSets {
  /**
   * The id of the result set of a query: of a new search, or where `mayReuse` of a recent one started here.
   * Rejects with main's error.
   */
  resultSetOf: (query: SearchQuery, mayReuse: boolean) => Promise<string>;
  isStarting: boolean;
  /** Why the last search could not start. */
  error: AppError | null;
  /** Forgets that error. */
  reset: () => void;
}

/** Holds the result sets of dispatch queries made from the search form. */
export function useResultSets(): ResultSets {
  const start = useInvokeMutation('search.start', ['search.recent']);
  /** By query, as JSON. */
  const [resultSets] = useState(() => new Map<string, string>());
  return {
    async resultSetOf(query, mayReuse) {
      const key = JSON.stringify(query);
      const fresh = mayReuse ? await freshResultSet(resultSets.get(key)) : undefined;
      const resultSetId = fresh ?? (await start.mutateAsync(query)).resultSetId;
      if (query.kind === 'dispatches') resultSets.set(key, resultSetId);
      return resultSetId;
    },
    isStarting: start.isPending,
    error: start.error,
    reset: start.reset,
  };
}

/** Maximum age in ms of a result that a PDF is made from without a new query. */
const freshMs = 300_000;

/** A running search, or one that completed recently; if the dispatch was not found, it is queried again. */
async function freshResultSet(resultSetId: string | undefined): Promise<string | undefined> {
  if (resultSetId === undefined) return undefined;
  const known = await invoke('search.progress', { resultSetId }).catch(() => undefined);
  if (known?.state === 'running') return resultSetId;
  const isWhole = known?.state === 'done' && known.problemsTotal === 0;
  return isWhole && Date.now() - Date.parse(known.asOf) < freshMs ? resultSetId : undefined;
}
