import { QueryClient } from '@tanstack/react-query';

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
