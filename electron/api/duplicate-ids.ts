import { createHash } from 'node:crypto';
import type { DispatchDocument } from '../../shared/model/document.ts';
import type { DocumentPage, SignedLink } from './responses.ts';

/** A document with the link that came beside it. */
export interface Paper {
  document: DispatchDocument;
  link?: SignedLink | undefined;
}

/** The documents and links of a page, and which of their ids stand for one that several papers have. */
export type PagePapers = Pick<DocumentPage, 'documents' | 'links' | 'sharedIds'>;

/** Ids under which a page has more than one paper; one that is repeated as it was is one. */
export function findSharedIds(papers: readonly Paper[]): ReadonlySet<string> {
  const seen = new Map<string, Paper>();
  const shared = new Set<string>();
  for (const paper of papers) {
    const { id } = paper.document;
    const before = seen.get(id);
    if (!before) seen.set(id, paper);
    else if (factsOf(before) !== factsOf(paper) || isElsewhere(pathOf(before), pathOf(paper))) shared.add(id);
  }
  return shared;
}

/** Gives papers that share an id one of their own. */
export type OwnIds = (paper: Paper) => string;

/**
 * Own ids for one pass over a list: the shared id, what the paper says of itself, and a number where others say the same. Where a file is
 * stored tells two such papers of one list apart and is no part of an id, because a service may store them elsewhere later.
 */
export function createOwnIds(): OwnIds {
  const pathsOf = new Map<string, string[]>();
  return (paper) => {
    const facts = createHash('sha256').update(factsOf(paper)).digest('hex').slice(0, 12);
    const id = `${paper.document.id}~${facts}`;
    const path = pathOf(paper);
    const paths = pathsOf.get(id) ?? [];
    pathsOf.set(id, paths);
    if (path !== '' && !paths.includes(path)) paths.push(path);
    const index = paths.indexOf(path);
    return index > 0 ? `${id}-${index + 1}` : id;
  };
}

/** Documents and links, papers under one of the `shared` ids by an id of their own, the same however a page orders them. */
export function separate(
  papers: readonly Paper[],
  shared: ReadonlySet<string>,
  ownIdOf: OwnIds,
): Required<PagePapers> {
  const sharing = papers.filter(({ document }) => shared.has(document.id));
  for (const paper of sharing.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) ownIdOf(paper);
  const documents: DispatchDocument[] = [];
  const links = new Map<string, SignedLink>();
  const sharedIds = new Map<string, string>();
  for (const paper of papers) {
    const { document, link } = paper;
    const isSharing = shared.has(document.id);
    const id = isSharing ? ownIdOf(paper) : document.id;
    documents.push(isSharing ? { ...document, id } : document);
    if (isSharing) sharedIds.set(id, document.id);
    if (link) links.set(id, link);
  }
  return { documents, links, sharedIds };
}

/** The papers of a page under the ids that the service gave them. */
export function papersOf({ documents, links, sharedIds }: PagePapers): Paper[] {
  return documents.map((document) => {
    const sharedId = sharedIds?.get(document.id);
    return {
      document: sharedId === undefined ? document : { ...document, id: sharedId },
      link: links.get(document.id),
    };
  });
}

/** What a paper says of itself: two that differ in it are two. */
export function factsOf({ document }: Paper): string {
  const { type, folio, issuerId, issueDate, dispatchNumber } = document;
  return JSON.stringify([type, folio, issuerId, issueDate, dispatchNumber]);
}

/** Where a paper's file is stored; `''` where it has no link. What follows the path is new with each response. */
export function pathOf({ link }: Paper): string {
  const url = URL.parse(link?.url ?? '');
  return url ? `${url.origin}${url.pathname}` : '';
}

/** Whether two papers are stored in different places, as far as both have one. */
export function isElsewhere(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now;
}
