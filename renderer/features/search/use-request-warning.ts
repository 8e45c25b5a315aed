import { useState } from 'react';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { maxRequests, mayBeLarge, type Plan } from './submit-plan.ts';

/** The warning about a query of many requests: submitted once more, the query runs. */
interface RequestWarning {
  /** The query whose number of requests was shown, as JSON, with that number. */
  shown: { query: string; requests: number } | undefined;
  /** The number of requests to show for a plan; undefined if it was not warned about. */
  requestsOf: (plan: Plan) => number | undefined;
  /**
   * Whether to run a query now; if not, the warning about it is shown. `inBook` is the number of clients in
   * the directory. Rejects if the requests cannot be counted.
   */
  mayRun: (query: SearchQuery, inBook: number) => Promise<boolean>;
  clear: () => void;
}

/** Holds the warning of the search form. */
export function useRequestWarning(): RequestWarning {
  const [shown, setShown] = useState<{ query: string; requests: number }>();
  const isShownFor = (query: SearchQuery) => shown?.query === JSON.stringify(query);
  return {
    shown,
    requestsOf: (plan) => (plan.kind === 'ask' && isShownFor(plan.query) ? shown?.requests : undefined),
    async mayRun(query, inBook) {
      if (isShownFor(query) || !mayBeLarge(query, inBook)) return true;
      const { requests } = await invoke('search.weigh', query);
      if (requests <= maxRequests) return true;
      setShown({ query: JSON.stringify(query), requests });
      return false;
    },
    clear: () => setShown(undefined),
  };
}
