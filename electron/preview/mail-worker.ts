import { toErrorData } from '../../shared/errors.ts';
import { type MailFormat, mailPreview } from '../lib/file-formats/mail.ts';
import { serveWork } from '../lib/worker-task.mjs';

/** The input of the worker: a mail to show. */
export interface MailWork {
  format: MailFormat;
  bytes: Uint8Array;
}

serveWork<MailWork>(async ({ format, bytes }) => {
  return { value: await mailPreview(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), format) };
}, toErrorData);
