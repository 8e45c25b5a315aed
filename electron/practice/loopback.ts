import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A server on 127.0.0.1. */
export interface Loopback {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  origin: string;
  /** Closes the port and every connection. */
  close(): Promise<void>;
}

/** Handles one request; what it throws closes the connection. */
type Answerer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Listens on loopback; port 0 takes any free one. Requests that Node would answer itself (an unreadable one,
 * CONNECT) go to `raw`. It returns the bytes of a whole response, or none to close without one.
 */
export async function listen(
  port: number,
  answerer: Answerer,
  raw: (why: 'unreadable' | 'connect') => string = () => '',
): Promise<Loopback> {
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    answerer(request, response).catch(() => response.destroy());
  };
  const server = createServer(
    { keepAliveTimeout: 60_000, requestTimeout: 0, requireHostHeader: false },
    respond,
  );
  server.on('checkContinue', respond).on('checkExpectation', respond);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    socket.end(raw('connect'), () => socket.destroy()),
  );
  server.on('clientError', (_error: Error, socket: Duplex) => {
    if (socket.writable) socket.end(raw('unreadable'));
    else socket.destroy();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}
