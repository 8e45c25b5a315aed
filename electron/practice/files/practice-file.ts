import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { crc32c, crc32cInBase64 } from '../storage/crc32c.ts';

/** The bytes of a file, whole or in repeated blocks, so that a large one need not lie in memory. */
export interface Content {
  length: number;
  contentType: string;
  /** The bytes from `start` (included) to `end` (excluded), in pieces. */
  chunks(start: number, end: number): Iterable<Uint8Array>;
}

/** A file as storage keeps it. */
export interface PracticeFile extends Content {
  /** Base64. */
  md5: string;
  crc32c: string;
  /** Strong, quoted. */
  etag: string;
}

/** Content that lies in memory as a whole. */
export function contentOf(bytes: Uint8Array, contentType: string): Content {
  return {
    length: bytes.length,
    contentType,
    chunks: (start, end) => [bytes.subarray(start, end)],
  };
}

/** How many bytes are hashed before others get their turn. */
const hashedAtOnce = 2 ** 20;

/** The file that content makes, with its hashes; gives way to others while it computes them. */
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
    md5: digest.toString('base64'),
    crc32c: crc32cInBase64(crc),
    etag: `"${digest.toString('hex')}"`,
  };
}
