import { afterEach, expect, test } from 'vitest';
import { type ApiClient, paginate } from '../../../electron/api/index.ts';
import { createHttpClient, systemClock } from '../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import {
  apiClientAt,
  type DownloadsFixture,
  openFixture,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const http = createHttpClient();

async function agencyWith(documents: number, seed: string): Promise<PracticeAgency> {
  const agency = await startPractice({
    documents,
    clients: 1,
    seed,
    today: '2026-11-20',
    clock: systemClock,
  });
  closing.push(agency.close);
  return agency;
}

function getApiClient(agency: PracticeAgency): ApiClient {
  return apiClientAt(agency, { httpGet: http.httpGet, random: () => 0.5 });
}

/** Documents of an agency's only client in these of its dispatches, by number, as those of a connection. */
async function find(
  fixture: DownloadsFixture,
  agency: PracticeAgency,
  connectionId: string,
  { from, to }: { from: number; to?: number },
): Promise<DocumentKey[]> {
  const rut = agency.clients[0]?.rut;
  if (!rut) throw new Error('no client');
  const found: DocumentKey[] = [];
  const numbers = agency.data.dispatches.map(({ number }) => number).sort();
  for (const dispatch of numbers.slice(from, to)) {
    const query = { kind: 'dispatch', rut, dispatch } as const;
    for await (const page of paginate(getApiClient(agency), query)) {
      fixture.links.add(connectionId, page.links);
      const at = new Date().toISOString();
      await fixture.store.upsertPage({ connectionId, rut, query, documents: page.documents, at });
      for (const { id, isActive, file } of page.documents) {
        if (isActive && file === 'available') found.push({ connectionId, id });
      }
    }
  }
  return found;
}

test('an agency whose storage stands still keeps no document of another one in the same batch waiting', async () => {
  const [still, quick] = [await agencyWith(400, 'still'), await agencyWith(400, 'quick')];
  const apiClients = new Map([
    ['still', getApiClient(still)],
    ['quick', getApiClient(quick)],
  ]);
  const stillHosts = new Set<string>();
  const fixture = await openFixture({
    agency: quick,
    clock: systemClock,
    overrides: {
      stallsAfter: 3_600_000,
      getApiClient: async (id) => apiClients.get(id) ?? Promise.reject(new Error(`no connection ${id}`)),
      async httpGet(url, options) {
        // Nothing comes, and nothing ends, until the batch is paused.
        if (stillHosts.has(new URL(url).host)) {
          await new Promise((_, reject) => {
            options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
          });
        }
        return http.httpGet(url, options);
      },
    },
  });
  closing.push(async () => {
    await fixture.close();
    removeHome(fixture);
  });
  // A batch goes through its dispatches by number: these of the one come before those of the other.
  const many = await find(fixture, still, 'still', { from: 0, to: 35 });
  const few = await find(fixture, quick, 'quick', { from: 38 });
  expect(many.length).toBeGreaterThan(200);
  expect(few.length).toBeGreaterThan(10);
  for (const key of many) {
    const link = fixture.links.find(key.connectionId, key.id, 1);
    if (link) stillHosts.add(new URL(link.url).host);
  }
  expect(stillHosts.size).toBe(1);
  const id = await fixture.start([...many, ...few]);
  const batch = await fixture.until(id, ({ counts }) => counts.done + counts.failed >= few.length);
  expect(batch.counts).toMatchObject({ done: few.length, failed: 0 });
});
