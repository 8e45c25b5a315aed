import { BlockList, isIP } from 'node:net';
import { AppError } from '../../../shared/errors.ts';
import type { NetworkZone } from '../../host.ts';
import { isLoopback } from '../../lib/base-url.ts';

// From the registries of special-purpose addresses (RFC 6890, and IANA's later additions). What is not
// globally reachable counts as the local network, as does multicast, which no storage uses.
const thisMachine = blocks('127.0.0.0/8', '0.0.0.0/8');
const localNetwork = blocks(
  ...['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...['64:ff9b:1::/48', '100::/64', '100:0:0:1::/64', '2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
);
/** Parts of these that are globally reachable. */
const ofEverywhere = blocks(
  ...['192.0.0.9/32', '192.0.0.10/32'],
  ...['2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:3::/32', '2001:4:112::/48'],
  ...['2001:20::/28', '2001:30::/28'],
);
const nearestFirst: readonly NetworkZone[] = ['this-machine', 'local-network', 'elsewhere'];

/**
 * The zone of a host name of a URL or an IP address, as far as its text says: an unresolved name is
 * elsewhere. Takes any form of an address that `URL` has normalised.
 */
export function zoneOf(hostname: string): NetworkZone {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isLoopback(host) || /(^|\.)localhost$/i.test(host)) return 'this-machine';
  const [address = ''] = host.split('%');
  const family = isIP(address);
  if (family === 0) return 'elsewhere';
  const within = family === 4 ? [] : embeddedIn(groupsOf(address));
  if (within.length === 0) return zoneOfAddress(address, family === 4 ? 'ipv4' : 'ipv6');
  const zones = within.map((inner) => zoneOfAddress(inner, 'ipv4'));
  return nearestFirst.find((zone) => zones.includes(zone)) ?? 'elsewhere';
}

function zoneOfAddress(address: string, kind: 'ipv4' | 'ipv6'): NetworkZone {
  if (thisMachine.check(address, kind)) return 'this-machine';
  return localNetwork.check(address, kind) && !ofEverywhere.check(address, kind)
    ? 'local-network'
    : 'elsewhere';
}

/**
 * The farthest zone of the addresses of a name: one outside address makes it an outside name. Elsewhere for
 * an empty list.
 */
export function zoneOfAddresses(addresses: readonly string[]): NetworkZone {
  const zones = new Set(addresses.map(zoneOf));
  return nearestFirst.findLast((zone) => zones.has(zone)) ?? 'elsewhere';
}

/** Whether a zone is no nearer than another: this computer is nearest, then the local network. */
export function isAtLeast(zone: NetworkZone, nearestZone: NetworkZone): boolean {
  return nearestFirst.indexOf(zone) >= nearestFirst.indexOf(nearestZone);
}

/** The error of a request that would lead to a nearer zone than allowed. */
export function refusedInward(host: string): AppError {
  return new AppError('LINK_INSECURE', `${host} leads inward`, { values: { host } });
}

function blocks(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** The eight groups of an IPv6 address; its last two may be written as an IPv4 address. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = [], after = []] = plain
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/**
 * Prefixes of an IPv4 address within an IPv6 one: compatible and mapped (RFC 4291), translated (RFC 2765),
 * behind NAT64 (RFC 6052).
 */
const beforeAddress = ['0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'];

/**
 * The IPv4 addresses that an IPv6 address embeds, also for 6to4 (RFC 3056), ISATAP (RFC 5214) and Teredo (RFC
 * 4380). Teredo embeds the server's, and the client's with all bits inverted.
 */
function embeddedIn(groups: readonly number[]): string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (a === 0x2002) return [dotted(b, c)];
  if (a === 0x2001 && b === 0) return [dotted(c, d), dotted(g ^ 0xffff, h ^ 0xffff)];
  const before = [a, b, c, d, e, f].map((group) => group.toString(16)).join(':');
  const isIsatap = (e === 0 || e === 0x200) && f === 0x5efe;
  return beforeAddress.includes(before) || isIsatap ? [dotted(g, h)] : [];
}
