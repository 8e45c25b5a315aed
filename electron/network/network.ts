import { isAppError } from '../../shared/errors.ts';
import { redactor, secretsOf } from '../../shared/redact.ts';
import type { Open, Opened } from '../host.ts';

/**
 * The same network, which knows whether the last request was answered at all, and tells when that changes. The first answer is no news; that there is none is
 * told each time, because a page may have come since.
 */
export function watchNetwork(
  open: Open,
  tell: (online: boolean) => void,
): { open: Open; isOnline(): boolean } {
  let online = true;
  function record(now: boolean): void {
    if (online !== now || !now) tell(now);
    online = now;
  }
  return {
    open: async (url, options) => {
      try {
        const opened = await open(url, options);
        record(true);
        return opened;
      } catch (error) {
        if (isAppError(error, 'NO_NETWORK')) record(false);
        throw error;
      }
    },
    isOnline: () => online,
  };
}

/**
 * The same network, in whose answers no header repeats a key in use, a link, or the signature that was asked with: headers are kept in the store and told in
 * errors (docs/security.md, What comes in). An `ETag` that does is left out, because one that is cut would be the tag of other files too.
 */
export function quietHeaders(open: Open, keys: Iterable<string>): Open {
  return async (url, options) => {
    const opened = await open(url, options);
    return { ...opened, headers: quiet(opened.headers, [...keys, ...secretsOf(url)]) };
  };
}

function quiet(headers: Opened['headers'], secrets: readonly string[]): Opened['headers'] {
  const safely = redactor(secrets);
  const safe = Object.entries(headers).map(([name, value]) => [name, safely(value), value] as const);
  const told = safe.filter(([name, redacted, value]) => name !== 'etag' || redacted === value);
  return Object.fromEntries(told.map(([name, redacted]) => [name, redacted]));
}

/** The network for documents: for agencies elsewhere, too, storage of a local network may be used where that is allowed; this computer stays out of reach. */
export function openStorage(open: Open, isLocalAllowed: () => boolean): Open {
  return (url, options) =>
    open(
      url,
      options.nearest === 'elsewhere' && isLocalAllowed()
        ? { ...options, nearest: 'local-network' }
        : options,
    );
}
