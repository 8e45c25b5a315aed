import { toErrorData } from '../../shared/errors.ts';
import { serveWork } from '../lib/worker-task.mjs';
import { registerText } from './register-text.ts';

serveWork<Uint8Array>(
  async (bytes) => ({
    value: registerText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  }),
  toErrorData,
);
