import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ClientCertificates, selectCertificate } from './client-certificates.ts';
import type { Connections } from './connections.ts';

/**
 * The loader beneath `net.request`, as `shell/common/api/electron_api_url_loader.cc` and Chromium's network
 * service play it, over Node's own http: what it tells, in which order, and that a piece of the body comes
 * only once the one before has been taken.
 */

export interface LoaderOptions {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Cookies of the session are sent and kept; else all are blocked (`kURLLoadOptionBlockAllCookies`). */
  useSessionCookies?: boolean;
}

/** A proxy that wants a login; nothing passes before it has been given. */
export interface TestProxyLogin {
  user: string;
  password: string;
  /**
   * How it ends where no login is given: as an answer of 407 whose body errors (`docs/api/client-request.md`,
   * `login`), as one with the proxy's own page, whole (`URLRequest::CancelAuth` of Chromium goes on with the
   * answer there is), with the head of a 407 and an error in place of its body (a tunnel,
   * `HttpNetworkTransaction::Read` of Chromium), or with that error alone.
   */
  ending?: 'answer' | 'page' | 'tunnel' | 'tunnel without head';
}

export interface Network {
  proxy: TestProxyLogin | undefined;
  /** The server itself wants a login. */
  serverAsks: boolean;
  /** How every request fails, in Chromium's words (`net/base/net_error_list.h`). */
  failsWith: string | undefined;
  /** Answers come over HTTP/2. */
  isMultiplexed: boolean;
  connections: Connections;
  certificates: ClientCertificates;
  /** The session's, as a `Cookie` header has them. */
  cookies: Set<string>;
}

export interface ResponseHead {
  statusCode: number;
  headers: Record<string, string[]>;
  httpVersionMajor: number;
}

export interface LoaderEvents {
  started(head: ResponseHead): void;
  /** The next piece comes once `resume` has been called. */
  data(chunk: Buffer, resume: () => void): void;
  complete(): void;
  error(netError: string): void;
  redirect(status: number, method: string, url: string, headers: Record<string, string[]>): void;
  login(info: object, respond: (user?: string, password?: string) => void): void;
}

/**
 * The redirects of `net::HttpResponseHeaders::IsRedirectResponseCode`; a 300 or a 304 with a location is an
 * answer.
 */
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Begins to load; gives what cancels it, after which nothing is told any more
 * (`SimpleURLLoaderWrapper::Cancel`).
 */
