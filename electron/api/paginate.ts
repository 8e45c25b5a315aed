import { createHash } from 'node:crypto';
import { compositeKey } from '../../shared/composite-key.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { DispatchDocument } from '../../shared/model/document.ts';
import { definedOnly } from '../../shared/model/json.ts';
import type { ApiClient, DistinctPage, DocumentPage, DocumentsQuery, SignedLink } from './api-types.ts';

// Empty pages with a continuation are allowed; this many in a row mean an endless list.
const maxEmptyPages = 100;
// Repeated documents are allowed, because a list changes while it is read; this many pages of nothing else
// are not.
const maxRepeatedPages = 10;
// Stops a service that invents documents without end.
const maxDocuments = 1_000_000;
// Documents yielded at once, so that the caller can yield to the event loop while it stores them.
const maxDocumentsAtOnce = 1_000;

/**
 * Every page of a query, each document once. Only the absence of a continuation ends it, never an empty page
 * (names.md, Paging and dates). A lost anchor (`NEXT_TOKEN_INVALID`) restarts once from the beginning; a
 * second one rejects with `WALK_INCOMPLETE`. So does a continuation that leads back or never ends. After its
 * last page, so does a list that announces more or another number, or whose documents share an id. If such
 * documents are on different pages, a second pass gives each an id of its own. Other errors are those of the
 * service. A long page is yielded in parts.
 */
