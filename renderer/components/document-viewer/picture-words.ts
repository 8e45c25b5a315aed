import { useMemo, useState } from 'react';
import { cameraHeadBytes, cameraTurn } from '../../../shared/camera-turn.ts';
import type { RecognizedWord } from '../../../shared/model/text-search.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { findInText, type Match, steppedIndex } from './find-in-text.ts';
import type { PreviewedDocument } from './previewed-document.ts';
import type { FindText, FindWay, ViewState } from './view-handle.ts';

const maxMatches = 1_000;

/** A picture whose words are searched. */
interface PictureToSearch {
  previewed: PreviewedDocument;
  /** Its `data:` address. */
  source: string;
}

/** What is looked for, and where it stands among the words. */
interface PictureSearch {
  text: FindText;
  matches: readonly Match[];
  at: number;
}

/** The words that were recognised on a picture, and their search; one without any cannot be searched. */
export function usePictureWords({ previewed: { connectionId, id }, source }: PictureToSearch) {
  // Without its words it is a picture, as before.
  const { data: words = [] } = useInvokeQuery('texts.recognized', { connectionId, id, page: 1 });
  const [search, setSearch] = useState<PictureSearch>();
  const text = useMemo(() => textOf(words), [words]);
  const turn = useMemo(() => cameraTurn(headOf(source)), [source]);
  const placed = useMemo(() => placedOn(words, turn), [words, turn]);
  function find(query: FindText, way: FindWay) {
    const queried = typeof query === 'string' ? query.replace(/\s+/g, ' ') : query;
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
    hasWords: placed.length > 0,
    find,
    found,
    words: useMemo(() => withMatches(placed, text.starts, search), [placed, text, search]),
  };
}

/** The words where they stand on the upright picture. A mirrored one has none: they lie elsewhere. */
function placedOn(
  words: readonly RecognizedWord[],
  turn: ReturnType<typeof cameraTurn>,
): readonly RecognizedWord[] {
  return turn === undefined ? [] : words.map((word) => ({ ...word, box: turnedBox(word.box, turn) }));
}

/** A box of the picture as its file has it, on the picture as it is shown. */
function turnedBox(
  [left, top, right, bottom]: RecognizedWord['box'],
  turn: 0 | 90 | 180 | 270,
): RecognizedWord['box'] {
  switch (turn) {
    case 90:
      return [1 - bottom, left, 1 - top, right];
    case 180:
      return [1 - right, 1 - bottom, 1 - left, 1 - top];
    case 270:
      return [top, 1 - right, bottom, 1 - left];
    default:
      return [left, top, right, bottom];
  }
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

/** A word over its box on the picture as it is shown upright. */
export interface ShownWord extends RecognizedWord {
  /** Where it begins among the letters of all. */
  start: number;
  /** Whether it belongs to a match. */
  isFound: boolean;
  /** Whether it belongs to the current match. */
  isCurrent: boolean;
}

function withMatches(
  words: readonly RecognizedWord[],
  starts: readonly number[],
  { matches, at }: Pick<PictureSearch, 'matches' | 'at'> = { matches: [], at: 0 },
): ShownWord[] {
  const current = matches[at];
  let next = 0;
  return words.map((word, index) => {
    const start = starts[index] ?? 0;
    const end = start + word.text.length;
    while ((matches[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    const isFound = (matches[next]?.start ?? end) < end;
    return {
      ...word,
      start,
      isFound,
      isCurrent: current !== undefined && current.start < end && current.end > start,
    };
  });
}

function headOf(source: string): string {
  const data = source.slice(source.indexOf(',') + 1);
  // Four characters of base64 are three bytes.
  return atob(data.slice(0, Math.floor(cameraHeadBytes / 3) * 4));
}
