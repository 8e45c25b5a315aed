import { redact, secretsOf } from '../shared/redact.ts';
import type { Open, Opened } from './host.ts';

/**
 * The same network, in whose answers no header repeats a key in use, a link, or the signature that was asked with: headers are kept in the store and told in
 * errors (docs/security.md, What comes in). An `ETag` that does is left out, because one that is cut would be the tag of other files too.
 */
export function quietHeaders(open: Open, keys: () => readonly string[]): Open {
  return async (url, options) => {
    const opened = await open(url, options);
    return { ...opened, headers: quiet(opened.headers, [...keys(), ...secretsOf(url)]) };
  };
}

function quiet(headers: Opened['headers'], secrets: readonly string[]): Opened['headers'] {
  const safe = Object.entries(headers).map(([name, value]) => [name, redact(value, secrets), value] as const);
  const told = safe.filter(([name, cut, value]) => name !== 'etag' || cut === value);
  return Object.fromEntries(told.map(([name, cut]) => [name, cut]));
}
