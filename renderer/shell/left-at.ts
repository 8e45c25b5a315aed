import type { QueryClient } from '@tanstack/react-query';
import { goTo } from '../ui/place.ts';
import { placeOfSaved } from '../ui/saved-place.ts';
import { leftAt } from './first-asks.ts';
import { preloadLists } from './screen.tsx';

/** How long the page waits for rows before it is drawn without them. */
const patienceMs = 300;

/** Goes to the saved search that was open when the window was left, with what it shows first if that comes soon. Never rejects. */
export async function goWhereLeft(queries: QueryClient): Promise<void> {
  const left = await leftAt;
  if (!left) return;
  const { saved, asks } = left;
  const answers = Promise.all(asks.map((asked) => queries.prefetchQuery(asked)));
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs));
  try {
    await Promise.all([preloadLists(), Promise.race([answers, patience])]);
    // What has not come is asked again by the screen, which hears what is told meanwhile.
    await Promise.all(asks.map(({ queryKey }) => queries.cancelQueries({ queryKey, exact: true })));
    goTo(placeOfSaved(saved));
  } catch {
    // Home stands without the lists' scripts.
  }
}
