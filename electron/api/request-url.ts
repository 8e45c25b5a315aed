import { AppError, type ErrorCode } from '../../shared/errors.ts';

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
