import { toErrorData } from '../../../shared/errors.ts';
import { serveWork } from '../../lib/worker-task.mjs';
import { tiffShown } from './tiff-preview.ts';

serveWork<Uint8Array>(async (bytes) => {
  return { value: tiffShown(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
}, toErrorData);
