import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError, fromErrorData, isAppError } from '../../../shared/errors.ts';
import type { FileState } from '../../../shared/model/document.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
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

/** A link, or why there is none. */
export type LinkResult =
  | { kind: 'link'; link: SignedLink; at: number }
  | { kind: 'gone' | 'none' | 'unsigned' };

/** What must be known of a document to ask for its link. */
export type LinkRequest = Pick<
  TakenTransfer,
  'connectionId' | 'documentId' | 'dispatch' | 'rut' | 'foundBy'
> &
  Partial<Pick<TakenTransfer, 'type'>>;

/** Where transfers get their links. */
export interface LinkSource {
  /**
   * A link that came after `since` (elapsed ms; 0 for any that still works): from the cache, else by asking
   * for the document's dispatch again, all pages; asked once for all who wait for it. Where a person waits
   * for it, `asker` says so. Rejects as the service does.
   */
  linkFor(request: LinkRequest, since: number, requestOptions?: RequestOptions): Promise<LinkResult>;
  /** Whether `linkFor` would answer from the book. */
  isAtHand(request: LinkRequest, since: number): boolean;
  /** Forgets a link that storage refused, unless one has come after `since` (elapsed ms; default now). */
  refuse(request: LinkRequest, since?: number): void;
  /**
   * What is known of a document's dispatch that could not be asked for its links; undefined when it was
   * answered last.
   */
  failureOf(request: LinkRequest): LinkFailure | undefined;
  /** Whether `linkFor` has rejected without asking, because its dispatch had failed a moment before. */
  isOld(error: AppError): boolean;
  /** Marks the failure as specific to this dispatch. */
  blame(request: LinkRequest): void;
  /** A person has it tried again: all begins at no attempts. */
  resetAttempts(): void;
  /** A connection has a new key: what was asked with the old one, and is refused, is asked again. */
  resetLinks(connectionId: string): void;
  close(): void;
}

export interface LinkSourceDeps {
  linkCache: SignedLinkCache;
  getApiClient: GetApiClient;
  clock: Clock;
  failures: LinkFailures;
}

/**
 * What one renewal found, kept for those who ask a moment later; the links themselves are in the cache, and
 * there alone.
 */
interface Renewal {
  startedAt: number;
  isRunning: boolean;
  found: Promise<ReadonlyMap<string, FileState>>;
  /**
   * Those who wait for it: each gets its link in hand, because a query may find more of them than the cache
   * holds.
   */
  waiting: Set<Waiter>;
}

interface Waiter {
  request: LinkRequest;
  link?: SignedLink;
  /**
   * Links of documents of its type that share its id, where it was found alone under that; by their own ids.
   */
  sharing: Map<string, SignedLink>;
}

// Time that a document of ordinary size takes at most; a link with less left is renewed first.
const enoughFor = 60_000;
// How long what a renewal did not find counts as not there, ms.
const freshFor = 30_000;
// A page may sign only some of its documents: asked so often before it counts as unsigned.
const maxRequests = 3;

/** A source of links over the app's link book. */
export function createLinkSource({ linkCache, getApiClient, clock, failures }: LinkSourceDeps): LinkSource {
  const old = new WeakSet<AppError>();
  const renewals = new Map<string, Renewal>();
  const cameAt = new WeakMap<SignedLink, number>();
  // Elapsed ms, by connection.
  const newKeySince = new Map<string, number>();
  const ending = new AbortController();

  /** One that began after `since`, still runs or is fresh, and is not the one that was `seen` already. */
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

  /** Whether the query for a document's link is just being asked. */
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
      // A list that may be incomplete has brought the links that are waited for all the same.
      const isEnough = waiting.size > 0 && [...waiting].every(linkIn);
      if (!isAppError(error, 'WALK_INCOMPLETE') || !isEnough) throw error;
      failures.succeeded(connectionId, JSON.stringify(query));
    }
    return found;
  }

  /** All pages of a query; each request that fails is counted, whatever becomes of the whole. */
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
      // What the service refuses for good, such as a dispatch that does not exist, has been answered.
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
      // An answer that came and says nothing is counted here: its request had not failed.
      if (!isCounted && isAppError(error) && !(error instanceof NotAsked)) note(error);
      throw error;
    }
  }

  /**
   * Rejects with what a dispatch failed with a moment ago, where nobody is to ask again yet; a person always
   * may.
   */
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
   * Whether a link is this document's: a search may have kept that of another under the same id; a renewal
   * tells such documents apart.
   */
  function isFor(request: LinkRequest, link: SignedLink): boolean {
    if (request.type === undefined || link.type === undefined || request.type === link.type) return true;
    const renewal = renewals.get(renewalKeyOf(request));
    return renewal?.isRunning === false && (cameAt.get(link) ?? -1) >= renewal.startedAt;
  }

  function cameAfter(since: number, link: SignedLink): LinkResult | undefined {
    // A link that another module kept came before anybody here refused one.
    const at = cameAt.get(link) ?? 0;
    return at >= since ? { kind: 'link', link, at } : undefined;
  }

  /**
   * The link that a renewal has just brought, where the cache had no room for it or takes it for expired:
   * storage judges.
   */
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
      // Refused with the old key, perhaps long after it was replaced.
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
      // However short it lives: it has just come, and there is none that lives longer.
      const link = cachedLink(request, 1, since) ?? brought(waiter, since);
      if (link) return link;
      const state = found.get(request.documentId);
      if (!state) return { kind: 'gone' };
      if (state === 'none') return { kind: 'none' };
      if (asks >= maxRequests) {
        if (state !== 'available') return { kind: 'unsigned' };
        throw new AppError('LINK_EXPIRED', 'links expire before they can be used');
      }
      // A link of another's renewal may have expired meanwhile; what could not be signed is given a moment.
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

/** Notes the link that a page has for a waiter. */
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

/** The link that has come for a waiter; undefined, too, where several documents could be meant. */
function linkIn({ link, sharing }: Waiter): SignedLink | undefined {
  return link ?? (sharing.size === 1 ? [...sharing.values()][0] : undefined);
}

function renewalKeyOf(request: LinkRequest): string {
  return compositeKey(request.connectionId, JSON.stringify(queryOf(request)));
}

/** What to ask for a document's link: its dispatch; where none is known, what found it. */
function queryOf({ dispatch, rut, foundBy }: LinkRequest): DocumentsQuery {
  return dispatch === '' ? foundBy : { kind: 'dispatch', rut, dispatch };
}

/** Why a document has no link, as its error. */
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
