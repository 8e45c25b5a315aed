import type { TextLine } from '../../shared/model/text-search.ts';

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
