import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { compositeKey } from '../../../shared/composite-key.ts';
import { crc32c, crc32cInBase64 } from '../../lib/hashes.ts';
import type { PracticeDocument } from '../data/records.ts';
import { type Content, drawFile } from './draw-file.ts';

/** The bytes of a file on their way, perhaps altered by faults. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file in the storage. */
export interface PracticeFile extends Content {
  /** The value of `X-Goog-Hash`. */
  hash: string;
  /** Strong, quoted. */
  etag: string;
}

/** Number of bytes hashed before the event loop runs again. */
const hashedAtOnce = 2 ** 20;

/** The file with this content and its hashes; yields to the event loop while it computes them. */
async function practiceFileOf(content: Content): Promise<PracticeFile> {
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

/** The file of a document after so many replacements; undefined when it has none. */
export type ReadFile = (document: PracticeDocument, revision: number) => Promise<PracticeFile | undefined>;

/** Maximum size of the cached files. */
const maxCacheBytes = 64 * 2 ** 20;

/** Caches the latest files, drawn on request from their documents' data unless `contentOf` makes them. */
export function createFileCache(
  contentOf?: (document: PracticeDocument, revision: number) => Content,
): ReadFile {
  const stored = new Map<string, { promised: Promise<PracticeFile>; bytes: number }>();
  let total = 0;
  return async (document, revision) => {
    if (document.file === undefined) return undefined;
    const key = compositeKey(document.id, revision);
    const found = stored.get(key);
    if (found !== undefined) return found.promised;
    const content = contentOf?.(document, revision) ?? drawFile(document, document.file, revision);
    const entry = { promised: Promise.resolve(content).then(practiceFileOf), bytes: 0 };
    stored.set(key, entry);
    try {
      const file = await entry.promised;
      entry.bytes = file.cachedBytes ?? file.length;
      total += entry.bytes;
      for (const [oldest, { bytes }] of stored) {
        if (total <= maxCacheBytes) break;
        total -= bytes;
        if (bytes > 0) stored.delete(oldest);
      }
      return file;
    } catch (error) {
      stored.delete(key);
      throw error;
    }
  };
}
