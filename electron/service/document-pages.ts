import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { DispatchDocument, FileState } from '../../shared/model/document.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import type { DocumentPage, Service, SignedLink, WalkPage, WalkQuestion } from './answer.ts';
import type { Heard } from './conversation.ts';
import { incomplete, judgeList, readEach } from './envelope.ts';
import {
  type Asked,
  at,
  checkAbout,
  checkItems,
  dispatchNumberOf,
  idOf,
  keptItem,
  textAt,
} from './fields.ts';

/** What a document has beside its identifier and its number (api.md: always, or where it has a link). */
const rowMarks = ['dispatch', 'infoDoc', 'url'];

/** One page of a file endpoint. Rejects with `RESPONSE_UNREADABLE`, also where it is about something else than was asked. */
export async function readDocumentPage(heard: Heard, asked: Asked): Promise<DocumentPage> {
  const { items, envelope, nextToken, total, pages, isCut } = judgeList(heard, rowMarks);
  checkAbout(asked, envelope);
  checkItems(asked, items);
  const unsignedCount = readUnsignedCount(envelope['unsignedCount']);
  const unlinked = items.filter((item) => linkOf(item) === '').length;
  const withoutFile = stateWithoutLink(unsignedCount, unlinked);
  const links = new Map<string, SignedLink>();
  const documents = await readEach(heard, items, (item) => {
    const url = linkOf(item);
    const document = readDocument(item, keptItem(item, heard), url === '' ? withoutFile : 'available');
    if (url !== '') links.set(document.id, signedLink(url, heard));
    return document;
  });
  return {
    documents,
    links,
    ...(nextToken !== undefined && { nextToken }),
    unsignedCount: unsignedCount ?? 0,
    ...(total !== undefined && { total }),
    ...(pages !== undefined && { pages }),
    isCut,
    doubt: (why, came) => heard.blame(incomplete(why, came, total)),
    requestId: heard.requestId,
    clockOffset: heard.clockOffset,
  };
}

/**
 * Why the documents of a page that have no link have none: nothing unsigned, they have no file; as many unsigned as missing, they could not be
 * signed; in between nobody can tell which is which.
 */
function stateWithoutLink(unsignedCount: number | undefined, unlinked: number): FileState {
  if (unsignedCount === 0) return 'none';
  return unsignedCount !== undefined && unsignedCount >= unlinked ? 'unsigned' : 'unknown';
}

/** 0 when absent (api.md, Response envelope fields); undefined when there is something that is no count. */
function readUnsignedCount(value: Json | undefined): number | undefined {
  if (value === undefined || value === null || value === '') return 0;
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
}

function readDocument(came: JsonObject, item: JsonObject, file: FileState): DispatchDocument {
  return {
    id: idOf(came, item),
    isActive: at(item, 'isActive') !== false,
    type: textAt(item, 'name'),
    dispatchNumber: dispatchNumberOf(item),
    file,
    folio: textAt(item, 'infoDoc', 'document', 'number'),
    issueDate: textAt(item, 'infoDoc', 'document', 'issueDate'),
    issuerId: textAt(item, 'infoDoc', 'issuer', 'id'),
    issuerName: textAt(item, 'infoDoc', 'issuer', 'name'),
    reference: textAt(item, 'dispatch', 'referencia'),
    item,
  };
}

function linkOf(item: JsonObject): string {
  const url = item['url'];
  return typeof url === 'string' ? url.trim() : '';
}

// api.md, Limits: download URL lifetime.
const lifetime = 60 * 60 * 1000;

/**
 * A link that has just come, with its hour of expiry by the service's clock: as signed in it, and never later than api.md says. Where that hour has
 * passed already, one of the two clocks is wrong: it lives for as long as it was signed for, and storage judges. It may lead no nearer than the
 * answer that gave it, which who opens it sees to (`OpenOptions.nearest`).
 */
function signedLink(
  url: string,
  heard: Pick<Heard, 'heardAt' | 'clockOffset' | 'requestId' | 'place'>,
): SignedLink {
  const serviceTime = heard.heardAt + heard.clockOffset;
  const signed = signedLife(url);
  const isPast = signed !== undefined && signed.from + signed.forMs <= serviceTime;
  const from = signed && !isPast ? signed.from : serviceTime;
  const expiresAt = Math.min(from + (signed?.forMs ?? lifetime), serviceTime + lifetime);
  return {
    url,
    nearest: heard.place,
    expiresAt,
    livesForMs: expiresAt - serviceTime,
    requestId: heard.requestId,
  };
}

/** When a V4 signature was made, ms since 1970, and for how long (names.md); undefined when the link carries none. */
function signedLife(url: string): { from: number; forMs: number } | undefined {
  const query = URL.parse(url)?.searchParams;
  const date = query?.get('X-Goog-Date') ?? query?.get('X-Amz-Date') ?? '';
  const seconds = query?.get('X-Goog-Expires') ?? query?.get('X-Amz-Expires') ?? '';
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date);
  if (!match || !/^\d{1,9}$/.test(seconds)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return { from: Date.UTC(year, month - 1, day, hour, minute, second), forMs: Number(seconds) * 1000 };
}

// Empty pages with a continuation are allowed; so many in a row are a service that never ends.
const mostEmptyPages = 100;
// Documents that came before are allowed, because a list changes while it is read; so many pages of nothing else are not.
const mostRepeatedPages = 10;
// A service that makes up documents for ever ends here.
const mostDocuments = 1_000_000;
// Of one page given at once, so that who keeps them gives others their turn.
const mostAtOnce = 1_000;

