import { AppError } from '../../shared/errors.ts';
import type { TextCount, TextCountQuery } from '../../shared/model/text-search.ts';
import { parseTextQuery, type Store } from '../database/index.ts';

/** Pages of one call: searches wait behind it for some milliseconds. */
const pagesAtOnce = 2_048;

/**
 * How many documents have the words of a query, by type; those that cannot be read are in none. It reads the
 * whole index of a word, in stretches, between which searches run. Rejects with `CANCELLED`.
 */
export async function countText(
  store: Store,
  { text, filter }: TextCountQuery,
  signal: AbortSignal,
): Promise<TextCount> {
  const match = parseTextQuery(text);
  const counts = new Map<string, number>();
  for (let before: number | undefined = match && Number.MAX_SAFE_INTEGER; match && before !== undefined; ) {
    if (signal.aborted) throw new AppError('CANCELLED', 'cancelled');
    const found: Awaited<ReturnType<Store['listFoundTexts']>> = await store.listFoundTexts(
      match.all,
      before,
      pagesAtOnce,
    );
    const types = await store.countTextDocuments(found.keys, filter);
    for (const { type, documents } of types) counts.set(type, (counts.get(type) ?? 0) + documents);
    before = found.next;
  }
  return Object.fromEntries(counts);
}
