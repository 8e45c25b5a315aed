import { CarpetaError, type ErrorCode } from '../../shared/errors.ts';

/** Where the service of a connection is, and what opens it. */
export interface Door {
  /** As `parseBaseUrl` gives it. */
  baseUrl: string;
  agency: string;
  key: string;
}

/** One question to the service, before it is written as a URL. */
export interface Ask {
  /** The endpoint as api.md writes it, for messages: `GET /files`. */
  endpoint: string;
  /** Path segments after `/v1`, as typed. */
  segments: readonly string[];
  /** Query without the key; values left out when undefined. */
  query: Readonly<Record<string, string | undefined>>;
}

/**
 * The URL of a request: the one place where a key is written (api.md, Authentication). Everything is encoded, so that it arrives as it was
 * typed. Throws `AGENCY_ID_INVALID`, `PROJECT_ID_UNDEFINED`, `DISPATCH_ID_INVALID`, `KEY_MISSING` or `INPUT_INVALID` for what no URL can hold.
 */
export function requestUrl(door: Door, ask: Ask): string {
  if (door.agency === '') throw new CarpetaError('PROJECT_ID_UNDEFINED', 'the agency id is empty');
  if (door.key === '') throw new CarpetaError('KEY_MISSING', 'the key is empty');
  const agency = segment(door.agency, 'AGENCY_ID_INVALID');
  const path = ask.segments.map((part) => segment(part, 'DISPATCH_ID_INVALID')).join('/');
  return `${door.baseUrl}/${agency}/v1/${path}?${queryOf({ ...ask.query, key: door.key })}`;
}

/** A path segment; `.` and `..` would lead to another endpoint however they are encoded. */
function segment(text: string, code: ErrorCode): string {
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new CarpetaError(code, `${JSON.stringify(text)} cannot stand in a path`, {
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
  if (!value.isWellFormed()) throw new CarpetaError('INPUT_INVALID', `${name} holds half a character`);
  return encodeURIComponent(value);
}
