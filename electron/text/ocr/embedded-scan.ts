import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { loadPdf } from '../../lib/load-pdf.ts';
import { maxImagePixels } from '../extraction/with-pdf.ts';
import { type Affine, composed, type PagePicture, toShown, turnOf, wholePage } from './page-picture.ts';
import { tiffOfFax } from './tiff-of-fax.ts';

/** A larger picture is not passed on as its file has it. */
export const maxPictureBytes = 32 * 1024 * 1024;
/** Larger JPEGs are scaled first: the engine's time and memory grow with their pixels. */
const maxJpegPixels = 12_000_000;
/** A fax has a bit a pixel. */
const maxFaxPixels = 40_000_000;
/** The content of a page that is one picture is a few lines; a longer one is not unpacked, bytes. */
const maxContentBytes = 65_536;
/** Operators that change the state and paint nothing, and clip. */
const harmless = new Set(
  'gs w J j M d ri i g G rg RG k K cs CS sc SC scn SCN re W W* n BDC BMC EMC MP DP m l h'.split(' '),
);

/** Operators that place what follows, and those of a text. */
const placing = new Set('q Q cm BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* Tj TJ \' "'.split(' '));
/** An operand or an operator. */
const tokens = /<<[^<>]*>>|\[[^[\]]*\]|\([^()]*\)|[^\s[\]()<>]+/g;
const operand = /^[-+.\d/([<]/;
/** Annotations that show nothing of their own. */
const unseenAnnotations = ['Link', 'Popup'].map((name) => PDFName.of(name));

/** Opens a PDF for its embedded pictures; undefined where the library cannot, or may not, read it. */
export async function openEmbedded(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  try {
    const document = await loadPdf(bytes);
    // Its streams are ciphers.
    return document?.isEncrypted ? undefined : document;
  } catch {
    return undefined;
  }
}

/**
 * The picture of a page that is one picture and nothing else, as its file has it: a JPEG, or a fax as a TIFF.
 * Undefined for every other page, and for pictures that are too large or mirrored.
 */
export function embeddedScan(page: PDFPage): PagePicture | undefined {
  try {
    const placed = onlyPicture(page);
    return placed && pictureOf(page, placed);
  } catch {
    // A damaged page is drawn by the parser that repairs.
    return undefined;
  }
}

/**
 * Whether a page on which nothing is written is empty: neither it nor its annotations paint anything. A
 * damaged page is not.
 */
export function isEmptyPage(page: PDFPage): boolean {
  try {
    const annotations = page.node.Annots()?.asArray() ?? [];
    const isUnseen = (annotation: PDFObject) => {
      const dict = page.node.context.lookup(annotation, PDFDict);
      return unseenAnnotations.some((subtype) => dict.lookup(PDFName.of('Subtype')) === subtype);
    };
    if (!annotations.every(isUnseen)) return false;
    const content = page.node.Contents() === undefined ? '' : contentOf(page);
    const written = content?.match(tokens)?.filter((token) => !operand.test(token)) ?? [];
    return content !== undefined && written.every((token) => harmless.has(token) || placing.has(token));
  } catch {
    return false;
  }
}

/** Whether a page has a picture of more pixels than are decoded ({@link maxImagePixels}). */
export function hasHugePicture(page: PDFPage): boolean {
  try {
    const objects = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    return (objects?.values() ?? []).some((object) => {
      const stream = page.node.context.lookup(object);
      if (!(stream instanceof PDFRawStream) || !stream.dict.has(PDFName.of('Width'))) return false;
      return numberOf(stream.dict, 'Width') * numberOf(stream.dict, 'Height') > maxImagePixels;
    });
  } catch {
    return false;
  }
}

interface PlacedPicture {
  stream: PDFRawStream;
  /** From its unit square to the page. */
  matrix: Affine;
}

function onlyPicture(page: PDFPage): PlacedPicture | undefined {
  const content = contentOf(page);
  if (content === undefined) return undefined;
  const stack: Affine[] = [];
  let matrix: Affine = wholePage;
  let found: PlacedPicture | undefined;
  let operands: string[] = [];
  for (const [token] of content.matchAll(tokens)) {
    if (operand.test(token)) {
      operands.push(token);
      continue;
    }
    if (token === 'q') stack.push(matrix);
    else if (token === 'Q') matrix = stack.pop() ?? wholePage;
    else if (token === 'cm') matrix = composed(matrix, affineOf(operands));
    else if (token === 'Do') {
      const stream = pictureNamed(page, operands.at(-1) ?? '');
      if (found || !stream) return undefined;
      found = { stream, matrix };
    } else if (!harmless.has(token)) return undefined;
    operands = [];
  }
  return found;
}

function affineOf(operands: readonly string[]): Affine {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.slice(-6).map(Number);
  return [a, b, c, d, e, f];
}

/** The operators of a page; undefined where they are more than a scan has. */
function contentOf(page: PDFPage): string | undefined {
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray
      ? contents.asArray().map((one) => page.node.context.lookup(one))
      : [contents];
  const texts: string[] = [];
  for (const stream of streams) {
    if (!(stream instanceof PDFRawStream) || stream.contents.length > maxContentBytes) return undefined;
    const filters = filtersOf(stream.dict);
    if (filters.length > 1 || (filters[0] !== undefined && filters[0] !== 'FlateDecode')) return undefined;
    // Some programs pack an empty page into no byte at all.
    const bytes =
      filters.length === 0 || stream.contents.length === 0
        ? stream.contents
        : inflateSync(stream.contents, { maxOutputLength: maxContentBytes });
    texts.push(Buffer.from(bytes).toString('latin1'));
  }
  return texts.join('\n');
}

function filtersOf(dict: PDFDict): string[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  const all = filter instanceof PDFArray ? filter.asArray().map((one) => dict.context.lookup(one)) : [filter];
  return all.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []));
}

