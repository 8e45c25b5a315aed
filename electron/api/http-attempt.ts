import { isAppCode, maxAttempts, ruleOf } from '../../shared/error-rules.ts';
import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { Clock, HttpGet, HttpResponse, NetworkZone } from '../host.ts';
import { backoffMs, requestBackoff } from '../jobs/index.ts';
import type { Body } from './response-body.ts';

/** One response with its body. */
export interface AttemptResponse<Body> {
  status: number;
  headers: Readonly<Record<string, string>>;
  zone: NetworkZone;
  body: Body;
}

/**
 * Sends one request. Rejects with the codes of `HttpGet` (`NO_NETWORK` where the response broke off), with
 * `TIMED_OUT`, `REDIRECTED` or the error of `read`. A redirect is never followed, because it could carry the
 * key elsewhere. No header but `headers` identifies the app. `read` calls `alive` with each chunk.
 */
export async function attempt<Body>(
  { httpGet, clock }: { httpGet: HttpGet; clock: Clock },
  limits: AttemptLimits,
  request: { url: string; headers: Readonly<Record<string, string>> },
  signal: AbortSignal | undefined,
  read: (response: HttpResponse, alive: () => void) => Promise<Body>,
): Promise<AttemptResponse<Body>> {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'cache-control': 'no-store',
    ...request.headers,
  };
  return withinTime(clock, limits, signal, async (ends, { alive, setBlocked }) => {
    const response = await httpGet(request.url, { headers, signal: ends, onBlocked: setBlocked });
    alive();
    try {
      if (response.status >= 300 && response.status < 400) throw redirected(response);
      const { status, headers, zone } = response;
      return { status, headers, zone, body: await read(response, alive) };
    } catch (error) {
      // Half a response is none. Elsewhere `TRANSFER_BROKEN` means the file of a document.
      if (!isAppError(error, 'TRANSFER_BROKEN')) throw error;
      const values = error.values ?? {};
      // A response that the HTTP parser rejects did arrive, but cannot be read.
      if (/^HPE_|CHUNKED|CONTENT_DECODING/.test(String(values['reason']))) {
        throw new AppError('RESPONSE_UNREADABLE', 'the answer cannot be read', { values });
      }
      throw new AppError('NO_NETWORK', 'the answer broke off', { values });
    } finally {
      response.cancel();
    }
  });
}

function redirected(response: HttpResponse): AppError {
  // The target may repeat the query with the key: only its host is reported.
  const host = URL.parse(response.headers['location'] ?? '')?.host ?? '';
  return new AppError('REDIRECTED', `redirected${host && ` to ${host}`}`, {
    status: response.status,
    values: { host },
  });
}

/** The limits of one attempt. */
export interface AttemptLimits {
  /** Maximum time without data, before the response or between two chunks, in ms. */
  stallMs: number;
  /** Maximum time of the attempt, in ms. */
  totalMs: number;
  /** Maximum size of the body, in bytes. */
  bodyBytes: number;
}

/** The limits of one attempt, and of their number. */
export interface Limits extends AttemptLimits {
  /** Maximum number of attempts, the first one included. */
  attempts: number;
}

export const defaultLimits: Limits = {
  attempts: maxAttempts,
  stallMs: 35_000,
  totalMs: 120_000,
  bodyBytes: 64 * 1024 * 1024,
};

/** For a connection test that a person waits for: one attempt, short timeouts. */
export const trialLimits: Partial<Limits> = { attempts: 1, stallMs: 15_000, totalMs: 15_000 };

/**
 * Ms until a blocked attempt is checked again: its remaining time does not shrink while blocked, and may be
 * near 0.
 */
const blockedRecheckMs = 100;

/** How an attempt reports its progress. */
export interface Life {
  /** Data has arrived. */
  alive(): void;
  /** The attempt waits locally, not for the network: its timeouts pause until it is unblocked. */
  setBlocked(isBlocked: boolean): void;
}

/** One attempt: it ends with its signal and reports its progress. */
export type Attempt<T> = (signal: AbortSignal, life: Life) => Promise<T>;

/**
 * Runs one attempt under its time limits. Rejects with `TIMED_OUT` when they pass and with `CANCELLED` when
 * `signal` is aborted first, even if the attempt itself hangs.
 */
