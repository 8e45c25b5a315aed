import type { Batch } from '../shared/model/download.ts';
import type { Words } from './words.ts';

/** What a person who looks elsewhere is told when a batch has ended. */
export function batchNotice(
  { name, counts, indexError }: Batch,
  words: Words,
): { title: string; body: string } {
  const inFolder = counts.done + counts.here;
  return {
    title: words.say(counts.cancelled > 0 ? 'notices:batchCancelled' : 'notices:batchEnded', { name }),
    body: [
      words.say('notices:batchCounts', { count: inFolder, failed: counts.failed }),
      ...(indexError ? [words.say('notices:batchWithoutIndex')] : []),
    ].join(' '),
  };
}
