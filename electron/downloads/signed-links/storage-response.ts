import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { HttpResponse } from '../../host.ts';
import { isLoopback } from '../../lib/base-url.ts';

/**
 * Hashes that storage announces for the stored bytes (names.md: `X-Goog-Hash`), in base64 as it sends them.
 */
export interface StorageHashes {
  md5?: string;
  crc32c?: string;
}

/** What the head of an answer from storage says. */
export interface StorageHead {
  status: number;
  /** Of this body, not of the whole file. */
  length?: number;
  hashes: StorageHashes;
  /** Its body is coded in a way that is not read, though it was asked for as it is. */
  isCoded: boolean;
  /** Its body comes packed by gzip, though it was asked for as it is. */
  packed?: PackedBody;
  /** Nothing but the end of the connection tells where the body ends. */
  isOpenEnded: boolean;
  /** As sent, quotes included. */
  etag?: string;
  /** Whether the tag stands for these very bytes (RFC 9110, 8.8.1). */
  hasStrongTag: boolean;
  range?: { start: number; end: number; total: number };
  /** Total length that a 416 tells. */
  unsatisfiedTotal?: number;
  contentType: string;
  /** Storage's own id of the answer. */
  responseId?: string;
}

/** What storage announces of a body as it comes, packed. */
export interface PackedBody {
  length?: number;
  /** In base64, where the file is stored packed. */
  md5?: string;
}

/** Reads the head of an answer from storage; what is malformed counts as absent. */
export function readHead({
  status,
  headers,
  isFramed = false,
}: Pick<HttpResponse, 'status' | 'headers' | 'isFramed'>): StorageHead {
  const length = wholeNumber(headers['content-length']);
  const etag = headers['etag']?.trim();
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range']?.trim() ?? '');
  const unsatisfied = /^bytes \*\/(\d+)$/.exec(headers['content-range']?.trim() ?? '');
  const responseId = headers['x-guploader-uploadid'] ?? headers['x-request-id'];
  const coding = codingOf(headers['content-encoding']);
  const stored = headers['x-goog-stored-content-encoding'];
  const isPacked = coding === 'gzip';
  // Hashes are of what is stored: where that is coded otherwise than what is sent, of something else.
  const hashes = readHashes(headers['x-goog-hash']);
  const isOfPacked = isPacked && codingOf(stored ?? 'gzip') === coding;
  const isOfPlain = codingOf(stored) === '' && (coding === '' || (isPacked && !isOfPacked));
  const packed = {
    ...(length !== undefined && { length }),
    ...(isOfPacked && hashes.md5 !== undefined && { md5: hashes.md5 }),
  };
  const isChunked = /\bchunked\b/i.test(headers['transfer-encoding'] ?? '');
  return {
    status,
    isCoded: coding !== '' && !isPacked,
    isOpenEnded: length === undefined && !isChunked && !isFramed,
    hashes: isOfPlain ? hashes : {},
    ...(isPacked ? { packed } : length !== undefined && { length }),
    ...(etag ? { etag } : {}),
    hasStrongTag: etag !== undefined && /^"[^"]*"$/.test(etag),
    ...(range && { range: { start: Number(range[1]), end: Number(range[2]), total: Number(range[3]) } }),
    ...(unsatisfied && { unsatisfiedTotal: Number(unsatisfied[1]) }),
    contentType: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    ...(responseId !== undefined && { responseId: responseId.slice(0, 200) }),
  };
}

/** The hashes as one text that two answers about the same bytes share; `''` when there is none. */
export function hashText({ md5, crc32c }: StorageHashes): string {
  return [md5 && `md5=${md5}`, crc32c && `crc32c=${crc32c}`].filter(Boolean).join(',');
}

/** The hashes in such a text, or in a header. */
export function readHashes(text: string | undefined): StorageHashes {
  const hashes: StorageHashes = {};
  for (const part of (text ?? '').split(',')) {
    const [, name, value] = /^\s*(md5|crc32c)=([A-Za-z0-9+/]+={0,2})\s*$/.exec(part) ?? [];
    if (name === 'md5' && value) hashes.md5 = value;
    if (name === 'crc32c' && value) hashes.crc32c = value;
  }
  return hashes;
}

