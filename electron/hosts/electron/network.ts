import type { Readable } from 'node:stream';
import { type ClientRequest, type IncomingMessage, net, type Session, session } from 'electron';
import { CarpetaError } from '../../../shared/errors.ts';
import type { Open, Opened, ProxyLogin } from '../../host.ts';

/** Electron's response is a readable stream, which its types leave out (`lib/common/api/net-client-request.ts`). */
type ReadableResponse = IncomingMessage & Readable;

/**
 * The session for service and storage: in memory and without a cache, because a cache writes addresses, key included, to disk. It takes
 * proxy, PAC and certificates from the system.
 */
export function createNetworkSession(): Session {
  return session.fromPartition('network', { cache: false });
}

/** An `Open` over Chromium's network. A proxy that wants a login gets the one that `proxyLogin` gives. */
export function createOpen(own: Session, proxyLogin: ProxyLogin): Open {
  return (url, { headers = {}, signal }) =>
    new Promise((resolve, reject) => {
      const address = URL.parse(url);
      if (!address || !/^https?:$/.test(address.protocol)) {
        // The address itself may hold a key or a signature, so no message repeats it.
        return reject(new CarpetaError('INPUT_INVALID', 'not an http address'));
      }
      if (signal?.aborted) return reject(cancelled());
      const request = net.request({
        url,
        method: 'GET',
        session: own,
        redirect: 'manual',
        useSessionCookies: false,
        cache: 'no-store',
        headers: { 'accept-encoding': 'identity', ...headers },
      });
      const cancel = () => request.abort();
      const stop = () => {
        reject(cancelled());
        cancel();
      };
      // Not on the request's own `close`: it is a Writable, and closes as soon as it has been sent.
      const letGo = () => signal?.removeEventListener('abort', stop);
      signal?.addEventListener('abort', stop, { once: true });
      request.on('error', (thrown) => {
        letGo();
        reject(failure(thrown, address.hostname));
      });
      request.on('redirect', (status, _method, _location, headersOfIt) => {
        letGo();
        resolve({ status, headers: plain(headersOfIt), body: nothing(), cancel });
        cancel();
      });
      request.on('response', (response) => {
        const body = response as ReadableResponse;
        body.once('close', letGo);
        // Without a listener, a body that breaks before anybody reads it ends the process; who reads it is told all the same.
        body.on('error', letGo);
        resolve(opened(body, signal, cancel));
      });
      answerLogins(request, proxyLogin);
      request.end();
    });
}

function answerLogins(request: ClientRequest, proxyLogin: ProxyLogin): void {
  let again = false;
  request.on('login', ({ isProxy, host, port, realm }, answer) => {
    // A server that asks for a login is not the service: its 401 says so to the caller.
    if (!isProxy) return answer();
    proxyLogin({ host, port, realm, again }).then(
      (login) => (login ? answer(login.user, login.password) : answer()),
      () => answer(),
    );
    again = true;
  });
}

function opened(response: ReadableResponse, signal: AbortSignal | undefined, cancel: () => void): Opened {
  return {
    status: response.statusCode,
    headers: plain(response.headers),
    body: bodyOf(response, signal),
    cancel,
  };
}

async function* bodyOf(
  response: ReadableResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk;
  } catch (thrown) {
    if (signal?.aborted) throw cancelled();
    throw new CarpetaError('TRANSFER_BROKEN', 'the body broke off', {
      values: { reason: codeOf(thrown) },
      cause: thrown,
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

function failure(thrown: Error, host: string): CarpetaError {
  const reason = codeOf(thrown);
  const options = { values: { host, reason }, cause: thrown };
  if (/^ERR_(CERT|SSL|BAD_SSL)/.test(reason))
    return new CarpetaError('TLS_FAILED', `no trusted connection to ${host}`, options);
  if (
    /^ERR_(PROXY_AUTH|INVALID_AUTH_CREDENTIALS|MISSING_AUTH_CREDENTIALS|UNEXPECTED_PROXY_AUTH)/.test(reason)
  ) {
    return new CarpetaError('PROXY_REFUSED', 'the proxy wants a login', { ...options, status: 407 });
  }
  return new CarpetaError('NO_NETWORK', `no answer from ${host}: ${reason}`, options);
}

/** Chromium's name of an error, such as `ERR_NAME_NOT_RESOLVED`; its message may hold more. */
function codeOf(thrown: unknown): string {
  return (thrown instanceof Error && /ERR_[A-Z0-9_]+/.exec(thrown.message)?.[0]) || 'UNKNOWN';
}

function cancelled(): CarpetaError {
  return new CarpetaError('CANCELLED', 'cancelled');
}
