import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { HttpResponse } from '../../host.ts';
import { isLoopback } from '../../lib/base-url.ts';
import type { PackedBody } from './unpack-gzip-body.ts';

/** Base64 hashes of the stored bytes from storage's header `X-Goog-Hash` (names.md). */
export interface StorageHashes {
  md5?: string;
  crc32c?: string;
}

/** The parsed head of a storage response. */
export interface StorageHead {
  status: number;
  /** Length of this body, not of the whole file. */
  length?: number;
  hashes: StorageHashes;
  /** The body has an unsupported content encoding, although `identity` was requested. */
  isCoded: boolean;
  /** The body is gzipped, although `identity` was requested. */
  packed?: PackedBody;
  /** Only the end of the connection marks the end of the body. */
  isOpenEnded: boolean;
  /** As sent, with quotes. */
  etag?: string;
  /** Whether the tag is strong, so that it identifies these exact bytes (RFC 9110, 8.8.1). */
  hasStrongTag: boolean;
  range?: { start: number; end: number; total: number };
  /** Total length in a 416 response. */
  unsatisfiedTotal?: number;
  contentType: string;
  /** Storage's own id of the response. */
  responseId?: string;
}

/** Parses the head of a storage response; malformed values count as absent. */
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
  // Hashes describe the stored bytes: with another encoding on the wire they do not apply.
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

/** The hashes as one text, equal for equal bytes; `''` without hashes. */
export function hashText({ md5, crc32c }: StorageHashes): string {
  return [md5 && `md5=${md5}`, crc32c && `crc32c=${crc32c}`].filter(Boolean).join(',');
}

/** Parses such a text or a header. */
export function readHashes(text: string | undefined): StorageHashes {
  const hashes: StorageHashes = {};
  for (const part of (text ?? '').split(',')) {
    const [, name, value] = /^\s*(md5|crc32c)=([A-Za-z0-9+/]+={0,2})\s*$/.exec(part) ?? [];
    if (name === 'md5' && value) hashes.md5 = value;
    if (name === 'crc32c' && value) hashes.crc32c = value;
  }
  return hashes;
}

/** The content encoding; `''` for identity. */
function codingOf(encoding: string | undefined): string {
  const coding = (encoding ?? '').trim().toLowerCase().replace(/^x-/, '');
  return coding === 'identity' ? '' : coding;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Whether a link uses https or points to this machine. */
export function isSecureLink(address: string): boolean {
  if (address.startsWith('https://')) return true;
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** Throws `LINK_INSECURE` unless the link is secure. */
export function refuseInsecure(address: string): void {
  if (!isSecureLink(address)) throw new AppError('LINK_INSECURE', 'the link is not https');
}

// Storage's error bodies have a few hundred bytes.
const maxErrorBodyBytes = 16 * 1024;

/** The error of a rejected response; cancels the response. */
export async function toRejection(
  response: HttpResponse,
  code: ErrorCode,
  head: StorageHead,
): Promise<AppError> {
  const { status } = head;
  const said = code === 'STORAGE_REFUSED' ? await errorBodyText(response) : '';
  response.cancel();
  // An expired link responds 400 with `ExpiredToken` in an XML body, or 403 (names.md).
  const isExpired = status === 400 && /<Code>\s*(ExpiredToken|ExpiredRequest)/i.test(said);
  return new AppError(isExpired ? 'LINK_EXPIRED' : code, `storage answered ${status}`, {
    status,
    values: {
      from: 'storage',
      ...(head.isCoded && { coding: codingOf(response.headers['content-encoding']).slice(0, 40) }),
    },
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
    // A broken error body is ignored: the status is enough.
    return '';
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The identity of a file whose `.part` may be resumed; storage's hash verifies the result. */
export interface Begun {
  etag: string;
  contentType: string;
  /** Announced hashes in the form of {@link hashText}. */
  proof: string;
  size: number;
  /** Identity of the `.part`; `''` if unknown. */
  part: string;
}

/** A file on disk: a response with the same bytes is not read. */
export interface ExistingFile {
  etag?: string;
  /** Base64. */
  md5?: string;
}

/** What was requested: the whole file, or with `part` and `begun` its rest. */
interface RangeRequest {
  part?: { readonly bytes: number } | undefined;
  begun?: Begun | undefined;
  existing?: ExistingFile | undefined;
}

/** How to handle a response: `whole` restarts, `rest` continues the part, `complete` has nothing to read. */
type ResponseKind = 'whole' | 'rest' | 'complete' | 'unchanged' | 'start-over' | { refused: ErrorCode };

/** Classifies a response to a request (RFC 9110, 14 and 15; names.md). */
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

/** Whether a 206 is the rest of this file: requested range, same length, tag and hash. */
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

/** Whether a status of storage is transient. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}
