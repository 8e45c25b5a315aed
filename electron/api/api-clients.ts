import { compositeKey } from '../../shared/composite-key.ts';
import { isServiceError, ruleOf } from '../../shared/error-codes.ts';
import { isAppError } from '../../shared/errors.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Clock } from '../host.ts';
import { Breaker, respondsInTime } from '../jobs/index.ts';
import { createApiClient } from './api-client.ts';
import type { ApiClient, GetApiClient, RequestOptions } from './api-types.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { type Limits, trialLimits } from './request-timeout.ts';
import type { Access, AttemptRecord, HttpPlatform } from './request-with-retry.ts';
import { createSignedLinkCache, type SignedLinkCache } from './signed-link-cache.ts';

interface ApiClientsOptions extends HttpPlatform {
  log: Log;
  /** Called with each key before it is used. */
  noteKey(key: string): void;
  /** The limit of concurrent requests to an agency, read again with each request. */
  settings(): Pick<Settings, 'requestsAtOnce'>;
  /** Called with the service's time minus this machine's, in milliseconds, when a response reveals it. */
  onClockOffset(offset: number): void;
  /** The connection whose clock is this machine's: its offset is ignored. */
  ownClockId: string;
}

/** The stored accesses of connections. */
export interface StoredAccesses {
  access(id: string): Promise<Access>;
  /** Called with the connections whose address or key has changed, or that were removed. */
  onChanged(listener: (connectionIds: readonly string[]) => void): void;
}

/** The API clients. Those of one agency share a rate limiter, those of one connection a breaker. */
export interface ApiClients {
  /** The signed links of their responses. */
  links: SignedLinkCache;
  /** A client for a connection test: one attempt, 15 s at most. */
  forTrial(access: Access): ApiClient;
  /**
   * Clients of connections. The key of each is read on first use, and again when the connection has changed.
   */
  of(connections: StoredAccesses): { getApiClient: GetApiClient; breakerOf: BreakerOf };
}

interface ClientSettings extends RequestOptions {
  limits?: Partial<Limits>;
  /** Called when the service rejects the key. */
  onKeyRejected?: () => void;
  /** The connection of this client. */
  id?: string;
  breaker?: Breaker;
}

/** Creates the app's API clients, over one network and one log. */
export function openApiClients(options: ApiClientsOptions): ApiClients {
  const { httpGet, clock, random, uuid, log, noteKey, settings } = options;
  const platform = { httpGet, clock, random, uuid };
  const links = createSignedLinkCache(clock);
  // By agency, not by connection: a test of a new key uses the same service.
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
      const isElsewhere = id !== undefined && id !== options.ownClockId;
      if (isElsewhere && clockOffset !== undefined) options.onClockOffset(clockOffset);
      if (code === undefined) return;
      log.note('attempt', { endpoint: path.split('?')[0], code, status, requestId, attempt, ms });
      if (ruleOf(code).mendedBy === 'key') onKeyRejected?.();
    };
    const rateLimiter = rateLimiterFor(access);
    const clientOptions = { baseUrl, agency, key: () => key, onAttempt, rateLimiter, ...requestOptions };
    return createApiClient(platform, { ...clientOptions, ...(limits && { limits }) });
  }

  async function withNotedKey(access: Promise<Access>): Promise<Access> {
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
      const access = accesses.get(id) ?? withNotedKey(connections.access(id));
      if (!accesses.has(id)) {
        accesses.set(id, access);
        access.catch(() => accesses.delete(id));
      }
      // The key may have been replaced in another window or in the terminal: after a rejection it is read
      // again.
      const onKeyRejected = () => accesses.delete(id);
      return apiClientFor(await access, { ...requestOptions, id, onKeyRejected, breaker: breakerOf(id) });
    };
    const breakerOf = createCircuitBreakers({ getApiClient, clock: platform.clock });
    return { getApiClient, breakerOf };
  }

  return { links, forTrial, of };
}

/** The breaker of a connection: all callers share one. */
export type BreakerOf = (connectionId: string) => Breaker;

/** Breakers that start closed; an open one is probed with the document types, which need no dispatch. */
export function createCircuitBreakers(options: {
  getApiClient: GetApiClient;
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
}): BreakerOf {
  const { getApiClient, clock } = options;
  const breakers = new Map<string, Breaker>();

  const probe = (connectionId: string) =>
    respondsInTime(clock, (signal) => givesTypes(getApiClient, connectionId, signal));

  return (connectionId) => {
    const breaker = breakers.get(connectionId) ?? new Breaker({ clock, probe: () => probe(connectionId) });
    breakers.set(connectionId, breaker);
    return breaker;
  };
}

/**
 * Whether a service responds: requests its document types once, past its breaker. Rejects with the error that
 * prevents a response.
 */
export async function givesTypes(
  getApiClient: GetApiClient,
  connectionId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const api = await getApiClient(connectionId, { attempts: 1, isProbe: true });
    await api.documentTypes({ signal });
  } catch (error) {
    // A rejected key is reported by the next request.
    if (!isAppError(error) || isServiceError(error)) throw error;
  }
  return true;
}
