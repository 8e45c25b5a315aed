import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { NetworkZone } from '../../../../../electron/host.ts';
import { isAtLeast, zoneOf, zoneOfAddresses } from '../../../../../electron/platform/node/network-zone.ts';
import { createHttpClient } from '../../../../../electron/platform/terminal/index.ts';
import { clientOver, errorOf, someRut } from '../../../../support/agency/client.ts';
import { startLoopback } from '../../../../support/agency/loopback.ts';
import { reply, scriptedOpen } from '../../../../support/agency/scripted-open.ts';

const hostOf = (url: string) => new URL(url).hostname;

it.each([
  'http://127.0.0.1:8080/admin',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://x.localhost/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:808:808::80ff:fffe]/',
  'http://[::ffff:0:127.0.0.1]/',
])('%s is this computer', (link) => {
  expect(zoneOf(hostOf(link))).toBe('this-machine');
});

it.each([
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:192.168.1.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[::ffff:0:10.0.0.1]/',
  'https://[fec0::1]/',
  'https://198.18.0.1/',
  'https://192.0.0.1/',
  'https://255.255.255.255/',
  'https://224.0.0.1/',
  'https://[ff02::1]/',
  'https://192.0.2.1/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://192.88.99.1/',
  'https://240.0.0.1/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[2001:2::1]/',
  'https://[2001:10::1]/',
  'https://[100::1]/',
  'https://[100:0:0:1::1]/',
  'https://[5f00::1]/',
  'https://[2002:a00:1::]/',
  'https://[2002:c0a8:101::1]/',
  'https://[2002:cb00:7107::]/',
  // Teredo (RFC 4380): a relay's address, and at its end, all bits turned, that of who is behind it.
  'https://[2001:0:a00:1::f7f7:f7f7]/',
  'https://[2001:0:808:808::f5ff:fffe]/',
])('%s is of a local network', (link) => {
  expect(zoneOf(hostOf(link))).toBe('local-network');
});

it.each([
  'https://storage.example/a.pdf',
  'https://8.8.8.8/',
  'https://172.32.0.1/',
  'https://[64:ff9b::808:808]/',
  'https://[2002:808:808::]/',
  'https://[2001:0:808:808::f7f7:f7f7]/',
  'https://[2001:4:112::1]/',
  'https://[2606:4700::1]/',
  'https://192.0.0.9/',
  'https://192.0.0.10/',
  'https://192.31.196.1/',
  'https://192.52.193.1/',
])('%s is elsewhere, as far as it is written', (link) => {
  expect(zoneOf(hostOf(link))).toBe('elsewhere');
});

it('an address with the name of its interface stands where the address does', () => {
  expect(zoneOf('fe80::1%eth0')).toBe('local-network');
});

it('a name stands where the farthest of its addresses does', () => {
  expect(zoneOfAddresses(['127.0.0.1', '10.0.0.1'])).toBe('local-network');
  expect(zoneOfAddresses(['10.0.0.1', '8.8.8.8'])).toBe('elsewhere');
  expect(zoneOfAddresses([])).toBe('elsewhere');
});

it.each([
  ['this-machine', 'this-machine', true],
  ['this-machine', 'local-network', false],
  ['local-network', 'local-network', true],
  ['local-network', 'elsewhere', false],
  ['elsewhere', 'this-machine', true],
] as const)('what is at %s and may be no nearer than %s: %s', (location, nearest, may) => {
  expect(isAtLeast(location, nearest)).toBe(may);
});

test('the link of a document may lead no nearer than the answer that gave it came from', async () => {
  const link = { id: 'a', isActive: true, dispatch: {}, infoDoc: {}, url: 'http://127.0.0.1:9/admin' };
  const range = { rut: someRut, start: '2026-01-01', end: '2026-12-31', type: 'T' };
  const api = clientOver(scriptedOpen(reply(200, { data: [link] })).httpGet);
  const { links, documents } = await api.files(range);
  expect(documents).toMatchObject([{ file: 'available' }]);
  expect(links.get('a')).toMatchObject({ nearestZone: 'elsewhere' });
});

describe('a name, by what it is resolved to', () => {
  let asked = 0;
  let port = '';
  const server = createServer((_, response) => {
    asked++;
    response.end('a paper');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' ? String(address?.port) : '';
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  /** A network whose names are all this computer's. */
  const network = (addresses: readonly string[], env = {}) =>
    createHttpClient({
      env,
      resolve: ((_name: string, _options: object, respond: (...all: unknown[]) => void) =>
        respond(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )) as never,
    });
  const from = (nearestZone: NetworkZone) => ({ nearestZone });

  it('is not asked where it leads nearer than it may', async () => {
    const { httpGet, close } = network(['127.0.0.1']);
    asked = 0;
    for (const nearest of ['elsewhere', 'local-network'] as const) {
      const error = await errorOf(httpGet(`http://papers.example:${port}/a.pdf?X=secret`, from(nearest)));
      expect(error).toMatchObject({ code: 'LINK_INSECURE', values: { host: 'papers.example' } });
      expect(JSON.stringify([error.message, error.values])).not.toContain('secret');
    }
    expect(asked).toBe(0);
    close();
  });

  it('is asked at those of its addresses that it may lead to', async () => {
    const { httpGet, close } = network(['10.255.255.1', '127.0.0.1']);
    // None but the first would be allowed, and nobody answers there: only that it was not refused is seen.
    const ending = new AbortController();
    const asking = httpGet(`http://papers.example:${port}/`, {
      ...from('local-network'),
      signal: ending.signal,
    });
    ending.abort();
    expect((await errorOf(asking)).code).toBe('CANCELLED');
    close();
  });

  it('is asked where the connection is of this computer, and says where the answer came from', async () => {
    const { httpGet, close } = network(['127.0.0.1']);
    const response = await httpGet(`http://papers.example:${port}/`, {});
    expect(response).toMatchObject({ status: 200, zone: 'this-machine' });
    response.cancel();
    close();
  });

  it('is not asked over a connection that somebody else may have', async () => {
    const { httpGet, close } = network(['127.0.0.1']);
    const response = await httpGet(`http://papers.example:${port}/`, {});
    for await (const _ of response.body);
    expect((await errorOf(httpGet(`http://papers.example:${port}/`, from('elsewhere')))).code).toBe(
      'LINK_INSECURE',
    );
    close();
  });

  it('is judged as it is written behind a proxy, whose own address may be anywhere', async () => {
    await using proxy = await startLoopback(() => undefined);
    const { httpGet, close } = network(['127.0.0.1'], {
      HTTPS_PROXY: proxy.baseUrl.replace('127.0.0.1', 'proxy.example'),
    });
    // The proxy refuses to connect, which shows that it was asked.
    expect((await errorOf(httpGet('https://papers.example/', from('elsewhere')))).code).toBe('NO_NETWORK');
    expect((await errorOf(httpGet('https://10.0.0.1/', from('elsewhere')))).code).toBe('LINK_INSECURE');
    close();
  });
});
