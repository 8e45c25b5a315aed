import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { cameraHeadBytes, cameraTurn } from '../../../shared/camera-turn.ts';
import type { RecognizedWord } from '../../../shared/model/text-search.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { findInText, type Match, steppedIndex } from './find-in-text.ts';
import type { PreviewedDocument } from './previewed-document.ts';
import type { FindWay, ViewState } from './view-handle.ts';
import styles from './viewer.module.css';

const maxMatches = 1_000;

/** A picture whose words are searched. */
interface PictureToSearch {
  previewed: PreviewedDocument;
  /** Its `data:` address. */
  source: string;
}

/** What is looked for, and where it stands among the words. */
interface PictureSearch {
  text: string;
  matches: readonly Match[];
  at: number;
}

/** Searches the words that were recognised on a picture; a picture without any cannot be searched. */
export function usePictureWords({ previewed: { connectionId, id }, source }: PictureToSearch) {
  // Without its words it is a picture, as before.
  const { data: words = [] } = useInvokeQuery('texts.recognized', { connectionId, id, page: 1 });
  const [search, setSearch] = useState<PictureSearch>();
  const text = useMemo(() => textOf(words), [words]);
  function find(query: string, way: FindWay) {
    const queried = query.replace(/\s+/g, ' ');
    if (queried === search?.text && way !== 'typed') {
      setSearch({ ...search, at: steppedIndex(search.at, search.matches.length, way) });
    } else {
      const matches = findInText(text.folded, queried, maxMatches);
      setSearch(queried === '' ? undefined : { text: queried, matches, at: 0 });
    }
  }
  const count = search?.matches.length ?? 0;
  const found: ViewState['found'] = search && { at: count === 0 ? 0 : search.at + 1, of: count };
  return {
    hasWords: words.length > 0,
    find,
    found,
    marked: search ? markedWords(words, text.starts, search) : [],
    turn: cameraTurn(headOf(source)),
  };
}

/** The words in one line, and where each begins. */
function textOf(words: readonly RecognizedWord[]): { folded: string; starts: readonly number[] } {
  let length = 0;
  const starts = words.map(({ text }) => {
    const start = length;
    length += text.length + 1;
    return start;
  });
  return { folded: foldKeepingLength(words.map(({ text }) => text).join(' ')), starts };
}

interface MarkedWord extends RecognizedWord {
  start: number;
  /** Whether it belongs to the current match. */
  isCurrent: boolean;
}

function markedWords(
  words: readonly RecognizedWord[],
  starts: readonly number[],
  { matches, at }: PictureSearch,
): MarkedWord[] {
  let next = 0;
  return words.flatMap((word, index) => {
    const start = starts[index] ?? 0;
    while ((matches[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    const match = matches[next];
    if (!match || match.start >= start + word.text.length) return [];
    const isCurrent = matches.some(
      (each, position) => position === at && each.start < start + word.text.length && each.end > start,
    );
    return [{ ...word, start, isCurrent }];
  });
}

function headOf(source: string): string {
  const data = source.slice(source.indexOf(',') + 1);
  // Four characters of base64 are three bytes.
  return atob(data.slice(0, Math.floor(cameraHeadBytes / 3) * 4));
}

interface MarksProps {
  marked: readonly MarkedWord[];
  turn: ReturnType<typeof cameraTurn>;
  /** Size and turn of the picture. */
  style: CSSProperties;
}

/** The found words, marked over their boxes. A mirrored picture has none: its boxes lie elsewhere. */
export function PictureMarks({ marked, turn, style }: MarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  const current = marked.find(({ isCurrent }) => isCurrent)?.start;
  useEffect(() => {
    if (current === undefined) return;
    layer.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  if (turn === undefined) return null;
  return (
    <div ref={layer} className={styles.marks} style={style}>
      {marked.map(({ start, text, box, isCurrent }) => (
        <mark key={start} style={placed(box, turn)} {...(isCurrent && { 'data-here': '' })}>
          {text}
        </mark>
      ))}
    </div>
  );
}

/** A box of the picture as its file has it, on the picture as it is shown. */
function placed([left, top, right, bottom]: RecognizedWord['box'], turn: 0 | 90 | 180 | 270): CSSProperties {
  const edges = {
    0: [left, top, right, bottom],
    90: [1 - bottom, left, 1 - top, right],
    180: [1 - right, 1 - bottom, 1 - left, 1 - top],
    270: [top, 1 - right, bottom, 1 - left],
  } as const;
  const [x0, y0, x1, y1] = edges[turn];
  const percent = (fraction: number) => `${fraction * 100}%`;
  return { left: percent(x0), top: percent(y0), width: percent(x1 - x0), height: percent(y1 - y0) };
}
