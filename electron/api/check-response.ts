import { isAppCode, ruleOf } from '../../shared/error-rules.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { readRetryAfter } from './request-retry.ts';
import type { AttemptResponse } from './request-timeout.ts';
import type { Body } from './response-body.ts';

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
