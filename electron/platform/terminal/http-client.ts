import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import { AppError } from '../../../shared/errors.ts';
import type { HttpGet, HttpResponse, NetworkZone } from '../../host.ts';
import { cancelled } from '../../lib/async.ts';
import { isLoopback } from '../../lib/base-url.ts';
import { errorCodeOf } from '../../lib/fs-errors.ts';
import { systemCode } from '../../lib/retry-while-locked.ts';
import { isAtLeast, refusedInward, zoneOf } from '../node/network-zone.ts';
import { bodyStream } from './body-stream.ts';

interface HttpClientOptions {
  /** Source of `HTTPS_PROXY` and `NO_PROXY`, in either case; the proxy's URL may contain a login. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Resolves a name to addresses. Default: the system's resolver. */
  resolve?: typeof dns.lookup;
}

/** A `HttpGet` over Node's own http, with `close` for its idle connections. */
export interface HttpClient {
  httpGet: HttpGet;
  close(): void;
}

/**
 * One GET at a time over keep-alive connections: no decoding, redirects, cookies or cache. Loopback is never
 * proxied. Certificates are Node's, the system's and those of `NODE_EXTRA_CA_CERTS`.
 */
export function createHttpClient({ env = {}, resolve = dns.lookup }: HttpClientOptions = {}): HttpClient {
  // One pool of connections per zone: a request that may not lead inward never reuses a connection that may.
  const pools = new Map<NetworkZone, Pool>();
  const poolFor = (nearestZone: NetworkZone): Pool => {
    const pool = pools.get(nearestZone) ?? createPool(env, lookupFor(nearestZone, resolve));
    pools.set(nearestZone, pool);
    return pool;
  };

  const httpGet: HttpGet = async (address, { headers = {}, signal, nearestZone = 'this-machine' }) => {
    const url = URL.parse(address);
    // The URL itself may hold a key or a signature, so no message repeats it.
    if (!url || !/^https?:$/.test(url.protocol)) throw new AppError('INPUT_INVALID', 'not an http address');
    if (!isAtLeast(zoneOf(url.hostname), nearestZone)) throw refusedInward(url.hostname);
    const agent = poolFor(nearestZone).agentFor(url);
    const proxy = isLoopback(url.hostname) ? undefined : proxyAddress(env);
    const secureProxy = proxy?.protocol === 'https:' ? proxy : undefined;
    const own = { 'accept-encoding': 'identity', ...headers };
    return get({ url, headers: own, agent, signal, proxy: proxy ?? undefined, secureProxy });
  };
  return {
    httpGet,
    close: () => {
      for (const pool of pools.values()) pool.close();
    },
  };
}

interface Pool {
  agentFor(url: URL): http.Agent | https.Agent;
  close(): void;
}

function createPool(env: NonNullable<HttpClientOptions['env']>, lookup: LookupFunction): Pool {
  const direct = new http.Agent({ ...agentOptions, lookup });
  // Reading the system's certificates takes tens of milliseconds: done only when a connection needs them.
  let secure: { direct: https.Agent; proxied: https.Agent } | undefined;
  return {
    agentFor(url) {
      if (url.protocol === 'http:') return direct;
      secure ??= secureAgents(env, lookup);
      return isLoopback(url.hostname) ? secure.direct : secure.proxied;
    },
    close() {
      for (const agent of [direct, secure?.direct, secure?.proxied]) agent?.destroy();
    },
  };
}

/**
 * Resolves names to the addresses that a request may reach; an error where there are only others. Node
 * resolves a proxy's name itself.
 */
