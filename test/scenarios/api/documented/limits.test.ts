import { describe, expect } from 'vitest';
import { createHttpClient } from '../../../../electron/platform/terminal/index.ts';
import { type AgencyUnderTest, rowsOfApi } from '../../../support/agency/agency-under-test.ts';
import { errorOf, rut } from '../../../support/agency/client.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const row = rowsOfApi();
const failing = { madeUp: 'a fault', options: ['--internal-error', '100'] };

/**
 * Asks until the client gives up, on a clock on which the waits pass; tells how often it asked and how long
 * it waited.
 */
async function failWith(agency: AgencyUnderTest, overrides: Parameters<AgencyUnderTest['client']>[0] = {}) {
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
  const ids = new Set<string>();
  const client = agency.client({
    clock,
    uuid: () => {
      const id = crypto.randomUUID();
      ids.add(id);
      return id;
    },
    ...overrides,
  });
  const error = await errorOf(client.status({ dispatch: 'no-hay', rut: agency.rut || rut('1-9') }));
  return { error, attempts: error.exchange?.attempts, delays: clock.slept, ids: ids.size };
}

describe('api.md, Retry guidance', () => {
  row('400: not retried', async (agency) => {
    const error = await errorOf(agency.client().status({ dispatch: '1', rut: rut('1e2') }));
    expect(error).toMatchObject({ status: 400, exchange: { attempts: 1 } });
  });
  row('403: not retried', async (agency) => {
    expect(await failWith(agency, { key: () => 'no-such-key' })).toMatchObject({
      error: { status: 403 },
      attempts: 1,
      delays: [],
    });
  });
  row('404: not retried', async (agency) => {
    expect(await failWith(agency)).toMatchObject({ error: { status: 404 }, attempts: 1, delays: [] });
  });
  row(
    '500 INTERNAL_ERROR: exponential back-off with jitter, at most 5 attempts',
    async (agency) => {
      expect(await failWith(agency)).toMatchObject({
        error: { status: 500 },
        attempts: 5,
        delays: [1000, 2000, 4000, 8000],
        ids: 5,
      });
    },
    failing,
  );
  row(
    '500 TENANT_UNRESOLVED: not retried; the requestId is kept for a report',
    async (agency) => {
      const { error, attempts } = await failWith(agency, { agency: `${agency.agency}-sin-configurar` });
      expect(attempts).toBe(1);
      expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    },
    { madeUp: 'an agency without configuration' },
  );
});

describe('api.md, Limits', () => {
  row(
    'Download URL lifetime: 1 hour, query again after it expires',
    async (agency) => {
      const page = await agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: agency.rut });
      for (const link of page.links.values()) {
        expect(link.livesForMs).toBeGreaterThan(3_500_000);
        expect(link.livesForMs).toBeLessThanOrEqual(3_600_000);
      }
      expect(page.links.size).toBeGreaterThan(0);
    },
    { client: true },
  );
  row(
    'Download URL lifetime: an expired link answers as storage does, never as the service',
    async (agency) => {
      const { httpGet, close } = createHttpClient();
      const page = await agency.client().dispatchFiles({ dispatch: agency.dispatch, rut: agency.rut });
      const [link] = page.links.values();
      const storage = async () => {
        const { status, headers, body } = await httpGet(link?.url ?? '', {});
        const chunks = [];
        for await (const chunk of body) chunks.push(chunk);
        return { status, type: headers['content-type'], text: Buffer.concat(chunks).toString() };
      };
      // The agency's own clock, the machine's, alone tells when the second is over.
      await expect.poll(storage).toMatchObject({ status: 400 });
      expect(await storage()).toEqual({
        status: 400,
        type: expect.stringMatching(/xml/),
        text: expect.stringContaining('ExpiredToken'),
      });
      close();
    },
    { madeUp: 'links of one second', options: ['--url-lifetime', '1'] },
  );

  const idAfter = async (agency: AgencyUnderTest, sent: string) =>
    (await agency.ask('/master/file-types', { headers: { 'x-request-id': sent } })).headers['x-request-id'];
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

  row('Length of a client `X-Request-Id`: at most 128 characters after trimming', async (agency) => {
    expect(await idAfter(agency, 'a'.repeat(128))).toBe('a'.repeat(128));
    expect(await idAfter(agency, ` ${'a'.repeat(128)} `)).toBe('a'.repeat(128));
    expect(await idAfter(agency, 'a'.repeat(129))).toMatch(uuid);
  });
  row('Characters in `X-Request-Id`: A-Z a-z 0-9 _ . : @ + ~ / = -', async (agency) => {
    expect(await idAfter(agency, 'AZaz09_.:@+~/=-')).toBe('AZaz09_.:@+~/=-');
    for (const bad of ['a b', 'a,b', 'a%b', 'a#b', 'añb', '(a)'])
      expect(await idAfter(agency, bad)).toMatch(uuid);
  });
  row('X-Request-Id: every response carries one, also without a client’s', async (agency) => {
    expect((await agency.ask('/master/file-types')).headers['x-request-id']).toMatch(uuid);
    expect((await agency.ask('/files', { keys: [] })).headers['x-request-id']).toMatch(uuid);
  });
  row('X-Request-Id: the one that the app sends is one that the service keeps', async (agency) => {
    const seen: string[] = [];
    const client = agency.client({
      uuid: () => 'carpeta-test-1',
      onAttempt: ({ requestId }) => seen.push(requestId),
    });
    await client.documentTypes({});
    expect(seen).toEqual(['carpeta-test-1']);
  });
  row(
    'Retries advised for 500 INTERNAL_ERROR: at most 5',
    async (agency) => expect((await failWith(agency)).attempts).toBe(5),
    failing,
  );
  row(
    'Back-off cap: 30 seconds, with 30 percent jitter',
    async (agency) => {
      expect((await failWith(agency, { random: () => 0 })).delays).toEqual([700, 1400, 2800, 5600]);
      const { delays } = await failWith(agency, { random: () => 1 });
      expect(delays).toEqual([1300, 2600, 5200, 10_400]);
      expect(Math.max(...delays)).toBeLessThanOrEqual(30_000);
    },
    failing,
  );
  row(
    'Pagination: none on `/desembolsos`; `nextToken` paging on `GET /files`',
    async (agency) => {
      const query = {
        rut: agency.rut,
        startDate: '2020-01-01',
        endDate: '2030-12-31',
        fileTypeName: 'FACTURA COMERCIAL',
      };
      const { body } = await agency.ask('/files', { query });
      expect(Array.isArray(body['data']) && body['data'].length).toBeLessThanOrEqual(100);
      const paid = await agency.ask(`/dispatch/${agency.dispatch}/desembolsos`, {
        query: { rut: agency.rut },
      });
      expect(paid.body).not.toHaveProperty('nextToken');
    },
    { client: true },
  );
});
