import type { RecognizedWord } from '../../../shared/model/text-search.ts';
import { baselineOf, type PagePoint, type TextTurn } from '../../../shared/recognized-line.ts';

/** The recognised words of a picture as it is shown upright. */
export interface PlacedWords {
  words: readonly Pick<RecognizedWord, 'text' | 'box'>[];
  turn: TextTurn;
  /** Pixels. */
  width: number;
  height: number;
}

/** A word, and how many of its letters stand before a point. */
export interface Caret {
  word: number;
  letters: number;
}

/** The place among words that is nearest to a point; undefined where there are none. */
export function caretAt([x, y]: PagePoint, { words, turn, width, height }: PlacedWords): Caret | undefined {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { box }] of words.entries()) {
    const [left, top, right, bottom] = box;
    const away = Math.hypot(
      Math.max(left - x, 0, x - right) * width,
      Math.max(top - y, 0, y - bottom) * height,
    );
    if (away < least) [nearest, least] = [index, away];
  }
  const found = words[nearest];
  if (!found) return undefined;
  const { start, end } = baselineOf(found.box, turn);
  const [along, far] =
    end[0] === start[0] ? [y - start[1], end[1] - start[1]] : [x - start[0], end[0] - start[0]];
  const part = Math.min(1, Math.max(0, along / far));
  return { word: nearest, letters: Math.round(part * found.text.length) };
}

/** A point of a picture that is turned clockwise by quarters, on the picture as it is upright. */
export function uprightPoint([x, y]: PagePoint, quarters: number): PagePoint {
  const points: readonly PagePoint[] = [
    [x, y],
    [y, 1 - x],
    [1 - x, 1 - y],
    [1 - y, x],
  ];
  return points[quarters % 4] ?? [x, y];
}