function lookupFor(nearestZone: NetworkZone, resolve: typeof dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const allowed = addresses.filter(({ address }) => isAtLeast(zoneOf(address), nearestZone));
      const [first] = allowed;
      if (!first) return callback(refusedInward(hostname), '');
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

// An idle connection closes before servers commonly close it: a request on one just closed would break.
const agentOptions = {
  keepAlive: true,
  maxSockets: Number.POSITIVE_INFINITY,
  scheduling: 'lifo',
  timeout: 4_000,
} as const;

function secureAgents(
  env: NonNullable<HttpClientOptions['env']>,
  lookup: LookupFunction,
): { direct: https.Agent; proxied: https.Agent } {
  const ca = [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  const options = { ...agentOptions, lookup, secureContext: tls.createSecureContext({ ca }) };
  return {
    direct: new https.Agent(options),
    proxied: new https.Agent({ ...options, proxyEnv: proxyVariables(env) }),
  };
}

/**
 * The proxy's variables as Node reads them. Throws `PROXY_REFUSED` for an invalid URL; no message repeats it:
 * it may hold a login.
 */
function proxyVariables(env: NonNullable<HttpClientOptions['env']>): NodeJS.ProcessEnv {
  const exceptions = env['no_proxy'] || env['NO_PROXY'];
  const address = proxyAddress(env);
  if (address === undefined) return {};
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new AppError('PROXY_REFUSED', 'the proxy has no address that can be used', {
      values: { reason: 'HTTPS_PROXY' },
    });
  }
  return { HTTPS_PROXY: address.href, ...(exceptions && { NO_PROXY: exceptions }) };
}

/** The proxy's URL: undefined where none is set, null where the value is not a URL. */
function proxyAddress(env: NonNullable<HttpClientOptions['env']>): URL | null | undefined {
  const proxy = env['https_proxy'] || env['HTTPS_PROXY'];
  // Other programs accept a URL without its scheme, so people write it.
  return proxy ? URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`) : undefined;
}

function portOf(address: URL | undefined): number | undefined {
  if (!address) return undefined;
  return Number(address.port) || (address.protocol === 'https:' ? 443 : 80);
}

interface GetRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  agent: http.Agent;
  signal: AbortSignal | undefined;
  /** The proxy that the request may use. */
  proxy: URL | undefined;
  /** The proxy that is itself reached over TLS. */
  secureProxy: URL | undefined;
}

function get({ url, headers, agent, signal, proxy, secureProxy }: GetRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request;
    if (signal?.aborted) return reject(cancelled());
    const request = send(url, { method: 'GET', headers, agent });
    // Not through the `signal` option of `http.request`, which adds four listeners to each stream.
    const stop = () => void request.destroy();
    signal?.addEventListener('abort', stop, { once: true });
    request.once('close', () => signal?.removeEventListener('abort', stop));
    request.once('response', (response) => {
      resolve({
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: bodyStream(response, signal),
        cancel: () => void response.destroy(),
        zone: zoneOfResponse(url, response.socket, portOf(proxy)),
      });
    });
    request.on('error', (cause) => {
      if (signal?.aborted) return reject(cancelled());
      const error = failure(cause, url.hostname, proxy);
      if (error.code !== 'TLS_FAILED' || !secureProxy) return reject(error);
      void isTrusted(secureProxy, agent).then((isProxyTrusted) =>
        reject(isProxyTrusted ? error : ofProxy(error)),
      );
    });
    request.end();
  });
}

/**
 * A connection to the proxy's port counts as the proxy's; its address says nothing about the origin of the
 * response.
 */
function zoneOfResponse(
  { hostname }: URL,
  { remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>,
  proxyPort: number | undefined,
): NetworkZone {
  if (remoteAddress === undefined || remotePort === proxyPort) return zoneOf(hostname);
  return zoneOf(remoteAddress);
}

function headersOf(response: http.IncomingMessage): Record<string, string> {
  const { rawHeaders } = response;
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const before = headers[name];
    const value = rawHeaders[at + 1] ?? '';
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

function failure(error: Error, host: string, proxy: URL | undefined): AppError {
  if (error instanceof AppError) return error;
  const reason = systemCode(error) || 'UNKNOWN';
  const at = proxy && isOfProxy(error, reason, proxy) ? { at: 'proxy' } : {};
  const options = { values: { host, reason, ...at }, cause: error };
  if (reason === 'ERR_PROXY_TUNNEL' && 'statusCode' in error && error.statusCode === 407) {
    return new AppError('PROXY_REFUSED', 'the proxy wants a login', { ...options, status: 407 });
  }
  if (isTlsCode.test(reason)) return new AppError('TLS_FAILED', `no trusted connection to ${host}`, options);
  // Errors of Node's HTTP parser: a server accepts connections there, and speaks something else.
  if (reason.startsWith('HPE_')) {
    return new AppError('RESPONSE_UNREADABLE', `no HTTP that can be read: ${reason}`, options);
  }
  if (errorCodeOf(error) === 'TOO_MANY_OPEN_FILES') {
    return new AppError('TOO_MANY_OPEN_FILES', `no socket for ${host}: ${reason}`, options);
  }
  return new AppError('NO_NETWORK', `no answer from ${host}: ${reason}`, options);
}

/** Whether the proxy itself was not reached, or could not connect any further. */
function isOfProxy(error: Error, reason: string, proxy: URL): boolean {
  if (reason === 'ERR_PROXY_TUNNEL') return true;
  // For a name with several addresses, each has its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return false;
  if ('hostname' in first && first.hostname === proxy.hostname) return true;
  return 'port' in first && first.port === portOf(proxy);
}

/**
 * Whether the agent trusts the proxy's certificate, whose error Node does not distinguish from the server's.
 */
function isTrusted({ hostname, port }: URL, agent: http.Agent): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) ? '' : host;
  const secureContext = agent instanceof https.Agent ? agent.options.secureContext : undefined;
  const socket = tls.connect({
    host,
    servername,
    port: Number(port) || 443,
    timeout: probeTimeoutMs,
    ...(secureContext && { secureContext }),
  });
  socket.once('secureConnect', () => resolve(true));
  socket.once('timeout', () => resolve(true));
  socket.once('error', (error) => resolve(!isTlsCode.test(systemCode(error))));
  return promise.finally(() => socket.destroy());
}

const probeTimeoutMs = 5_000;

function ofProxy({ message, values, cause }: AppError): AppError {
  return new AppError('TLS_FAILED', message, { values: { ...values, at: 'proxy' }, cause });
}

// OpenSSL's verification codes as Node names them (nodejs.org, TLS, X509 certificate error codes) and Node's
// own.
const isTlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH|PATH_LENGTH_|EPROTO)/;
