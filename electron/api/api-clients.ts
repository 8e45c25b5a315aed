import PQueue from 'p-queue';
import { compositeKey } from '../../shared/composite-key.ts';
import { isAppError } from '../../shared/errors.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { isServiceError } from '../../shared/retry-table.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Clock } from '../host.ts';
import { answersInTime, type Breaker, createBreaker } from '../jobs/index.ts';
import { createApiClient } from './api-client.ts';
import { cancelled, type Limits, trialLimits } from './http-attempt.ts';
import type { Access, AttemptRecord, HttpDeps, RateLimiter } from './request.ts';
import type { ApiClient, GetApiClient, SignedLinkCache, RequestOptions, SignedLink } from './responses.ts';

export interface ApiClientsDeps extends HttpDeps {
  log: Log;
  /** Called with each key before it is used. */
  noteKey(key: string): void;
  /** How many requests to an agency may be under way at once is read anew with each. */
  settings(): Pick<Settings, 'requestsAtOnce'>;
  /** Called with the service's time minus this machine's, in milliseconds, as a response of a connection gives it. */
  onClockOffset(offset: number): void;
  /** The connection whose clock is this machine's, so that it is ignored. */
  ownClockId: string;
}

/** Where connections lead to, as they are kept. */
export interface StoredAccesses {
  access(id: string): Promise<Access>;
  /** Called with the connections that lead elsewhere, have a new key or are removed. */
  onChanged(listener: (connectionIds: readonly string[]) => void): void;
}

/** The clients of the service, all of an agency's behind one rate limiter, all of a connection's behind one breaker. */
export interface ApiClients {
  /** The links that they have brought. */
  links: SignedLinkCache;
  /** A client for a trial, which asks once and waits 15 s at most. */
  forTrial(access: Access): ApiClient;
  /** Clients of connections; the key of each is read when it is first needed, and anew when the connection has changed. */
  of(connections: StoredAccesses): { getApiClient: GetApiClient; breakerOf: BreakerOf };
}

interface ClientSettings extends RequestOptions {
  limits?: Partial<Limits>;
  /** Called when the service does not accept the key. */
  onKeyRejected?: () => void;
  /** The connection that it is the client of. */
  id?: string;
  breaker?: Breaker;
}

/** Opens the app's clients of the service, over one network and one log. */
export function openApiClients(deps: ApiClientsDeps): ApiClients {
  const { open, clock, random, uuid, log, noteKey, settings } = deps;
  const httpDeps = { open, clock, random, uuid };
  const links = createSignedLinkCache(clock);
  // By agency, not by connection: a trial of a new key, too, asks the one service.
  const rateLimiters = new Map<string, RateLimiter>();

  function rateLimiterFor({ baseUrl, agency }: Access): RateLimiter {
    const agencyKey = compositeKey(baseUrl, agency);
    const rateLimiter = rateLimiters.get(agencyKey) ?? createRateLimiter(() => settings().requestsAtOnce);
    rateLimiters.set(agencyKey, rateLimiter);
    return rateLimiter;
  }

  function apiClientFor(access: Access, clientSettings: ClientSettings): ApiClient {
    const { baseUrl, agency, key } = access;
    const { limits, onKeyRejected, id, ...requestOptions } = clientSettings;
    const onAttempt = (record: AttemptRecord) => {
      const { path, code, status, requestId, attempt, ms, clockOffset } = record;
      const isElsewhere = id !== undefined && id !== deps.ownClockId;
      if (isElsewhere && clockOffset !== undefined) deps.onClockOffset(clockOffset);
      if (code === undefined) return;
      log.note('attempt', { endpoint: path.split('?')[0], code, status, requestId, attempt, ms });
      if (status === 403) onKeyRejected?.();
    };
    const rateLimiter = rateLimiterFor(access);
    const options = { baseUrl, agency, key: () => key, onAttempt, rateLimiter, ...requestOptions };
    return createApiClient(httpDeps, { ...options, ...(limits && { limits }) });
  }

  async function noted(access: Promise<Access>): Promise<Access> {
    noteKey((await access).key);
    return access;
  }

  function forTrial(access: Access): ApiClient {
    noteKey(access.key);
    return apiClientFor(access, { limits: trialLimits, isUrgent: true });
  }

  function of(connections: StoredAccesses): { getApiClient: GetApiClient; breakerOf: BreakerOf } {
    const accesses = new Map<string, Promise<Access>>();
    connections.onChanged((ids) => {
      for (const id of ids) {
        accesses.delete(id);
        links.forget(id);
      }
    });
    const getApiClient: GetApiClient = async (id, requestOptions) => {
      const access = accesses.get(id) ?? noted(connections.access(id));
      if (!accesses.has(id)) {
        accesses.set(id, access);
        access.catch(() => accesses.delete(id));
      }
      // The key may have been replaced in another window or in the terminal: a refused one is read anew.
      const onKeyRejected = () => accesses.delete(id);
      return apiClientFor(await access, { ...requestOptions, id, onKeyRejected, breaker: breakerOf(id) });
    };
    const breakerOf = createCircuitBreakers({ getApiClient, clock: httpDeps.clock });
    return { getApiClient, breakerOf };
  }

  return { links, forTrial, of };
}

