import { toErrorData } from '../../shared/errors.ts';
import { serveWork } from '../work-in-thread.ts';
import { readTiff } from './tiff.ts';

/** What a TIFF is shown as: the PDF of its pages, or why there is none. */
export type TiffShown = { kind: 'pdf'; content: Uint8Array<ArrayBuffer> } | { kind: 'damaged' | 'unknown' };

serveWork<Uint8Array>(async (bytes) => {
  const read = readTiff(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (read.kind !== 'pages') return { value: read satisfies TiffShown };
  // The PDF library takes longer to load than most scans to read.
  const { tiffAsPdf } = await import('./tiff-pdf.ts');
  const content = Uint8Array.from(await tiffAsPdf(read.pages));
  return { value: { kind: 'pdf', content } satisfies TiffShown, transfer: [content.buffer] };
}, toErrorData);
