import { compositeKey } from '../../../shared/composite-key.ts';
import type { PracticeDocument } from '../data/document.ts';
import { drawPaper } from './draw.ts';
import { type Paper, paperOf } from './paper.ts';
import { sizedContent } from './sized.ts';

/** Draws papers when they are asked for and keeps the last ones. */
export interface PaperShelf {
  /** The paper of a document as it is after so many replacements; undefined when it has none. */
  paper(document: PracticeDocument, revision: number): Promise<Paper | undefined>;
}

/** How many bytes of drawn papers are kept. */
const keptBytes = 64 * 2 ** 20;

/** A shelf; with `paperBytes` every paper is a small PDF padded to exactly that size, which costs next to nothing to serve. */
export function createPaperShelf({ paperBytes }: { paperBytes?: number | undefined }): PaperShelf {
  const kept = new Map<string, Promise<Paper>>();
  const sizes = new Map<string, number>();
  let total = 0;

  const makeRoom = () => {
    for (const [key] of kept) {
      if (total <= keptBytes) return;
      const size = sizes.get(key);
      if (size === undefined) continue;
      total -= size;
      sizes.delete(key);
      kept.delete(key);
    }
  };

  return {
    async paper(document, revision) {
      const { paper: sort } = document;
      if (sort === undefined) return undefined;
      const key = compositeKey(document.id, revision);
      const found = kept.get(key);
      if (found !== undefined) return found;
      const content =
        paperBytes === undefined
          ? drawPaper(document, sort, revision)
          : sizedContent(document, revision, paperBytes);
      const promised = Promise.resolve(content).then(paperOf);
      kept.set(key, promised);
      try {
        const paper = await promised;
        // Padding is shared by all papers: only its hashes are kept.
        const size = paperBytes === undefined ? paper.length : 1024;
        sizes.set(key, size);
        total += size;
        makeRoom();
        return paper;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
  };
}
