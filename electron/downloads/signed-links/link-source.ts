import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-rules.ts';
import { AppError, fromErrorData, isAppError } from '../../../shared/errors.ts';
import type { FileState } from '../../../shared/model/document.ts';
import {
  type DistinctPage,
  type DocumentsQuery,
  type GetApiClient,
  paginate,
  type RequestOptions,
  type SignedLink,
  type SignedLinkCache,
} from '../../api/index.ts';
import type { TakenTransfer } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { NotAsked } from '../../jobs/index.ts';
import type { LinkFailure, LinkFailures } from './link-attempts.ts';
import { countsAsAttempt } from './retry-decision.ts';

/** A link, or the reason why there is none. */
export type LinkResult =
  | { kind: 'link'; link: SignedLink; at: number }
  | { kind: 'gone' | 'none' | 'unsigned' };

/** The data needed to request a document's link. */
export type LinkRequest = Pick<
  TakenTransfer,
  'connectionId' | 'documentId' | 'dispatch' | 'rut' | 'foundBy'
> &
  Partial<Pick<TakenTransfer, 'type'>>;

/** Provides links for transfers. */
export interface LinkSource {
  /**
   * A link received after `since` (monotonic ms; 0 accepts any valid one). Comes from the cache, else from a
   * new request for all pages of the dispatch, shared by all waiters. Rejects as the service does.
   */
  linkFor(request: LinkRequest, since: number, requestOptions?: RequestOptions): Promise<LinkResult>;
  /** Whether the cache has such a link. */
  isAtHand(request: LinkRequest, since: number): boolean;
  /**
   * Drops a link that storage rejected, unless a newer one came after `since` (monotonic ms; default now).
   */
  refuse(request: LinkRequest, since?: number): void;
  /** The failed link requests of a document's dispatch; undefined if the last one succeeded. */
  failureOf(request: LinkRequest): LinkFailure | undefined;
  /** Whether `linkFor` rejected with a recent failure, without a new request. */
  isOld(error: AppError): boolean;
  /** Marks the failure as specific to this dispatch. */
  blame(request: LinkRequest): void;
  /** Resets all attempts, since the user retries. */
  resetAttempts(): void;
  /** A connection has a new key: rejected requests are repeated with it. */
  resetLinks(connectionId: string): void;
  close(): void;
}

export interface LinkSourceDeps {
  linkCache: SignedLinkCache;
  getApiClient: GetApiClient;
  clock: Clock;
  failures: LinkFailures;
}

/** Result of one renewal, reused for a short time. The links themselves are only in the cache. */
interface Renewal {
  startedAt: number;
  isRunning: boolean;
  found: Promise<ReadonlyMap<string, FileState>>;
  /**
   * Requests that wait for it. Each gets its link directly, because the cache may be smaller than the result.
   */
  waiting: Set<Waiter>;
}

interface Waiter {
  request: LinkRequest;
  link?: SignedLink;
  /** Links of documents with the same id and type, by their unique ids; used if there is exactly one. */
  sharing: Map<string, SignedLink>;
}

// Enough for a document of ordinary size, ms; a link that expires sooner is renewed first.
const enoughFor = 60_000;
// How long the result of a renewal stays valid, ms.
const freshFor = 30_000;
// A response may sign only some documents: number of requests before one counts as unsigned.
const maxRequests = 3;

