import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isAppCode, ruleOf } from '../../shared/error-codes.ts';
import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { Json } from '../../shared/model/json.ts';
import type { HttpResponse } from '../host.ts';
import { type Caps, createBodyParser } from './body-parser.ts';
import type { AttemptResponse } from './request-timeout.ts';
import { readRetryAfter } from './retry-delay.ts';
import { unreadable } from './tolerant-fields.ts';

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
function errorBody(text: string): { code: string; requestId: string } {
  const body = parsed(text);
  const field = (name: string) => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { code: field('code'), requestId: field('requestId') };
}

/** The identifier that a response has of its request: in its header, else in its error body. */
export function requestIdOf(response: AttemptResponse<Body> | undefined): string | undefined {
  if (!response) return undefined;
  const header = response.headers['x-request-id']?.trim();
  const id = header || (response.status >= 400 ? errorBody(response.body.text).requestId : '');
  return id || undefined;
}

/** Service time minus this machine's, ms; undefined where the response does not tell it. */
export function clockOffsetOf(
  response: Pick<AttemptResponse<Body>, 'headers'>,
  receivedAt: number,
): number | undefined {
  const date = Date.parse(response.headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date - receivedAt;
}

/**
 * An error about a response that came packed, with its coding: each request asks for none. The desk unpacks
 * what it can, so a text that can be read is none.
 */
export function withCoding(error: AppError, response: AttemptResponse<Body> | undefined): AppError {
  const coding = response?.headers['content-encoding']?.trim().toLowerCase().slice(0, 40) ?? '';
  const isText = !/[^\P{Cc}\s]|\ufffd/u.test(response?.body.text.slice(0, 1_000) ?? '');
  if (error.code !== 'RESPONSE_UNREADABLE' || /^(?:identity)?$/.test(coding) || isText) return error;
  return new AppError(error.code, error.message, { values: { ...error.values, coding } });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports that it is not JSON.
  }
}

/** The body of a response. */
export interface Body {
  /** Its beginning, for a report; not redacted. */
  text: string;
  /** Bytes received; more may have followed where reading stopped early. */
  bytes: number;
  /** Whether `text` is the whole body. */
  isWhole: boolean;
  /** The parsed body. Throws `RESPONSE_UNREADABLE`, or `RESPONSE_TOO_LARGE` where a cap was passed. */
  content(): Json;
}

/** Maximum bytes read with a status other than 2xx: an error of the service has four short fields. */
const maxErrorBytes = 64 * 1024;
/** Fits in a report and in an email. */
const maxTextLength = 200_000;
/** Bytes parsed between two yields to the event loop. */
const chunkBytes = 64 * 1024;

/**
 * Reads a body as it arrives. A good response is parsed on the way, and reading stops once a cap is passed or
 * the parser fails. Of any other, at most `maxErrorBytes` are read. Rejects as the network does.
 */
export async function readBody(response: HttpResponse, caps: Caps, alive: () => void): Promise<Body> {
  const isGood = response.status >= 200 && response.status < 300;
  const beginning: Uint8Array[] = [];
  let [bytes, captured] = [0, 0];
  const max = isGood ? maxTextLength : Math.min(maxErrorBytes, caps.bytes);
  const decode = decoderFor(response.headers['content-type'] ?? '');
  const parser = createBodyParser(caps, decode);
  let parseError: unknown;
  for await (const chunk of response.body) {
    alive();
    if (captured < max) {
      beginning.push(chunk.slice(0, max - captured));
      captured += Math.min(chunk.length, max - captured);
    }
    bytes += chunk.length;
    if (isGood) parseError = await pushed(chunk);
    if (parseError !== undefined || (!isGood && bytes > max)) break;
  }
  const isWhole = parseError === undefined && captured === bytes;
  const start = Buffer.concat(beginning);
  // The last character may be incomplete, which says nothing about the encoding of the rest.
  return { text: isWhole ? decode(start) : new TextDecoder().decode(start), bytes, isWhole, content };

  /**
   * Parses a chunk in parts, so that a large one does not block. Returns the error that makes the rest
   * useless.
   */
  async function pushed(chunk: Uint8Array): Promise<unknown> {
    for (let from = 0; from < chunk.length; from += chunkBytes) {
      try {
        parser.push(chunk.subarray(from, from + chunkBytes));
      } catch (error) {
        if (!isAppError(error)) throw error;
        return error;
      }
      if (chunk.length > chunkBytes) await yieldToEventLoop();
    }
    return undefined;
  }

  function content(): Json {
    if (parseError !== undefined) throw parseError;
    if (!isGood) throw unreadable('not a good answer');
    return parser.end();
  }
}

/** A body for a report, or its beginning where it was not read whole; `safely` redacts. */
export function reportedText({ text, bytes, isWhole }: Body, safely: (text: string) => string): string {
  if (isWhole) return safely(text);
  // Truncated again after redacting, so that no half of a key is left at the first cut.
  const head = safely(text).slice(0, -Math.min(8_000, Math.floor(text.length / 2)));
  return `${head}\n… (${bytes} bytes came)`;
}

/**
 * Decodes bytes with the charset of the header, else as UTF-8. Invalid UTF-8 is read as windows-1252, which
 * older systems send undeclared: a replacement character would lose the letter.
 */
function decoderFor(contentType: string): (bytes: Uint8Array) => string {
  const latin = new TextDecoder('windows-1252');
  if (/charset\s*=\s*"?(?:iso-?8859-1|latin-?1|windows-1252|cp1252)\b/i.test(contentType))
    return (bytes) => latin.decode(bytes);
  const strict = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      return latin.decode(bytes);
    }
  };
}
