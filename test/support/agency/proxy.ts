import http from 'node:http';
import net from 'node:net';

/** A real proxy on loopback that tunnels to wherever a test says, and wants a login when it was given one. */
export interface TestProxy {
  port: number;
  /** What was asked for, and with which login; `''` without one. */
  readonly asked: readonly { host: string; login: string }[];
  close(): Promise<void>;
}

export interface TestProxyOptions {
  /** `user:password` that it wants. */
  login?: string;
  /** Where the tunnel to a `host:port` leads on this machine; undefined when it cannot be reached. */
  route(host: string): number | undefined;
}

/** Starts a proxy that speaks CONNECT. */
export async function startProxy({ login, route }: TestProxyOptions): Promise<TestProxy> {
  const asked: { host: string; login: string }[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer((_, response) => response.writeHead(400).end());
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', (request, socket: net.Socket) => {
    const host = request.url ?? '';
    const credentials = Buffer.from(
      request.headers['proxy-authorization']?.split(' ')[1] ?? '',
      'base64',
    ).toString();
    asked.push({ host, login: credentials });
    socket.on('error', () => socket.destroy());
    if (login !== undefined && credentials !== login) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="p"\r\n\r\n');
      return;
    }
    const port = route(host);
    if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
