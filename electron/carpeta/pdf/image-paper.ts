import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { embedPng } from './png-picture.ts';

export type ImageKind = 'jpeg' | 'png';

/** A4 in points. */
const a4 = { short: 595.28, long: 841.89 };

/** What a file that begins with these bytes is, when it is an image that can be made a page. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  const isPng = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => bytes[at] === byte);
  return isPng ? 'png' : undefined;
}

/** A scan as a paper of one A4 page, turned as its camera says; undefined when it is too large to unpack. */
export async function imageAsPaper(bytes: Uint8Array, kind: ImageKind): Promise<PDFDocument | undefined> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = kind === 'png' ? await embedPng(document.context, bytes) : await document.embedJpg(bytes);
  if (!image) return undefined;
  const isWide = image.width > image.height;
  const width = isWide ? a4.long : a4.short;
  const height = isWide ? a4.short : a4.long;
  const scale = Math.min(width / image.width, height / image.height);
  const drawn = { width: image.width * scale, height: image.height * scale };
  const page = document.addPage([width, height]);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(
      ...([drawn.width, 0, 0, drawn.height] as const),
      ...([(width - drawn.width) / 2, (height - drawn.height) / 2] as const),
    ),
    drawObject(page.node.newXObject('Image', image.ref)),
    popGraphicsState(),
  );
  if (kind === 'jpeg') page.setRotation(degrees(jpegTurn(bytes)));
  await document.flush();
  return document;
}

/** By how many degrees, clockwise, a camera says that its picture must be turned (Exif 2.32, tag Orientation). */
export function jpegTurn(bytes: Uint8Array): 0 | 90 | 180 | 270 {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if ((marker & 0xff00) !== 0xff00 || length < 2) return 0;
    if (marker === 0xffe1) {
      const turn = exifTurn(view, at + 4, Math.min(at + 2 + length, view.byteLength));
      if (turn !== undefined) return turn;
    }
    if (marker === 0xffda) return 0;
    at += 2 + length;
  }
  return 0;
}

function exifTurn(view: DataView, start: number, end: number): 0 | 90 | 180 | 270 | undefined {
  // "Exif", two zeros, then a TIFF header, from which its offsets count.
  const tiff = start + 6;
  if (tiff + 8 > end || view.getUint32(start) !== 0x45786966) return undefined;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > end) return undefined;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > end) return undefined;
    if (view.getUint16(at, isLittle) !== 0x0112) continue;
    const orientation = view.getUint16(at + 8, isLittle);
    return orientation === 3 ? 180 : orientation === 6 ? 90 : orientation === 8 ? 270 : 0;
  }
  return undefined;
}
