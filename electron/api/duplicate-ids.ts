import { createHash } from 'node:crypto';
import type { DispatchDocument } from '../../shared/model/document.ts';
import type { DocumentPage, SignedLink } from './responses.ts';

/** A document with the link that came beside it. */
export interface ListEntry {
  document: DispatchDocument;
  link?: SignedLink | undefined;
}

/** The documents and links of a page, and which of their ids stand for one that several documents have. */
export type PageEntries = Pick<DocumentPage, 'documents' | 'links' | 'sharedIds'>;

/** Ids under which a page has more than one document; one that is repeated as it was is one. */
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

/** Gives documents that share an id one of their own. */
export type OwnIds = (entry: ListEntry) => string;

/**
 * Own ids for one pass over a list: the shared id, what the document says of itself, and a number where
 * others say the same. Where a file is stored tells two such documents of one list apart and is no part of an
 * id, because a service may store them elsewhere later.
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
 * Documents and links, documents under one of the `shared` ids by an id of their own, the same however a page
 * orders them.
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

/** The documents of a page under the ids that the service gave them. */
export function entriesOf({ documents, links, sharedIds }: PageEntries): ListEntry[] {
  return documents.map((document) => {
    const sharedId = sharedIds?.get(document.id);
    return {
      document: sharedId === undefined ? document : { ...document, id: sharedId },
      link: links.get(document.id),
    };
  });
}

/** What a document says of itself: two that differ in it are two. */
export function factsOf({ document }: ListEntry): string {
  const { type, folio, issuerId, issueDate, dispatchNumber } = document;
  return JSON.stringify([type, folio, issuerId, issueDate, dispatchNumber]);
}

/**
 * Where a document's file is stored; `''` where it has no link. What follows the path is new with each
 * response.
 */
export function pathOf({ link }: ListEntry): string {
  const url = URL.parse(link?.url ?? '');
  return url ? `${url.origin}${url.pathname}` : '';
}

/** Whether two documents are stored in different places, as far as both have one. */
export function isElsewhere(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now;
}
