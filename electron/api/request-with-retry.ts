import { AppError, type ErrorCode, type Exchange, fromErrorData, toErrorData } from '../../shared/errors.ts';
import { keyRedactor } from '../../shared/key-redactor.ts';
import type { Json } from '../../shared/model/json.ts';
import { redactor } from '../../shared/redact.ts';
import type { Clock, HttpGet, NetworkZone } from '../host.ts';
import type { Breaker } from '../jobs/index.ts';
import { cancelled } from '../lib/async.ts';
import type { ResponseMeta } from './api-types.ts';
import { capsOf } from './body-parser.ts';
import {
  type AttemptFailure,
  type Body,
  checkResponse,
  clockOffsetOf,
  judgeFailure,
  readBody,
  reportedText,
  requestIdOf,
  withCoding,
} from './check-response.ts';
import { isOverburdened, type RateLimiter } from './rate-limiter.ts';
import { type AttemptResponse, attempt, type Limits } from './request-timeout.ts';
import { retryDelay } from './retry-delay.ts';

/** The address and the key of a connection; never leaves main. */
export interface Access {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  agency: string;
  key: string;
}

/** One request to the service, before it is written as a URL. */
export interface ApiRequest {
  /** The endpoint as api.md writes it, for messages: `GET /files`. */
  endpoint: string;
  /** Path segments after `/v1`, not encoded. */
  segments: readonly string[];
  /** Query without the key; undefined values are left out. */
  query: Readonly<Record<string, string | undefined>>;
}

/** The platform functions that a request needs. */
export interface HttpPlatform {
  httpGet: HttpGet;
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  uuid(): string;
}

/** The redacted result of one attempt, for the log and for reachability. */
export interface AttemptRecord extends Pick<Exchange, 'at' | 'path' | 'status'> {
  requestId: string;
  /** 1 to 5. */
  attempt: number;
  ms: number;
  /** Absent when the response was good. */
  code?: ErrorCode;
  /** Service time minus this machine's, in milliseconds, where a good response reveals it. */
  clockOffset?: number;
}

/** What all requests of one client share. */
interface RequestContext {
  limits: Limits;
  rateLimiter: RateLimiter | undefined;
  breaker: Breaker | undefined;
  isUrgent: boolean;
  onAttempt: ((record: AttemptRecord) => void) | undefined;
  onRequest: (() => void) | undefined;
  onFailed: ((error: AppError) => void) | undefined;
}

/** The request as far as a response may repeat it: everything but the key. */
export interface SentRequest extends Pick<ApiRequest, 'segments' | 'query'> {
  agency: string;
  /** Identifiers of the request: the one sent, and the one in the response's header. */
  requestIds: readonly string[];
}

/** A good response, and what is needed to report an error in its content. */
export interface ApiResponse extends ResponseMeta {
  /** The parsed body. Throws `RESPONSE_UNREADABLE` or `RESPONSE_TOO_LARGE`. */
  content(): Json;
  /** The request of this response. */
  sent: SentRequest;
  /** The HTTP status: 200 to 299. */
  status: number;
  /** Removes the key from a text that is to be stored. */
  redactKey(text: string): string;
  /** Elapsed time, ms: long work on the response yields to the event loop by it. */
  elapsed: Clock['elapsed'];
  /** The network zone that the response came from. */
  zone: NetworkZone;
  /** When it arrived, by this machine's wall clock, ms. */
  receivedAt: number;
  /**
   * The same error with its endpoint, request id and exchange. Foreign causes are dropped, because they may
   * quote the response.
   */
  withExchange(error: AppError): AppError;
}

/**
 * Sends a request until there is a good response, as often as api.md allows. Rejects with an `AppError` that
 * carries its redacted exchange, or with `CircuitOpenError` while the breaker is open. Rejects with
 * `CANCELLED` also during a wait.
 */
