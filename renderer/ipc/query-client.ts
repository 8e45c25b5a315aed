import { QueryClient } from '@tanstack/react-query';
import { toldAnswers } from './event-patches.ts';
import type { Asked } from './invoke.ts';

/**
 * The page's memory of answers. Main retries and knows the network; here a call is asked once, at once, whether or not the window has
 * the focus. Mutations are forgotten as soon as their form is gone.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 5_000,
        gcTime: 60_000,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
}

/**
 * Takes an answer that was asked ahead into what is kept. What main told of it before the page heard events is missing in it: it is shown at
 * once, and asked once more by whoever shows it. Never rejects.
 */
export async function takeAhead(queries: QueryClient, asked: Asked): Promise<void> {
  const { queryKey } = asked;
  await queries.prefetchQuery(asked);
  if (queryKey[0] in toldAnswers) await queries.invalidateQueries({ queryKey, exact: true });
}
