import type { RecognizedWord } from './model/text-search.ts';

type Box = RecognizedWord['box'];
/** In fractions of a page, from its top left. */
export type PagePoint = readonly [x: number, y: number];
/** How the lines of a page lie, clockwise degrees. */
export type TextTurn = 0 | 90 | 180 | 270;

/** Where a word begins and ends, and how high it reaches above its beginning. */
export interface WordBaseline {
  start: PagePoint;
  end: PagePoint;
  top: PagePoint;
}

/** The baseline of a word in a box, by how the lines lie. */
export function baselineOf([left, top, right, bottom]: Box, turn: TextTurn): WordBaseline {
  switch (turn) {
    case 90:
      return { start: [left, top], end: [left, bottom], top: [right, top] };
    case 180:
      return { start: [right, top], end: [left, top], top: [right, bottom] };
    case 270:
      return { start: [right, bottom], end: [right, top], top: [left, bottom] };
    default:
      return { start: [left, bottom], end: [right, bottom], top: [left, top] };
  }
}

/** How the lines of a page of this size lie: in which direction their words follow each other. */
export function turnOfText(
  words: readonly Pick<RecognizedWord, 'box' | 'endsLine'>[],
  { width, height }: { width: number; height: number },
): TextTurn {
  let [x, y] = [0, 0];
  for (const [index, { box, endsLine }] of words.entries()) {
    const next = words[index + 1]?.box;
    if (endsLine || !next) continue;
    x += (next[0] + next[2] - box[0] - box[2]) * width;
    y += (next[1] + next[3] - box[1] - box[3]) * height;
  }
  if (Math.abs(y) > Math.abs(x)) return y > 0 ? 90 : 270;
  return x < 0 ? 180 : 0;
}
