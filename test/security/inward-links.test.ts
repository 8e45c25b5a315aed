import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp } from '../../electron/app.ts';
import type { HttpGet } from '../../electron/host.ts';
import { createHttpClient } from '../../electron/platform/terminal/index.ts';
import { startPractice } from '../support/agency/practice-agency.ts';
import { downloadEverything } from '../support/app/download-everything.ts';
import { createFakeClock } from '../support/app/fake-clock.ts';
import { testHost } from '../support/app/host.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const key = 'AIzaSyD-planted-key-0123456789';
/** Where names of this test lead. */
const addresses: Readonly<Record<string, string>> = { 'papers.example': '127.0.0.1' };

/**
 * The states of the documents of a dispatch whose service stands outside, and whose links lead to a name of
 * this computer, and how often storage was asked for them.
 */
async function downloadInward(name: string, policies: Record<string, unknown> = {}) {
  const agency = await startPractice({ documents: 40, clients: 1, seed: 'inward', today: '2026-11-20', key });
  const root = temporaryFolder('inward');
  const folder = join(root, 'Carpetas');
  mkdirSync(folder);
  const network = createHttpClient({
    resolve: ((host: string, options: { all?: boolean }, respond: (...all: unknown[]) => void) => {
      const address = addresses[host] ?? host;
      return options.all ? respond(null, [{ address, family: 4 }]) : respond(null, address, 4);
    }) as never,
  });
  let asked = 0;
  const httpGet: HttpGet = async (url, options) => {
    const isService = url.startsWith(`${agency.baseUrl}/`) && url.includes('/v1/');
    if (isService) return { ...(await network.httpGet(url, options)), zone: 'elsewhere' };
    const response = await network.httpGet(url.replace('127.0.0.1', name), options);
    asked++;
    return response;
  };
  const app = await createApp(
    testHost(join(root, 'home'), {
      httpGet,
      clock: createFakeClock({ passes: (ms) => ms < 2_000 }),
      readManaged: async () => policies,
    }),
  );
  const rows = await downloadEverything(app, agency, folder);
  await app.close();
  network.close();
  await agency.close();
  const codes = rows.map((row) => row.error?.code ?? row.state);
  return { codes: [...new Set(codes)], asked };
}

test.each(['127.0.0.1', 'papers.example'])(
  'a service outside whose links lead to this computer, as %s, has nothing of it fetched',
  async (name) => {
    expect(await downloadInward(name)).toEqual({ codes: ['LINK_INSECURE'], asked: 0 });
  },
  60_000,
);

test('what an administrator allows is the local network, and not this computer', async () => {
  const policies = { storageInLocalNetwork: true };
  expect(await downloadInward('papers.example', policies)).toEqual({ codes: ['LINK_INSECURE'], asked: 0 });
}, 60_000);
