import { AppError } from '../../shared/errors.ts';

/**
 * Normalises a base URL that a person typed: no agency id, no trailing slash. Throws `BASE_URL_INVALID`, or
 * `BASE_URL_INSECURE` when it is not https and not on this machine: the key is sent in the query. No message
 * repeats the text, which may contain a pasted key.
 */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('BASE_URL_INVALID', 'not a web address');
  if (!canBeHost(url.hostname) || url.port === '0') {
    throw new AppError('BASE_URL_INVALID', 'a host that no computer can have');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new AppError('BASE_URL_INVALID', 'a base URL has no user, query or fragment');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new AppError('BASE_URL_INSECURE', `${url.hostname} needs https`, {
      values: { host: url.hostname },
    });
  }
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/**
 * As `parseBaseUrl`, for a text that may be the base path of every operation instead (api.md, What the
 * service does). Its end, `/agency` or `/agency/v1`, is left out, since it is added to every request.
 */
export function baseUrlOfAgency(text: string, agency: string): string {
  const { origin, pathname } = new URL(parseBaseUrl(text));
  // A lone surrogate, which no URL can contain, is rejected by the caller.
  const own = `/${encodeURIComponent(agency.toWellFormed())}`;
  const end = [`${own}/v1`, own].find((each) => pathname.endsWith(each)) ?? '';
  return parseBaseUrl(`${origin}${pathname.slice(0, pathname.length - end.length)}`);
}

/**
 * Whether a host name of a URL is valid (RFC 1035, 2.3.4): `api..cl`, `-api.cl` and a name of 64 letters are
 * not.
 */
function canBeHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return (
    hostname.length <= 253 &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label))
  );
}

/** Whether a host name of a URL is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