export async function withinTime<T>(
  clock: Clock,
  limits: AttemptLimits,
  signal: AbortSignal | undefined,
  attempt: Attempt<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelled();
  const own = new AbortController();
  const ends = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  let begun = clock.elapsed();
  let lastSign = begun;
  let blockedSince: number | undefined;
  let isLate = false;

  async function watch(): Promise<void> {
    for (;;) {
      const left =
        Math.min(lastSign + limits.stallMs, begun + limits.totalMs) - (blockedSince ?? clock.elapsed());
      if (left <= 0) break;
      try {
        await clock.sleep(blockedSince === undefined ? left : Math.max(left, blockedRecheckMs), ends);
      } catch {
        return; // The attempt has ended.
      }
    }
    isLate = true;
    own.abort();
  }

  const ended = Promise.withResolvers<never>();
  const stop = () => ended.reject(cancelled());
  ends.addEventListener('abort', stop, { once: true });
  const watching = watch();
  try {
    const alive = () => {
      lastSign = clock.elapsed();
    };
    const setBlocked = (isBlocked: boolean) => {
      const now = clock.elapsed();
      if (blockedSince !== undefined) {
        begun += now - blockedSince;
        lastSign += now - blockedSince;
      }
      blockedSince = isBlocked ? now : undefined;
    };
    return await Promise.race([attempt(ends, { alive, setBlocked }), ended.promise]);
  } catch (error) {
    if (isLate) throw new AppError('TIMED_OUT', 'no answer in time', { cause: error });
    throw signal?.aborted ? cancelled() : error;
  } finally {
    // Only the watch is still running.
    ends.removeEventListener('abort', stop);
    own.abort();
    await watching;
  }
}

/** The error of anything that a person or the app has cancelled. */
export function cancelled(): AppError {
  return new AppError('CANCELLED', 'cancelled');
}

/**
 * Ms to wait before a retry, 1 for the first: the back-off, and never less than the `retryAfter` that the
 * server requests, up to the maximum (api.md, Retry guidance). `random` is 0 to 1.
 */
export function retryDelay(retry: number, random: number, retryAfter = 0): number {
  return Math.round(Math.min(requestBackoff.maxMs, Math.max(backoffMs(retry, random), retryAfter)));
}

/**
 * The wait of a `Retry-After` header, in seconds or as a date, as ms; 0 when absent or unreadable. `now` is
 * the response's time.
 */
export function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` takes a bare number for a year: an HTTP date ends in GMT.
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/** Why an attempt failed. */
export interface AttemptFailure {
  error: AppError;
  /** Whether a retry may help. */
  isTransient: boolean;
  /** The minimum wait in ms that the server requests. */
  after: number;
}

/**
 * Checks a response: undefined when it is good (api.md, Errors and Retry guidance). The service itself never
 * sends 401, 407, 429, 502, 503 or 504: those come from a proxy in between.
 */
export function checkResponse(
  response: AttemptResponse<Pick<Body, 'text'>>,
  endpoint: string,
  now: number,
): AttemptFailure | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 407) return final(status, 'PROXY_REFUSED', endpoint);
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    const respondedAt = Date.parse(response.headers['date'] ?? '') || now;
    const after = readRetryAfter(response.headers['retry-after'], respondedAt);
    return { error: refused(status, 'GATEWAY_UNAVAILABLE', endpoint), isTransient: true, after };
  }
  const code = serviceCode(response.body.text);
  if (status === 500) {
    if (code !== undefined && ruleOf(code).follows === 'block') return final(status, code, endpoint);
    return { error: refused(status, code ?? 'INTERNAL_ERROR', endpoint), isTransient: true, after: 0 };
  }
  if (status > 500) return final(status, code ?? 'GATEWAY_UNAVAILABLE', endpoint);
  // Without the service's error body, the refusal came from elsewhere: a wrong base URL, a portal, a filter.
  return final(status, code ?? 'RESPONSE_UNREADABLE', endpoint);
}

/**
 * Classifies an attempt without a whole response: a network failure may pass, a refusal on the way will not.
 */
export function judgeFailure(error: AppError): AttemptFailure {
  return { error, isTransient: ruleOf(error.code).follows === 'wait', after: 0 };
}

/**
 * Whether the service fails or is overloaded, so that the rate limiter slows down. A refusal is a normal
 * response, and a lost connection does not concern the load.
 */
export function isOverburdened({ code, status = 0 }: AppError): boolean {
  if (code === 'TENANT_UNRESOLVED') return false;
  return code === 'TIMED_OUT' || status === 429 || status >= 500;
}

function final(status: number, code: ErrorCode, endpoint: string): AttemptFailure {
  return { error: refused(status, code, endpoint), isTransient: false, after: 0 };
}

function refused(status: number, code: ErrorCode, endpoint: string): AppError {
  return new AppError(code, `${endpoint} answered ${status} ${code}`, { status, values: { endpoint } });
}

/**
 * The stable code of the service's error body, or undefined when the body is not the service's. It may not
 * use the app's own codes: a search that received RESULT_SET_GONE would end silently.
 */
function serviceCode(text: string): string | undefined {
  const code = /^[A-Z][A-Z0-9_]{1,63}$/.exec(errorBody(text).code)?.[0];
  return code === undefined || isAppCode(code) ? undefined : code;
}

/** The fields of an error body; empty where absent. */
export function errorBody(text: string): { code: string; requestId: string } {
  const body = parsed(text);
  const field = (name: string) => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { code: field('code'), requestId: field('requestId') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports that it is not JSON.
  }
}
