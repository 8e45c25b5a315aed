import { compositeKey } from '../../shared/composite-key.ts';
import { isServiceError, maxAttempts, ruleOf } from '../../shared/error-codes.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { DocumentType } from '../../shared/model/document.ts';
import { type Breaker, CircuitOpenError } from '../jobs/index.ts';
import { parseBaseUrl } from '../lib/base-url.ts';
import type { ApiClient, RequestOptions } from './api-types.ts';
import { readDisbursements } from './endpoints/disbursements.ts';
import { reachDispatches, readStatus, readStatusList } from './endpoints/dispatch-status.ts';
import { readDocumentPage } from './endpoints/documents.ts';
import { checkRow, incompleteReasonOf, judgeList, readRows } from './envelope.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { defaultLimits, type Limits } from './request-timeout.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type AttemptRecord,
  type HttpPlatform,
  requestWithRetry,
} from './request-with-retry.ts';
import { sanitizeItem, textAt } from './tolerant-fields.ts';

/** The connection that a client serves. */
export interface ApiClientOptions extends RequestOptions {
  /** A wrong one rejects each request with `BASE_URL_INVALID` or `BASE_URL_INSECURE`. */
  baseUrl: string;
  agency: string;
  /**
   * Read before each call, so that a replaced key is used at once. May reject with `KEY_MISSING` or
   * `NO_KEYCHAIN`.
   */
  key: () => Promise<string> | string;
  /** Default: 35 s without data, 120 s in all, 64 MiB. */
  limits?: Partial<Limits>;
  /** Called with each attempt, redacted. */
  onAttempt?: (record: AttemptRecord) => void;
  /** Limits concurrent requests where several clients share a service. Default: each is sent at once. */
  rateLimiter?: RateLimiter;
  /** Checked before every request, except urgent ones and probes. Default: each is sent. */
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
 * Whether a request is for documents: many services list their types and nothing else, and few return states.
 */
function indicatesOutage({ endpoint }: ApiRequest): boolean {
  return endpoint.endsWith('/files');
}

/**
 * Reports a failure to the breaker. A lost connection concerns every request; an error of the service may
 * concern this one alone.
 */
function noteFailure(breaker: Breaker | undefined, request: ApiRequest, error: AppError): void {
  const { concerns, follows } = ruleOf(error.code);
  if (concerns === 'way' && follows !== 'retry') breaker?.open(error);
  else if (isServiceError(error) && indicatesOutage(request)) {
    const { rut, fileTypeName } = request.query;
    breaker?.failed(compositeKey(...request.segments, rut, fileTypeName), error);
  }
}

/** Sends a request and reads its response. Rejects with an `AppError` that carries its redacted exchange. */
type Send = <T>(
  request: ApiRequest,
  signal: AbortSignal | undefined,
  read: (response: ApiResponse) => T | Promise<T>,
) => Promise<T>;

/**
 * The client of one connection. Every function rejects with an `AppError` that carries its redacted exchange.
 * Its code is the service's own where the service refused, and `CANCELLED` when the signal is aborted.
 */
export function createApiClient(platform: HttpPlatform, options: ApiClientOptions): ApiClient {
  const send = createSend(platform, options);
  return {
    documentTypes: ({ recordType, signal, onIncomplete }) =>
      send(documentTypesRequest(recordType), signal, (response) => readDocumentTypes(response, onIncomplete)),
    dispatchFiles: ({ dispatch, rut, type, nextToken, signal }) =>
      send(dispatchRequest('files', dispatch, { rut, fileTypeName: type, nextToken }), signal, (response) =>
        readDocumentPage(response, { rut, dispatch }),
      ),
    files: ({ rut, start, end, type, nextToken, signal }) =>
      send(
        filesRequest({ rut, startDate: start, endDate: end, fileTypeName: type, nextToken }),
        signal,
        (response) => readDocumentPage(response, { rut }),
      ),
    status: ({ dispatch, rut, signal }) =>
      send(dispatchRequest('status', dispatch, { rut }), signal, (response) =>
        readStatus(response, { rut, dispatch }),
      ),
    disbursements: ({ dispatch, rut, signal }) =>
      send(dispatchRequest('desembolsos', dispatch, { rut }), signal, (response) =>
        readDisbursements(response, { rut, dispatch }),
      ),
    dispatches: (query) => listDispatches(send, query),
  };
}

function createSend(platform: HttpPlatform, options: ApiClientOptions): Send {
  const { attempts = maxAttempts, onAttempt, onRequest, onFailed, rateLimiter, isUrgent = false } = options;
  const limits = { ...defaultLimits, attempts, ...options.limits };
  const breaker = options.isProbe ? undefined : options.breaker;
  const context = { limits, rateLimiter, breaker, isUrgent, onAttempt, onRequest, onFailed };
  return async (request, signal, read) => {
    // Checked before the key is fetched: the key must not travel unencrypted.
    const baseUrl = parseBaseUrl(options.baseUrl);
    const access = { baseUrl, agency: options.agency, key: await options.key() };
    const begun = platform.clock.elapsed();
    try {
      const response = await requestWithRetry(platform, context, access, request, signal);
      const content = await readFrom(response, read);
      // A response that cannot be parsed does not count as served.
      if (indicatesOutage(request)) breaker?.served(begun);
      breaker?.leave(request, true);
      return content;
    } catch (error) {
      if (error instanceof AppError && !(error instanceof CircuitOpenError))
        noteFailure(breaker, request, error);
      breaker?.leave(request, isAppError(error) && error.code !== 'CANCELLED' && !isServiceError(error));
      throw error;
    }
  };
}

function documentTypesRequest(recordType: string | undefined): ApiRequest {
  return { endpoint: 'GET /master/file-types', segments: ['master', 'file-types'], query: { recordType } };
}

function filesRequest(query: ApiRequest['query']): ApiRequest {
  return { endpoint: 'GET /files', segments: ['files'], query };
}

function dispatchRequest(
  list: 'files' | 'status' | 'desembolsos',
  dispatch: string,
  query: ApiRequest['query'],
): ApiRequest {
  const endpoint = `GET /dispatch/{numeroDespacho}/${list}`;
  return { endpoint, segments: ['dispatch', dispatch, list], query };
}

/** The maximum rows of one `GET /dispatch/status` (names.md). */
const maxStatusRows = 200;

async function listDispatches(
  send: Send,
  { rut, signal }: Parameters<ApiClient['dispatches']>[0],
): ReturnType<ApiClient['dispatches']> {
  try {
    return await reachDispatches(({ recordType, isCompleted }, orderDirection) => {
      const query = {
        rut,
        recordType,
        isCompleted: isCompleted?.toString(),
        // An order that no change during the reading can alter.
        orderBy: 'createdDate',
        orderDirection,
        limit: String(maxStatusRows),
      };
      return send(
        { endpoint: 'GET /dispatch/status', segments: ['dispatch', 'status'], query },
        signal,
        (response) => readStatusList(response, { rut, maxRows: maxStatusRows }),
      );
    });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/**
 * The codes of a 404 from a deployment without this endpoint. It takes `status` for a dispatch number
 * (api.md, Errors), does not know the path, or a proxy without codes of the service responds. A 404 with
 * another code concerns the client or the agency. A wrong base URL shows in the document requests.
 */
const absent: ReadonlySet<string> = new Set([
  'DISPATCH_NOT_FOUND',
  ...['NOT_FOUND', 'PATH_NOT_FOUND', 'ROUTE_NOT_FOUND', 'ENDPOINT_NOT_FOUND'],
  'RESPONSE_UNREADABLE',
]);

function isAbsent(error: unknown): boolean {
  return isAppError(error) && error.status === 404 && absent.has(error.code);
}

/**
 * The catalogue. A type may lack anything but its id (docs/service/reading.md, Reading an answer).
 * `onIncomplete` is called where the list may be incomplete. Rejects with `RESPONSE_UNREADABLE`.
 */
async function readDocumentTypes(
  response: ApiResponse,
  onIncomplete: (incompleteReason: AppError) => void = () => undefined,
): Promise<DocumentType[]> {
  const judged = judgeList(response, ['name', 'tipoOperacion', 'responsableDoc']);
  const { rows: types, list } = await readRows(response, judged, (came) => {
    checkRow(came, ['id', 'name']);
    const item = sanitizeItem(came, response);
    return {
      id: textAt(item, 'id') || textAt(item, 'name'),
      name: textAt(item, 'name'),
      operation: textAt(item, 'tipoOperacion'),
      responsible: textAt(item, 'responsableDoc'),
      item,
    };
  });
  const incompleteReason = incompleteReasonOf(list);
  if (incompleteReason) onIncomplete(response.withExchange(incompleteReason));
  return types;
}