/** Creates a source over the app's link cache. */
export function createLinkSource({ linkCache, getApiClient, clock, failures }: LinkSourceDeps): LinkSource {
  const old = new WeakSet<AppError>();
  const renewals = new Map<string, Renewal>();
  const cameAt = new WeakMap<SignedLink, number>();
  // Monotonic ms, by connection.
  const newKeySince = new Map<string, number>();
  const ending = new AbortController();

  /** A renewal that began after `since`, is running or fresh, and is not `seen`; otherwise a new one. */
  function renewalAfter(
    request: LinkRequest,
    since: number,
    requestOptions: RequestOptions,
    seen?: Renewal,
  ): Renewal {
    const query = queryOf(request);
    const key = renewalKeyOf(request);
    const stored = renewals.get(key);
    const isGood = stored && stored !== seen && stored.startedAt >= since;
    if (isGood && (stored.isRunning || clock.elapsed() - stored.startedAt <= freshFor)) return stored;
    const waiting = new Set<Waiter>();
    const found = renew(request.connectionId, query, waiting, requestOptions);
    const renewal = { startedAt: clock.elapsed(), isRunning: true, found, waiting };
    renewals.set(key, renewal);
    const end = () => {
      renewal.isRunning = false;
    };
    const forget = () => {
      end();
      if (renewals.get(key) === renewal) renewals.delete(key);
    };
    renewal.found.then(end, forget);
    dropOld();
    return renewal;
  }

  /** Whether the query of a document's link is running. */
  function isAsking(request: LinkRequest): boolean {
    return renewals.get(renewalKeyOf(request))?.isRunning === true;
  }

  function dropOld(): void {
    for (const [key, { startedAt }] of renewals) {
      if (renewals.size > 64 && clock.elapsed() - startedAt > freshFor) renewals.delete(key);
    }
  }

  async function renew(
    connectionId: string,
    query: DocumentsQuery,
    waiting: ReadonlySet<Waiter>,
    requestOptions: RequestOptions,
  ) {
    const found = new Map<string, FileState>();
    try {
      for await (const page of asked(connectionId, query, requestOptions)) {
        linkCache.add(connectionId, page.links);
        for (const link of page.links.values()) cameAt.set(link, clock.elapsed());
        for (const waiter of waiting) take(waiter, page);
        for (const { id, file } of page.documents) found.set(id, file);
        for (const id of page.removed) {
          found.delete(id);
          linkCache.forget(connectionId, id);
        }
      }
    } catch (error) {
      // An incomplete list may still contain all links that are waited for.
      const isEnough = waiting.size > 0 && [...waiting].every(linkIn);
      if (!isAppError(error, 'WALK_INCOMPLETE') || !isEnough) throw error;
      failures.succeeded(connectionId, JSON.stringify(query));
    }
    return found;
  }

  /** All pages of a query; counts each failed request, even if a retry succeeds. */
  async function* asked(
    connectionId: string,
    query: DocumentsQuery,
    requestOptions: RequestOptions,
  ): AsyncGenerator<DistinctPage> {
    const key = JSON.stringify(query);
    let isCounted = false;
    const note = (error: AppError) => {
      isCounted = true;
      if (countsAsAttempt(error)) failures.failed(connectionId, key, error);
      // A final rejection, such as an unknown dispatch, is a response of the service.
      else if (error.status !== undefined && ruleOf(error.code).follows === 'fail') {
        failures.succeeded(connectionId, key);
      }
    };
    const api = await getApiClient(connectionId, {
      ...requestOptions,
      ...(!requestOptions.isUrgent && { attempts: failures.left(connectionId, key) }),
      onRequest: () => {
        isCounted = false;
      },
      onFailed: note,
    });
    try {
      yield* paginate(api, query, { signal: ending.signal });
      failures.succeeded(connectionId, key);
    } catch (error) {
      // An unusable response is counted here: its request did not fail.
      if (!isCounted && isAppError(error) && !(error instanceof NotAsked)) note(error);
      throw error;
    }
  }

  /** Rejects with a dispatch's recent failure before its `retryAt`, unless the user waits. */
  async function refuseTooEarly(request: LinkRequest, requestOptions: RequestOptions): Promise<void> {
    const failure = await failures.of(request.connectionId, JSON.stringify(queryOf(request)));
    if (!failure || requestOptions.isUrgent || clock.elapsed() >= failure.retryAt) return;
    const error = fromErrorData(failure.error);
    old.add(error);
    throw error;
  }

  function cachedLink(request: LinkRequest, forMs: number, since: number): LinkResult | undefined {
    const link = linkCache.find(request.connectionId, request.documentId, forMs);
    return link && isFor(request, link) ? cameAfter(since, link) : undefined;
  }

  /**
   * Whether a cached link belongs to this document. A search may have cached another document's under the
   * same id; a renewal distinguishes them.
   */
  function isFor(request: LinkRequest, link: SignedLink): boolean {
    if (request.type === undefined || link.type === undefined || request.type === link.type) return true;
    const renewal = renewals.get(renewalKeyOf(request));
    return renewal?.isRunning === false && (cameAt.get(link) ?? -1) >= renewal.startedAt;
  }

  function cameAfter(since: number, link: SignedLink): LinkResult | undefined {
    // Cached by another module before any rejection here.
    const at = cameAt.get(link) ?? 0;
    return at >= since ? { kind: 'link', link, at } : undefined;
  }

  /** The link that a renewal found, even if the cache dropped it or considers it expired: storage decides. */
  function brought(waiter: Waiter, since: number): LinkResult | undefined {
    const link = linkIn(waiter);
    return link && cameAfter(since, link);
  }

  async function ended(
    request: LinkRequest,
    since: number,
    waiter: Waiter,
    requestOptions: RequestOptions,
    seen?: Renewal,
  ): Promise<Renewal> {
    const keySince = () => newKeySince.get(request.connectionId) ?? 0;
    if (!isAsking(request)) await refuseTooEarly(request, requestOptions);
    const renewal = renewalAfter(request, Math.max(since, keySince()), requestOptions, seen);
    renewal.waiting.add(waiter);
    try {
      await renewal.found;
      return renewal;
    } catch (error) {
      // Rejected with the old key, possibly long after its replacement.
      if (renewal.startedAt >= keySince()) throw error;
      return ended(request, since, waiter, requestOptions, seen);
    } finally {
      renewal.waiting.delete(waiter);
    }
  }

  async function linkFor(
    request: LinkRequest,
    since: number,
    requestOptions: RequestOptions = {},
  ): Promise<LinkResult> {
    const good = cachedLink(request, enoughFor, since);
    if (good) return good;
    let seen: Renewal | undefined;
    for (let asks = 1; ; asks++) {
      const waiter: Waiter = { request, sharing: new Map() };
      seen = await ended(request, since, waiter, requestOptions, seen);
      const found = await seen.found;
      // Accepted with any lifetime: it is new, and none lasts longer.
      const link = cachedLink(request, 1, since) ?? brought(waiter, since);
      if (link) return link;
      const state = found.get(request.documentId);
      if (!state) return { kind: 'gone' };
      if (state === 'none') return { kind: 'none' };
      if (asks >= maxRequests) {
        if (state !== 'available') return { kind: 'unsigned' };
        throw new AppError('LINK_EXPIRED', 'links expire before they can be used');
      }
      // A link of an earlier renewal may have expired; unsigned documents get a short delay.
      if (state !== 'available') await clock.sleep(asks * 500, ending.signal);
    }
  }

  return {
    linkFor,
    isAtHand: (request, since) => cachedLink(request, enoughFor, since) !== undefined,
    refuse(request, since = clock.elapsed()) {
      if (!cachedLink(request, 1, since)) linkCache.forget(request.connectionId, request.documentId);
    },
    failureOf: (request) => failures.known(request.connectionId, JSON.stringify(queryOf(request))),
    isOld: (error) => old.has(error),
    blame: (request) => failures.blame(request.connectionId, JSON.stringify(queryOf(request))),
    resetAttempts: () => failures.resetAttempts(),
    resetLinks(connectionId) {
      failures.resetAttempts(connectionId);
      newKeySince.set(connectionId, clock.elapsed());
    },
    close: () => ending.abort(),
  };
}

