import type dns from 'node:dns';
import https from 'node:https';
import { afterEach, expect, test } from 'vitest';
import { createHttpClient, type HttpClient } from '../../../../electron/platform/terminal/index.ts';
import { variantOf } from '../../../../shared/error-variant.ts';
import { makeCertificate, whyNoCertificate } from '../../../support/agency/certificate.ts';
import { errorOf } from '../../../support/agency/client.ts';
import { startProxy, type TestProxy } from '../../../support/agency/proxy.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../../support/skipped.ts';

const open = new Set<{ close(): unknown }>();
afterEach(async () => {
  for (const one of open) await one.close();
  open.clear();
});

async function withProxy(
  variables: (address: string) => Record<string, string>,
  login?: string,
): Promise<{ network: HttpClient; proxy: TestProxy }> {
  const proxy = await startProxy({ route: () => undefined, ...(login !== undefined && { login }) });
  const network = createHttpClient({ env: variables(`127.0.0.1:${proxy.port}`) });
  open.add(proxy).add(network);
  return { network, proxy };
}
/** Every name is this computer. */
const loopbackAlone = ((_name: string, _options: object, respond: (...found: unknown[]) => void) =>
  respond(null, [{ address: '127.0.0.1', family: 4 }])) as typeof dns.lookup;
const ask = (network: HttpClient, url = 'https://agencia.invalid/?key=planted') =>
  errorOf(network.httpGet(url, {}));

test.each([
  ['with its scheme', (address: string) => ({ HTTPS_PROXY: `http://${address}` })],
  ['in small letters', (address: string) => ({ https_proxy: `http://${address}/` })],
  ['without its scheme', (address: string) => ({ HTTPS_PROXY: address })],
])('a proxy named %s is asked', async (_, variables) => {
  const { network, proxy } = await withProxy(variables);
  // It reaches nobody: what matters is who was asked.
  const error = await ask(network);
  expect([error.code, variantOf(error)]).toEqual(['NO_NETWORK', 'proxyTunnel']);
  expect(proxy.asked).toEqual([{ host: 'agencia.invalid:443', login: '' }]);
});

test.each(['127.0.0.1:1', 'proxy.invalid:3128'])(
  'a proxy at %s, where there is none, is what does not answer: not the agency',
  async (address) => {
    const network = createHttpClient({ env: { HTTPS_PROXY: `http://${address}` } });
    open.add(network);
    expect(variantOf(await ask(network))).toBe('proxySilent');
  },
);

test('an agency beside the proxy that does not answer is told as such', async () => {
  const { network } = await withProxy((address) => ({
    HTTPS_PROXY: `http://${address}`,
    NO_PROXY: 'agencia.invalid',
  }));
  expect(variantOf(await ask(network))).toBe('addressUnknown');
});

test('a proxy that wants a login it was not given says so', async () => {
  const { network } = await withProxy(
    (address) => ({ HTTPS_PROXY: `http://ana:mal@${address}` }),
    'ana:bien',
  );
  const error = await ask(network);
  expect(error).toMatchObject({ code: 'PROXY_REFUSED', status: 407 });
  expect(JSON.stringify([error.message, error.values])).not.toMatch(/mal|planted/);
});

test.each(['agencia.invalid', '.invalid', '*'])('NO_PROXY=%s keeps the proxy out', async (exception) => {
  const { network, proxy } = await withProxy((address) => ({
    HTTPS_PROXY: `http://${address}`,
    NO_PROXY: exception,
  }));
  expect((await ask(network)).code).toBe('NO_NETWORK');
  expect(proxy.asked).toEqual([]);
});

test.each(['https://127.0.0.1:1/', 'https://localhost:1/', 'https://[::1]:1/', 'http://127.0.0.1:1/'])(
  '%s is this computer, and never asked through a proxy',
  async (url) => {
    const { network, proxy } = await withProxy((address) => ({ HTTPS_PROXY: `http://${address}` }));
    expect((await ask(network, url)).code).toBe('NO_NETWORK');
    expect(proxy.asked).toEqual([]);
  },
);

test('a proxy whose address is none is told, without its login', async () => {
  const network = createHttpClient({ env: { HTTPS_PROXY: 'socks5://ana:clave@oficina' } });
  open.add(network);
  const error = await ask(network);
  expect(error.code).toBe('PROXY_REFUSED');
  expect(JSON.stringify([error.message, error.values])).not.toContain('clave');
});

test('a link to the proxy’s own name, where no proxy is asked, leads inward', async () => {
  const proxy = await startProxy({ route: () => undefined });
  const network = createHttpClient({
    env: { HTTPS_PROXY: `http://oficina.invalid:${proxy.port}`, NO_PROXY: 'oficina.invalid' },
    resolve: loopbackAlone,
  });
  open.add(proxy).add(network);
  for (const scheme of ['https', 'http']) {
    const link = `${scheme}://oficina.invalid:${proxy.port}/admin`;
    expect((await errorOf(network.httpGet(link, { nearestZone: 'elsewhere' }))).code).toBe('LINK_INSECURE');
  }
  expect(proxy.asked).toEqual([]);
});

test('a proxy may stand nearer than what is asked through it', async () => {
  const { network, proxy } = await withProxy((address) => ({
    HTTPS_PROXY: `http://${address.replace('127.0.0.1', 'localhost')}`,
  }));
  await errorOf(network.httpGet('https://agencia.invalid/', { nearestZone: 'elsewhere' }));
  expect(proxy.asked).toEqual([{ host: 'agencia.invalid:443', login: '' }]);
});

test(
  'a certificate that nobody vouches for is the proxy’s where that has it, and else the server’s',
  skippedFor(whyNoCertificate()),
  async () => {
    const certificate = makeCertificate(temporaryFolder(), ['localhost']);
    const server = https.createServer(certificate);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('no port');
    open.add({ close: () => server.close() });
    const secure = createHttpClient({ env: { HTTPS_PROXY: `https://127.0.0.1:${bound.port}` } });
    const proxy = await startProxy({ route: () => bound.port });
    const plain = createHttpClient({ env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } });
    open.add(secure).add(proxy).add(plain);
    const [ofProxy, ofServer] = [await ask(secure), await ask(plain)];
    expect([ofProxy.code, variantOf(ofProxy)]).toEqual(['TLS_FAILED', 'proxyCertificate']);
    expect([ofServer.code, variantOf(ofServer)]).toEqual(['TLS_FAILED', undefined]);
  },
);
