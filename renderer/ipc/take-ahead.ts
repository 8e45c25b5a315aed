import type { QueryClient } from '@tanstack/react-query';
import type { Asked } from './ask.ts';
import { toldAnswers } from './told-answers.ts';

/**
 * Takes an answer that was asked ahead into what is kept. What main told of it before the page heard events is missing in it: it is shown at
 * once, and asked once more by whoever shows it. Never rejects.
 */
export async function takeAhead(queries: QueryClient, asked: Asked): Promise<void> {
  const { queryKey } = asked;
  await queries.prefetchQuery(asked);
  if (queryKey[0] in toldAnswers) await queries.invalidateQueries({ queryKey, exact: true });
}
