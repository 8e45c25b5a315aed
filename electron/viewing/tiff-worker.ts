import { toErrorData } from '../../shared/errors.ts';
import { serveWork } from '../workers/index.ts';
import { readTiff } from './tiff.ts';
import { tiffAsPdf } from './tiff-pdf.ts';

/** What a TIFF is shown as: the PDF of its pages, or why there is none. */
export type TiffShown =
  | { kind: 'pdf'; content: Uint8Array<ArrayBuffer>; unshown: readonly number[] }
  | { kind: 'damaged' | 'unknown' };

serveWork<Uint8Array>(async (bytes) => {
  const read = readTiff(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (read.kind !== 'pages') return { value: read satisfies TiffShown };
  const content = tiffAsPdf(read.pages);
  return { value: { kind: 'pdf', content, unshown: read.unshown } satisfies TiffShown };
}, toErrorData);
