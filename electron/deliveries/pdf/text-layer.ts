import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFFont,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  type PDFRef,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { RecognizedWord } from '../../../shared/model/text-search.ts';
import { baselineOf, type PagePoint, turnOfText } from '../../../shared/recognized-line.ts';
import type { OpenedPdf } from './open-mergeable-pdf.ts';

/** What was recognised on scanned pages of a document. */
export interface RecognizedText {
  /** Of the bytes that were read: other bytes may have other pages. */
  sha256: string;
  /** Counted from 1. */
  pages: readonly { page: number; words: readonly RecognizedWord[] }[];
}

/** A point or a distance in the space of a page. */
type Vector = readonly [x: number, y: number];

/** Where the fractions of a page as it is shown, or of its picture, lie in its own space. */
interface Frame {
  topLeft: Vector;
  /** Its upper and its left edge. */
  right: Vector;
  down: Vector;
}

/** Neither filled nor stroked: invisible, and still found (ISO 32000-1, 9.3.6). */
const invisible = 3;
/** Of the height of a box that letters with descenders fill. */
const descent = 0.2;

/**
 * Puts the words that were recognised on pages invisibly behind what they show: it stays as it is. Changes
 * the document in memory, never its file. Returns how many pages have their words now: one whose box or turn
 * is damaged has none.
 */
export async function addTextLayer(
  { document, pages, isPicture }: Extract<OpenedPdf, { kind: 'pdf' }>,
  recognized: RecognizedText,
): Promise<number> {
  const { context } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  await font.embed();
  let layered = 0;
  for (const { page, words } of recognized.pages) {
    const ref = pages[page - 1];
    const leaf = ref && context.lookup(ref);
    if (!(leaf instanceof PDFPageLeaf)) continue;
    const frame = frameOf(leaf, isPicture);
    if (!frame) continue;
    layered += 1;
    const lines = textOperators(words, frame, font);
    if (lines === '') continue;
    const name = addFont(context, leaf, font.ref);
    const layer = context.flateStream(`q BT ${invisible} Tr ${name.toString()} 1 Tf\n${lines}\nET Q\n`);
    leaf.set(PDFName.of('Contents'), context.obj([context.register(layer), ...contentsOf(context, leaf)]));
  }
  return layered;
}

/**
 * Of the page as it is shown; a picture that became a page has its own (`imageAsPdf`). Undefined where the
 * page does not say how it is shown.
 */
function frameOf(leaf: PDFPageLeaf, isPicture: boolean): Frame | undefined {
  try {
    const box = (isPicture ? leaf.ArtBox() : leaf.CropBox()) ?? leaf.MediaBox();
    return turnedFrame(box.asRectangle(), isPicture ? 0 : (leaf.Rotate()?.asNumber() ?? 0));
  } catch {
    // The library throws for a box or a turn that is none, which readers replace as they like.
    return undefined;
  }
}

function turnedFrame({ x, y, width, height }: ReturnType<PDFArray['asRectangle']>, turn: number): Frame {
  switch (((turn % 360) + 360) % 360) {
    case 90:
      return { topLeft: [x, y], right: [0, height], down: [width, 0] };
    case 180:
      return { topLeft: [x + width, y], right: [-width, 0], down: [0, height] };
    case 270:
      return { topLeft: [x + width, y + height], right: [0, -height], down: [-width, 0] };
    default:
      return { topLeft: [x, y + height], right: [width, 0], down: [0, -height] };
  }
}

/** Each word over the whole of its box, and a blank where its line goes on. */
function textOperators(words: readonly RecognizedWord[], frame: Frame, font: PDFFont): string {
  const letters = new Set(font.getCharacterSet());
  const { topLeft, right, down } = frame;
  const turn = turnOfText(words, { width: Math.hypot(...right), height: Math.hypot(...down) });
  const at = ([u, v]: PagePoint): Vector => [
    topLeft[0] + right[0] * u + down[0] * v,
    topLeft[1] + right[1] * u + down[1] * v,
  ];
  return words
    .flatMap(({ text, box, endsLine }) => {
      const known = [...text.normalize('NFC')].filter((letter) => letters.has(letter.codePointAt(0) ?? 0));
      const written = known.join('');
      const width = font.widthOfTextAtSize(written, 1);
      if (width === 0) return [];
      const baseline = baselineOf(box, turn);
      const start = at(baseline.start);
      const [along, up] = [minus(at(baseline.end), start), minus(at(baseline.top), start)];
      const matrix = [
        ...[along[0] / width, along[1] / width, ...up],
        ...[start[0] + up[0] * descent, start[1] + up[1] * descent],
      ];
      // Neither exponents nor more digits than a reader keeps.
      const numbers = matrix.map((value) => value.toFixed(4)).join(' ');
      return [`${numbers} Tm ${font.encodeText(endsLine ? written : `${written} `).toString()} Tj`];
    })
    .join('\n');
}

function minus(one: Vector, other: Vector): Vector {
  return [one[0] - other[0], one[1] - other[1]];
}

/** Names the font in resources of the page's own: other pages may share those that it had. */
function addFont(context: PDFContext, leaf: PDFPageLeaf, font: PDFRef): PDFName {
  const resources = dictOf(context, leaf.getInheritableAttribute(PDFName.of('Resources')));
  const fonts = dictOf(context, resources.get(PDFName.of('Font')));
  const name = fonts.uniqueKey('Recognized');
  fonts.set(name, font);
  resources.set(PDFName.of('Font'), fonts);
  leaf.set(PDFName.of('Resources'), resources);
  return name;
}

/** A copy of a dictionary; an empty one where there is none. */
function dictOf(context: PDFContext, object: PDFObject | undefined): PDFDict {
  const found = object && context.lookup(object);
  return found instanceof PDFDict ? found.clone(context) : context.obj({});
}

function contentsOf(context: PDFContext, leaf: PDFPageLeaf): PDFObject[] {
  const contents = leaf.get(PDFName.of('Contents'));
  if (contents === undefined) return [];
  const found = context.lookup(contents);
  return found instanceof PDFArray ? found.asArray() : [contents];
}
