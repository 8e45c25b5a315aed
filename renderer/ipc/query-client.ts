import { QueryClient } from '@tanstack/react-query';

/**
 * The page's cache of results. Main retries and knows the network; here a call is invoked once, at once,
 * whether or not the window has the focus. Mutations are removed when their component unmounts.
 */
export function createQueryClient(): QueryClient {
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
