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
  const isWhole = ({ start, end }: Match) => isWholeWord(folded, start, end);
  const found = text
    .flatMap((word) => findOne(folded, word, max, isWhole))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  // `12.450` is part of `12.450,00`: one place is one match.
  let end = 0;
  const apart = found.filter((match) => {
    if (match.start < end) return false;
    end = match.end;
    return true;
  });
  return apart.slice(0, max);
}

function findOne(folded: string, text: string, max: number, isMatch = (_: Match) => true): Match[] {
  const query = foldKeepingLength(text);
  const matches: Match[] = [];
  if (query === '') return matches;
  for (let at = folded.indexOf(query); at >= 0 && matches.length < max; ) {
    const match = { start: at, end: at + query.length };
    if (isMatch(match)) matches.push(match);
    at = folded.indexOf(query, at + query.length);
  }
  return matches;
}

/** The next or previous match of so many; the first follows the last. */
export function steppedIndex(at: number, count: number, way: FindWay): number {
  if (count === 0) return 0;
  return (at + (way === 'previous' ? count - 1 : 1)) % count;
}
