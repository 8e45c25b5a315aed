import { compositeKey } from '../../shared/composite-key.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import {
  minSureConfidence,
  type TextHit,
  type TextHits,
  type TextQuery,
} from '../../shared/model/text-search.ts';
import { parseTextQuery, type Store } from '../database/index.ts';

/** Pages that the first query of the index returns; each further one returns more, up to a maximum. */
const firstPages = 64;
const maxPagesAtOnce = 512;
/** Pages after which a filter that lets nothing through ends the search. */
const maxPages = 200_000;

/**
 * The documents that have the words of a query, up to its limit behind its offset, whether there are more,
 * and how many cannot be read.
 */
export async function findText(store: Store, { text, filter, limit, offset }: TextQuery): Promise<TextHits> {
  const match = parseTextQuery(text);
  if (!match) return { hits: [], hasMore: false, hasWords: false, unused: [], unreadable: 0 };
  const found = new Map<string, TextHit>();
  const ways = [
    ...(match.near === undefined ? [] : [{ expression: match.near, isNear: true }]),
    { expression: match.all, isNear: match.near === undefined },
  ];
  const end = offset + limit;
  let hasMore = false;
  const unreadable = new Set<number>();
  const search = {
    store,
    filter,
    onUnreadable: (row: number) => void unreadable.add(row),
    onTruncated: () => {
      hasMore = true;
    },
  };
  for (const { expression, isNear } of ways) {
    for await (const hit of hitsOf(expression, search)) {
      const key = compositeKey(hit.document.connectionId, hit.document.id);
      const known = found.get(key);
      if (known) {
        // Its own pages may come with a later query of the index.
        if (known.isAttached && !hit.isAttached) found.set(key, { ...hit, isNear: known.isNear });
        continue;
      }
      if (found.size === end) {
        hasMore = true;
        break;
      }
      found.set(key, { ...hit, isNear });
    }
    // All others come behind these.
    if (hasMore && found.size === end) break;
  }
  return {
    hits: [...found.values()].slice(offset),
    hasMore,
    hasWords: true,
    unused: match.unused,
    unreadable: unreadable.size,
  };
}

/** The pages of a document that have the words. */
interface FoundPages {
  key: DocumentKey;
  isPaged: boolean;
  isAttached: boolean;
  isUnsure: boolean;
  pages: number[];
}

interface HitSearch extends Pick<TextQuery, 'filter'> {
  store: Store;
  /** There may be more. */
  onTruncated(): void;
  /** Called with the row of a document that cannot be read, more than once. */
  onUnreadable(row: number): void;
}

/** The documents of an expression with their pages, the latest first. */
async function* hitsOf(
  expression: string,
  { store, filter, onTruncated, onUnreadable }: HitSearch,
): AsyncGenerator<Omit<TextHit, 'isNear'>> {
  let before = Number.MAX_SAFE_INTEGER;
  let limit = firstPages;
  for (let seen = 0; seen < maxPages; seen += limit) {
    // Most searches are over with their first pages.
    if (seen > 0) limit = Math.min(limit * 2, maxPagesAtOnce);
    const pages = await store.findTextPages(expression, before, limit);
    const byDocument = new Map<string, FoundPages>();
    for (const { connectionId, id, page, isPaged, isAttached, row, confidence = 100 } of pages) {
      before = row;
      const name = compositeKey(connectionId, id);
      const known = byDocument.get(name);
      // What is attached comes behind the document's own pages, which are shown alone where there are any.
      const isFirst = !known || known.isAttached !== isAttached;
      const one = isFirst
        ? { key: { connectionId, id }, isPaged, isAttached, isUnsure: false, pages: [] }
        : known;
      one.pages.unshift(page);
      // Pages come in descending order: the last one is the first of its document.
      one.isUnsure = confidence < minSureConfidence;
      byDocument.set(name, one);
    }
    const { documents, unreadable } = await store.listTextDocuments(
      [...byDocument.values()].map(({ key }) => key),
      filter,
    );
    unreadable.forEach(onUnreadable);
    for (const document of documents) {
      const one = byDocument.get(compositeKey(document.connectionId, document.id));
      if (!one) continue;
      const { key: _, ...found } = one;
      yield { document, ...found };
    }
    if (pages.length < limit) return;
  }
  onTruncated();
}
