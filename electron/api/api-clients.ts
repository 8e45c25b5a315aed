import { compositeKey } from '../../shared/composite-key.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Breaker } from '../jobs/index.ts';
import { createApiClient } from './api-client.ts';
import { type BreakerOf, createCircuitBreakers } from './circuit-breakers.ts';
import { type Limits, trialLimits } from './http-attempt.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import type { Access, AttemptRecord, HttpDeps } from './request.ts';
import type { ApiClient, GetApiClient, RequestOptions } from './responses.ts';
import { createSignedLinkCache, type SignedLinkCache } from './signed-link-cache.ts';

export interface ApiClientsDeps extends HttpDeps {
  log: Log;
  /** Called with each key before it is used. */
  noteKey(key: string): void;
  /** How many requests to an agency may be under way at once is read anew with each. */
  settings(): Pick<Settings, 'requestsAtOnce'>;
  /**
   * Called with the service's time minus this machine's, in milliseconds, as a response of a connection gives
   * it.
   */
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

/**
 * The clients of the service, all of an agency's behind one rate limiter, all of a connection's behind one
 * breaker.
 */
export interface ApiClients {
  /** The links that they have brought. */
  links: SignedLinkCache;
  /** A client for a trial, which asks once and waits 15 s at most. */
  forTrial(access: Access): ApiClient;
  /**
   * Clients of connections; the key of each is read when it is first needed, and anew when the connection has
   * changed.
   */
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
  const { httpGet, clock, random, uuid, log, noteKey, settings } = deps;
  const httpDeps = { httpGet, clock, random, uuid };
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
