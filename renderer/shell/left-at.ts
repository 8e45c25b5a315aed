import type { QueryClient } from '@tanstack/react-query';
import { goTo, type Place } from '../ui/place.ts';
import { leftAt } from './first-asks.ts';
import { openSaved } from './open-saved.ts';

/** How long the page waits for rows before it is drawn without them. */
const patienceMs = 300;

/** Goes to the saved search that was open when the window was left, with what it shows first if that comes soon. Never rejects. */
export async function goWhereLeft(queries: QueryClient): Promise<void> {
  const left = await leftAt;
  if (!left) return;
  const go = async (place: Place) => {
    // All of it was asked before the page heard of changes: the screen, which hears of them, shows what has come and asks again.
    for (const { queryKey } of left.asks) {
      await queries.cancelQueries({ queryKey, exact: true });
      await queries.invalidateQueries({ queryKey, exact: true });
    }
    goTo(place);
  };
  // Home stands without the lists' scripts.
  await openSaved(queries, { ...left, patienceMs, go }).catch(() => undefined);
}
