import { isWholeWord } from '../../../shared/whole-word.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import type { FindText, FindWay } from './view-handle.ts';

/** A range of a text, from its first character to after its last. */
export interface Match {
  start: number;
  end: number;
}

/** Finds what is looked for in a text that is folded, ignoring case and accents; at most `max` matches. */
export function findInText(folded: string, text: FindText, max: number): Match[] {
  if (typeof text === 'string') return findOne(folded, text, max);
  return text
    .flatMap((word) => findOne(folded, word, max))
    .filter(({ start, end }) => isWholeWord(folded, start, end))
    .sort((a, b) => a.start - b.start)
    .slice(0, max);
}

function findOne(folded: string, text: string, max: number): Match[] {
  const query = foldKeepingLength(text);
  const matches: Match[] = [];
  if (query === '') return matches;
  for (let at = folded.indexOf(query); at >= 0 && matches.length < max; ) {
    matches.push({ start: at, end: at + query.length });
    at = folded.indexOf(query, at + query.length);
  }
  return matches;
}

/** The next or previous match of so many; the first follows the last. */
export function steppedIndex(at: number, count: number, way: FindWay): number {
  if (count === 0) return 0;
  return (at + (way === 'previous' ? count - 1 : 1)) % count;
}
