import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { isEncryptedOffice } from '../../lib/file-formats/compound-file.ts';
import { UnreadFileError } from '../../lib/file-formats/unread-file-error.ts';
import { EncryptedPdfError } from './with-pdf.ts';

/** Why an error leaves a file unread; a parser throws arbitrary ones for what is damaged. */
export function unreadReasonOf(error: unknown): UnreadReason {
  if (error instanceof UnreadFileError) return error.reason;
  return error instanceof EncryptedPdfError ? 'encrypted' : 'damaged';
}

/** Why a file that begins as Outlook's is no mail: one of old Office, or any that a password protects. */
export function unreadMailReason(bytes: Buffer): UnreadReason {
  return isEncryptedOffice(bytes) ? 'encrypted' : 'unsupported';
}
