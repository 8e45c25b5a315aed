import type { PDFPage } from '@cantoo/pdf-lib';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { cameraHeadBytes, cameraTurn } from '../../../shared/camera-turn.ts';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { detectionBytes, fileType } from '../../lib/file-formats/file-type.ts';
import { isFrame, isRareJpeg, segmentAt } from '../../lib/file-formats/jpeg-file.ts';
import { tiffShown } from '../../lib/file-formats/tiff/tiff-preview.ts';
import { UnreadFileError } from '../../lib/file-formats/unread-file-error.ts';
import type { TextFile } from '../extraction/file-text.ts';
import { readUnchanged } from '../extraction/read-unchanged.ts';
import { unreadReasonOf } from '../extraction/unread-reason.ts';
import { withPdf } from '../extraction/with-pdf.ts';
import { hasCutPicture } from './cut-pictures.ts';
import { drawnPictures } from './drawn-pictures.ts';
import { embeddedScan, hasHugePicture, maxPictureBytes, openEmbedded } from './embedded-scan.ts';
import type { Turn } from './ocr-engine.mjs';
import { type PagePicture, wholePage } from './page-picture.ts';

/** The picture of a page, or that it has none; the end of a file, with the reason where it cannot be read. */
export type PictureStep =
  /** The bytes are in memory, and the file is closed. */
  | { kind: 'loaded' }
  | { kind: 'picture'; page: number; picture: FoundPicture }
  | { kind: 'end'; reason: UnreadReason | '' };

/** The picture of a page, or why it is not read; undefined where there is none. */
type FoundPicture = PagePicture | 'damaged' | 'unsupported' | 'too-large' | undefined;

/** Longer side of an ordinary page, inches: a picture says no size that can be relied on. */
const pageInches = 11.7;
const [minDpi, maxDpi] = [70, 1_200];
/** The engine holds four bytes a pixel. */
const maxPixels = 40_000_000;

/**
 * Reads the pictures of some pages of a file, and closes it before its content is parsed. Never rejects for
 * its content. Run it only in a separate process: a crafted file may exhaust the memory.
 */
export async function readPagePictures(file: TextFile, onStep: (step: PictureStep) => void): Promise<void> {
  const bytes = await readUnchanged(file);
  if (typeof bytes === 'string') {
    onStep({ kind: 'end', reason: bytes });
    return;
  }
  onStep({ kind: 'loaded' });
  const onPicture = (page: number, picture: FoundPicture) => onStep({ kind: 'picture', page, picture });
  try {
    const { kind } = fileType(bytes.subarray(0, detectionBytes));
    if (kind === 'image') onPicture(1, pictureOf(bytes));
    else await readPdf(pdfOf(bytes, kind), file.only ?? [], onPicture);
    onStep({ kind: 'end', reason: '' });
  } catch (error) {
    onStep({ kind: 'end', reason: unreadReasonOf(error) });
  }
}

/** A TIFF becomes a PDF with the same pictures. */
function pdfOf(bytes: Buffer, kind: string): Uint8Array {
  if (kind !== 'tiff') return bytes;
  const shown = tiffShown(bytes);
  if (shown.kind !== 'pdf') throw new UnreadFileError(shown.kind === 'damaged' ? 'damaged' : 'unsupported');
  return shown.content;
}

async function readPdf(
  bytes: Uint8Array,
  pages: readonly number[],
  onPicture: (page: number, picture: FoundPicture) => void,
): Promise<void> {
  const embedded = await openEmbedded(bytes);
  const count = embedded?.getPageCount() ?? 0;
  const others: number[] = [];
  for (const page of pages) {
    const scan = embedded && page <= count ? embeddedScan(embedded.getPage(page - 1)) : undefined;
    if (scan) onPicture(page, scan);
    else others.push(page);
  }
  if (others.length === 0) return;
  await withPdf(bytes, async (document) => {
    for (const number of others) {
      if (number > document.numPages) continue;
      const own = embedded && number <= count ? embedded.getPage(number - 1) : undefined;
      onPicture(number, await drawnPicture(document, number, own));
    }
  });
}

/** The pictures of a page drawn as one; `own` is the page as its file has it, where that could be opened. */
async function drawnPicture(
  document: PDFDocumentProxy,
  number: number,
  own: PDFPage | undefined,
): Promise<FoundPicture> {
  try {
    // A part of a page that was cut would pass for all of it.
    if (own && hasCutPicture(own)) return 'damaged';
    const page = await document.getPage(number);
    try {
      const drawn = await drawnPictures(page);
      if (typeof drawn === 'object') return drawn;
      if (own && hasHugePicture(own)) return 'too-large';
      return drawn && 'damaged';
    } finally {
      page.cleanup();
    }
  } catch {
    return 'damaged';
  }
}

/** A picture that is a file. */
function pictureOf(bytes: Buffer): FoundPicture {
  const isRead = isPng(bytes) || isJpeg(bytes);
  if (!isRead || (isJpeg(bytes) && isRareJpeg(bytes))) return 'unsupported';
  const [width, height] = sizeOf(bytes);
  if (width * height === 0) return 'damaged';
  if (bytes.length > maxPictureBytes || width * height > maxPixels) return 'too-large';
  const dpi = Math.round(Math.min(maxDpi, Math.max(minDpi, Math.max(width, height) / pageInches)));
  return { image: { bytes, dpi, turn: turnOf(bytes) }, toPage: wholePage };
}

const isPng = (bytes: Buffer) => bytes.toString('latin1', 1, 4) === 'PNG';
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8;

/** Pixels of a PNG or JPEG; zero where they are not found. */
function sizeOf(bytes: Buffer): [number, number] {
  if (isPng(bytes) && bytes.length > 24) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    if (!segment) return [0, 0];
    const { marker, data, end } = segment;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    // Behind the precision stand height and width (ITU T.81, B.2.2).
    if (isFrame(marker) && data.length >= 5) return [view.getUint16(3), view.getUint16(1)];
    at = end;
  }
}

/** How a camera lay; a mirrored picture is tried as it is. */
function turnOf(bytes: Buffer): Turn {
  return cameraTurn(bytes.toString('latin1', 0, cameraHeadBytes)) ?? 0;
}
