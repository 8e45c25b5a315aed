import { setImmediate as afterImmediate } from 'node:timers/promises';
import { AppError, type ErrorCode, type Exchange, fromErrorData, toErrorData } from '../../shared/errors.ts';
import type { Json } from '../../shared/model/json.ts';
import { keyRedactor, redactor } from '../../shared/redact.ts';
import type { Clock, HttpGet, NetworkZone } from '../host.ts';
import type { Breaker } from '../jobs/index.ts';
import {
  type AttemptFailure,
  type AttemptResponse,
  attempt,
  cancelled,
  checkResponse,
  errorBody,
  isOverburdened,
  judgeFailure,
  type Limits,
  retryDelay,
} from './http-attempt.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type Body, capsOf, readBody } from './response-body.ts';
import type { ResponseMeta } from './responses.ts';

/** Where the service of a connection is, and with which key; never leaves main. */
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
  /** Path segments after `/v1`, as typed. */
  segments: readonly string[];
  /** Query without the key; values left out when undefined. */
  query: Readonly<Record<string, string | undefined>>;
}

/**
 * The URL of a request: the one place where a key is written (api.md, Authentication). Everything is encoded,
 * so that it arrives as it was typed. Throws `AGENCY_ID_INVALID`, `PROJECT_ID_UNDEFINED`,
 * `DISPATCH_ID_INVALID`, `KEY_MISSING` or `INPUT_INVALID` for what no URL can hold.
 */
export function requestUrl(access: Access, request: ApiRequest): string {
  if (access.agency === '') throw new AppError('PROJECT_ID_UNDEFINED', 'the agency id is empty');
  if (access.key === '') throw new AppError('KEY_MISSING', 'the key is empty');
  const agency = segment(access.agency, 'AGENCY_ID_INVALID');
  const path = request.segments.map((part) => segment(part, 'DISPATCH_ID_INVALID')).join('/');
  return `${access.baseUrl}/${agency}/v1/${path}?${queryOf({ ...request.query, key: access.key })}`;
}

/** A path segment; `.` and `..` would lead to another endpoint however they are encoded. */
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
  // A lone half of a character has no UTF-8; the value may be the key, so no message repeats it.
  if (!value.isWellFormed()) throw new AppError('INPUT_INVALID', `${name} holds half a character`);
  return encodeURIComponent(value);
}

/** What a request needs of the platform: network, time, randomness, identifiers. */
export interface HttpDeps {
  httpGet: HttpGet;
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  uuid(): string;
}

/** What one attempt came to, redacted: for a log, and to know whether the service can be reached. */
export interface AttemptRecord extends Pick<Exchange, 'at' | 'path' | 'status'> {
  requestId: string;
  /** 1 to 5. */
  attempt: number;
  ms: number;
  /** Absent when the response was good. */
  code?: ErrorCode;
  /** Service time minus this machine's, in milliseconds, where a good response told it. */
  clockOffset?: number;
}

/** What all requests of one client share. */
export interface RequestContext {
  limits: Limits;
  rateLimiter: RateLimiter | undefined;
  breaker: Breaker | undefined;
  isUrgent: boolean;
  onAttempt: ((record: AttemptRecord) => void) | undefined;
  onRequest: (() => void) | undefined;
  onFailed: ((error: AppError) => void) | undefined;
}

/** The request, as far as a response may repeat it: all but the key. */
export interface SentRequest extends Pick<ApiRequest, 'segments' | 'query'> {
  agency: string;
  /** Identifiers of the request: the one that was sent, and the one that came back in a header. */
  requestIds: readonly string[];
}

/** A good response, and what is needed to report an error of its content. */
export interface ApiResponse extends ResponseMeta {
  /** What it holds. Throws `RESPONSE_UNREADABLE` or `RESPONSE_TOO_LARGE`. */
  content(): Json;
  /** The request that it answers. */
  sent: SentRequest;
  /** Of HTTP: 200 to 299. */
  status: number;
  /** A text of it that is to be kept, without the key. */
  redactKey(text: string): string;
  /** Awaited between items: gives others their turn. */
  yieldToEventLoop: YieldToEventLoop;
  /** Where the response came from. */
  zone: NetworkZone;
  /** When it came, by this machine's wall clock, ms. */
  receivedAt: number;
  /**
   * The same error with its endpoint, request id and exchange; foreign causes are left behind, they may quote
   * the response.
   */
  withExchange(error: AppError): AppError;
}

/**
 * Retries until there is a good response, as often as api.md allows. Rejects with an `AppError` that carries
 * its exchange, redacted, with `NotAsked` while the breaker is open, or with `CANCELLED`, also in the middle
 * of a wait.
 */
