import { CarpetaError, type ErrorCode } from '../../../shared/errors.ts';
import { isLoopback } from '../../../shared/model/base-url.ts';
import type { Opened } from '../../host.ts';
import type { StorageHead } from './storage-answer.ts';

/** Whether a link is https, or stays on this machine. */
export function isSecureLink(address: string): boolean {
  if (address.startsWith('https://')) return true;
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Throws `LINK_INSECURE` for a link that is not secure. */
export function refuseInsecure(address: string): void {
  if (!isSecureLink(address)) throw new CarpetaError('LINK_INSECURE', 'the link is not https');
}

// An error body of storage is a few hundred bytes.
const longestRefusal = 16 * 1024;

/** The error that an answer of storage stands for, and lets go of the answer. */
export async function refusal(opened: Opened, code: ErrorCode, head: StorageHead): Promise<CarpetaError> {
  const { status } = head;
  const said = code === 'STORAGE_REFUSED' ? await refusalText(opened) : '';
  opened.cancel();
  // names.md: an expired link answers 400 with an XML body that says `ExpiredToken`, or 403.
  const isExpired = status === 400 && /<Code>\s*(ExpiredToken|ExpiredRequest)/i.test(said);
  return new CarpetaError(isExpired ? 'LINK_EXPIRED' : code, `storage answered ${status}`, {
    status,
    ...(head.answerId !== undefined && { requestId: head.answerId }),
  });
}

async function refusalText(opened: Opened): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of opened.body) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= longestRefusal) break;
    }
  } catch {
    // Half a refusal is one all the same; its status stands.
    return '';
  }
  return Buffer.concat(pieces).toString('utf8');
}
