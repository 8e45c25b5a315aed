import type { CallName } from '../shared/contract.ts';
import { ask } from './ask.ts';

/** Whose answers the first screen shows. */
const names = [
  'settings.get',
  'connections.list',
  'saved.list',
  'clients.list',
  'search.recent',
] as const satisfies readonly CallName[];

/**
 * What the first screen waits for, as queries. It is asked as soon as this module runs: imported before all others, it has main answer while
 * the rest of the page is evaluated.
 */
export const firstAnswers = names.map((name) => {
  const answer = ask(name, undefined);
  return { queryKey: [name, undefined], queryFn: () => answer };
});
