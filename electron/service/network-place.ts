import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../shared/model/base-url.ts';

/** Where a host of an address stands, as far as the address itself says it: a name may lead anywhere. */
export type NetworkPlace = 'this-machine' | 'local-network' | 'elsewhere';

const thisMachine = blocks('127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128');
const localNetwork = blocks(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
);

/** The place of a URL's host name, in whatever form its address was written: `URL` has made it plain. */
export function placeOf(hostname: string): NetworkPlace {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isLoopback(host) || /(^|\.)localhost$/i.test(host)) return 'this-machine';
  const family = isIP(host);
  if (family === 0) return 'elsewhere';
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (thisMachine.check(host, kind)) return 'this-machine';
  return localNetwork.check(host, kind) ? 'local-network' : 'elsewhere';
}

/**
 * Whether a link may be followed that a service gave: to this machine only for a service on this machine, to an address of a local network only for a
 * service that stands there or here (docs/security.md). What is no address is judged by who opens it.
 */
export function mayLeadTo(link: string, serviceUrl: string): boolean {
  const [to, from] = [URL.parse(link), URL.parse(serviceUrl)];
  if (!to || !from) return true;
  const order: readonly NetworkPlace[] = ['this-machine', 'local-network', 'elsewhere'];
  return order.indexOf(placeOf(to.hostname)) >= order.indexOf(placeOf(from.hostname));
}

function blocks(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
