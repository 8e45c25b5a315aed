import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A bare HTTP server on 127.0.0.1 that does whatever a test tells it to. */
export interface Loopback extends AsyncDisposable {
  /** Without a slash at its end. */
  baseUrl: string;
}

/** Starts one; every connection ends when it is disposed of. */
export async function startLoopback(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Loopback> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