export async function* paginate(
  api: Pick<ApiClient, 'files' | 'dispatchFiles'>,
  query: DocumentsQuery,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<DistinctPage, void, undefined> {
  const memory: YieldedDocuments = { facts: new Map(), shared: new Set() };
  let pass = yield* paginateOnce(api, query, memory, undefined, signal);
  // One restart for each reason.
  for (const restarts = new Set<string>(); pass.retry && !restarts.has(pass.retry); ) {
    restarts.add(pass.retry);
    pass = yield* paginateOnce(api, query, memory, new Set(memory.facts.keys()), signal);
  }
  if (pass.retry === 'lost') throw brokenOff('the anchor of the walk was lost twice', pass.error);
  if (pass.retry === 'shared') throw brokenOff('papers share an id, others at each time');
}

/** What all passes have yielded. */
interface YieldedDocuments {
  /** By id, the facts of the document. */
  facts: Map<string, string>;
  /** Ids that several documents have; each of these gets its own. */
  shared: Set<string>;
}

interface Pass {
  /** Why another pass is needed. */
  retry?: 'lost' | 'shared';
  error?: AppError;
}

/** One pass from the beginning; `before` holds the ids that earlier passes yielded. */
async function* paginateOnce(
  api: Pick<ApiClient, 'files' | 'dispatchFiles'>,
  query: DocumentsQuery,
  memory: YieldedDocuments,
  before: ReadonlySet<string> | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<DistinctPage, Pass, undefined> {
  const missing = new Set(before);
  const progress = createProgress();
  const paths = new Map<string, string>();
  const ownIdOf = createOwnIds();
  let isStale = false;
  for (let isFirst = true, nextToken: string | undefined; ; isFirst = false) {
    let page: DocumentPage;
    try {
      page = await readPage(api, query, nextToken, signal);
    } catch (error) {
      if (nextToken !== undefined && isAppError(error, 'NEXT_TOKEN_INVALID')) {
        return { retry: 'lost', error };
      }
      throw error;
    }
    const entries = entriesOf(page);
    // Read to the end even if stale: later pages may share other ids, and their documents are needed in any
    // case.
    isStale = addShared(entries, memory, paths) || isStale;
    page = { ...page, ...separate(entries, memory.shared, ownIdOf) };
    for (const { id } of page.documents) missing.delete(id);
    progress.add(page, memory.shared.size > 0);
    const isLast = page.nextToken === undefined && !isStale;
    const why = isLast ? progress.incompleteReason(page) : undefined;
    // An incomplete list does not prove that a document was removed; only a shared id is removed for certain.
    const removed = why === undefined ? [...missing] : [...missing].filter((id) => memory.shared.has(id));
    yield* inChunks(page, {
      documents: page.documents.filter((document) => isNew(memory, document)),
      isRestart: isFirst && before !== undefined,
      removed: isLast ? removed : [],
    });
    if (why !== undefined) throw page.incompleteError?.(why, progress.seen.size) ?? brokenOff(why);
    if (page.nextToken === undefined) return isStale ? { retry: 'shared' } : {};
    const endless = progress.endless(page.nextToken);
    if (endless === 'the continuation leads back') throw brokenOff(endless);
    if (endless !== undefined)
      throw page.incompleteError?.(endless, progress.seen.size) ?? brokenOff(endless);
    nextToken = page.nextToken;
  }
}

/**
 * Records the ids that these documents share; whether one of them was yielded already. Within one pass, paths
 * are compared too.
 */
function addShared(
  entries: readonly ListEntry[],
  { facts, shared }: YieldedDocuments,
  paths: Map<string, string>,
): boolean {
  const found = new Set(findSharedIds(entries));
  for (const entry of entries) {
    const { id } = entry.document;
    const path = pathOf(entry);
    const isOther = (facts.get(id) ?? factsOf(entry)) !== factsOf(entry);
    if (isOther || isElsewhere(paths.get(id) ?? '', path)) found.add(id);
    else if (path !== '') paths.set(id, path);
  }
  const isYielded = [...found].some((id) => !shared.has(id) && facts.has(id));
  for (const id of found) shared.add(id);
  return isYielded;
}

/** The progress of one pass. */
function createProgress() {
  const seen = new Set<string>();
  const tokens = new Set<string>();
  let [came, pages, emptyPages, repeatedPages] = [0, 0, 0, 0];
  let [isTruncated, sharesIds] = [false, false];
  return {
    seen,
    add({ documents, ...page }: DocumentPage, hasShared: boolean): void {
      const known = seen.size;
      for (const { id } of documents) seen.add(id);
      came += documents.length;
      pages++;
      isTruncated ||= page.isTruncated === true;
      sharesIds ||= hasShared;
      emptyPages = documents.length === 0 ? emptyPages + 1 : 0;
      repeatedPages = documents.length > 0 && seen.size === known ? repeatedPages + 1 : 0;
    },
    /** Why the list that ends with this page may be incomplete. */
    incompleteReason(page: DocumentPage): string | undefined {
      if (sharesIds) return 'papers share an id';
      return incompleteReasonOf({ ...page, isTruncated }, [came, seen.size, page.documents.length], pages);
    },
    /** Why the page of this continuation is not requested. */
    endless(token: string): string | undefined {
      if (tokens.has(token)) return 'the continuation leads back';
      tokens.add(token);
      const isEndless =
        emptyPages >= maxEmptyPages || repeatedPages >= maxRepeatedPages || seen.size > maxDocuments;
      return isEndless ? 'the continuation never ends' : undefined;
    },
  };
}

/** How the last page contradicts the documents received; a total may be of the page or of all pages. */
function incompleteReasonOf(
  { total, pages = 0, isTruncated }: DocumentPage,
  counts: readonly number[],
  pagesRead: number,
): string | undefined {
  if (isTruncated || pages > pagesRead) return 'the list goes on, or an item cannot be read';
  return total === undefined || counts.includes(total)
    ? undefined
    : `another number came than the ${total} that were told`;
}

/** Splits a long page into parts; links come with the first part, removed ids with the last. */
function* inChunks(
  page: DocumentPage,
  { documents, isRestart, removed }: Pick<DistinctPage, 'documents' | 'isRestart' | 'removed'>,
): Generator<DistinctPage, void, undefined> {
  for (let from = 0; from === 0 || from < documents.length; from += maxDocumentsAtOnce) {
    const isLast = from + maxDocumentsAtOnce >= documents.length;
    yield {
      ...page,
      documents: documents.slice(from, from + maxDocumentsAtOnce),
      links: from === 0 ? page.links : new Map(),
      isRestart: isRestart && from === 0,
      removed: isLast ? removed : [],
    };
  }
}

function isNew({ facts }: YieldedDocuments, document: DispatchDocument): boolean {
  if (facts.has(document.id)) return false;
  facts.set(document.id, factsOf({ document }));
  return true;
}

function readPage(
  api: Pick<ApiClient, 'files' | 'dispatchFiles'>,
  query: DocumentsQuery,
  nextToken: string | undefined,
  signal: AbortSignal | undefined,
): Promise<DocumentPage> {
  const how = { ...(nextToken !== undefined && { nextToken }), ...(signal && { signal }) };
  switch (query.kind) {
    case 'files':
      return api.files({ ...query, ...how });
    case 'dispatch':
      return api.dispatchFiles({ ...query, ...how });
  }
}

function brokenOff(why: string, cause?: AppError): AppError {
  return new AppError('WALK_INCOMPLETE', why, {
    ...definedOnly({ status: cause?.status, requestId: cause?.requestId, exchange: cause?.exchange }),
    cause,
  });
}

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
function entriesOf({ documents, links, sharedIds }: PageEntries): ListEntry[] {
  return documents.map((document) => {
    const sharedId = sharedIds?.get(document.id);
    return {
      document: sharedId === undefined ? document : { ...document, id: sharedId },
      link: links.get(document.id),
    };
  });
}

/** The facts of a document: if they differ, the documents differ. */
function factsOf({ document }: ListEntry): string {
  const { type, folio, issuerId, issueDate, dispatchNumber } = document;
  return compositeKey(type, folio, issuerId, issueDate, dispatchNumber);
}

/**
 * Where a document's file is stored; `''` where it has no link. The URL's query is left out, because it
 * changes with each response.
 */
function pathOf({ link }: ListEntry): string {
  const url = URL.parse(link?.url ?? '');
  return url ? `${url.origin}${url.pathname}` : '';
}

/** Whether two documents have different storage paths; false where either path is unknown. */
function isElsewhere(before: string, now: string): boolean {
  return before !== '' && now !== '' && before !== now;
}
