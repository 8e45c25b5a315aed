import { createHash } from 'node:crypto';
import { compositeKey } from '../../shared/composite-key.ts';
import type { DispatchDocument } from '../../shared/model/document.ts';
import type { DocumentPage, SignedLink } from './api-types.ts';

/** A document with the link that came with it. */
export interface ListEntry {
  document: DispatchDocument;
  link?: SignedLink | undefined;
}

/** The documents and links of a page, and which of their ids replace an id that several documents share. */
type PageEntries = Pick<DocumentPage, 'documents' | 'links' | 'sharedIds'>;

/** Ids that belong to more than one document of a page; an identical repetition counts once. */
export function findSharedIds(entries: readonly ListEntry[]): ReadonlySet<string> {
  const seen = new Map<string, ListEntry>();
  const shared = new Set<string>();
  for (const entry of entries) {
    const { id } = entry.document;
    const before = seen.get(id);
    if (!before) seen.set(id, entry);
    else if (factsOf(before) !== factsOf(entry) || isElsewhere(pathOf(before), pathOf(entry))) shared.add(id);
  }
  return shared;
}

/** Returns an id of its own for a document that shares one. */
type OwnIds = (entry: ListEntry) => string;

/**
 * Creates own ids for one pass over a list. One is the shared id and a hash of the document's facts, with a
 * number where the facts are equal too. The storage path separates such documents within one list only. It is
 * no part of an id, because a service may move files later.
 */
export function createOwnIds(): OwnIds {
  const pathsOf = new Map<string, string[]>();
  return (entry) => {
    const facts = createHash('sha256').update(factsOf(entry)).digest('hex').slice(0, 12);
    const id = `${entry.document.id}~${facts}`;
    const path = pathOf(entry);
    const paths = pathsOf.get(id) ?? [];
    pathsOf.set(id, paths);
    if (path !== '' && !paths.includes(path)) paths.push(path);
    const index = paths.indexOf(path);
    return index > 0 ? `${id}-${index + 1}` : id;
  };
}

/**
 * Documents and links, where each document with one of the `shared` ids gets an id of its own. The ids do not
 * depend on the order of the page.
 */
export function separate(
  entries: readonly ListEntry[],
  shared: ReadonlySet<string>,
  ownIdOf: OwnIds,
): Required<PageEntries> {
  const sharing = entries.filter(({ document }) => shared.has(document.id));
  for (const entry of sharing.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) ownIdOf(entry);
  const documents: DispatchDocument[] = [];
  const links = new Map<string, SignedLink>();
  const sharedIds = new Map<string, string>();
  for (const entry of entries) {
    const { document, link } = entry;
    const isSharing = shared.has(document.id);
    const id = isSharing ? ownIdOf(entry) : document.id;
    documents.push(isSharing ? { ...document, id } : document);
    if (isSharing) sharedIds.set(id, document.id);
    if (link) links.set(id, link);
  }
  return { documents, links, sharedIds };
}

/** The documents of a page under the ids that the service sent. */
export function entriesOf({ documents, links, sharedIds }: PageEntries): ListEntry[] {
  return documents.map((document) => {
    const sharedId = sharedIds?.get(document.id);
    return {
      document: sharedId === undefined ? document : { ...document, id: sharedId },
      link: links.get(document.id),
    };
  });
}

/** The facts of a document: if they differ, the documents differ. */
export function factsOf({ document }: ListEntry): string {
  const { type, folio, issuerId, issueDate, dispatchNumber } = document;
  return compositeKey(type, folio, issuerId, issueDate, dispatchNumber);
}

/**
 * Where a document's file is stored; `''` where it has no link. The URL's query is left out, because it
 * changes with each response.
 */
export function pathOf({ link }: ListEntry): string {
  const url = URL.parse(link?.url ?? '');
  return url ? `${url.origin}${url.pathname}` : '';
}

/** Whether two documents have different storage paths; false where either path is unknown. */
export function isElsewhere(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now;
}