export function createURLLoader(options: LoaderOptions, network: Network, events: LoaderEvents): () => void {
  let isOver = false;
  let request: http.ClientRequest | undefined;
  let letGo: () => void = () => undefined;

  function end(tell: () => void): void {
    if (isOver) return;
    isOver = true;
    letGo();
    request?.destroy();
    tell();
  }

  // Another process does it, so nothing is told in the turn that began it.
  setImmediate(() => {
    if (isOver) return;
    letGo = network.connections.take(new URL(options.url).host, authenticate);
  });

  function authenticate(): void {
    const { proxy, serverAsks, failsWith } = network;
    if (failsWith) setImmediate(() => end(() => events.error(`net::${failsWith}`)));
    else if (serverAsks) ask({ isProxy: false }, send);
    else if (proxy) askForProxy(proxy);
    else send();
  }

  /** A wrong login is asked for again, for as long as one is given. */
  function askForProxy(proxy: TestProxyLogin): void {
    const info = { isProxy: true, host: 'proxy.office', port: 8080, realm: 'Office', scheme: 'basic' };
    ask(info, (user, password) => {
      if (user === undefined) refuse(proxy);
      else if (user !== proxy.user || password !== proxy.password) askForProxy(proxy);
      else {
        // Chromium keeps what was accepted for its session (`HttpAuthCache`).
        network.proxy = undefined;
        send();
      }
    });
  }

  function ask(info: object, respond: (user?: string, password?: string) => void): void {
    setImmediate(() => {
      if (!isOver)
        events.login(info, (user, password) => setImmediate(() => isOver || respond(user, password)));
    });
  }

  function refuse({ ending = 'answer' }: TestProxyLogin): void {
    if (ending !== 'tunnel without head')
      events.started({
        statusCode: 407,
        headers: { 'proxy-authenticate': ['Basic'] },
        httpVersionMajor: 1,
      });
    if (ending === 'page') {
      const page = Buffer.from('<h1>Proxy login</h1>');
      setImmediate(() => isOver || events.data(page, () => end(events.complete)));
      return;
    }
    const reason = ending === 'answer' ? 'ERR_INVALID_AUTH_CREDENTIALS' : 'ERR_TUNNEL_CONNECTION_FAILED';
    setImmediate(() => end(() => events.error(`net::${reason}`)));
  }

  function send(): void {
    const { hostname, port, protocol } = new URL(options.url);
    const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    selectCertificate(network.certificates, host, {
      go: () => isOver || sendNow(),
      fail: (netError) => setImmediate(() => end(() => events.error(`net::${netError}`))),
    });
  }

  function sendNow(): void {
    const { url, method, headers, useSessionCookies = false } = options;
    const begin = url.startsWith('https:') ? https.request : http.request;
    const hasCookies = useSessionCookies && network.cookies.size > 0;
    const cookie = hasCookies && { cookie: [...network.cookies].join('; ') };
    request = begin(url, { method, headers: { ...headers, ...cookie } }, receive);
    request.on('error', (error) => end(() => events.error(`net::${chromiumCode(error)}`)));
    request.end();
  }

  function receive(source: http.IncomingMessage): void {
    const { statusCode = 0, headersDistinct } = source;
    const headers = Object.fromEntries(
      Object.entries(headersDistinct).map(([name, values = []]) => [name, values]),
    );
    if (options.useSessionCookies)
      for (const cookie of headers['set-cookie'] ?? []) network.cookies.add(cookie.split(';')[0] ?? '');
    const [location] = headers['location'] ?? [];
    if (location !== undefined && redirects.has(statusCode)) {
      events.redirect(statusCode, options.method, location, headers);
      end(() => undefined);
      return;
    }
    events.started({ statusCode, headers, httpVersionMajor: network.isMultiplexed ? 2 : 1 });
    if (!isOver) readBody(source, headers['content-encoding']?.[0] === 'gzip');
  }

  /** Whatever was asked for, a coded body is decoded while its head stays as it is. */
  function readBody(source: http.IncomingMessage, isCoded: boolean): void {
    const body: Readable = isCoded ? source.pipe(createGunzip()) : source;
    let untaken = false;
    let failure: Error | undefined;
    const fail = () => end(() => events.error(`net::${chromiumCode(failure)}`));
    body.on('data', (chunk: Buffer) => {
      body.pause();
      untaken = true;
      if (isOver) return;
      events.data(chunk, () => {
        untaken = false;
        // The loader is told that the body broke only once what came before was taken
        // (`SimpleURLLoaderImpl::MaybeComplete`).
        if (failure) fail();
        else body.resume();
      });
    });
    body.on('end', () => end(events.complete));
    for (const stream of new Set([source, body])) {
      stream.on('error', (error) => {
        failure = error;
        if (!untaken) fail();
      });
    }
  }

  return () => end(() => undefined);
}

/** Chromium's name of an error of Node's (`net/base/net_error_list.h`). */
function chromiumCode(error: (Error & { code?: string }) | undefined): string {
  const { code = '' } = error ?? {};
  if (/^EPROTO|^ERR_SSL/.test(code)) return 'ERR_SSL_PROTOCOL_ERROR';
  const names: Record<string, string> = {
    ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
    ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
    ECONNRESET: 'ERR_CONNECTION_RESET',
  };
  return names[code] ?? `ERR_FAILED ${code}`;
}
