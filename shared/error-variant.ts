import type { ErrorData } from './errors.ts';

/** Causes that share an error code and have an error text of their own. */
export const errorVariants = [
  'addressUnknown',
  'addressSilent',
  'proxyCertificate',
  'proxySilent',
  'proxyTunnel',
  'storageRedirected',
  'storageUnreadable',
  'responsePacked',
  'fileKindNotOpened',
  'loginPage',
  'dispatchNotAmong',
  'rowsUnreadable',
  'indexOutOfFiles',
  'storeUnwritable',
  'storeUnreachable',
  'downloadAwaitsSpace',
] as const;

type ErrorVariant = (typeof errorVariants)[number];

/** An unknown host name, as Node and Chromium report it. */
const unknownName = /^(?:ENOTFOUND|ERR_NAME_NOT_RESOLVED)$/;
/** The proxy responded, but could not connect. */
const tunnel = /^(?:ERR_PROXY_TUNNEL|ERR_TUNNEL_CONNECTION_FAILED)$/;
/** A host that may exist but accepts no connection. */
const silent =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ERR_CONNECTION_REFUSED|ERR_CONNECTION_TIMED_OUT|ERR_ADDRESS_UNREACHABLE|ERR_ADDRESS_INVALID)$/;

/** The variant of an error whose text depends on its cause; undefined if the code's text suffices. */
export function variantOf({
  code,
  status,
  values = {},
}: Pick<ErrorData, 'code' | 'status' | 'values'>): ErrorVariant | undefined {
  // RFC 6585: the client must first log in to the network.
  if (status === 511) return 'loginPage';
  if (code === 'REDIRECTED' && values['from'] === 'storage') return 'storageRedirected';
  if (code === 'RESPONSE_UNREADABLE' && values['coding'] !== undefined) return 'responsePacked';
  if (code === 'FILE_NOT_OPENED' && values['detail'] === 'kind') return 'fileKindNotOpened';
  // Its address came from the agency: the person's base URL is right.
  if (code === 'RESPONSE_UNREADABLE' && values['from'] === 'storage') return 'storageUnreadable';
  if (code === 'TLS_FAILED' && values['at'] === 'proxy') return 'proxyCertificate';
  // Requested as several clients: the text must not name one of them.
  if (code === 'DISPATCH_NOT_FOUND' && Number(values['asked']) > 1) return 'dispatchNotAmong';
  // Rows of a list, which cannot be named individually.
  if (code === 'ROW_UNREADABLE' && values['count'] !== undefined) return 'rowsUnreadable';
  // No other folder can be chosen for the app's own data.
  if (values['at'] === 'store') {
    if (code === 'FOLDER_UNWRITABLE') return 'storeUnwritable';
    if (code === 'FOLDER_GONE') return 'storeUnreachable';
  }
  // Only a paused batch says what it needs, and only that goes on by itself.
  if (code === 'DISK_FULL' && values['needed'] !== undefined) return 'downloadAwaitsSpace';
  // Nothing is in the way of the index.
  if (code === 'INDEX_NOT_WRITTEN' && values['reason'] === 'TOO_MANY_OPEN_FILES') return 'indexOutOfFiles';
  if (code !== 'NO_NETWORK' || values['host'] === undefined) return undefined;
  const reason = String(values['reason']);
  if (values['at'] === 'proxy') return tunnel.test(reason) ? 'proxyTunnel' : 'proxySilent';
  if (unknownName.test(reason)) return 'addressUnknown';
  return silent.test(reason) ? 'addressSilent' : undefined;
}
