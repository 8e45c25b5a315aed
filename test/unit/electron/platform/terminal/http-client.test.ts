import http from 'node:http';
import net from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHttpClient } from '../../../../../electron/platform/terminal/index.ts';
import { errorOf } from '../../../../support/agency/client.ts';

const network = createHttpClient();
const servers = new Set<net.Server>();
afterEach(async () => {
  for (const server of servers) {
    if (server instanceof http.Server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers.clear();
});
afterAll(() => network.close());

async function listening(server: net.Server): Promise<string> {
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
}
const serving = (result: http.RequestListener) => listening(http.createServer(result));

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('asks with GET, for the bytes as they are, without cookies', async () => {
  let seen: http.IncomingMessage | undefined;
  const url = await serving((request, response) => {
    seen = request;
    response.setHeader('Set-Cookie', ['a=1', 'b=2']).end('hola');
  });
  const first = await network.httpGet(`${url}/x?y=%20`, { headers: { 'X-Request-Id': 'r' } });
  expect(await textOf(first.body)).toBe('hola');
  await textOf((await network.httpGet(url, {})).body);
  expect(seen?.method).toBe('GET');
  expect(seen?.headers).toMatchObject({ 'accept-encoding': 'identity' });
  expect(seen?.headers.cookie).toBeUndefined();
  expect(first.headers['set-cookie']).toBe('a=1, b=2');
});

test('a redirect is an answer like any other', async () => {
  const url = await serving((_, reply) => reply.writeHead(302, { Location: '/elsewhere' }).end());
  const response = await network.httpGet(url, {});
  expect([response.status, response.headers['location']]).toEqual([302, '/elsewhere']);
  await textOf(response.body);
});

test('a compressed body is not decoded', async () => {
  const url = await serving((_, response) =>
    response.setHeader('Content-Encoding', 'gzip').end('no gzip at all'),
  );
  expect(await textOf((await network.httpGet(url, {})).body)).toBe('no gzip at all');
});

test('connections are kept for the next request', async () => {
  const sockets = new Set<net.Socket>();
  const url = await serving((request, response) => {
    sockets.add(request.socket);
    response.end('x');
  });
  for (let n = 0; n < 5; n++) await textOf((await network.httpGet(url, {})).body);
  expect(sockets.size).toBe(1);
});

test('nobody there is no network', async () => {
  const server = net.createServer();
  const url = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  servers.clear();
  const error = await errorOf(network.httpGet(`${url}/?key=planted-key-123456`, {}));
  expect(error).toMatchObject({ code: 'NO_NETWORK', values: { host: '127.0.0.1', reason: 'ECONNREFUSED' } });
  expect(JSON.stringify([error.message, error.values])).not.toContain('planted');
});

test('a name that nobody has is no network', async () => {
  expect((await errorOf(network.httpGet('http://carpeta.invalid/', {}))).code).toBe('NO_NETWORK');
});

test('a server that closes before it answers is no network', async () => {
  const url = await listening(net.createServer((socket) => socket.once('data', () => socket.destroy())));
  expect((await errorOf(network.httpGet(url, {}))).code).toBe('NO_NETWORK');
});

test('a certificate that nobody vouches for, or a server without one, is told as such', async () => {
  const url = await serving((_, response) => response.end('plain'));
  expect((await errorOf(network.httpGet(url.replace('http:', 'https:'), {}))).code).toBe('TLS_FAILED');
});

test.each([
  ['with a length', (response: http.ServerResponse) => response.writeHead(200, { 'Content-Length': '100' })],
  ['in pieces', (response: http.ServerResponse) => response.writeHead(200)],
])('a body %s that breaks off rejects while it is read', async (_, begin) => {
  const url = await serving((_request, reply) => {
    begin(reply).write('half', () => setImmediate(() => reply.destroy()));
  });
  const response = await network.httpGet(url, {});
  expect((await errorOf(textOf(response.body))).code).toBe('TRANSFER_BROKEN');
});

test('a body that broke before anybody read it rejects too', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serving((request, reply) => {
    request.socket.once('close', () => closed.resolve());
    reply
      .writeHead(200, { 'Content-Length': '100' })
      .write('half', () => setImmediate(() => reply.destroy()));
  });
  const response = await network.httpGet(url, {});
  await closed.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect((await errorOf(textOf(response.body))).code).toBe('TRANSFER_BROKEN');
});

test('a body that comes as fast as it is read lets the loop go on every quarter of a megabyte', async () => {
  const url = await serving((_, reply) => reply.end(Buffer.alloc(16 * 2 ** 20)));
  const response = await network.httpGet(url, {});
  const came = [0];
  let isOver = false;
  const nextRound = () => {
    came.push(0);
    if (!isOver) setImmediate(nextRound);
  };
  setImmediate(nextRound);
  for await (const { length } of response.body) came.push((came.pop() ?? 0) + length);
  isOver = true;
  expect(came.reduce((sum, bytes) => sum + bytes)).toBe(16 * 2 ** 20);
  expect(Math.max(...came)).toBeLessThanOrEqual(256 * 1024);
});

test('a body that is given up after all of it has come lets go of its connection', async () => {
  const closed = Promise.withResolvers<void>();
  const server = http.createServer((request, response) => {
    request.socket.once('close', () => closed.resolve());
    response.end(Buffer.alloc(128 * 1024));
  });
  server.keepAliveTimeout = 0;
  const url = await listening(server);
  const { body } = await network.httpGet(url, {});
  const reading = body[Symbol.asyncIterator]();
  await reading.next();
  // By then the rest has come, too.
  for (let nextRound = 0; nextRound < 100; nextRound++) await new Promise((resolve) => setImmediate(resolve));
  await reading.return?.();
  await closed.promise;
});

test('the signal ends the wait for an answer', async () => {
  const asked = Promise.withResolvers<void>();
  const url = await serving(() => asked.resolve());
  const stop = new AbortController();
  const opening = errorOf(network.httpGet(url, { signal: stop.signal }));
  await asked.promise;
  stop.abort();
  expect((await opening).code).toBe('CANCELLED');
});

test('the signal ends the body, and what was already over before it began', async () => {
  const url = await serving((_, reply) => void reply.writeHead(200).write('half'));
  const stop = new AbortController();
  const response = await network.httpGet(url, { signal: stop.signal });
  const reading = errorOf(textOf(response.body));
  stop.abort();
  expect((await reading).code).toBe('CANCELLED');
  expect((await errorOf(network.httpGet(url, { signal: stop.signal }))).code).toBe('CANCELLED');
});

test('cancel lets go of the connection at once', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serving((request, reply) => {
    request.socket.once('close', () => closed.resolve());
    reply.writeHead(200).write('half');
  });
  const response = await network.httpGet(url, {});
  response.cancel();
  await closed.promise;
});

test.each(['file:///etc/passwd', 'ftp://x/', 'not an address', ''])('%j is not opened', async (address) => {
  const error = await errorOf(network.httpGet(address, {}));
  expect(error.code).toBe('INPUT_INVALID');
});

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n',
  'SSH-2.0-OpenSSH_9.6\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\ntext',
])('what is no HTTP is told as such, and not as a network that is away: %j', async (said) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(said));
  });
  const error = await errorOf(network.httpGet(await listening(server), {}));
  expect(error.code).toBe('RESPONSE_UNREADABLE');
});
