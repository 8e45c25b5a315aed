import type { PDFPageProxy } from 'pdfjs-dist';
import { type Affine, composed, toShown, wholePage } from '../ocr/page-picture.ts';

/** An operator of pdf.js that paints a picture. */
interface PaintedPicture {
  operator: number;
  /** pdf.js says nothing of their types. */
  args: readonly unknown[];
  /** From the unit square of the picture, with its origin at the bottom left, to the page. */
  matrix: Affine;
  /** Whether an annotation paints it. */
  isOfAnnotation: boolean;
}

/** The pictures of a page in the order in which they are painted. */
export async function listPaintedPictures(page: PDFPageProxy): Promise<PaintedPicture[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const paint = new Set<number>([
    ...[OPS.paintImageXObject, OPS.paintInlineImageXObject],
    ...[OPS.paintImageMaskXObject, OPS.paintImageMaskXObjectGroup],
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: PaintedPicture[] = [];
  const stack: Affine[] = [];
  let matrix: Affine = wholePage;
  let isOfAnnotation = false;
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === OPS.save) stack.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (operator === OPS.transform) matrix = composed(matrix, args as unknown as Affine);
    else if (operator === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (args[0]) matrix = composed(matrix, args[0] as Affine);
    } else if (operator === OPS.beginAnnotation) isOfAnnotation = true;
    else if (paint.has(operator)) pictures.push({ operator, args, matrix, isOfAnnotation });
  }
  return pictures;
}

/** A page is divided into squares of so many rows and columns to measure what covers it. */
const gridSize = 20;

/** A picture of fewer pixels an inch has no words that can be read: a colour, a gradient. */
const minDpi = 30;
const pointsPerInch = 72;

/**
 * The share of a page that its pictures cover, from 0 to 1, without those of its annotations and those that
 * are too coarse to have words.
 */
export async function measurePictureShare(page: PDFPageProxy): Promise<number> {
  const shown = toShown(page.view, page.rotate);
  const covered = new Set<number>();
  for (const { args, matrix, isOfAnnotation } of await listPaintedPictures(page)) {
    if (isOfAnnotation || pixelsOf(args) < pixelsAt(minDpi, matrix)) continue;
    const [a, b, c, d, e, f] = composed(shown, matrix);
    const columns = squaresOf([e, e + a, e + c, e + a + c]);
    for (const row of squaresOf([f, f + b, f + d, f + b + d]))
      for (const column of columns) covered.add(row * gridSize + column);
  }
  return covered.size / gridSize ** 2;
}

/** An embedded picture has its size beside its name; any other says it. */
function pixelsOf([picture, width, height]: readonly unknown[]): number {
  if (typeof picture === 'string') return Number(width) * Number(height);
  const [mask] = Array.isArray(picture) ? picture : [picture];
  return Number(mask.width) * Number(mask.height);
}

/** Pixels that an area of the page has at a resolution. */
function pixelsAt(dpi: number, [a, b, c, d]: Affine): number {
  return Math.abs(a * d - b * c) * (dpi / pointsPerInch) ** 2;
}

/** The rows or columns whose middle lies between the smallest and the largest of these fractions. */
function squaresOf(fractions: readonly number[]): number[] {
  const [from, to] = [Math.min(...fractions) * gridSize, Math.max(...fractions) * gridSize];
  return [...Array(gridSize).keys()].filter((square) => square + 0.5 >= from && square + 0.5 <= to);
}
