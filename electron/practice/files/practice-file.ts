import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { crc32c, crc32cInBase64 } from '../../lib/hashes.ts';

/** The bytes of a file, whole or in repeated blocks, so that a large one need not be in memory. */
export interface Content {
  length: number;
  contentType: string;
  /** Memory that a cached file takes, where that is less than its length. */
  cachedBytes?: number;
  /** The bytes from `start` (included) to `end` (excluded), in chunks. */
  chunks(start: number, end: number): Iterable<Uint8Array>;
}

/** The bytes of a file on their way, perhaps altered by faults. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file in the storage. */
export interface PracticeFile extends Content {
  /** The value of `X-Goog-Hash`. */
  hash: string;
  /** Strong, quoted. */
  etag: string;
}

/** Content that is in memory as a whole. */
export function contentOf(bytes: Uint8Array, contentType: string): Content {
  return {
    length: bytes.length,
    contentType,
    chunks: (start, end) => [bytes.subarray(start, end)],
  };
}

/** Number of bytes hashed before the event loop runs again. */
const hashedAtOnce = 2 ** 20;

/** The file with this content and its hashes; yields to the event loop while it computes them. */
export async function practiceFileOf(content: Content): Promise<PracticeFile> {
  const md5 = createHash('md5');
  let crc = 0;
  for (let start = 0; start < content.length; start += hashedAtOnce) {
    if (start > 0) await yieldToEventLoop();
    for (const chunk of content.chunks(start, Math.min(start + hashedAtOnce, content.length))) {
      md5.update(chunk);
      crc = crc32c(chunk, crc);
    }
  }
  const digest = md5.digest();
  return {
    ...content,
    hash: `crc32c=${crc32cInBase64(crc)},md5=${digest.toString('base64')}`,
    etag: `"${digest.toString('hex')}"`,
  };
}
