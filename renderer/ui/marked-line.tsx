import type { TextHit, TextLine } from '../../shared/model/text-search.ts';
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
 * What the viewer looks for at a hit: the first marked words of its line, from its page on. It does not show
 * what is attached to a document with pages.
 */
export function findAtMark(
  line: TextLine | undefined,
  { isPaged, isAttached, isUnsure }: Pick<TextHit, 'isPaged' | 'isAttached' | 'isUnsure'>,
): { find?: FindAtPage } {
  const [mark] = line?.marks ?? [];
  if (!line || !mark || isAttached) return {};
  const text = line.line.slice(...mark);
  return { find: { text, ...(isPaged && { page: line.page }), ...(isUnsure && { isUnsure }) } };
}
