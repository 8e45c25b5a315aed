import { getEventListeners } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpResponse, ProxyChallenge } from '../../../../../electron/host.ts';
import {
  createHttpGet,
  createNetworkSession,
} from '../../../../../electron/platform/electron/http-client.ts';
import { createTargetNetworkZones } from '../../../../../electron/platform/electron/target-network-zones.ts';
import { errorOf } from '../../../../support/agency/client.ts';
import { electron, resetElectron, session } from '../../../../support/electron/index.ts';

const noLogin = async () => undefined;

async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("Electron's network", () => {
  const seen: http.IncomingMessage[] = [];
  /** Answers that a test gives when it likes. */
  const waiting: http.ServerResponse[] = [];
  const server = http.createServer((request, response) => {
    seen.push(request);
    switch (request.url?.split('?')[0]) {
      case '/paper':
        response.setHeader('X-Goog-Hash', ['crc32c=a', 'md5=b']);
        response.setHeader('Set-Cookie', ['a=1', 'b=2']);
        return response.end('a paper');
      case '/moved':
        return response.writeHead(302, { location: 'http://elsewhere.invalid/' }).end('moved');
      case '/breaks':
        response.writeHead(200, { 'content-length': '100' });
        return response.write('half', () => setImmediate(() => response.destroy()));
      case '/breaks-at-once':
        response.writeHead(200, { 'content-length': '100' }).flushHeaders();
        return setImmediate(() => response.destroy());
      case '/unchanged':
        return response.writeHead(304, { etag: '"e"', location: '/paper' }).end();
      case '/empty':
        return response.writeHead(204).end();
      case '/coded':
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '27' });
        return response.end(gzipSync('a paper'));
      case '/waits':
        return waiting.push(response);
      case '/hangs':
        return response.writeHead(200).write('beginning');
      default:
        return response.writeHead(404).end('{}');
    }
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    resetElectron();
    seen.length = 0;
    waiting.length = 0;
  });
  const named = (host: string) => base.replace('127.0.0.1', host);
  const open = (login = noLogin as Parameters<typeof createHttpGet>[1]) =>
    createHttpGet(createNetworkSession(), login);

  it('keeps nothing: a session in memory, without a cache', () => {
    open();
    expect([...electron.sessions].map(([name, { options }]) => [name, options])).toEqual([
      ['network', { cache: false }],
    ]);
  });

  it('asks no name that leads nearer than it may, by all the addresses that Chromium knows of it', async () => {
    const ask = open();
    const { addresses } = session.fromPartition('network', {});
    addresses.set('papers.invalid', ['8.8.8.8', '127.0.0.1', '8.8.4.4']);
    const error = await errorOf(
      ask(`${named('papers.invalid')}/paper?X=secret`, { nearestZone: 'elsewhere' }),
    );
    expect(error).toMatchObject({ code: 'LINK_INSECURE', values: { host: 'papers.invalid' } });
    expect(JSON.stringify([error.message, error.values])).not.toContain('secret');
    expect(seen).toHaveLength(0);
  });

  it('judges a name as it is written where a proxy connects, and tells the proxy neither path nor query', async () => {
    const ask = open();
    const own = session.fromPartition('network', {});
    own.addresses.set('papers.invalid', ['10.0.0.1']);
    own.proxy = 'PROXY proxy.invalid:3128';
    const behind = await errorOf(ask('https://papers.invalid/paper?X=secret', { nearestZone: 'elsewhere' }));
    expect(behind.code).toBe('NO_NETWORK');
    expect((await errorOf(ask('https://10.0.0.1/paper', { nearestZone: 'elsewhere' }))).code).toBe(
      'LINK_INSECURE',
    );
    expect(own.proxied).toEqual(['https://papers.invalid/']);
    own.proxy = 'PROXY proxy.invalid:3128; DIRECT';
    expect((await errorOf(ask('https://papers.invalid/paper', { nearestZone: 'elsewhere' }))).code).toBe(
      'LINK_INSECURE',
    );
  });

  it('takes a name that was outside once for one of outside, however its addresses change', async () => {
    const own = createNetworkSession();
    const { addresses } = session.fromPartition('network', {});
    const targetOf = createTargetNetworkZones(own);
    const zone = async (...at: string[]) => {
      addresses.set('agency.invalid', at);
      return (await targetOf(new URL('https://agency.invalid/'))).farthestZone;
    };
    expect(await zone('10.0.0.1')).toBe('local-network');
    expect(await zone('8.8.8.8', '10.0.0.1')).toBe('elsewhere');
    expect(await zone('127.0.0.1')).toBe('elsewhere');
  });

  it('sends nothing that was cancelled while its name was looked up', async () => {
    session.fromPartition('network', {}).addresses.set('papers.invalid', ['127.0.0.1']);
    const ending = new AbortController();
    const asking = open()(`${named('papers.invalid')}/paper`, { signal: ending.signal });
    ending.abort();
    expect((await errorOf(asking)).code).toBe('CANCELLED');
    expect(seen).toHaveLength(0);
  });

  it('lets go at once of what is cancelled while Chromium looks up its proxy, and holds it till then', async () => {
    const own = session.fromPartition('network', {});
    own.addresses.set('papers.invalid', ['127.0.0.1']);
    const looked = Promise.withResolvers<void>();
    own.lookingUp = looked.promise;
    const blocked: boolean[] = [];
    const ending = new AbortController();
    const options = {
      signal: ending.signal,
      onBlocked: (isBlocked: boolean) => void blocked.push(isBlocked),
    };
    const asking = open()(`${named('papers.invalid')}/paper`, options);
    await expect.poll(() => blocked).toEqual([true]);
    ending.abort();
    expect((await errorOf(asking)).code).toBe('CANCELLED');
    expect(blocked).toEqual([true]);
    looked.resolve();
    await expect.poll(() => blocked).toEqual([true, false]);
    expect(getEventListeners(ending.signal, 'abort')).toHaveLength(0);
    expect(seen).toHaveLength(0);
  });

  it('leaves it to the request to say that a name is not found', async () => {
    expect((await errorOf(open()('https://nobody.invalid/', { nearestZone: 'elsewhere' }))).code).toBe(
      'NO_NETWORK',
    );
  });

  it('says that an answer of this computer came from there', async () => {
    const response = await open()(`${base}/paper`, { nearestZone: 'this-machine' });
    expect(response.zone).toBe('this-machine');
    await textOf(response);
  });

  it('gives status, headers in lower case with repeated ones joined, and the body as it arrives', async () => {
    const response = await open()(`${base}/paper`, { headers: { 'x-request-id': 'r1' } });
    expect(response.status).toBe(200);
    expect(response.headers['x-goog-hash']).toBe('crc32c=a, md5=b');
    expect(response.headers['set-cookie']).toBe('a=1, b=2');
    expect(await textOf(response)).toBe('a paper');
    expect(seen[0]?.headers).toMatchObject({ 'x-request-id': 'r1', 'accept-encoding': 'identity' });
    expect(seen[0]?.headers.cookie).toBeUndefined();
  });

  it('keeps no cookie of an answer, and sends none with the next request', async () => {
    for (let time = 1; time <= 2; time++) await textOf(await open()(`${base}/paper`, {}));
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  it('does not follow a redirect', async () => {
    const response = await open()(`${base}/moved`, {});
    expect(response).toMatchObject({ status: 302, headers: { location: 'http://elsewhere.invalid/' } });
    expect(await textOf(response)).toBe('');
    response.cancel();
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['unchanged', 304],
    ['empty', 204],
  ])('gives an answer without a body as it is: /%s', async (path, status) => {
    const response = await open()(`${base}/${path}`, {});
    expect([response.status, await textOf(response)]).toEqual([status, '']);
  });

  it('keeps what the head says of a body that is coded all the same', async () => {
    const response = await open()(`${base}/coded`, {});
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': '27' });
    expect(await textOf(response)).toBe('a paper');
  });

  it('says by code what went wrong, and repeats no address', async () => {
    const closed = http.createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const failure = await open()(`http://127.0.0.1:${port}/?key=a-secret-key`, {}).catch(
      (error: Error) => error,
    );
    expect(failure).toMatchObject({
      code: 'NO_NETWORK',
      values: { host: '127.0.0.1', reason: 'ERR_CONNECTION_REFUSED' },
    });
    expect(String(failure)).not.toContain('secret');
    await expect(open()('file:///etc/passwd', {})).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(open()('nonsense', {})).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('says where a connection cannot be trusted, and nobody is asked to trust it', async () => {
    await expect(open()(base.replace('http:', 'https:'), {})).rejects.toMatchObject({
      code: 'TLS_FAILED',
      values: { host: '127.0.0.1', reason: 'ERR_SSL_PROTOCOL_ERROR' },
    });
    expect(electron.dialogs).toEqual([]);
  });

  it.each([
    ['ERR_CERT_AUTHORITY_INVALID', 'TLS_FAILED', undefined],
    ['ERR_PROXY_CERTIFICATE_INVALID', 'TLS_FAILED', 'proxy'],
    ['ERR_INVALID_HTTP_RESPONSE', 'RESPONSE_UNREADABLE', undefined],
    ['ERR_HTTP2_PROTOCOL_ERROR', 'RESPONSE_UNREADABLE', undefined],
    ['ERR_MISSING_AUTH_CREDENTIALS', 'PROXY_REFUSED', undefined],
    ['ERR_NETWORK_CHANGED', 'NO_NETWORK', undefined],
    ['ERR_INSUFFICIENT_RESOURCES', 'TOO_MANY_OPEN_FILES', undefined],
  ])('tells by %s whose fault it is: %s', async (reason, code, at) => {
    electron.failsWith = reason;
    const error = await errorOf(open()(`${base}/paper`, {}));
    expect([error.code, error.values?.['at'], error.values?.['reason']]).toEqual([code, at, reason]);
  });

  it('names a host with its port to whoever asks about its certificate, also where the address has none', async () => {
    const followed: string[] = [];
    const certificates = { follow: (host: string) => () => void followed.push(host) };
    const ask = createHttpGet(createNetworkSession(), noLogin, certificates);
    electron.failsWith = 'ERR_CONNECTION_REFUSED';
    for (const address of [
      'http://papers.invalid/',
      'https://papers.invalid/',
      'https://papers.invalid:8443/',
    ])
      await errorOf(ask(address, { onBlocked: () => undefined }));
    expect(followed).toEqual(['papers.invalid:80', 'papers.invalid:443', 'papers.invalid:8443']);
  });

  it('gives no login to a server that asks for one', async () => {
    electron.serverAsks = true;
    const login = () => expect.unreachable();
    expect((await open(login)(`${base}/locked`, {})).status).toBe(404);
  });

  it('rejects a body that breaks off', async () => {
    const response = await open()(`${base}/breaks`, {});
    await expect(textOf(response)).rejects.toMatchObject({ code: 'TRANSFER_BROKEN' });
  });

  it('stops when its signal ends: before, while asking, and in the middle of the body', async () => {
    const ended = AbortSignal.abort();
    await expect(open()(`${base}/paper`, { signal: ended })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(seen).toHaveLength(0);

    const asking = new AbortController();
    const result = open()(`${base}/paper`, { signal: asking.signal });
    asking.abort();
    await expect(result).rejects.toMatchObject({ code: 'CANCELLED' });

    const reading = new AbortController();
    const response = await open()(`${base}/hangs`, { signal: reading.signal });
    const text = textOf(response);
    reading.abort();
    await expect(text).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('stops between the answer and its first piece, and lets go of the connection', async () => {
    const waiting = new AbortController();
    const response = await open()(`${base}/hangs`, { signal: waiting.signal });
    const disconnected = new Promise((resolve) => seen[0]?.on('close', resolve));
    waiting.abort();
    await disconnected;
    await expect(textOf(response)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('tells who reads a body that was let go that it has broken off', async () => {
    const response = await open()(`${base}/hangs`, {});
    response.cancel();
    await expect(textOf(response)).rejects.toMatchObject({
      code: 'TRANSFER_BROKEN',
      values: { reason: 'UNKNOWN' },
    });
  });

  it('harms nobody when a body breaks off that nobody reads', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);
    try {
      for (const path of ['breaks', 'breaks-at-once']) {
        const response = await open()(`${base}/${path}`, {});
        // What is read afterwards says so.
        await expect.poll(() => seen.at(-1)?.destroyed).toBe(true);
        for (let rounds = 0; rounds < 5; rounds++) await new Promise((resolve) => setImmediate(resolve));
        await expect(textOf(response)).rejects.toMatchObject({ code: 'TRANSFER_BROKEN' });
      }
      expect(uncaught).toEqual([]);
    } finally {
      process.off('uncaughtException', note);
    }
  });

  it('leaves nothing on its signal once the answer has been read, has broken off, or was refused', async () => {
    const { signal } = new AbortController();
    const listening = () => getEventListeners(signal, 'abort').length;
    await textOf(await open()(`${base}/paper`, { signal }));
    await expect.poll(listening).toBe(0);
    await textOf(await open()(`${base}/breaks`, { signal })).catch(() => undefined);
    await expect.poll(listening).toBe(0);
    await open()(`${base}/moved`, { signal });
    await open()('http://127.0.0.1:1/', { signal }).catch(() => undefined);
    expect(listening()).toBe(0);
  });

  it('lets go of a body that nobody wants', async () => {
    const response = await open()(`${base}/hangs`, {});
    const disconnected = new Promise((resolve) => seen[0]?.on('close', resolve));
    response.cancel();
    await disconnected;
  });

  describe('over HTTP/1.1, where Chromium opens six connections to a host', () => {
    /** So many requests at once, and what each was told of waiting. */
    function ask(count: number) {
      const network = open();
      return Array.from({ length: count }, (_, index) => {
        const ending = new AbortController();
        const blocked: boolean[] = [];
        const result = network(`${base}/waits?${index}`, {
          signal: ending.signal,
          onBlocked: (isBlocked) => blocked.push(isBlocked),
        });
        return { ending, blocked, answer: result };
      });
    }
    const arrived = (count: number) => expect.poll(() => waiting.length).toBe(count);
    /** What answers the request of this place: several that are sent at once arrive in whatever order. */
    const answering = (index: number) => waiting.find(({ req }) => req.url === `/waits?${index}`);

    it('holds the others back and says so, until one of the six has been read to its end', async () => {
      const asked = ask(8);
      await arrived(6);
      expect(asked.map(({ blocked }) => blocked)).toEqual([...Array(6).fill([]), [true], [true]]);
      answering(0)?.end('one');
      const first = await Promise.race(asked.map(({ answer: result }) => result));
      // Its head has come, and its body has not been read: Chromium's connection is still taken.
      expect(waiting).toHaveLength(6);
      await textOf(first);
      await arrived(7);
      expect(asked.map(({ blocked }) => blocked)).toEqual([...Array(6).fill([]), [true, false], [true]]);
      for (const one of waiting) one.end();
      for (const { answer: result } of asked.slice(1, 7)) await textOf(await result);
      await arrived(8);
      answering(7)?.end();
      await textOf(await (asked[7]?.answer ?? expect.unreachable()));
      // Nobody waited inside Chromium, where nobody can tell.
      expect(electron.connections).toMatchObject({ waited: 0, peak: 6 });
    });

    it('lets the next one go when a request is cancelled, breaks off, is redirected or fails', async () => {
      const asked = ask(8);
      const afterImmediate = Promise.allSettled(asked.map(({ answer: result }) => result));
      await arrived(6);
      asked[0]?.ending.abort();
      await arrived(7);
      answering(1)?.destroy();
      await arrived(8);
      for (const one of waiting) one.writeHead(302, { location: '/paper' }).end();
      const again = await afterImmediate;
      expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
      expect(electron.connections.waited).toBe(0);
    });

    it('takes who has given up out of the line, unsent', async () => {
      const asked = ask(7);
      await arrived(6);
      asked[6]?.ending.abort();
      await expect(asked[6]?.answer).rejects.toMatchObject({ code: 'CANCELLED' });
      for (const one of waiting) one.end();
      for (const { answer: result } of asked.slice(0, 6)) await textOf(await result);
      expect(seen).toHaveLength(6);
    });

    it('holds nobody back from the first answer over HTTP/2 on', async () => {
      electron.isMultiplexed = true;
      const asked = ask(8);
      await arrived(6);
      waiting[0]?.flushHeaders();
      await arrived(8);
      for (const one of waiting) one.end();
      for (const { answer: result } of asked) await textOf(await result);
    });
  });

  it('has what it waits for behind a person not count as silence', async () => {
    electron.proxy = { user: 'ana', password: 'right' };
    const blocked: boolean[] = [];
    const login = async () => {
      expect(blocked).toEqual([true]);
      return { user: 'ana', password: 'right' };
    };
    await open(login)(`${base}/paper`, { onBlocked: (isBlocked) => blocked.push(isBlocked) });
    expect(blocked).toEqual([true, false]);
  });

  it('does not take every tunnel that fails for a proxy that wants a login', async () => {
    electron.failsWith = 'ERR_TUNNEL_CONNECTION_FAILED';
    await expect(open()(`${base}/paper`, {})).rejects.toMatchObject({
      code: 'NO_NETWORK',
      values: { reason: 'ERR_TUNNEL_CONNECTION_FAILED' },
    });
  });

  describe.each(['answer', 'page', 'tunnel', 'tunnel without head'] as const)(
    'behind a proxy that wants a login and ends with its %s',
    (ending) => {
      beforeEach(() => {
        electron.proxy = { user: 'ana', password: 'right', ending };
      });

      it('gives it the one it has, and another when that was refused', async () => {
        const challenges: ProxyChallenge[] = [];
        const response = await open(async (challenge) => {
          challenges.push(challenge);
          return { user: 'ana', password: challenge.isRetry ? 'right' : 'old' };
        })(`${base}/paper`, {});
        expect(await textOf(response)).toBe('a paper');
        const proxy = { host: 'proxy.office', port: 8080, realm: 'Office' };
        expect(challenges).toEqual([
          { ...proxy, isRetry: false },
          { ...proxy, isRetry: true },
        ]);
      });

      it.each([
        ['nobody has one', noLogin],
        ['asking for one fails', () => Promise.reject(new Error('no window'))],
        [
          'the second is not right either, and no third is given',
          (() => {
            const logins = [
              { user: 'ana', password: 'old' },
              { user: 'ana', password: 'wrong' },
            ];
            return async () => logins.shift();
          })(),
        ],
      ])('is refused when %s', async (_, login) => {
        await expect(open(login)(`${base}/paper`, {})).rejects.toMatchObject({
          code: 'PROXY_REFUSED',
          status: 407,
        });
        expect(seen).toHaveLength(0);
      });
    },
  );
});
