import { toErrorData } from '../../shared/errors.ts';
import type { FilePreview } from '../../shared/model/file-preview.ts';
import { textOf } from '../lib/file-formats/plain-text.ts';
import { serveWork } from '../lib/worker-task.mjs';

serveWork<Uint8Array>(async (bytes) => {
  const text = textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return { value: { kind: 'text', text } satisfies FilePreview };
}, toErrorData);
