import { once } from 'node:events';
import https from 'node:https';
import tls from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '../../../electron/app.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { makeCertificate, whyNoCertificate } from '../../support/agency/certificate.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { testHost } from '../../support/app/host.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../support/skipped.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

interface Site {
  address: string;
  /** Header names and values of each request, as they came. */
  requests: string[][];
}

/**
 * A site on this computer that names version 9.9.9, behind a certificate that is trusted until the test ends.
 */
async function startSite(folder: string): Promise<Site> {
  const certificate = makeCertificate(folder, ['localhost']);
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  closings.push(() => tls.setDefaultCACertificates(trusted));
  const requests: string[][] = [];
  const server = https.createServer(certificate, (request, response) => {
    requests.push(request.rawHeaders);
    response
      .setHeader('set-cookie', 'who=planted')
      .end(JSON.stringify({ version: '9.9.9', page: `${origin}/carpeta/` }));
  });
  closings.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const origin = `https://localhost:${typeof bound === 'object' ? bound?.port : ''}`;
  return { address: `${origin}/carpeta.json`, requests };
}

/** The app on a host of this kind, with a clock of its own and a network that reaches this computer. */
async function startApp(kind: 'terminal' | 'chromium', folder: string, updateAddress: string) {
  const network = createHttpClient();
  const clock = createFakeClock();
  const pages: string[] = [];
  const app = await createApp(
    testHost(folder, {
      kind,
      clock,
      httpGet: network.httpGet,
      readManaged: async () => ({ updateAddress }),
      desktop: { openPage: async (page) => void pages.push(page) },
    }),
  );
  closings.push(network.close, app.close);
  return { app, clock, pages };
}

const noCertificate = whyNoCertificate();

test(
  "an address that an administrator has set is asked over https, and its page opened on the person's word",
  skippedFor(noCertificate),
  async () => {
    const folder = temporaryFolder();
    const { address, requests } = await startSite(folder);
    const { app, clock, pages } = await startApp('chromium', folder, address);
    const changed = new Promise((resolve) => app.on('updates.changed', resolve));
    await clock.advance(60_000);
    const { host, origin } = new URL(address);
    expect(await changed).toMatchObject({ kind: 'newer', version: '9.9.9', host });
    expect(requests).toEqual([
      [
        ...['accept-encoding', 'identity', 'accept', 'application/json', 'cache-control', 'no-store'],
        ...['Host', host, 'Connection', 'keep-alive'],
      ],
    ]);
    expect(pages).toEqual([]);
    await app.pageHandlers['updates.openPage']({ version: '9.9.9' });
    expect(pages).toEqual([`${origin}/carpeta/`]);
  },
);

test('a terminal asks nobody for newer versions', skippedFor(noCertificate), async () => {
  const folder = temporaryFolder();
  const { address, requests } = await startSite(folder);
  const { app, clock } = await startApp('terminal', folder, address);
  await clock.advance(48 * 3_600_000);
  expect([requests, await app.handlers['updates.get'](undefined)]).toEqual([[], { kind: 'unasked' }]);
});

test('an address out of reach does not show the agencies as out of reach', async () => {
  const { app, clock } = await startApp('chromium', temporaryFolder(), 'https://localhost:1/carpeta.json');
  const online: boolean[] = [];
  app.on('network.changed', (state) => online.push(state.online));
  const changed = new Promise((resolve) => app.on('updates.changed', resolve));
  await clock.advance(60_000);
  expect([await changed, online]).toEqual([
    expect.objectContaining({ kind: 'failed', code: 'NO_NETWORK' }),
    [],
  ]);
});
