import type { TextHit, TextLine } from '../../shared/model/text-search.ts';
import { isWholeWord } from '../../shared/whole-word.ts';
import { foldKeepingLength } from '../../shared/without-accents.ts';
import type { FindAtPage } from './inspected-subject.ts';

/** A line with its words marked. */
export function MarkedLine({ line: { line, marks } }: { line: Pick<TextLine, 'line' | 'marks'> }) {
  const ends = marks.map(([, end]) => end);
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {line.slice(ends[index - 1] ?? 0, start)}
          <mark>{line.slice(start, end)}</mark>
        </span>
      ))}
      {line.slice(ends.at(-1) ?? 0)}
    </>
  );
}

/**
 * What the viewer looks for at a hit: the words of its page, from that page on; the first marked ones alone
 * where they are written together with others. It does not show what is attached to a document with pages.
 */
export function findAtMark(
  line: TextLine | undefined,
  { isPaged, isAttached, isUnsure }: Pick<TextHit, 'isPaged' | 'isAttached' | 'isUnsure'>,
): { find?: FindAtPage } {
  const [mark] = line?.marks ?? [];
  if (!line || !mark || isAttached) return {};
  const areWhole = line.marks.every((range) => isWholeWord(line.line, ...range));
  const written = [...line.marks.map((range) => line.line.slice(...range)), ...(line.others ?? [])];
  const words = new Map<string, string>();
  // The viewer tells no capitals and accents apart.
  for (const word of written)
    if (!words.has(foldKeepingLength(word))) words.set(foldKeepingLength(word), word);
  const text = areWhole ? [...words.values()].join(' ') : line.line.slice(...mark);
  return {
    find: {
      text,
      ...(areWhole && { words: [...words.values()] }),
      ...(isPaged && { page: line.page }),
      ...(isUnsure && { isUnsure }),
    },
  };
}