function pictureNamed(page: PDFPage, name: string): PDFRawStream | undefined {
  const objects = page.node.Resources()?.lookup(PDFName.of('XObject')) as PDFDict | undefined;
  const stream = objects?.lookup(PDFName.of(name.slice(1)));
  if (!(stream instanceof PDFRawStream)) return undefined;
  const isImage = stream.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
  const isMasked = ['SMask', 'Mask'].some((key) => stream.dict.has(PDFName.of(key)));
  return isImage && !isMasked ? stream : undefined;
}

function pictureOf(page: PDFPage, { stream, matrix }: PlacedPicture): PagePicture | undefined {
  const { dict, contents } = stream;
  const [width, height] = [numberOf(dict, 'Width'), numberOf(dict, 'Height')];
  const view = page.node.CropBox() ?? page.node.MediaBox();
  const { x, y, width: wide, height: high } = view.asRectangle();
  const rotate = page.getRotation().angle;
  const toPage = composed(toShown([x, y, x + wide, y + high], rotate), composed(matrix, [1, 0, 0, -1, 0, 1]));
  const turn = turnOf(toPage, rotate % 180 === 0 ? wide / high : high / wide);
  if (turn === undefined) return undefined;
  const points = Math.hypot(matrix[0], matrix[1]);
  const dpi = Math.round(Math.min(1_200, Math.max(70, (width * 72) / points)));
  const filters = filtersOf(dict);
  if (filters.length !== 1 || contents.length > maxPictureBytes) return undefined;
  const isDecoded = dict.has(PDFName.of('Decode'));
  if (filters[0] === 'DCTDecode' && width * height <= maxJpegPixels && !isDecoded && hasPlainColours(dict)) {
    return { image: { bytes: contents, dpi, turn }, toPage };
  }
  if (filters[0] === 'CCITTFaxDecode' && width * height <= maxFaxPixels) {
    const bytes = tiffOfFax(dict, contents, { width, height });
    return bytes && { image: { bytes, dpi, turn }, toPage };
  }
  return undefined;
}

/** JPEGs in four inks are often inverted. */
function hasPlainColours(dict: PDFDict): boolean {
  const space = dict.lookup(PDFName.of('ColorSpace'));
  if (space === PDFName.of('DeviceGray') || space === PDFName.of('DeviceRGB')) return true;
  if (!(space instanceof PDFArray) || space.lookup(0) !== PDFName.of('ICCBased')) return false;
  const profile = space.lookup(1);
  return profile instanceof PDFRawStream && numberOf(profile.dict, 'N') < 4;
}

function numberOf(dict: PDFDict, key: string): number {
  return dict.lookup(PDFName.of(key), PDFNumber).asNumber();
}