const successesPerIncrease = 10;

/** The rate limiter of one agency, whoever asks it; `maxConcurrent` is read anew with each request, so that a changed setting counts. */
export function createRateLimiter(maxConcurrent: () => number): RateLimiter {
  const queue = new PQueue({ concurrency: maxConcurrent() });
  let successes = 0;

  return {
    async run(attempt, { isUrgent, signal }) {
      if (queue.concurrency > maxConcurrent()) queue.concurrency = maxConcurrent();
      try {
        return await queue.add(attempt, { priority: isUrgent ? 1 : 0, ...(signal && { signal }) });
      } catch (error) {
        // Taken out of the queue before its turn, or ended in it.
        throw signal?.aborted ? cancelled() : error;
      }
    },
    record(succeeded) {
      if (!succeeded) {
        successes = 0;
        queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
        return;
      }
      successes++;
      if (successes < successesPerIncrease || queue.concurrency >= maxConcurrent()) return;
      successes = 0;
      queue.concurrency++;
    },
  };
}

/** The breaker before the service of a connection: whoever asks, it is the one. */
export type BreakerOf = (connectionId: string) => Breaker;

/** Breakers that are closed; one that has opened is probed by asking for the types, which need no dispatch. */
export function createCircuitBreakers(deps: {
  getApiClient: GetApiClient;
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
}): BreakerOf {
  const { getApiClient, clock } = deps;
  const breakers = new Map<string, Breaker>();

  const probe = (connectionId: string) =>
    answersInTime(clock, (signal) => givesTypes(getApiClient, connectionId, signal));

  return (connectionId) => {
    const breaker = breakers.get(connectionId) ?? createBreaker({ clock, probe: () => probe(connectionId) });
    breakers.set(connectionId, breaker);
    return breaker;
  };
}

/** Asks a service for its types, once, past its breaker: whether it is there. Rejects with what keeps it from answering. */
export async function givesTypes(
  getApiClient: GetApiClient,
  connectionId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const api = await getApiClient(connectionId, { attempts: 1, isProbe: true });
    await api.documentTypes({ signal });
  } catch (error) {
    // A key that is refused by now is told by what asks next.
    if (!isAppError(error) || isServiceError(error)) throw error;
  }
  return true;
}

// docs/security.md.
const maxLinks = 5_000;
const maxLinkAgeMs = 50 * 60 * 1000;

interface CachedLink {
  connectionId: string;
  link: SignedLink;
  cameAtElapsed: number;
  cameAtWall: number;
}

/**
 * An empty cache. Age is the larger of what the monotonic and the wall clock say: the first stands still while a computer sleeps, the second can
 * be set back; a link thought older than it is costs one request.
 */
export function createSignedLinkCache(clock: Pick<Clock, 'now' | 'elapsed'>): SignedLinkCache {
  // In the order in which they came, so the first is always the oldest.
  const entries = new Map<string, CachedLink>();

  const ageOf = (entry: CachedLink) =>
    Math.max(clock.elapsed() - entry.cameAtElapsed, clock.now() - entry.cameAtWall);

  function dropOld(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= maxLinks && ageOf(entry) < maxLinkAgeMs) return;
      entries.delete(key);
    }
  }

  return {
    add(connectionId, links) {
      for (const [documentId, link] of links) {
        const key = keyOf(connectionId, documentId);
        entries.delete(key);
        entries.set(key, { connectionId, link, cameAtElapsed: clock.elapsed(), cameAtWall: clock.now() });
      }
      dropOld();
    },
    find(connectionId, documentId, forMs) {
      dropOld();
      const entry = entries.get(keyOf(connectionId, documentId));
      if (!entry) return undefined;
      const left = Math.min(entry.link.livesForMs, maxLinkAgeMs) - ageOf(entry);
      return left >= forMs ? entry.link : undefined;
    },
    forget(connectionId, documentId) {
      if (documentId !== undefined) {
        entries.delete(keyOf(connectionId, documentId));
        return;
      }
      for (const [key, entry] of entries) if (entry.connectionId === connectionId) entries.delete(key);
    },
  };
}

function keyOf(connectionId: string, documentId: string): string {
  return compositeKey(connectionId, documentId);
}
