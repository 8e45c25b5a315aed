import { isIP } from 'node:net';
import type { Session } from 'electron';
import type { HttpGetOptions, NetworkZone } from '../../host.ts';
import { isAtLeast, zoneOf, zoneOfAddresses } from '../node/network-zone.ts';

/** Where a request would be connected to. */
export interface TargetZones {
  /** Of all its addresses. */
  nearestZone: NetworkZone;
  /**
   * The farthest that its host has been seen at, so that a name which changes its addresses is never taken
   * for one of inside.
   */
  farthestZone: NetworkZone;
}

/**
 * Asks Chromium what it would connect to, by its own answers about proxies and names, because a request tells
 * no address of what it has connected to. A name that a proxy connects to, or that is not found, is
 * elsewhere. A request is held meanwhile: Chromium looks up one proxy of a session after another
 * (`shell/browser/net/resolve_proxy_helper.cc`), and that queue is nobody's silence. Chromium keeps an answer
 * for a minute, so the request that follows has the same.
 */
export function createTargetZones(
  own: Session,
): (address: URL, onBlocked?: HttpGetOptions['onBlocked']) => Promise<TargetZones> {
  const seen = new Map<string, NetworkZone>();

  async function addressesOf({ origin, hostname }: URL): Promise<string[]> {
    // Without its path and query, which hold a key or a signature: the proxy's script is somebody else's
    // program.
    if (!/\bDIRECT\b/.test(await own.resolveProxy(`${origin}/`))) return [];
    // The request that follows fails for a name that is not found, and says so.
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
