import type { PageImage, Turn } from './ocr-engine.mjs';

/** Maps x and y to `a·x + c·y + e` and `b·x + d·y + f`. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The picture of a page for the recognition, and where it stands on the page. */
export interface PagePicture {
  image: PageImage;
  /** From fractions of the picture to those of the page as it is shown, from the top left. */
  toPage: Affine;
}

export const wholePage: Affine = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function composed(outer: Affine, inner: Affine): Affine {
  const [a, b, c, d, e, f] = outer;
  const [a1, b1, c1, d1, e1, f1] = inner;
  return [
    a * a1 + c * b1,
    b * a1 + d * b1,
    a * c1 + c * d1,
    b * c1 + d * d1,
    a * e1 + c * f1 + e,
    b * e1 + d * f1 + f,
  ];
}

/** A page of fractions after a clockwise turn, by its degrees. */
const quarterTurn: Readonly<Record<number, Affine>> = {
  90: [0, 1, -1, 0, 1, 0],
  180: [-1, 0, 0, -1, 1, 1],
  270: [0, -1, 1, 0, 0, 1],
};

/**
 * From the space of a PDF page to fractions of it as it is shown. `view` is its crop box; `rotate` its turn,
 * clockwise degrees.
 */
export function toShown(view: readonly number[], rotate: number): Affine {
  const [left = 0, bottom = 0, right = 1, top = 1] = view;
  const [width, height] = [right - left, top - bottom];
  const upright: Affine = [1 / width, 0, 0, -1 / height, -left / width, top / height];
  return composed(quarterTurn[((rotate % 360) + 360) % 360] ?? wholePage, upright);
}

/**
 * The clockwise turn that makes a picture upright which stands on the page so; undefined where it is
 * mirrored or askew. `ratio` is the page's width divided by its height, as it is shown.
 */
export function turnOf([a, b, c, d]: Affine, ratio: number): Turn | undefined {
  if (a * d - b * c <= 0) return undefined;
  const [across, down] = [a * ratio, b];
  if (Math.min(Math.abs(across), Math.abs(down)) > 0.01 * Math.hypot(across, down)) return undefined;
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? 0 : 180;
  return down > 0 ? 90 : 270;
}

/** The upright box around a box that is mapped, in fractions within the page. */
export function mappedBox(
  [left, top, right, bottom]: readonly [number, number, number, number],
  [a, b, c, d, e, f]: Affine,
): [number, number, number, number] {
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const [xs, ys] = [corners.map(([x = 0]) => within(x)), corners.map(([, y = 0]) => within(y))];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function within(fraction: number): number {
  return Math.min(1, Math.max(0, Math.round(fraction * 10_000) / 10_000));
}
