import { isIP } from 'node:net';
import type { Session } from 'electron';
import type { HttpGetOptions, NetworkZone } from '../../host.ts';
import { isAtLeast, zoneOf, zoneOfAddresses } from '../node/network-zone.ts';

/** Where a request would connect to. */
interface TargetZones {
  /** The nearest of all its addresses. */
  nearestZone: NetworkZone;
  /**
   * The farthest zone its host has had, so that a name whose addresses change never counts as an inside one.
   */
  farthestZone: NetworkZone;
}

/**
 * Resolves, through Chromium's own proxy and name lookups, what a request would connect to: a request reports
 * no remote address. A name behind a proxy, or one that is not found, is elsewhere. Meanwhile the request
 * counts as blocked: Chromium resolves the proxies of a session one after another
 * (`shell/browser/net/resolve_proxy_helper.cc`), so the wait is no stall. Chromium caches a lookup for a
 * minute, so the following request gets the same addresses.
 */
export function createTargetNetworkZones(
  own: Session,
): (address: URL, onBlocked?: HttpGetOptions['onBlocked']) => Promise<TargetZones> {
  const seen = new Map<string, NetworkZone>();

  async function addressesOf({ origin, hostname }: URL): Promise<string[]> {
    // Without path and query, which hold a key or a signature: the proxy's script is third-party code.
    if (!/\bDIRECT\b/.test(await own.resolveProxy(`${origin}/`))) return [];
    // A request to an unknown name fails by itself, with its own error.
    const found = await own.resolveHost(hostname).catch(() => undefined);
    return found?.endpoints.map(({ address }) => address) ?? [];
  }

  return async (address, onBlocked) => {
    const { hostname } = address;
    const literal = zoneOf(hostname);
    if (literal !== 'elsewhere' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      return { nearestZone: literal, farthestZone: literal };
    onBlocked?.(true);
    const addresses = await addressesOf(address).finally(() => onBlocked?.(false));
    const nearestZone = addresses.map(zoneOf).reduce(nearer, 'elsewhere');
    const zone = zoneOfAddresses(addresses);
    const before = seen.get(hostname) ?? zone;
    const farthestZone = isAtLeast(zone, before) ? zone : before;
    if (addresses.length > 0) seen.set(hostname, farthestZone);
    return { nearestZone, farthestZone };
  };
}

function nearer(one: NetworkZone, other: NetworkZone): NetworkZone {
  return isAtLeast(one, other) ? other : one;
}
