import { compareByFiling, noDispatch, type PracticeDocument } from '../data/records.ts';

/** The link of a document; `''` when it could not be signed. */
export type Sign = (document: PracticeDocument) => string;

/**
 * A document of the file endpoints: without empty values, except inside `dispatch` (api.md, Omission rule).
 */
function documentItem({ id, isActive, dispatch, infoDoc, type }: PracticeDocument, url?: string): object {
  return {
    id,
    isActive,
    ...(type !== '' && { name: type }),
    ...(dispatch !== undefined && { numeroDespacho: dispatch.number }),
    ...(url !== undefined && url !== '' && { url }),
    infoDoc: JSON.parse(JSON.stringify(infoDoc, (_key, value) => (value === '' ? undefined : value))),
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
  const start = anchor ? lowerBound(documents, (document) => compareByFiling(document, anchor) > 0) : 0;
  const page = documents.slice(start, start + pageSize);
  const urls = page.map((document) => document.file && sign(document));
  const unsignedCount = urls.filter((url) => url === '').length;
  const last = page.at(-1);
  const body = {
    date: new Date(now).toISOString(),
    data: page.map((document, index) => documentItem(document, urls[index])),
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
