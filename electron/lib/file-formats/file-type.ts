import type { FilePreview } from '../../../shared/model/file-preview.ts';
import { isCompoundFile } from './compound-file.ts';
import { isCutImage } from './cut-image.ts';
import { isRareJpeg } from './jpeg-file.ts';
import { isMailHead } from './mail-head.ts';
import { isPdf, pdfDetectionBytes } from './pdf-mark.ts';
import { isText, textOf } from './plain-text.ts';
import { isTiff } from './tiff/directories.ts';

type Image = Extract<FilePreview, { kind: 'image' }>['mediaType'];

/** The type of a document by its first bytes; names are not reliable. */
export type FileType =
  | { kind: 'pdf' }
  | { kind: 'image'; mediaType: Image }
  | { kind: 'tiff' }
  | { kind: 'text' }
  /** `msg`: an OLE file of Outlook or old Office; only the whole file distinguishes them. */
  | { kind: 'mail'; format: 'eml' | 'msg' }
  | { kind: 'other' };

/** Number of bytes that `fileType` needs. */
export const detectionBytes = pdfDetectionBytes;
/** Number of bytes that a text needs. */
const textBytes = 1024;

/** Detects how a file can be shown. */
export function fileType(beginning: Uint8Array): FileType {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  if (isPdf(bytes)) return { kind: 'pdf' };
  const image = images.find(({ test }) => test(bytes));
  if (image) return { kind: 'image', mediaType: image.mediaType };
  if (isTiff(bytes)) return { kind: 'tiff' };
  if (isCompoundFile(bytes)) return { kind: 'mail', format: 'msg' };
  // Its letters stand between commands.
  if (begins(bytes, '{\\rtf')) return { kind: 'other' };
  if (!isText(bytes.subarray(0, textBytes))) return { kind: 'other' };
  const isMail = isMailHead(textOf(bytes.subarray(0, textBytes)));
  return isMail ? { kind: 'mail', format: 'eml' } : { kind: 'text' };
}

/** A PDF or an image for the page; a JPEG that Chromium does not show is for its own program. */
export function pagePreview(kind: Extract<FileType, { kind: 'pdf' | 'image' }>, bytes: Buffer): FilePreview {
  if (kind.kind === 'image' && kind.mediaType === 'image/jpeg' && isRareJpeg(bytes)) return { kind: 'other' };
  const base64 = bytes.toString('base64');
  if (kind.kind === 'pdf') return { ...kind, base64 };
  return { ...kind, base64, ...(isCutImage(kind.mediaType, bytes) && { isCut: true }) };
}

/** Lengths of the DIB header in all versions of the format, bytes. */
const bitmapHeads = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

const begins = (bytes: Buffer, mark: string, at = 0) =>
  bytes.subarray(at, at + mark.length).toString('latin1') === mark;

/** The header length is checked too, since texts may begin with "BM". */
function isBitmap(bytes: Buffer): boolean {
  return begins(bytes, 'BM') && bytes.length >= 18 && bitmapHeads.has(bytes.readUInt32LE(14));
}

const images: readonly { mediaType: Image; test(bytes: Buffer): boolean }[] = [
  { mediaType: 'image/png', test: (bytes) => begins(bytes, '\x89PNG\r\n\x1a\n') },
  { mediaType: 'image/jpeg', test: (bytes) => begins(bytes, '\xff\xd8\xff') },
  { mediaType: 'image/gif', test: (bytes) => begins(bytes, 'GIF8') },
  { mediaType: 'image/webp', test: (bytes) => begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8) },
  { mediaType: 'image/bmp', test: isBitmap },
];
