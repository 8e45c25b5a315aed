import { toErrorData } from '../../shared/errors.ts';
import type { FilePreview } from '../../shared/model/file-preview.ts';
import { serveWork } from '../lib/worker-task.mjs';
import { textOf } from './text.ts';

serveWork<Uint8Array>(async (bytes) => {
  const text = textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { value: { kind: 'text', text } satisfies FilePreview };
}, toErrorData);
