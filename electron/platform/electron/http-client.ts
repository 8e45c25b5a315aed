import type { Readable } from 'node:stream';
import { app, type ClientRequest, type IncomingMessage, net, type Session, session } from 'electron';
import { AppError } from '../../../shared/errors.ts';
import type { HttpGet, HttpGetOptions, HttpResponse, NetworkZone, ProxyLogin } from '../../host.ts';
import { cancelled, orCancelled } from '../../lib/async.ts';
import { isAtLeast, refusedInward } from '../node/network-zone.ts';
import type { CertificatePrompts } from './client-certificates.ts';
import { type ConnectionQueue, createConnectionQueue } from './connection-queue.ts';
import { createTargetNetworkZones } from './target-network-zones.ts';

/**
 * Electron's response is a readable stream, which its types leave out
 * (`lib/common/api/net-client-request.ts`).
 */
type ReadableResponse = IncomingMessage & Readable;

/**
 * The session for API and storage: in memory and without a cache, because a cache writes URLs, key included,
 * to disk. It takes proxy, PAC, names and certificates from the system.
 */
export function createNetworkSession(): Session {
  // The system resolves an office's internal names; a public resolver would learn which agency is used.
  app.configureHostResolver({ secureDnsMode: 'off' });
  return session.fromPartition('network', { cache: false });
}

/**
 * A `HttpGet` over Chromium's network. A proxy that requires a login gets the one from `proxyLogin`. The
 * request counts as blocked while the login is awaited, a person selects a certificate, or all connections to
 * the host are in use.
 */
export function createHttpGet(
  own: Session,
  proxyLogin: ProxyLogin,
  certificates?: CertificatePrompts,
): HttpGet {
  const line = createConnectionQueue();
  const targetZonesOf = createTargetNetworkZones(own);
  return async (url, options) => {
    const address = URL.parse(url);
    // The URL itself may hold a key or a signature, so no message repeats it.
    if (!address || !/^https?:$/.test(address.protocol))
      throw new AppError('INPUT_INVALID', 'not an http address');
    if (options.signal?.aborted) throw cancelled();
    // A proxy's script may take its time.
    const { nearestZone, farthestZone } = await orCancelled(
      targetZonesOf(address, options.onBlocked),
      options.signal,
    );
    if (options.nearestZone && !isAtLeast(nearestZone, options.nearestZone))
      throw refusedInward(address.hostname);
    return new Promise((resolve, reject) => {
      get({ address, zone: farthestZone, options, own, proxyLogin, certificates, line, resolve, reject });
    });
  };
}

interface Get {
  address: URL;
  zone: NetworkZone;
  options: HttpGetOptions;
  own: Session;
  proxyLogin: ProxyLogin;
  certificates: CertificatePrompts | undefined;
  line: ConnectionQueue;
  resolve(response: HttpResponse): void;
  reject(error: AppError): void;
}

/**
 * Sends a request when its slot is free. The slot and the listener on the signal are released with the
 * response's own stream.
 */
