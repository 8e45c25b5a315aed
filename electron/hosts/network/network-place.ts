import { BlockList, isIP } from 'node:net';
import { CarpetaError } from '../../../shared/errors.ts';
import { isLoopback } from '../../../shared/model/base-url.ts';
import type { NetworkPlace } from '../../host.ts';

const thisMachine = blocks('127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128');
// Multicast, broadcast and what is reserved (RFC 6890) stand with it: no storage of the Internet is there.
const localNetwork = blocks(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  '64:ff9b:1::/48',
);
const nearestFirst: readonly NetworkPlace[] = ['this-machine', 'local-network', 'elsewhere'];

/**
 * Where a host name of a URL or an IP address stands, as far as the text itself says it: a name that is not resolved yet is elsewhere. Any form of
 * an address will do that `URL` has made plain.
 */
export function placeOf(hostname: string): NetworkPlace {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isLoopback(host) || /(^|\.)localhost$/i.test(host)) return 'this-machine';
  const [address = ''] = host.split('%');
  const family = isIP(address);
  if (family === 0) return 'elsewhere';
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (thisMachine.check(address, kind)) return 'this-machine';
  return localNetwork.check(address, kind) ? 'local-network' : 'elsewhere';
}

/** The farthest place of the addresses that a name was resolved to: one outside is enough to be of outside. Elsewhere where there are none. */
export function placeOfAddresses(addresses: readonly string[]): NetworkPlace {
  const places = new Set(addresses.map(placeOf));
  return nearestFirst.findLast((place) => places.has(place)) ?? 'elsewhere';
}

/** Whether a place is no nearer than another: this computer is nearest, then the local network. */
export function isAtLeast(place: NetworkPlace, nearest: NetworkPlace): boolean {
  return nearestFirst.indexOf(place) >= nearestFirst.indexOf(nearest);
}

/** The error of a request that would lead nearer than it may. */
export function refusedInward(host: string): CarpetaError {
  return new CarpetaError('LINK_INSECURE', `${host} leads inward`, { values: { host } });
}

/** Blocks of addresses; those of IPv4 also as they stand in IPv6: compatible, translated (RFC 2765), behind NAT64 (RFC 6052) and behind 6to4 (RFC 3056). */
function blocks(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    const length = Number(prefix);
    if (address.includes(':')) {
      list.addSubnet(address, length, 'ipv6');
      continue;
    }
    list.addSubnet(address, length, 'ipv4');
    for (const before of ['::', '::ffff:0:', '64:ff9b::'])
      list.addSubnet(before + address, 96 + length, 'ipv6');
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const group = (high: number, low: number) => (high * 256 + low).toString(16);
    list.addSubnet(`2002:${group(a, b)}:${group(c, d)}::`, 16 + length, 'ipv6');
  }
  return list;
}