/** How a body is coded; `''` where it is as it was. */
function codingOf(encoding: string | undefined): string {
  const coding = (encoding ?? '').trim().toLowerCase().replace(/^x-/, '');
  return coding === 'identity' ? '' : coding;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Whether a link is https, or stays on this machine. */
export function isSecureLink(address: string): boolean {
  if (address.startsWith('https://')) return true;
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Throws `LINK_INSECURE` for a link that is not secure. */
export function refuseInsecure(address: string): void {
  if (!isSecureLink(address)) throw new AppError('LINK_INSECURE', 'the link is not https');
}

// An error body of storage is a few hundred bytes.
const maxErrorBodyBytes = 16 * 1024;

/** The error that an answer of storage stands for, and lets go of the answer. */
export async function toRejection(
  response: HttpResponse,
  code: ErrorCode,
  head: StorageHead,
): Promise<AppError> {
  const { status } = head;
  const said = code === 'STORAGE_REFUSED' ? await errorBodyText(response) : '';
  response.cancel();
  // names.md: an expired link answers 400 with an XML body that says `ExpiredToken`, or 403.
  const isExpired = status === 400 && /<Code>\s*(ExpiredToken|ExpiredRequest)/i.test(said);
  return new AppError(isExpired ? 'LINK_EXPIRED' : code, `storage answered ${status}`, {
    status,
    values: { from: 'storage' },
    ...(head.responseId !== undefined && { requestId: head.responseId }),
  });
}

async function errorBodyText(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxErrorBodyBytes) break;
    }
  } catch {
    // Half a refusal is one all the same; its status stands.
    return '';
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * What a file must still be, so that a part of it may be continued: proven by storage's own hash at the end.
 */
export interface Begun {
  etag: string;
  contentType: string;
  /** Announced hashes, as {@link hashText} writes them. */
  proof: string;
  size: number;
  /** What tells its `.part` from any other at that place; `''` where nothing does. */
  part: string;
}

/** What stands on disk already: an answer about the same bytes is not read. */
export interface ExistingFile {
  etag?: string;
  /** In base64. */
  md5?: string;
}

/** What was asked of storage: the whole, or with `part` and `begun` the rest. */
export interface RangeRequest {
  part?: { readonly bytes: number } | undefined;
  begun?: Begun | undefined;
  existing?: ExistingFile | undefined;
}

/**
 * What to do with an answer; `whole` begins anew, `rest` goes on where the part ended, `complete` has nothing
 * more to read.
 */
export type ResponseKind =
  | 'whole'
  | 'rest'
  | 'complete'
  | 'unchanged'
  | 'start-over'
  | { refused: ErrorCode };

/** What an answer of storage means for what was asked (RFC 9110, 14 and 15; names.md). */
export function classifyResponse(head: StorageHead, { part, begun, existing }: RangeRequest): ResponseKind {
  const wasPartial = part !== undefined && begun !== undefined;
  switch (head.status) {
    case 200:
      if (existing && isSame(head, existing)) return 'unchanged';
      return head.isCoded ? { refused: 'RESPONSE_UNREADABLE' } : 'whole';
    case 206:
      return wasPartial && continues(head, part, begun) ? 'rest' : wasPartial ? 'start-over' : refused;
    case 304:
      return existing?.etag !== undefined && !wasPartial ? 'unchanged' : refused;
    case 416:
      if (!wasPartial) return refused;
      return part.bytes === begun.size && (head.unsatisfiedTotal ?? begun.size) === begun.size
        ? 'complete'
        : 'start-over';
    default:
      return head.status >= 300 && head.status < 400 ? { refused: 'REDIRECTED' } : refused;
  }
}

const refused = { refused: 'STORAGE_REFUSED' } as const;

function isSame(head: StorageHead, existing: ExistingFile): boolean {
  if (existing.md5 !== undefined && head.hashes.md5 !== undefined) return existing.md5 === head.hashes.md5;
  return head.hasStrongTag && existing.etag !== undefined && existing.etag === head.etag;
}

/** Whether a 206 is the rest of this very file: the range asked for, the same length, tag and hash. */
function continues(
  { range, etag, hashes, isCoded, packed }: StorageHead,
  part: { bytes: number },
  begun: Begun,
): boolean {
  const proof = hashText(hashes);
  return (
    !isCoded &&
    !packed &&
    range !== undefined &&
    range.start === part.bytes &&
    range.end === begun.size - 1 &&
    range.total === begun.size &&
    (etag === undefined || etag === begun.etag) &&
    (proof === '' || proof === begun.proof)
  );
}
