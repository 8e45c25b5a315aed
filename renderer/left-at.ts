import type { QueryClient } from '@tanstack/react-query';
import { preloadLists } from './features/desk/screen.tsx';
import { placeOfSaved } from './features/saved/saved-place.ts';
import { leftAt } from './first-asks.ts';
import { goTo } from './place.ts';

/** Goes to the saved search that was open when the window was left, once all that it shows first is here. Never rejects. */
export async function goWhereLeft(queries: QueryClient): Promise<void> {
  const left = await leftAt;
  if (!left) return;
  try {
    await Promise.all([preloadLists(), ...left.asks.map((asked) => queries.prefetchQuery(asked))]);
    goTo(placeOfSaved(left.saved));
  } catch {
    // Home stands without the lists' scripts.
  }
}
