import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { realDisk } from '../../../../electron/downloads/index.ts';
import { createBandwidth } from '../../../../electron/downloads/transfer/bandwidth-limit.ts';
import { fetchDocument } from '../../../../electron/downloads/transfer/fetch-file.ts';
import { createStallWatch } from '../../../../electron/downloads/transfer/stall-watch.ts';
import { createHttpGet, createNetworkSession } from '../../../../electron/platform/electron/http-client.ts';
import type { PracticeAgency } from '../../../support/agency/practice-agency.ts';
import { shareAgency } from '../../../support/agency/shared-agency.ts';
import { type DownloadsFixture, openFixture } from '../../../support/app/downloads-fixture.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { createIdleClock } from '../../../support/app/idle-clock.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { electron, resetElectron } from '../../../support/electron/index.ts';

beforeEach(() => resetElectron());

describe("a batch over Electron's network", () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;

  shareAgency(
    (started) => {
      agency = started;
    },
    () => fixture,
  );

  it.each(['answer', 'page', 'tunnel', 'tunnel without head'] as const)(
    'waits while a proxy gets no login (its %s), and ends whole when it has got the right one',
    async (ending) => {
      let login: { user: string; password: string } | undefined;
      const httpGet = createHttpGet(createNetworkSession(), async () => login);
      fixture = await openFixture({ agency, clock: createIdleClock(), overrides: { httpGet } });
      const documents = await fixture.find({ atMost: 12 });
      electron.proxy = { user: 'ana', password: 'right', ending };
      const batch = await fixture.start(documents);
      const paused = await fixture.until(batch);
      expect(paused).toMatchObject({ state: { kind: 'paused', why: 'offline' }, counts: { failed: 0 } });
      login = { user: 'ana', password: 'right' };
      const ended = await fixture.until(batch, ({ state }) => state.kind === 'ended');
      expect(ended.counts).toMatchObject({ done: documents.length, failed: 0 });
    },
  );
});

describe('more transfers than Chromium opens connections', () => {
  const waiting: http.ServerResponse[] = [];
  const document = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n'),
    randomBytes(1_000),
    Buffer.from('\n%%EOF'),
  ]);
  const server = http.createServer((_, response) => waiting.push(response));
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('do not stall while they wait for one', async () => {
    const clock = createFakeClock();
    const stalls = createStallWatch(clock, 30_000);
    const means = {
      httpGet: createHttpGet(createNetworkSession(), async () => undefined),
      disk: realDisk,
      bandwidth: createBandwidth(() => 0, clock),
      largest: () => Number.POSITIVE_INFINITY,
      stalls,
    };
    const folder = temporaryFolder('more-transfers');
    const { signal } = new AbortController();
    const transfers = Array.from({ length: 16 }, (_, at) =>
      fetchDocument(
        means,
        {
          url: `${base}/papel-${at}.pdf`,
          partPath: join(folder, `${at}.part`),
          onBegun: () => Promise.resolve(),
          onResponse: () => undefined,
          onProgress: () => undefined,
        },
        signal,
      ),
    );
    const outcomes = Promise.allSettled(transfers);
    for (const atOnce of [6, 6, 4]) {
      await expect.poll(() => waiting.length).toBe(atOnce);
      // Each six take twenty seconds; who waits for the third turn has waited for longer than a silence may
      // last.
      await clock.advance(20_000);
      for (const response of waiting.splice(0)) response.end(document);
    }
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(16).fill('fulfilled'));
    stalls.close();
  });
});
