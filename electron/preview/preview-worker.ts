import { toErrorData } from '../../shared/errors.ts';
import type { FilePreview } from '../../shared/model/file-preview.ts';
import type { FileType } from '../lib/file-formats/file-type.ts';
import type { TiffShown } from '../lib/file-formats/tiff/tiff-preview.ts';
import { serveWork } from '../lib/worker-task.mjs';

/** The input of the worker: a document to show, of a type that Chromium does not show or should not read. */
export interface PreviewWork {
  type: Extract<FileType, { kind: 'tiff' | 'text' | 'mail' }>;
  bytes: Uint8Array;
}

serveWork<PreviewWork>(async ({ type, bytes }) => {
  return { value: await shown(type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
}, toErrorData);

async function shown(type: PreviewWork['type'], bytes: Buffer): Promise<FilePreview | TiffShown> {
  // Each kind loads its own library: that for mails takes longer than reading most texts.
  switch (type.kind) {
    case 'tiff':
      return (await import('../lib/file-formats/tiff/tiff-preview.ts')).tiffShown(bytes);
    case 'mail':
      return (await import('../lib/file-formats/mail.ts')).mailPreview(bytes, type.format);
    case 'text':
      return { kind: 'text', text: (await import('../lib/file-formats/plain-text.ts')).textOf(bytes) };
  }
}
