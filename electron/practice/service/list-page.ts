import { compareByFiling, noDispatch, type PracticeDocument } from '../data/records.ts';

/** The link of a document; `''` when it could not be signed. */
export type Sign = (document: PracticeDocument) => string;

/**
 * A document of the file endpoints: without empty values, except inside `dispatch` (api.md, Omission rule).
 */
function documentItem(document: PracticeDocument, url: string): Record<string, unknown> {
  const { id, isActive, dispatch, infoDoc, type } = document;
  return {
    id,
    isActive,
    ...(type !== '' && { name: type }),
    ...(dispatch !== undefined && { numeroDespacho: dispatch.number }),
    ...(url !== '' && { url }),
    infoDoc: withoutEmpty(infoDoc),
    dispatch: dispatch?.wire ?? noDispatch,
  };
}

/**
 * The page after `anchor` of sorted documents. Only a full page has a token. A total that is a multiple of
 * the page size ends with an empty page (names.md, Paging and dates).
 */
export function pageOf(
  documents: readonly PracticeDocument[],
  anchor: PracticeDocument | undefined,
  { pageSize, now, sign }: { pageSize: number; now: number; sign: Sign },
): { body: object; page: readonly PracticeDocument[] } {
  // The anchor need not be in the list.
  const isAfter = (document: PracticeDocument) =>
    anchor === undefined || compareByFiling(document, anchor) > 0;
  const start = lowerBound(documents, isAfter);
  const page = documents.slice(start, start + pageSize);
  let unsignedCount = 0;
  const data = page.map((document) => {
    if (document.file === undefined) return documentItem(document, '');
    const url = sign(document);
    if (url === '') unsignedCount += 1;
    return documentItem(document, url);
  });
  const last = page.at(-1);
  const body = {
    date: new Date(now).toISOString(),
    data,
    ...(page.length === pageSize && last !== undefined && { nextToken: last.id }),
    ...(unsignedCount > 0 && { unsignedCount }),
  };
  return { body, page };
}

/** The first index from which the predicate holds; the documents are sorted. */
export function lowerBound(
  documents: readonly PracticeDocument[],
  isSo: (document: PracticeDocument) => boolean,
): number {
  let [low, high] = [0, documents.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const document = documents[middle];
    if (document !== undefined && isSo(document)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * A value without its properties that are `null`, undefined or `""`, at every depth; objects that become
 * empty stay (api.md, Omission rule). Only for the two file endpoints, and never for a document's `dispatch`.
 */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined || inner === '') continue;
    result[key] = withoutEmpty(inner);
  }
  return result;
}
