import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate, whyNoCertificate } from '../../support/agency/certificate.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { startProxy } from '../../support/agency/proxy.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { cli, spawnCli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../support/skipped.ts';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 50 });
});
afterAll(() => agency.close());

test('a service that nobody answers at ends with 4, after it was tried again', async () => {
  // Just two seconds is how long stored data take to count as slow; waits between attempts have fractions.
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 && ms !== 2_000 });
  const env = { CARPETA_HOME: temporaryFolder(), CARPETA_API_KEY: 'AIzaSyD-planted-key-9xyz' };
  const { code, stderr } = await cli(['types', '--base-url', 'http://127.0.0.1:1', '--agency', 'a'], {
    env,
    clock,
    isWatched: true,
  });
  // A lease is renewed every five seconds beside the waits, one of which may by chance be as long.
  const waits = [1_000, 2_000, 4_000, 8_000];
  const isWait = (wait: number) => clock.slept.some((ms) => ms >= 0.7 * wait && ms <= 1.3 * wait);
  expect(waits.filter(isWait)).toEqual(waits);
  expect([code, stderr]).toEqual([4, expect.stringMatching(/^Sin respuesta todavía.*NO_NETWORK/s)]);
  expect(stderr).not.toContain('planted');
});

const noCertificate = whyNoCertificate();

test(
  "an office's way out: proxy with a login, its own root certificate, loopback never through it",
  skippedFor(noCertificate),
  async () => {
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder, ['agencia.test', 'localhost']);
    // The agency behind TLS, as a company's gateway would put it.
    const gateway = https.createServer(certificate, (request, reply) => {
      const onward = http.get(`${agency.baseUrl}${request.url}`, (response) => {
        reply.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(reply);
      });
      onward.on('error', () => reply.destroy());
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const address = gateway.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const proxy = await startProxy({
      login: 'ana@oficina:clave de proxy',
      route: (host) => (host === `agencia.test:${port}` ? port : undefined),
    });
    const types = (name: string, env: Record<string, string>) =>
      spawnCli(['types', '--json', '--base-url', `https://${name}:${port}`, '--agency', agency.agency], {
        env: { CARPETA_HOME: folder, CARPETA_API_KEY: agency.key, ...env },
      }).ended;
    const proxyAt = (login: string) => `http://${login}@127.0.0.1:${proxy.port}`;
    const rightLogin = proxyAt('ana%40oficina:clave%20de%20proxy');
    try {
      const trusted = { NODE_EXTRA_CA_CERTS: certificate.path };
      const good = await types('agencia.test', { HTTPS_PROXY: rightLogin, ...trusted });
      expect(good.code).toBe(0);
      expect(good.events.at(-1)).toMatchObject({ event: 'done' });
      expect(proxy.asked).toEqual([{ host: `agencia.test:${port}`, login: 'ana@oficina:clave de proxy' }]);

      const system = await types('agencia.test', {
        HTTPS_PROXY: rightLogin,
        SSL_CERT_FILE: certificate.path,
      });
      expect(system.code).toBe(0);

      const untrusted = await types('agencia.test', { https_proxy: rightLogin });
      expect([untrusted.code, untrusted.stderr]).toEqual([4, expect.stringContaining('TLS_FAILED')]);

      const refused = await types('agencia.test', { HTTPS_PROXY: proxyAt('otro:clave'), ...trusted });
      expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('PROXY_REFUSED')]);
      expect(refused.stderr).not.toContain('otro:clave');

      const before = proxy.asked.length;
      const direct = await types('localhost', { HTTPS_PROXY: rightLogin, ...trusted });
      expect(direct.code).toBe(0);
      expect(proxy.asked.length).toBe(before);
    } finally {
      await proxy.close();
      gateway.closeAllConnections();
      gateway.close();
    }
  },
);

test('what nobody caught is told by its place alone', async () => {
  const breaking = join(temporaryFolder(), 'breaking.mjs');
  // As soon as somebody is there to tell of it.
  writeFileSync(
    breaking,
    `const looking = setInterval(() => {
      if (process.listenerCount('uncaughtException') === 0) return;
      clearInterval(looking);
      throw new Error('planted');
    }, 20);
    looking.unref();`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(breaking)}` };
  const { code, stderr } = await spawnCli(['practice', '--documents', '10'], { env }).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('UNEXPECTED')]);
  expect(stderr).not.toContain('planted');
});