export async function requestWithRetry(
  platform: HttpPlatform,
  context: RequestContext,
  access: Access,
  request: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  const url = requestUrl(access, request);
  const safely = redactor([access.key]);
  const path = safely(url.slice(new URL(url).origin.length));

  for (let count = 1; ; count++) {
    const ended = await attemptOnce(platform, context, request, { url, count, safely }, signal);
    const { response, failure } = ended;
    context.onAttempt?.(attemptRecord(platform.clock, path, ended));
    const exchange = exchangeOf(access, request, path, ended, safely);
    const withExchange = (error: AppError) =>
      addExchange(
        withCoding(error, response),
        request.endpoint,
        response ? { ...exchange, response: reportedText(response.body, safely) } : exchange,
        safely,
      );
    if (!failure) return goodResponse(platform.clock, access, request, ended, withExchange);
    context.onFailed?.(withExchange(failure.error));
    if (!failure.isTransient || count === context.limits.attempts) {
      throw withExchange(failure.error);
    }
    await wait(platform.clock, retryDelay(count, platform.random(), failure.after), signal);
  }
}

/** One attempt that has ended, and what identifies it. */
type EndedAttempt = AttemptResult & {
  /** From 1. */
  count: number;
  /** The identifier that the request was sent with. */
  sentId: string;
  /** The response's identifier, else the one sent; redacted. */
  requestId: string;
  /** When it was sent: as ISO 8601, and as elapsed ms. */
  at: string;
  begun: number;
  /** When it ended, by this machine's wall clock, ms. */
  receivedAt: number;
  status: number | undefined;
  clockOffset: number | undefined;
};

/**
 * Sends a request once, when rate limiter and breaker admit it. Rejects with `CircuitOpenError` and
 * `CANCELLED`.
 */
async function attemptOnce(
  platform: HttpPlatform,
  { limits, rateLimiter, breaker, isUrgent, onRequest }: RequestContext,
  request: ApiRequest,
  { url, count, safely }: { url: string; count: number; safely: Redaction },
  signal: AbortSignal | undefined,
): Promise<EndedAttempt> {
  const sentId = platform.uuid();
  let at = '';
  let begun = 0;
  const send = () => {
    // The breaker may have opened while this request waited in the queue or for its retry.
    if (!isUrgent) breaker?.admit(request);
    at = new Date(platform.clock.now()).toISOString();
    begun = platform.clock.elapsed();
    if (count === 1) onRequest?.();
    return tryOnce(platform, limits, request, { url, headers: { 'x-request-id': sentId } }, signal);
  };
  // A slot is held for one attempt only: waiting for a retry blocks nobody.
  const result = await (rateLimiter ? rateLimiter.run(send, { isUrgent, signal }) : send());
  const { response, failure } = result;
  // A failed probe ends here: its retry is a normal request.
  if (failure?.isTransient) breaker?.leave(request, false);
  if (failure?.error.code === 'CANCELLED') throw cancelled();
  if (!failure || isOverburdened(failure.error)) rateLimiter?.record(!failure);
  const receivedAt = platform.clock.now();
  return {
    ...result,
    count,
    sentId,
    // Truncated last: half of a key could not be redacted any more.
    requestId: safely(requestIdOf(response) ?? sentId).slice(0, maxRequestIdLength),
    at,
    begun,
    receivedAt,
    status: response?.status ?? failure?.error.status,
    clockOffset: response && clockOffsetOf(response, receivedAt),
  };
}

function attemptRecord(
  clock: Pick<Clock, 'elapsed'>,
  path: string,
  { at, begun, requestId, count, status, failure, clockOffset }: EndedAttempt,
): AttemptRecord {
  return {
    at,
    path,
    requestId,
    attempt: count,
    ms: Math.round(clock.elapsed() - begun),
    ...(status !== undefined && { status }),
    ...(failure && { code: failure.error.code }),
    // A proxy may have a clock of its own.
    ...(!failure && clockOffset !== undefined && { clockOffset }),
  };
}

function exchangeOf(
  access: Access,
  request: ApiRequest,
  path: string,
  { at, count, requestId, status }: EndedAttempt,
  safely: Redaction,
): Exchange {
  return {
    at,
    method: 'GET',
    path,
    agency: safely(access.agency),
    attempts: count,
    requestId,
    ...(request.query['rut'] !== undefined && { rut: request.query['rut'] }),
    ...(status !== undefined && { status }),
  };
}

