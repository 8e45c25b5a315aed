import type { FilePreview } from '../../shared/model/file-preview.ts';
import { readTiff } from './tiff.ts';
import { tiffAsPdf } from './tiff-pdf.ts';

/** What a TIFF is shown as: the PDF of its pages, or why there is none. */
export type TiffShown =
  | { kind: 'pdf'; content: Uint8Array<ArrayBuffer>; unshown: readonly number[] }
  | { kind: 'damaged' | 'unknown' };

/** Makes the PDF of a TIFF's pages. Only for a process of its own: it may take all the memory there is. */
export function tiffShown(bytes: Buffer): TiffShown {
  const read = readTiff(bytes);
  if (read.kind !== 'pages') return read;
  return { kind: 'pdf', content: tiffAsPdf(read.pages), unshown: read.unshown };
}

/** A TIFF as the page shows it. */
export function tiffPreview(shown: TiffShown): FilePreview {
  if (shown.kind !== 'pdf') return { kind: shown.kind === 'damaged' ? 'damaged' : 'other' };
  // Bytes of another process may stand in the middle of its message.
  const { buffer, byteOffset, byteLength } = shown.content;
  return {
    ...{ kind: 'pdf', base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64') },
    ...(shown.unshown.length > 0 && { unshown: shown.unshown }),
  };
}