function get(job: Get): void {
  const { address, zone: from, options, own, proxyLogin, line, resolve, reject } = job;
  const { headers = {}, signal, onBlocked } = options;
  const request = net.request({
    url: address.href,
    method: 'GET',
    session: own,
    redirect: 'manual',
    useSessionCookies: false,
    cache: 'no-store',
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  const cancel = () => request.abort();
  const stop = () => {
    letGo();
    reject(cancelled());
    cancel();
  };
  // Not on the request's own `close`: it is a Writable, and closes as soon as it has been sent.
  let unfollow: (() => void) | undefined;
  const letGo = () => {
    unfollow?.();
    signal?.removeEventListener('abort', stop);
    slot.leave();
  };
  const refuse = (error: AppError) => {
    letGo();
    reject(error);
  };
  signal?.addEventListener('abort', stop, { once: true });
  const logins = handleLogins(request, proxyLogin, onBlocked);
  request.on('error', (error) => refuse(failure(error, address.hostname, logins.isRefused())));
  request.on('redirect', (status, _method, _location, headersOfIt) => {
    letGo();
    resolve({ status, headers: plain(headersOfIt), body: nothing(), cancel, zone: from });
    cancel();
  });
  request.on('response', (response) => {
    const body = response as ReadableResponse;
    body.once('close', letGo);
    // Without a listener, a body that breaks before it is read ends the process; its reader still gets the
    // error.
    body.on('error', letGo);
    slot.responded(response.httpVersionMajor);
    if (response.statusCode !== 407) return resolve({ ...responseFacts(body, signal, cancel), zone: from });
    // A missing login ends as a response whose body fails; so does a tunnel that the proxy refuses.
    refuse(proxyRefused({ host: address.hostname }));
    cancel();
  });
  let isBlocked = false;
  let isSent = false;
  const slot = line.enter(address.host, () => {
    isSent = true;
    if (isBlocked) onBlocked?.(false);
    if (onBlocked) unfollow = job.certificates?.follow(hostAndPort(address), onBlocked);
    request.end();
  });
  isBlocked = !isSent;
  if (isBlocked) onBlocked?.(true);
}

/** As Chromium writes it (`net::HostPortPair::ToString`). */
function hostAndPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Sends a proxy its login, and records whether the last request of the proxy got none. */
function handleLogins(
  request: ClientRequest,
  proxyLogin: ProxyLogin,
  onBlocked: HttpGetOptions['onBlocked'],
) {
  let isRetry = false;
  let isRefused = false;
  request.on('login', ({ isProxy, host, port, realm }, respond) => {
    // A server that requires a login is not the API: the caller gets its 401.
    if (!isProxy) return respond();
    const give = (login?: { user: string; password: string }) => {
      isRefused = login === undefined;
      onBlocked?.(false);
      if (login) respond(login.user, login.password);
      else respond();
    };
    // A dialog may be open, for longer than any stall timeout.
    onBlocked?.(true);
    proxyLogin({ host, port, realm, isRetry }).then(give, () => give());
    isRetry = true;
  });
  return { isRefused: () => isRefused };
}

function responseFacts(
  response: ReadableResponse,
  signal: AbortSignal | undefined,
  cancel: () => void,
): Omit<HttpResponse, 'zone'> {
  return {
    status: response.statusCode,
    headers: plain(response.headers),
    body: bodyOf(response, signal),
    cancel,
    isFramed: response.httpVersionMajor >= 2,
  };
}

async function* bodyOf(
  response: ReadableResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk;
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    throw new AppError('TRANSFER_BROKEN', 'the body broke off', {
      values: { reason: codeOf(error) },
      cause: error,
    });
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A redirect is not followed and its body not read.
}

function plain(headers: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

function failure(error: Error, host: string, isLoginRefused: boolean): AppError {
  const reason = codeOf(error);
  const options = { values: { host, reason }, cause: error };
  if (reason === 'ERR_PROXY_CERTIFICATE_INVALID') {
    const values = { ...options.values, at: 'proxy' };
    return new AppError('TLS_FAILED', 'no trusted connection to the proxy', { ...options, values });
  }
  if (unreadable.test(reason)) {
    return new AppError('RESPONSE_UNREADABLE', `no HTTP that can be read: ${reason}`, options);
  }
  if (/^ERR_(CERT|SSL|BAD_SSL)/.test(reason))
    return new AppError('TLS_FAILED', `no trusted connection to ${host}`, options);
  if (reason === 'ERR_INSUFFICIENT_RESOURCES') {
    return new AppError('TOO_MANY_OPEN_FILES', `no socket for ${host}: ${reason}`, options);
  }
  // A tunnel may fail for other reasons too, such as a host that the proxy does not reach.
  const isTunnelRefused = isLoginRefused && reason === 'ERR_TUNNEL_CONNECTION_FAILED';
  if (isTunnelRefused || proxyErrors.test(reason)) return proxyRefused(options.values, error);
  const at = unreachedProxy.test(reason) ? { at: 'proxy' } : {};
  const values = { ...options.values, ...at };
  return new AppError('NO_NETWORK', `no answer from ${host}: ${reason}`, { ...options, values });
}

/** The proxy was not reached, or could not connect any further. */
const unreachedProxy = /^ERR_(?:PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED)$/;

/** A server accepts connections there, and speaks something other than HTTP. */
const unreadable =
  /^ERR_(?:INVALID_HTTP_RESPONSE|RESPONSE_HEADERS_|INVALID_CHUNKED_ENCODING|INVALID_REDIRECT|HTTP2_PROTOCOL_ERROR|CONTENT_DECODING_)/;

const proxyErrors =
  /^ERR_(PROXY_AUTH|INVALID_AUTH_CREDENTIALS|MISSING_AUTH_CREDENTIALS|UNEXPECTED_PROXY_AUTH)/;

function proxyRefused(values: Record<string, string>, cause?: Error): AppError {
  return new AppError('PROXY_REFUSED', 'the proxy wants a login', { values, status: 407, cause });
}

/** Chromium's name of an error, such as `ERR_NAME_NOT_RESOLVED`; its message may hold more. */
function codeOf(error: unknown): string {
  return (error instanceof Error && /ERR_[A-Z0-9_]+/.exec(error.message)?.[0]) || 'UNKNOWN';
}
