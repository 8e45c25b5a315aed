import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { jpegOrientation, orientationOf } from '../../lib/file-formats/jpeg-file.ts';
import { embedJpeg } from './jpeg-picture.ts';
import { embedPng } from './png-picture.ts';

type ImageKind = 'jpeg' | 'png';

/** A4 in points. */
const a4 = { short: 595.28, long: 841.89 };

/** The kind of an image that can become a page, by its first bytes. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  const isPng = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => bytes[at] === byte);
  return isPng ? 'png' : undefined;
}

/**
 * A scan as a document of one A4 page, in the camera's orientation, whose art box is the picture; undefined
 * when it is too large to decode.
 */
export async function imageAsPdf(bytes: Uint8Array, kind: ImageKind): Promise<PDFDocument | undefined> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = kind === 'png' ? await embedPng(document.context, bytes) : embedJpeg(document.context, bytes);
  if (!image) return undefined;
  const { rotation: turn, isMirrored } = kind === 'jpeg' ? jpegOrientation(bytes) : orientationOf(1);
  const isWide = image.width > image.height;
  const width = isWide ? a4.long : a4.short;
  const height = isWide ? a4.short : a4.long;
  const scale = Math.min(width / image.width, height / image.height);
  const drawn = { width: image.width * scale, height: image.height * scale };
  const page = document.addPage([width, height]);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(
      ...([isMirrored ? -drawn.width : drawn.width, 0, 0, drawn.height] as const),
      ...([(width + (isMirrored ? drawn.width : -drawn.width)) / 2, (height - drawn.height) / 2] as const),
    ),
    drawObject(page.node.newXObject('Image', image.ref)),
    popGraphicsState(),
  );
  page.setRotation(degrees(turn));
  page.setArtBox((width - drawn.width) / 2, (height - drawn.height) / 2, drawn.width, drawn.height);
  await document.flush();
  return document;
}
