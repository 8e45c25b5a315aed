import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
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
import { CircuitOpenError } from '../../jobs/index.ts';
import { countsAsAttempt, type LinkFailure, type LinkFailures } from './link-attempts.ts';

/** A link, or the reason why there is none. */
type LinkResult = { kind: 'link'; link: SignedLink; at: number } | { kind: 'gone' | 'none' | 'unsigned' };

/** The data needed to request a document's link. */
export type LinkRequest = Pick<
  TakenTransfer,
  'connectionId' | 'documentId' | 'dispatch' | 'rut' | 'foundBy'
> &
  Partial<Pick<TakenTransfer, 'type'>>;

interface LinkSourceOptions {
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
  /** Monotonic ms; older links and renewals are not used. */
  since: number;
  requestOptions: RequestOptions;
  link?: SignedLink;
  /** Links of documents with the same id and type, by their unique ids; used if there is exactly one. */
  sharing: Map<string, SignedLink>;
}

// Enough for a document of ordinary size; a link that expires sooner is renewed first.
const minLifetimeMs = 60_000;
// How long the result of a renewal stays valid.
const renewalFreshMs = 30_000;
// More renewals than this are stored only while they are fresh.
const maxRenewals = 64;
// A response may sign only some documents: number of requests before one counts as unsigned.
const maxRequests = 3;

