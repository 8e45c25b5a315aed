import type { ErrorData } from './errors.ts';

/** Causes that share an error code with others, and have words of their own among the words of errors. */
export const errorVariants = [
  'addressUnknown',
  'addressSilent',
  'proxyCertificate',
  'proxySilent',
  'proxyTunnel',
  'storageRedirected',
  'loginPage',
  'dispatchNotAmong',
  'rowsUnreadable',
] as const;

export type ErrorVariant = (typeof errorVariants)[number];

/** A name that nobody has, as Node and Chromium say so. */
const unknownName = /^(?:ENOTFOUND|ERR_NAME_NOT_RESOLVED)$/;
/** The proxy answered, and did not get there. */
const tunnel = /^(?:ERR_PROXY_TUNNEL|ERR_TUNNEL_CONNECTION_FAILED)$/;
/** Somebody may be there, and takes no connection. */
const silent =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ERR_CONNECTION_REFUSED|ERR_CONNECTION_TIMED_OUT|ERR_ADDRESS_UNREACHABLE|ERR_ADDRESS_INVALID)$/;

/** The cause of an error where its words differ by it; undefined where those of its code say all. */
export function variantOf({
  code,
  status,
  values = {},
}: Pick<ErrorData, 'code' | 'status' | 'values'>): ErrorVariant | undefined {
  // RFC 6585: whoever asks is to log in to the network first.
  if (status === 511) return 'loginPage';
  if (code === 'REDIRECTED' && values['from'] === 'storage') return 'storageRedirected';
  if (code === 'TLS_FAILED' && values['at'] === 'proxy') return 'proxyCertificate';
  // Asked for as several clients: of none of them alone is it said.
  if (code === 'DISPATCH_NOT_FOUND' && Number(values['asked']) > 1) return 'dispatchNotAmong';
  // Of rows of a list, none of which can be named.
  if (code === 'ROW_UNREADABLE' && values['count'] !== undefined) return 'rowsUnreadable';
  if (code !== 'NO_NETWORK' || values['host'] === undefined) return undefined;
  const reason = String(values['reason']);
  if (values['at'] === 'proxy') return tunnel.test(reason) ? 'proxyTunnel' : 'proxySilent';
  if (unknownName.test(reason)) return 'addressUnknown';
  return silent.test(reason) ? 'addressSilent' : undefined;
}
