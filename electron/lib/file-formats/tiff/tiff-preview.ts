import type { FilePreview } from '../../../../shared/model/file-preview.ts';
import { readTiff } from './read-tiff.ts';
import { tiffAsPdf } from './tiff-as-pdf.ts';

/** The preview of a TIFF: a PDF of its pages, or why there is none. */
export type TiffShown =
  | { kind: 'pdf'; content: Uint8Array<ArrayBuffer>; unshown: readonly number[] }
  | { kind: 'damaged' | 'unknown' };

/** Converts a TIFF to PDF. Run it only in a separate process: it may exhaust the memory. */
export function tiffShown(bytes: Buffer): TiffShown {
  const read = readTiff(bytes);
  if (read.kind !== 'pages') return read;
  return { kind: 'pdf', content: tiffAsPdf(read.pages), unshown: read.unshown };
}

/** The result as a file preview. */
export function tiffPreview(shown: TiffShown): FilePreview {
  if (shown.kind !== 'pdf') return { kind: shown.kind === 'damaged' ? 'damaged' : 'other' };
  // The bytes may be a slice of the worker's message.
  const { buffer, byteOffset, byteLength } = shown.content;
  return {
    kind: 'pdf',
    base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    ...(shown.unshown.length > 0 && { unshown: shown.unshown }),
  };
}
