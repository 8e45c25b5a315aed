import { appCodes, CarpetaError, type ErrorCode } from '../../shared/errors.ts';
import { ruleOf } from '../../shared/retry-table.ts';
import { type Answer, readRetryAfter } from './attempt.ts';
import type { Body } from './body-reader.ts';

/** What was wrong with an answer or with its absence. */
export interface Trouble {
  error: CarpetaError;
  /** Whether asking again may help. */
  isPassing: boolean;
  /** The least wait in ms that the other side asks for. */
  after: number;
}

/**
 * Judges an answer: undefined when it is good (api.md, Errors and Retry guidance). The service itself never sends 401, 407, 429, 502, 503 or 504: those come from a proxy in
 * between.
 */
export function judgeAnswer(
  answer: Answer<Pick<Body, 'text'>>,
  endpoint: string,
  now: number,
): Trouble | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 407) return final(status, 'PROXY_REFUSED', endpoint);
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    const answeredAt = Date.parse(answer.headers['date'] ?? '') || now;
    const after = readRetryAfter(answer.headers['retry-after'], answeredAt);
    return { error: refused(status, 'GATEWAY_UNAVAILABLE', endpoint), isPassing: true, after };
  }
  const code = serviceCode(answer.body.text);
  if (status === 500) {
    if (code !== undefined && ruleOf(code).follows === 'block') return final(status, code, endpoint);
    return { error: refused(status, code ?? 'INTERNAL_ERROR', endpoint), isPassing: true, after: 0 };
  }
  if (status > 500) return final(status, code ?? 'GATEWAY_UNAVAILABLE', endpoint);
  // Without the service's own body it was not the service that refused: a wrong base URL, a portal, a filter.
  return final(status, code ?? 'RESPONSE_UNREADABLE', endpoint);
}

/** Judges an answer that never came, or not whole: the way to the service may be better in a moment, a refusal on it will not. */
export function judgeFailure(error: CarpetaError): Trouble {
  return { error, isPassing: ruleOf(error.code).follows === 'wait', after: 0 };
}

/** Whether a service errs or cannot keep up, and is to be asked less: a refusal is an answer, and a way that is cut says nothing of it. */
export function isOverburdened({ code, status = 0 }: CarpetaError): boolean {
  if (code === 'TENANT_UNRESOLVED') return false;
  return code === 'TIMED_OUT' || status === 429 || status >= 500;
}

function final(status: number, code: ErrorCode, endpoint: string): Trouble {
  return { error: refused(status, code, endpoint), isPassing: false, after: 0 };
}

function refused(status: number, code: ErrorCode, endpoint: string): CarpetaError {
  return new CarpetaError(code, `${endpoint} answered ${status} ${code}`, { status, values: { endpoint } });
}

// What the app says of itself nobody else can say: a search that is told RESULT_SET_GONE would end without a word.
const ownCodes: ReadonlySet<string> = new Set(appCodes);

/** The stable code of the service's error body, or undefined when the body is not the service's. */
function serviceCode(text: string): string | undefined {
  const code = /^[A-Z][A-Z0-9_]{1,63}$/.exec(errorBody(text).code)?.[0];
  return code === undefined || ownCodes.has(code) ? undefined : code;
}

/** What an error body says of itself; empty texts where it says nothing. */
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
    return undefined; // Not JSON is a finding of its own, told by the caller's code.
  }
}
