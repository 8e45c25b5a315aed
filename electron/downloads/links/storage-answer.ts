import type { Opened } from '../../host.ts';

/** Hashes that storage announces for the stored bytes (names.md: `X-Goog-Hash`), in base64 as it sends them. */
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
  /** Its body is coded, though it was asked for as it is: its length and hashes are of something else. */
  isCoded: boolean;
  /** As sent, quotes included. */
  etag?: string;
  /** Whether the tag stands for these very bytes (RFC 9110, 8.8.1). */
  hasStrongTag: boolean;
  range?: { start: number; end: number; total: number };
  /** Total length that a 416 tells. */
  unsatisfiedTotal?: number;
  contentType: string;
  /** Storage's own id of the answer. */
  answerId?: string;
}

/** Reads the head of an answer from storage; what is malformed counts as absent. */
export function readHead({ status, headers }: Pick<Opened, 'status' | 'headers'>): StorageHead {
  const length = wholeNumber(headers['content-length']);
  const etag = headers['etag']?.trim();
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range']?.trim() ?? '');
  const unsatisfied = /^bytes \*\/(\d+)$/.exec(headers['content-range']?.trim() ?? '');
  const answerId = headers['x-guploader-uploadid'] ?? headers['x-request-id'];
  // What is stored compressed and sent plain has the hash of something else.
  const isSentCoded = isCoded(headers['content-encoding']);
  const isRecoded = isSentCoded || isCoded(headers['x-goog-stored-content-encoding']);
  return {
    status,
    isCoded: isSentCoded,
    hashes: isRecoded ? {} : readHashes(headers['x-goog-hash']),
    ...(length !== undefined && { length }),
    ...(etag ? { etag } : {}),
    hasStrongTag: etag !== undefined && /^"[^"]*"$/.test(etag),
    ...(range && { range: { start: Number(range[1]), end: Number(range[2]), total: Number(range[3]) } }),
    ...(unsatisfied && { unsatisfiedTotal: Number(unsatisfied[1]) }),
    contentType: (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    ...(answerId !== undefined && { answerId: answerId.slice(0, 200) }),
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

function isCoded(encoding: string | undefined): boolean {
  return !['', 'identity'].includes((encoding ?? '').trim().toLowerCase());
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
