import type { PDFPageProxy } from 'pdfjs-dist';
import { listPaintedPictures } from '../extraction/painted-pictures.ts';
import { type Affine, composed, type PagePicture, toShown, wholePage } from './page-picture.ts';

/** Resolution of a page that is drawn here, dpi; large raster gets less. */
const pageDpi = 200;
const maxPagePixels = 12_000_000;
const pointsPerInch = 72;

/** A decoded picture as pdf.js passes it on; the kinds are those of its `ImageKind`. */
interface DecodedPicture {
  width: number;
  height: number;
  kind?: number;
  data?: Uint8Array | Uint8ClampedArray;
}

/** A raster of gray values, white at first. */
interface Raster {
  width: number;
  height: number;
  gray: Uint8Array;
}

/**
 * Draws the pictures of a page in gray: they are a scan, in one piece or several. Letters and lines are not
 * drawn. Undefined for a page without pictures; `undecoded` where none of them can be decoded.
 */
export async function drawnPictures(page: PDFPageProxy): Promise<PagePicture | 'undecoded' | undefined> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { width, height } = page.getViewport({ scale: 1 });
  const area = (width / pointsPerInch) * (height / pointsPerInch);
  const dpi = Math.min(pageDpi, Math.sqrt(maxPagePixels / area));
  const raster = whiteRaster((width / pointsPerInch) * dpi, (height / pointsPerInch) * dpi);
  const shown = toShown(page.view, page.rotate);
  let pictures = 0;
  const draw = (picture: DecodedPicture | undefined, at: Affine, isMask: boolean) => {
    if (!picture?.data) return;
    // The unit square of a picture has its origin at the bottom left.
    drawPicture(raster, picture, composed(shown, composed(at, [1, 0, 0, -1, 0, 1])), isMask);
    pictures += 1;
  };
  const painted = await listPaintedPictures(page);
  for (const { operator, args, matrix } of painted) {
    if (operator === OPS.paintImageXObject) draw(await objectOf(page, args[0]), matrix, false);
    else if (operator === OPS.paintInlineImageXObject) draw(args[0] as DecodedPicture, matrix, false);
    else if (operator === OPS.paintImageMaskXObject) draw(await maskOf(page, args[0]), matrix, true);
    else if (operator === OPS.paintImageMaskXObjectGroup) {
      for (const mask of args[0] as (DecodedPicture & { transform: Affine })[])
        draw(await maskOf(page, mask), composed(matrix, mask.transform), true);
    }
  }
  if (pictures === 0) return painted.length > 0 ? 'undecoded' : undefined;
  const head = Buffer.from(`P5\n${raster.width} ${raster.height}\n255\n`, 'latin1');
  const bytes = Buffer.concat([head, raster.gray]);
  return { image: { bytes, dpi: Math.round(dpi), turn: 0 }, toPage: wholePage };
}

function whiteRaster(wide: number, high: number): Raster {
  const [width, height] = [Math.max(1, Math.round(wide)), Math.max(1, Math.round(high))];
  return { width, height, gray: new Uint8Array(width * height).fill(255) };
}

/** A picture by its name: pictures of several pages are kept apart from those of one. */
function objectOf(page: PDFPageProxy, name: unknown): Promise<DecodedPicture | undefined> {
  const id = String(name);
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    objects.get(id, (picture: DecodedPicture | null) => resolve(picture ?? undefined));
  });
}

async function maskOf(page: PDFPageProxy, input: unknown): Promise<DecodedPicture | undefined> {
  const mask = input as DecodedPicture & { data: Uint8Array | string };
  return typeof mask.data === 'string' ? objectOf(page, mask.data) : mask;
}

/** Draws a picture on the raster: each of its pixels that a pixel of the raster covers counts for it. */
function drawPicture(raster: Raster, picture: DecodedPicture, toPage: Affine, isMask: boolean): void {
  const [a, b, c, d, e, f] = toPage;
  const determinant = a * d - b * c;
  if (determinant === 0) return;
  const grayAt = grayReader(picture, isMask);
  const { width, height } = picture;
  const xs = [e, e + a, e + c, e + a + c].map((x) => x * raster.width);
  const ys = [f, f + b, f + d, f + b + d].map((y) => y * raster.height);
  const [fromX, toX] = rangeOf(xs, raster.width);
  const [fromY, toY] = rangeOf(ys, raster.height);
  // Pixels of the picture across one of the raster.
  const scale = Math.sqrt((width * height) / Math.abs(determinant * raster.width * raster.height));
  const samples = Math.min(4, Math.max(1, Math.round(scale)));
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      let [sum, count] = [0, 0];
      for (let part = 0; part < samples * samples; part++) {
        const px = (x + ((part % samples) + 0.5) / samples) / raster.width - e;
        const py = (y + (Math.floor(part / samples) + 0.5) / samples) / raster.height - f;
        const u = Math.floor(((d * px - c * py) / determinant) * width);
        const v = Math.floor(((a * py - b * px) / determinant) * height);
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        sum += grayAt(u, v);
        count += 1;
      }
      if (count === 0) continue;
      const at = y * raster.width + x;
      const gray = sum / count;
      raster.gray[at] = isMask ? Math.min(raster.gray[at] ?? 255, gray) : gray;
    }
  }
}

function rangeOf(values: readonly number[], size: number): [number, number] {
  const from = Math.max(0, Math.floor(Math.min(...values)));
  return [from, Math.min(size, Math.ceil(Math.max(...values)))];
}

/** Reads gray values of a picture: bits, RGB or RGBA (`ImageKind`). A mask has ink where its bit is zero. */
function grayReader(
  { width, kind, data = new Uint8Array() }: DecodedPicture,
  isMask: boolean,
): (x: number, y: number) => number {
  if (isMask || kind === 1) {
    const rowBytes = (width + 7) >> 3;
    return (x, y) => (((data[y * rowBytes + (x >> 3)] ?? 0xff) >> (7 - (x & 7))) & 1 ? 255 : 0);
  }
  const channels = kind === 2 ? 3 : 4;
  return (x, y) => {
    const at = (y * width + x) * channels;
    const gray = 0.3 * (data[at] ?? 255) + 0.59 * (data[at + 1] ?? 255) + 0.11 * (data[at + 2] ?? 255);
    if (channels === 3) return gray;
    const alpha = (data[at + 3] ?? 255) / 255;
    return 255 - (255 - gray) * alpha;
  };
}
