import { isAppError } from '../../shared/errors.ts';
import { redactor, secretsOf } from '../../shared/redact.ts';
import type { HttpGet, HttpResponse } from '../host.ts';

/**
 * The same network, which tracks whether the last request got any response, and reports when that changes. A
 * first response is not reported. A missing one is reported each time, because a page may have loaded since.
 */
export function watchNetwork(
  httpGet: HttpGet,
  onChange: (online: boolean) => void,
): { httpGet: HttpGet; isOnline(): boolean } {
  let online = true;
  function record(now: boolean): void {
    if (online !== now || !now) onChange(now);
    online = now;
  }
  return {
    httpGet: async (url, options) => {
      try {
        const response = await httpGet(url, options);
        record(true);
        return response;
      } catch (error) {
        if (isAppError(error, 'NO_NETWORK')) record(false);
        throw error;
      }
    },
    isOnline: () => online,
  };
}

/**
 * The same network, in whose responses no header repeats a key in use, a link, or the request's signature.
 * Headers are stored and shown in errors (docs/security.md, What comes in). An `ETag` that does is left out,
 * because a redacted one would equal the tags of other files.
 */
export function quietHeaders(httpGet: HttpGet, keys: Iterable<string>): HttpGet {
  return async (url, options) => {
    const response = await httpGet(url, options);
    return { ...response, headers: quiet(response.headers, [...keys, ...secretsOf(url)]) };
  };
}

function quiet(headers: HttpResponse['headers'], secrets: readonly string[]): HttpResponse['headers'] {
  const safely = redactor(secrets);
  const safe = Object.entries(headers).map(([name, value]) => [name, safely(value), value] as const);
  const storable = safe.filter(([name, redacted, value]) => name !== 'etag' || redacted === value);
  return Object.fromEntries(storable.map(([name, redacted]) => [name, redacted]));
}

/**
 * The network for documents: storage in a local network may be used where that is allowed, for outside
 * agencies too. This computer stays out of reach.
 */
export function getFromStorage(httpGet: HttpGet, isLocalAllowed: () => boolean): HttpGet {
  return (url, options) =>
    httpGet(
      url,
      options.nearestZone === 'elsewhere' && isLocalAllowed()
        ? { ...options, nearestZone: 'local-network' }
        : options,
    );
}
