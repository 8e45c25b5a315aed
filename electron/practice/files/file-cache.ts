import { compositeKey } from '../../../shared/composite-key.ts';
import type { PracticeDocument } from '../data/records.ts';
import { drawFile } from './draw-file.ts';
import { type Content, type PracticeFile, practiceFileOf } from './practice-file.ts';

/** Draws files on request and caches the latest ones. */
export type FileCache = ReturnType<typeof createFileCache>;

/** Maximum size of the cached files. */
const maxCacheBytes = 64 * 2 ** 20;

type ContentOf = (document: PracticeDocument, revision: number) => Content;

/** A cache of files, drawn from their documents' data unless `contentOf` makes them. */
export function createFileCache(contentOf?: ContentOf) {
  const stored = new Map<string, { promised: Promise<PracticeFile>; bytes: number }>();
  let total = 0;
  return {
    /** The file of a document after so many replacements; undefined when it has none. */
    async file(document: PracticeDocument, revision: number): Promise<PracticeFile | undefined> {
      const { file: sort } = document;
      if (sort === undefined) return undefined;
      const key = compositeKey(document.id, revision);
      const found = stored.get(key);
      if (found !== undefined) return found.promised;
      const content = contentOf?.(document, revision) ?? drawFile(document, sort, revision);
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
    },
  };
}
