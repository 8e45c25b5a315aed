import { toErrorData } from '../../shared/errors.ts';
import { tiffShown } from '../lib/file-formats/tiff/tiff-preview.ts';
import { serveWork } from '../lib/worker-task.mjs';

serveWork<Uint8Array>(async (bytes) => {
  return { value: tiffShown(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
}, toErrorData);