/**
 * Every page of a question, each document once. The end is the absence of a continuation, never an empty page (names.md, Paging and dates). A
 * lost anchor (`NEXT_TOKEN_INVALID`) restarts the walk once from its beginning; a second one rejects with `WALK_INCOMPLETE`, as does a
 * continuation that leads back or never ends, and, after its last page, a list that says that there is more or another number than came. Other
 * errors are those of the service. A long page comes in parts.
 */
export async function* walk(
  service: Pick<Service, 'files' | 'dispatchFiles'>,
  question: WalkQuestion,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<WalkPage, void, undefined> {
  const given = new Set<string>();
  let pass = yield* walkOnce(service, question, given, undefined, signal);
  if (pass.lost) pass = yield* walkOnce(service, question, given, new Set(given), signal);
  if (pass.lost) throw brokenOff('the anchor of the walk was lost twice', pass.lost);
}

/** One pass from the beginning; `before` holds what an earlier pass gave. */
async function* walkOnce(
  service: Pick<Service, 'files' | 'dispatchFiles'>,
  question: WalkQuestion,
  given: Set<string>,
  before: ReadonlySet<string> | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<WalkPage, { lost?: CarpetaError }, undefined> {
  const missing = new Set(before);
  const tokens = new Set<string>();
  const seen = new Set<string>();
  let [came, pages, emptyPages, repeatedPages] = [0, 0, 0, 0];
  let isCut = false;
  for (let isFirst = true, nextToken: string | undefined; ; isFirst = false) {
    let page: DocumentPage;
    try {
      page = await readPage(service, question, nextToken, signal);
    } catch (thrown) {
      if (nextToken !== undefined && isCarpetaError(thrown, 'NEXT_TOKEN_INVALID')) return { lost: thrown };
      throw thrown;
    }
    for (const { id } of page.documents) missing.delete(id);
    const known = seen.size;
    for (const { id } of page.documents) seen.add(id);
    came += page.documents.length;
    pages++;
    isCut ||= page.isCut === true;
    const isLast = page.nextToken === undefined;
    const why = isLast
      ? doubtIn({ ...page, isCut }, [came, seen.size, page.documents.length], pages)
      : undefined;
    yield* inParts(page, {
      documents: page.documents.filter(({ id }) => isNew(given, id)),
      isRestart: isFirst && before !== undefined,
      // A list that may be incomplete says nothing of what it does not hold.
      gone: isLast && why === undefined ? [...missing] : [],
    });
    if (why !== undefined) throw page.doubt?.(why, seen.size) ?? brokenOff(why);
    if (page.nextToken === undefined) return {};
    emptyPages = page.documents.length === 0 ? emptyPages + 1 : 0;
    repeatedPages = page.documents.length > 0 && seen.size === known ? repeatedPages + 1 : 0;
    if (tokens.has(page.nextToken)) throw brokenOff('the continuation leads back');
    if (emptyPages >= mostEmptyPages || repeatedPages >= mostRepeatedPages || seen.size > mostDocuments) {
      const endless = 'the continuation never ends';
      throw page.doubt?.(endless, seen.size) ?? brokenOff(endless);
    }
    nextToken = page.nextToken;
    tokens.add(nextToken);
  }
}

/** What the last page says that does not fit what came; a total may be of the page or of all pages. */
function doubtIn(
  { total, pages = 0, isCut }: DocumentPage,
  counts: readonly number[],
  walked: number,
): string | undefined {
  if (isCut || pages > walked) return 'the list goes on, and nothing says how';
  return total === undefined || counts.includes(total)
    ? undefined
    : `another number came than the ${total} that were told`;
}

/** A page as the walk gives it: in one part, or in several where it is long; links come with the first, what is gone with the last. */
function* inParts(
  page: DocumentPage,
  { documents, isRestart, gone }: Pick<WalkPage, 'documents' | 'isRestart' | 'gone'>,
): Generator<WalkPage, void, undefined> {
  for (let from = 0; from === 0 || from < documents.length; from += mostAtOnce) {
    const isLast = from + mostAtOnce >= documents.length;
    yield {
      ...page,
      documents: documents.slice(from, from + mostAtOnce),
      links: from === 0 ? page.links : new Map(),
      isRestart: isRestart && from === 0,
      gone: isLast ? gone : [],
    };
  }
}

function isNew(given: Set<string>, id: string): boolean {
  if (given.has(id)) return false;
  given.add(id);
  return true;
}

function readPage(
  service: Pick<Service, 'files' | 'dispatchFiles'>,
  question: WalkQuestion,
  nextToken: string | undefined,
  signal: AbortSignal | undefined,
): Promise<DocumentPage> {
  const how = { ...(nextToken !== undefined && { nextToken }), ...(signal && { signal }) };
  switch (question.kind) {
    case 'files':
      return service.files({ ...question, ...how });
    case 'dispatch':
      return service.dispatchFiles({ ...question, ...how });
  }
}

function brokenOff(why: string, cause?: CarpetaError): CarpetaError {
  return new CarpetaError('WALK_INCOMPLETE', why, {
    ...(cause?.status !== undefined && { status: cause.status }),
    ...(cause?.requestId !== undefined && { requestId: cause.requestId }),
    ...(cause?.exchange !== undefined && { exchange: cause.exchange }),
    cause,
  });
}
