import type { QueryClient } from '@tanstack/react-query';
import type { SavedSearch } from '../../shared/model/search.ts';
import { answerOf } from '../ipc/event-patches.ts';
import type { Asked } from '../ipc/invoke.ts';
import type { Place } from '../ui/route.ts';
import { placeOfSaved } from '../ui/saved-route.ts';
import { preloadLists } from './screen.tsx';

interface Opening {
  saved: SavedSearch;
  /** What its screen shows first, already asked for. */
  asks: readonly Asked[];
  /** How long that is waited for, in ms. */
  patienceMs: number;
  go: (place: Place) => void | Promise<void>;
}

/**
 * Goes to a saved search with what its screen shows first, so that it is drawn once; after `patienceMs` without what has not come. Rejects where the
 * lists' scripts cannot be had.
 */
export async function openSaved(
  queries: QueryClient,
  { saved, asks, patienceMs, go }: Opening,
): Promise<void> {
  const answers = Promise.all(
    asks.map(({ queryKey, queryFn }) =>
      queries.prefetchQuery({
        queryKey,
        queryFn: () => answerOf(queryKey[0], queryKey, queryFn),
        staleTime: 0,
      }),
    ),
  );
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  await Promise.all([preloadLists(), Promise.race([answers, patience])]);
  await go(placeOfSaved(saved));
}
