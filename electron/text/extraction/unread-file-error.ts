import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { EncryptedPdfError } from './with-pdf.ts';

/** A file that is not read, and why. */
export class UnreadFileError extends Error {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, options?: ErrorOptions) {
    super(`the file is not read: ${reason}`, options);
    this.reason = reason;
  }
}

/** Why an error leaves a file unread; a parser throws arbitrary ones for what is damaged. */
export function unreadReasonOf(error: unknown): UnreadReason {
  if (error instanceof UnreadFileError) return error.reason;
  return error instanceof EncryptedPdfError ? 'encrypted' : 'damaged';
}
