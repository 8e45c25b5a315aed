import { compositeKey } from '../../shared/composite-key.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import { isServiceError, maxAttempts, ruleOf } from '../../shared/retry-table.ts';
import { type Breaker, NotAsked } from '../jobs/index.ts';
import { parseBaseUrl } from '../lib/base-url.ts';
import { readDisbursements } from './endpoints/disbursements.ts';
import { reachDispatches } from './endpoints/dispatch-list.ts';
import { readStatus, readStatusList } from './endpoints/dispatch-status.ts';
import { readDocumentTypes } from './endpoints/document-types.ts';
import { readDocumentPage } from './endpoints/documents.ts';
import { defaultLimits, type Limits } from './http-attempt.ts';
import type { RateLimiter } from './rate-limiter.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type AttemptRecord,
  type HttpDeps,
  requestWithRetry,
} from './request.ts';
import type { ApiClient, RequestOptions } from './responses.ts';

/** The connection that a service is the service of. */
export interface ApiClientOptions extends RequestOptions {
  /** Refused with `BASE_URL_INVALID` or `BASE_URL_INSECURE` when something is asked of it. */
  baseUrl: string;
  agency: string;
  /**
   * Asked for before each call, so that a replaced key is used at once. May reject with `KEY_MISSING` or
   * `NO_KEYCHAIN`.
   */
  key: () => Promise<string> | string;
  /** Default: 35 s of silence, 120 s in all, 64 MiB. */
  limits?: Partial<Limits>;
  /** Called with each attempt, redacted. */
  onAttempt?: (record: AttemptRecord) => void;
  /** In front of every request, where several clients share a service. Default: each is sent at once. */
  rateLimiter?: RateLimiter;
  /** Before every request but those of a person who waits, and of probes. Default: each is sent. */
  breaker?: Breaker;
}

async function readFrom<T>(
  response: ApiResponse,
  read: (response: ApiResponse) => T | Promise<T>,
): Promise<T> {
  try {
    return await read(response);
  } catch (error) {
    throw error instanceof AppError ? response.withExchange(error) : error;
  }
}

/**
 * Whether a request is for documents: many a service gives its types and nothing else, and few give states.
 */
function indicatesOutage({ endpoint }: ApiRequest): boolean {
  return endpoint.endsWith('/files');
}

/**
 * Reports a failure to the breaker: a lost way concerns every request, an error of the service may concern
 * this one alone.
 */
function noteFailure(breaker: Breaker | undefined, request: ApiRequest, error: AppError): void {
  const { concerns, follows } = ruleOf(error.code);
  if (concerns === 'way' && follows !== 'retry') breaker?.open(error);
  else if (isServiceError(error) && indicatesOutage(request)) {
    const { rut, fileTypeName } = request.query;
    breaker?.failed(compositeKey(...request.segments, rut, fileTypeName), error);
  }
}

/** The most that `GET /dispatch/status` gives at once (names.md). */
const maxStatusRows = 200;

/**
 * The client of one connection. Every function rejects with an `AppError` that carries its exchange,
 * redacted; with the service's own code where the service refused, and with `CANCELLED` when its signal ends.
 */
export function createApiClient(deps: HttpDeps, options: ApiClientOptions): ApiClient {
  const { attempts = maxAttempts, onAttempt, onRequest, onFailed, rateLimiter, isUrgent = false } = options;
  const limits = { ...defaultLimits, attempts, ...options.limits };
  const breaker = options.isProbe ? undefined : options.breaker;
  const context = { limits, rateLimiter, breaker, isUrgent, onAttempt, onRequest, onFailed };

  async function send<T>(
    request: ApiRequest,
    signal: AbortSignal | undefined,
    read: (response: ApiResponse) => T | Promise<T>,
  ): Promise<T> {
    // Judged before the key is even fetched: it must not travel in the open.
    const baseUrl = parseBaseUrl(options.baseUrl);
    const access = { baseUrl, agency: options.agency, key: await options.key() };
    const begun = deps.clock.elapsed();
    try {
      const response = await requestWithRetry(deps, context, access, request, signal);
      const content = await readFrom(response, read);
      // What nobody can read serves nobody.
      if (indicatesOutage(request)) breaker?.served(begun);
      breaker?.leave(request, true);
      return content;
    } catch (error) {
      if (error instanceof AppError && !(error instanceof NotAsked)) noteFailure(breaker, request, error);
      breaker?.leave(request, isAppError(error) && error.code !== 'CANCELLED' && !isServiceError(error));
      throw error;
    }
  }

  return {
    documentTypes: ({ recordType, signal, onIncomplete }) =>
      send(
        { endpoint: 'GET /master/file-types', segments: ['master', 'file-types'], query: { recordType } },
        signal,
        (response) => readDocumentTypes(response, onIncomplete),
      ),
    dispatchFiles: ({ dispatch, rut, type, nextToken, signal }) =>
      send(
        {
          endpoint: 'GET /dispatch/{numeroDespacho}/files',
          segments: ['dispatch', dispatch, 'files'],
          query: { rut, fileTypeName: type, nextToken },
        },
        signal,
        (response) => readDocumentPage(response, { rut, dispatch }),
      ),
    files: ({ rut, start, end, type, nextToken, signal }) =>
      send(
        {
          endpoint: 'GET /files',
          segments: ['files'],
          query: { rut, startDate: start, endDate: end, fileTypeName: type, nextToken },
        },
        signal,
        (response) => readDocumentPage(response, { rut }),
      ),
    status: ({ dispatch, rut, signal }) =>
      send(
        {
          endpoint: 'GET /dispatch/{numeroDespacho}/status',
          segments: ['dispatch', dispatch, 'status'],
          query: { rut },
        },
        signal,
        (response) => readStatus(response, { rut, dispatch }),
      ),
    disbursements: ({ dispatch, rut, signal }) =>
      send(
        {
          endpoint: 'GET /dispatch/{numeroDespacho}/desembolsos',
          segments: ['dispatch', dispatch, 'desembolsos'],
          query: { rut },
        },
        signal,
        (response) => readDisbursements(response, { rut, dispatch }),
      ),
    async dispatches({ rut, signal }) {
      try {
        return await reachDispatches(({ recordType, isCompleted }, orderDirection) =>
          send(
            {
              endpoint: 'GET /dispatch/status',
              segments: ['dispatch', 'status'],
              query: {
                rut,
                recordType,
                isCompleted: isCompleted?.toString(),
                // An order that no change during the reading can move.
                orderBy: 'createdDate',
                orderDirection,
                limit: String(maxStatusRows),
              },
            },
            signal,
            (response) => readStatusList(response, { rut, maxRows: maxStatusRows }),
          ),
        );
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
  };
}

/**
 * How a deployment says that it does not have an endpoint: it takes `status` for the number of a dispatch
 * (api.md, Errors), knows no such path, or leaves the response to what stands before it, which knows no code
 * of the service. A 404 under another code tells of the client or the agency. Where an address is wrong, the
 * documents that are asked for instead say so.
 */
const absent: ReadonlySet<string> = new Set([
  'DISPATCH_NOT_FOUND',
  ...['NOT_FOUND', 'PATH_NOT_FOUND', 'ROUTE_NOT_FOUND', 'ENDPOINT_NOT_FOUND'],
  'RESPONSE_UNREADABLE',
]);

function isAbsent(error: unknown): boolean {
  return isAppError(error) && error.status === 404 && absent.has(error.code);
}