/** Provides links for transfers, over the app's link cache. */
export class LinkSource {
  readonly #options: LinkSourceOptions;
  /** Errors of earlier requests, which `linkFor` rejected with. */
  readonly #storedErrors = new WeakSet<AppError>();
  readonly #renewals = new Map<string, Renewal>();
  /** Monotonic ms. */
  readonly #receivedAt = new WeakMap<SignedLink, number>();
  /** Monotonic ms, by connection. */
  readonly #newKeySince = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(options: LinkSourceOptions) {
    this.#options = options;
  }

  /**
   * A link received after `since` (monotonic ms; 0 accepts any valid one). Comes from the cache, else from a
   * new request for all pages of the dispatch, shared by all waiters. Rejects as the service does.
   */
  async linkFor(
    request: LinkRequest,
    since: number,
    requestOptions: RequestOptions = {},
  ): Promise<LinkResult> {
    const good = this.#cachedLink(request, minLifetimeMs, since);
    if (good) return good;
    let renewal: Renewal | undefined;
    for (let requests = 1; ; requests++) {
      const waiter: Waiter = { request, since, requestOptions, sharing: new Map() };
      renewal = await this.#awaitRenewal(waiter, renewal);
      const found = await renewal.found;
      // Accepted with any lifetime: it is new, and none lasts longer. The cache may have dropped it.
      const renewed = linkIn(waiter);
      const link = this.#cachedLink(request, 1, since) ?? (renewed && this.#resultSince(since, renewed));
      if (link) return link;
      const state = found.get(request.documentId);
      if (!state) return { kind: 'gone' };
      if (state === 'none') return { kind: 'none' };
      if (requests >= maxRequests) {
        if (state !== 'available') return { kind: 'unsigned' };
        throw new AppError('LINK_EXPIRED', 'links expire before they can be used');
      }
      // A link of an earlier renewal may have expired; unsigned documents get a short delay.
      if (state !== 'available') await this.#options.clock.sleep(requests * 500, this.#closing.signal);
    }
  }

  /** Whether the cache has a link that `linkFor` would return. */
  hasCachedLink(request: LinkRequest, since: number): boolean {
    return this.#cachedLink(request, minLifetimeMs, since) !== undefined;
  }

  /**
   * Drops a link that storage rejected, unless a newer one came after `since` (monotonic ms; default now).
   */
  dropRejected(request: LinkRequest, since = this.#options.clock.elapsed()): void {
    if (!this.#cachedLink(request, 1, since)) {
      this.#options.linkCache.forget(request.connectionId, request.documentId);
    }
  }

  /** The failed link requests of a document's dispatch; undefined if the last one succeeded. */
  failureOf(request: LinkRequest): LinkFailure | undefined {
    return this.#options.failures.known(request.connectionId, queryKeyOf(request));
  }

  /** Whether `linkFor` rejected with the failure of an earlier request, without a new one. */
  isStoredFailure(error: AppError): boolean {
    return this.#storedErrors.has(error);
  }

  /** Marks the failure as specific to this dispatch. */
  markAsSpecific(request: LinkRequest): void {
    this.#options.failures.markAsSpecific(request.connectionId, queryKeyOf(request));
  }

  /** Resets all attempts, since the user retries. */
  resetAttempts(): void {
    this.#options.failures.resetAttempts();
  }

  /** A connection has a new key: rejected requests are repeated with it. */
  resetLinks(connectionId: string): void {
    this.#options.failures.resetAttempts(connectionId);
    this.#newKeySince.set(connectionId, this.#options.clock.elapsed());
  }

  close(): void {
    this.#closing.abort();
  }

  #cachedLink(request: LinkRequest, forMs: number, since: number): LinkResult | undefined {
    const link = this.#options.linkCache.find(request.connectionId, request.documentId, forMs);
    return link && this.#isFor(request, link) ? this.#resultSince(since, link) : undefined;
  }

  /**
   * Whether a cached link belongs to this document. A search may have cached another document's under the
   * same id; a renewal distinguishes them.
   */
  #isFor(request: LinkRequest, link: SignedLink): boolean {
    if (request.type === undefined || link.type === undefined || request.type === link.type) return true;
    const renewal = this.#renewals.get(renewalKeyOf(request));
    return renewal?.isRunning === false && (this.#receivedAt.get(link) ?? -1) >= renewal.startedAt;
  }

  #resultSince(since: number, link: SignedLink): LinkResult | undefined {
    // Cached by another module before any rejection here.
    const at = this.#receivedAt.get(link) ?? 0;
    return at >= since ? { kind: 'link', link, at } : undefined;
  }

  /** Waits for a renewal other than `previous`; rejects as it does, and with a recent failure. */
  async #awaitRenewal(waiter: Waiter, previous?: Renewal): Promise<Renewal> {
    const { request, since } = waiter;
    const key = renewalKeyOf(request);
    const keySince = () => this.#newKeySince.get(request.connectionId) ?? 0;
    if (!this.#renewals.get(key)?.isRunning) await this.#throwIfTooEarly(waiter);
    const stored = this.#renewals.get(key);
    const isNew = stored && stored !== previous && stored.startedAt >= Math.max(since, keySince());
    const isGood = isNew && (stored.isRunning || this.#isFresh(stored));
    const renewal = isGood ? stored : this.#startRenewal(key, waiter);
    renewal.waiting.add(waiter);
    try {
      await renewal.found;
      return renewal;
    } catch (error) {
      // Rejected with the old key, possibly long after its replacement.
      if (renewal.startedAt >= keySince()) throw error;
      return this.#awaitRenewal(waiter, previous);
    } finally {
      renewal.waiting.delete(waiter);
    }
  }

  /** Rejects with a dispatch's recent failure before its `retryAt`, unless the user waits. */
  async #throwIfTooEarly({ request, requestOptions }: Waiter): Promise<void> {
    const failure = await this.#options.failures.of(request.connectionId, queryKeyOf(request));
    if (!failure || requestOptions.isUrgent || this.#options.clock.elapsed() >= failure.retryAt) return;
    const error = fromErrorData(failure.error);
    this.#storedErrors.add(error);
    throw error;
  }

  #startRenewal(key: string, { request, requestOptions }: Waiter): Renewal {
    const waiting = new Set<Waiter>();
    const found = this.#renew(request, waiting, requestOptions);
    const renewal = { startedAt: this.#options.clock.elapsed(), isRunning: true, found, waiting };
    this.#renewals.set(key, renewal);
    const end = () => {
      renewal.isRunning = false;
    };
    found.then(end, () => {
      end();
      if (this.#renewals.get(key) === renewal) this.#renewals.delete(key);
    });
    for (const [other, old] of this.#renewals) {
      if (this.#renewals.size > maxRenewals && !this.#isFresh(old)) this.#renewals.delete(other);
    }
    return renewal;
  }

  #isFresh({ startedAt }: Renewal): boolean {
    return this.#options.clock.elapsed() - startedAt <= renewalFreshMs;
  }

  async #renew(request: LinkRequest, waiting: ReadonlySet<Waiter>, requestOptions: RequestOptions) {
    const { connectionId } = request;
    const query = queryOf(request);
    const found = new Map<string, FileState>();
    try {
      for await (const page of this.#allPages(connectionId, query, requestOptions)) {
        this.#options.linkCache.add(connectionId, page.links);
        for (const link of page.links.values()) this.#receivedAt.set(link, this.#options.clock.elapsed());
        for (const waiter of waiting) storeLink(waiter, page);
        for (const { id, file } of page.documents) found.set(id, file);
        for (const id of page.removed) {
          found.delete(id);
          this.#options.linkCache.forget(connectionId, id);
        }
      }
    } catch (error) {
      // An incomplete list may still contain all links that are waited for.
      const isEnough = waiting.size > 0 && [...waiting].every(linkIn);
      if (!isAppError(error, 'WALK_INCOMPLETE') || !isEnough) throw error;
      this.#options.failures.succeeded(connectionId, JSON.stringify(query));
    }
    return found;
  }

  /** All pages of a query; counts each failed request, even if a retry succeeds. */
  async *#allPages(
    connectionId: string,
    query: DocumentsQuery,
    requestOptions: RequestOptions,
  ): AsyncGenerator<DistinctPage> {
    const key = JSON.stringify(query);
    const { failures } = this.#options;
    let isCounted = false;
    const count = (error: AppError) => {
      isCounted = true;
      if (countsAsAttempt(error)) failures.failed(connectionId, key, error);
      // A final rejection, such as an unknown dispatch, is a response of the service.
      else if (error.status !== undefined && ruleOf(error.code).follows === 'fail') {
        failures.succeeded(connectionId, key);
      }
    };
    const api = await this.#options.getApiClient(connectionId, {
      ...requestOptions,
      ...(!requestOptions.isUrgent && { attempts: failures.attemptsLeft(connectionId, key) }),
      onRequest: () => {
        isCounted = false;
      },
      onFailed: count,
    });
    try {
      yield* paginate(api, query, { signal: this.#closing.signal });
      failures.succeeded(connectionId, key);
    } catch (error) {
      // An unusable response is counted here: its request did not fail.
      if (!isCounted && isAppError(error) && !(error instanceof CircuitOpenError)) count(error);
      throw error;
    }
  }
}

/** Stores a page's link in its waiter. */
function storeLink(waiter: Waiter, { links, sharedIds, removed }: DistinctPage): void {
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
  return compositeKey(request.connectionId, queryKeyOf(request));
}

/** Identifies the query among the failures of its connection. */
function queryKeyOf(request: LinkRequest): string {
  return JSON.stringify(queryOf(request));
}

/** The query for a document's link: its dispatch, or the query that found it. */
function queryOf({ dispatch, rut, foundBy }: LinkRequest): DocumentsQuery {
  return dispatch === '' ? foundBy : { kind: 'dispatch', rut, dispatch };
}

const reasons = {
  gone: ['DOCUMENT_GONE', 'the agency no longer has the document'],
  none: ['DOCUMENT_WITHOUT_FILE', 'the agency has no file for the document'],
  unsigned: ['DOCUMENT_UNSIGNED', 'the link could not be signed'],
} as const;

/** The error for a document without a link. */
export function reasonFor(kind: keyof typeof reasons): AppError {
  const [code, message] = reasons[kind];
  return new AppError(code, message);
}