/** Stores a page's link in its waiter. */
function take(waiter: Waiter, { links, sharedIds, removed }: DistinctPage): void {
  const { documentId, type } = waiter.request;
  const own = links.get(documentId);
  if (own) waiter.link = own;
  for (const [id, shared] of sharedIds ?? []) {
    const link = shared === documentId ? links.get(id) : undefined;
    if (link && link.type === type) waiter.sharing.set(id, link);
  }
  if (removed.includes(documentId)) delete waiter.link;
}

/** The waiter's link; undefined if several documents match. */
function linkIn({ link, sharing }: Waiter): SignedLink | undefined {
  return link ?? (sharing.size === 1 ? [...sharing.values()][0] : undefined);
}

function renewalKeyOf(request: LinkRequest): string {
  return compositeKey(request.connectionId, JSON.stringify(queryOf(request)));
}

/** The query for a document's link: its dispatch, or the query that found it. */
function queryOf({ dispatch, rut, foundBy }: LinkRequest): DocumentsQuery {
  return dispatch === '' ? foundBy : { kind: 'dispatch', rut, dispatch };
}

/** The error for a document without a link. */
export function reasonFor(kind: 'gone' | 'none' | 'unsigned'): AppError {
  switch (kind) {
    case 'gone':
      return new AppError('DOCUMENT_GONE', 'the agency no longer has the document');
    case 'none':
      return new AppError('DOCUMENT_WITHOUT_FILE', 'the agency has no file for the document');
    case 'unsigned':
      return new AppError('DOCUMENT_UNSIGNED', 'the link could not be signed');
  }
}