function goodResponse(
  clock: Clock,
  { agency, key }: Access,
  request: ApiRequest,
  { response, sentId, requestId, receivedAt, clockOffset }: Extract<EndedAttempt, GoodResult>,
  withExchange: ApiResponse['withExchange'],
): ApiResponse {
  return {
    content: response.body.content,
    sent: { ...request, agency, requestIds: [sentId, requestIdOf(response) ?? sentId] },
    status: response.status,
    redactKey: keyRedactor([key]),
    elapsed: () => clock.elapsed(),
    zone: response.zone,
    requestId,
    receivedAt,
    clockOffset: clockOffset ?? 0,
    withExchange,
  };
}

interface GoodResult {
  response: AttemptResponse<Body>;
  failure?: undefined;
}

type AttemptResult = GoodResult | { response?: AttemptResponse<Body>; failure: AttemptFailure };

async function tryOnce(
  platform: HttpPlatform,
  limits: Limits,
  request: ApiRequest,
  message: Parameters<typeof attempt>[2],
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  try {
    const caps = capsOf(request.endpoint, limits.bodyBytes);
    const response = await attempt(platform, limits, message, signal, (response, alive) =>
      readBody(response, caps, alive),
    );
    const failure = checkResponse(response, request.endpoint, platform.clock.now());
    return failure ? { response, failure } : { response };
  } catch (cause) {
    // A foreign error may quote the URL: only its kind is passed on.
    const error = cause instanceof AppError ? cause : fromErrorData(toErrorData(cause));
    return { failure: judgeFailure(error) };
  }
}

async function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    throw signal?.aborted ? cancelled() : error;
  }
}

const maxRequestIdLength = 200;

type Redaction = (text: string) => string;

function addExchange(error: AppError, endpoint: string, exchange: Exchange, safely: Redaction): AppError {
  const values = Object.entries({ endpoint, ...error.values }).map(([name, value]) => [
    name,
    typeof value === 'string' ? safely(value) : value,
  ]);
  return new AppError(safely(error.code), safely(error.message), {
    ...(exchange.status !== undefined && { status: exchange.status }),
    ...(exchange.requestId !== undefined && { requestId: exchange.requestId }),
    values: Object.fromEntries(values),
    exchange,
  });
}

/**
 * The URL of a request: the only place that writes the key (api.md, Authentication). Everything is encoded,
 * so that it arrives as typed. Throws `AGENCY_ID_INVALID`, `PROJECT_ID_UNDEFINED`, `DISPATCH_ID_INVALID`,
 * `KEY_MISSING` or `INPUT_INVALID` for what no URL can hold.
 */
export function requestUrl(access: Access, request: ApiRequest): string {
  if (access.agency === '') throw new AppError('PROJECT_ID_UNDEFINED', 'the agency id is empty');
  if (access.key === '') throw new AppError('KEY_MISSING', 'the key is empty');
  const agency = segment(access.agency, 'AGENCY_ID_INVALID');
  const path = request.segments.map((part) => segment(part, 'DISPATCH_ID_INVALID')).join('/');
  return `${access.baseUrl}/${agency}/v1/${path}?${queryOf({ ...request.query, key: access.key })}`;
}

/** A path segment; `.` and `..` would lead to another endpoint even when encoded. */
function segment(text: string, code: ErrorCode): string {
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new AppError(code, `${JSON.stringify(text)} cannot stand in a path`, {
      values: { value: text.toWellFormed() },
    });
  }
  return encodeURIComponent(text);
}

function queryOf(query: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${queryValue(name, value)}`]))
    .join('&');
}

function queryValue(name: string, value: string): string {
  // A lone surrogate has no UTF-8; the value may be the key, so no message repeats it.
  if (!value.isWellFormed()) throw new AppError('INPUT_INVALID', `${name} holds half a character`);
  return encodeURIComponent(value);
}
