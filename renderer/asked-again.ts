import type { QueryClient } from '@tanstack/react-query';
import type { CallName } from '../shared/contract.ts';

/**
 * Has a call asked again, whatever its input. The first answer that is still on its way may be of before, and is waited for: what asks for
 * it meanwhile would be given the same one.
 */
export async function askedAgain(queries: QueryClient, name: CallName): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey: [name], fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries({ queryKey: [name] });
  if (first.length === 0) return;
  // What is asked from then on is of after: one time is enough for all who wait.
  await queries.invalidateQueries(
    { queryKey: [name], predicate: (query) => first.includes(query) },
    { cancelRefetch: false },
  );
}
