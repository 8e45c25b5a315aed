import { isIP } from 'node:net';
import type { Session } from 'electron';
import type { NetworkPlace, OpenOptions } from '../../host.ts';
import { isAtLeast, placeOf, placeOfAddresses } from '../node/network-zone.ts';

/** Where a request would be connected to. */
export interface Target {
  /** Of all its addresses. */
  nearest: NetworkPlace;
  /** The farthest that its host has been seen at, so that a name which changes its addresses is never taken for one of inside. */
  farthest: NetworkPlace;
}

/**
 * Asks Chromium what it would connect to, by its own answers about proxies and names, because a request tells no address of what it has connected to. A
 * name that a proxy connects to, or that is not found, is elsewhere. A request is held meanwhile: Chromium looks up one proxy of a session after another
 * (`shell/browser/net/resolve_proxy_helper.cc`), and that queue is nobody's silence. Chromium keeps an answer for a minute, so the request that follows has the same.
 */
export function createTargetPlaces(
  own: Session,
): (address: URL, onBlocked?: OpenOptions['onBlocked']) => Promise<Target> {
  const seen = new Map<string, NetworkPlace>();

  async function addressesOf({ origin, hostname }: URL): Promise<string[]> {
    // Without its path and query, which hold a key or a signature: the proxy's script is somebody else's program.
    if (!/\bDIRECT\b/.test(await own.resolveProxy(`${origin}/`))) return [];
    // The request that follows fails for a name that is not found, and says so.
    const found = await own.resolveHost(hostname).catch(() => undefined);
    return found?.endpoints.map(({ address }) => address) ?? [];
  }

  return async (address, onBlocked) => {
    const { hostname } = address;
    const literal = placeOf(hostname);
    if (literal !== 'elsewhere' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      return { nearest: literal, farthest: literal };
    onBlocked?.(true);
    const addresses = await addressesOf(address).finally(() => onBlocked?.(false));
    const nearest = addresses.map(placeOf).reduce(nearer, 'elsewhere');
    const place = placeOfAddresses(addresses);
    const before = seen.get(hostname) ?? place;
    const farthest = isAtLeast(place, before) ? place : before;
    if (addresses.length > 0) seen.set(hostname, farthest);
    return { nearest, farthest };
  };
}

function nearer(one: NetworkPlace, other: NetworkPlace): NetworkPlace {
  return isAtLeast(one, other) ? other : one;
}
