import type { QueryClient } from '@tanstack/react-query';
import type { Layout } from '../shared/model/settings.ts';
import { ask } from './bridge.ts';
import { preloadLists } from './features/desk/screen.tsx';
import { placeOfSaved } from './features/saved/saved-place.ts';
import { goTo, readPlace } from './place.ts';

/** Goes to the saved search that was open when the window was left, if it is still there and the address names no other place. Never rejects. */
export async function goWhereLeft({ savedId }: Layout, queries: QueryClient): Promise<void> {
  if (savedId === undefined || readPlace(window.location.hash).view !== 'home') return;
  try {
    const lists = preloadLists();
    const saved = await queries.ensureQueryData({
      queryKey: ['saved.list', undefined],
      queryFn: () => ask('saved.list', undefined),
    });
    const left = saved.find(({ id }) => id === savedId);
    if (!left) return;
    await lists;
    goTo(placeOfSaved(left));
  } catch {
    // Home says what cannot be read.
  }
}