export async function requestWithRetry(
  deps: HttpDeps,
  context: RequestContext,
  access: Access,
  request: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  const { limits, rateLimiter, breaker, isUrgent } = context;
  const url = requestUrl(access, request);
  const safely = redactor([access.key]);
  const path = safely(url.slice(new URL(url).origin.length));

  for (let count = 1; ; count++) {
    const sentId = deps.uuid();
    let at = '';
    let begun = 0;
    const attemptOnce = () => {
      // Others may have found it away while this one waited for its turn, or for its next try.
      if (!isUrgent) breaker?.admit(request);
      at = new Date(deps.clock.now()).toISOString();
      begun = deps.clock.elapsed();
      if (count === 1) context.onRequest?.();
      return tryOnce(deps, limits, request, { url, headers: { 'x-request-id': sentId } }, signal);
    };
    // A turn is that of one attempt: whoever waits for the next one holds nobody else up.
    const { response, failure } = await (rateLimiter
      ? rateLimiter.run(attemptOnce, { isUrgent, signal })
      : attemptOnce());
    // One request tells whether it is back: the next try is everybody's.
    if (failure?.isTransient) breaker?.leave(request, false);
    if (failure?.error.code === 'CANCELLED') throw cancelled();
    if (!failure || isOverburdened(failure.error)) rateLimiter?.record(!failure);

    // Shortened last: half of a key is not recognised any more.
    const requestId = safely(requestIdOf(response) ?? sentId).slice(0, maxRequestIdLength);
    const status = response?.status ?? failure?.error.status;
    const receivedAt = deps.clock.now();
    const clockOffset = response && offsetOf(response, receivedAt);
    context.onAttempt?.({
      at,
      path,
      requestId,
      attempt: count,
      ms: Math.round(deps.clock.elapsed() - begun),
      ...(status !== undefined && { status }),
      ...(failure && { code: failure.error.code }),
      // What stands in between may have a clock of its own.
      ...(!failure && clockOffset !== undefined && { clockOffset }),
    });
    const exchange: Exchange = {
      at,
      method: 'GET',
      path,
      agency: safely(access.agency),
      attempts: count,
      requestId,
      ...(request.query['rut'] !== undefined && { rut: request.query['rut'] }),
      ...(status !== undefined && { status }),
    };
    const withExchange = (error: AppError) =>
      addExchange(error, request.endpoint, withResponse(exchange, response, safely), safely);

    if (!failure) {
      const { content } = response.body;
      const { agency } = access;
      const sent = { ...request, agency, requestIds: [sentId, requestIdOf(response) ?? sentId] };
      const [redactKey, yieldToEventLoop] = [keyRedactor([access.key]), createYielding(deps.clock)];
      return {
        content,
        sent,
        status: response.status,
        redactKey,
        yieldToEventLoop,
        zone: response.zone,
        requestId,
        receivedAt,
        clockOffset: clockOffset ?? 0,
        withExchange,
      };
    }
    context.onFailed?.(withExchange(failure.error));
    if (!failure.isTransient || count === limits.attempts) {
      throw withExchange(failure.error);
    }
    await wait(deps.clock, retryDelay(count, deps.random(), failure.after), signal);
  }
}

type AttemptResult =
  | { response: AttemptResponse<Body>; failure?: undefined }
  | { response?: AttemptResponse<Body>; failure: AttemptFailure };

async function tryOnce(
  deps: HttpDeps,
  limits: Limits,
  request: ApiRequest,
  message: Parameters<typeof attempt>[2],
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  try {
    const caps = capsOf(request.endpoint, limits.bodyBytes);
    const response = await attempt(deps, limits, message, signal, (response, alive) =>
      readBody(response, caps, alive),
    );
    const failure = checkResponse(response, request.endpoint, deps.clock.now());
    return failure ? { response, failure } : { response };
  } catch (cause) {
    // A foreign error may quote the URL: only its kind goes on.
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

function requestIdOf(response: AttemptResponse<Body> | undefined): string | undefined {
  if (!response) return undefined;
  const header = response.headers['x-request-id']?.trim();
  const id = header || (response.status >= 400 ? errorBody(response.body.text).requestId : '');
  return id || undefined;
}

function offsetOf(response: AttemptResponse<Body>, receivedAt: number): number | undefined {
  const date = Date.parse(response.headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date - receivedAt;
}

type Redaction = (text: string) => string;

function withResponse(
  exchange: Exchange,
  response: AttemptResponse<Body> | undefined,
  safely: Redaction,
): Exchange {
  if (!response) return exchange;
  const { text, bytes, isWhole } = response.body;
  if (isWhole) return { ...exchange, response: safely(text) };
  // Cut again after redacting, so that no half of a key is left at the first cut.
  const head = safely(text).slice(0, -Math.min(8_000, Math.floor(text.length / 2)));
  return { ...exchange, response: `${head}\n… (${bytes} bytes came)` };
}

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
 * Awaited between steps of long work: resolves at once, or in the next turn of the event loop when the last
 * one was a while ago.
 */
export type YieldToEventLoop = () => Promise<void> | undefined;

/** Milliseconds that work may take without a turn of the event loop: shorter than a frame. */
const maxBlockingMs = 10;

/** Work that begins now. */
function createYielding(clock: Pick<Clock, 'elapsed'>): YieldToEventLoop {
  let since = clock.elapsed();
  return () => {
    if (clock.elapsed() - since < maxBlockingMs) return undefined;
    return afterImmediate().then(() => {
      since = clock.elapsed();
    });
  };
}
