import { afterEach, expect, test } from 'vitest';
import { type App, createApp } from '../../electron/app.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import { type PracticeAgency, startPractice } from '../support/agency/practice-agency.ts';
import { testHost } from '../support/app/host.ts';
import { createIdleClock } from '../support/app/idle-clock.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const clock = createIdleClock();

async function openApp(agency: PracticeAgency, folder: string): Promise<App> {
  const app = await createApp(testHost(folder, { clock }), {
    startPractice: async () => ({ ...agency, close: async () => undefined }),
    settings: { requestsAtOnce: 2, transfersAtOnce: 16 },
  });
  await app.handlers['connections.practice'](undefined);
  return app;
}

async function searched({ handlers, on }: App, query: SearchQuery): Promise<string> {
  const ended = Promise.withResolvers<void>();
  const off = on('search.progress', ({ state }) => state !== 'running' && ended.resolve());
  const { resultSetId } = await handlers['search.start'](query);
  await ended.promise;
  off();
  return resultSetId;
}

async function downloaded({ handlers, on }: App, resultSetId: string, folder: string): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const off = on('downloads.progress', ({ batches }) => {
    if (batches.some(({ state }) => state.kind === 'ended')) ended.resolve();
  });
  await handlers['downloads.start']({
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder,
    withInactive: false,
    force: false,
  });
  await ended.promise;
  off();
}

test('downloads, a search and people who look at dispatches never ask an agency more at once than is allowed', async () => {
  const folder = temporaryFolder('paced');
  const agency = await startPractice({
    documents: 120,
    clients: 2,
    today: '2026-11-20',
    latencyMs: 200,
    clock,
  });
  closing.push(agency.close);
  const names = agency.data.types.flatMap(({ name, isActive }) => (isActive && name ? [name] : []));
  const query: SearchQuery = {
    kind: 'range',
    connectionIds: ['practice'],
    ruts: agency.clients.map(({ rut }) => rut),
    range: { kind: 'days', start: '2024-05-01', end: '2026-11-20' },
    types: { kind: 'some', names: [...new Set(names)].slice(0, 6) },
    complete: false,
  };
  const before = await openApp(agency, folder);
  const resultSetId = await searched(before, query);
  await before.close();
  // A new start has no links: each dispatch is asked for again.
  const app = await openApp(agency, folder);
  closing.push(app.close);
  agency.requests.forget();
  const looks = agency.data.dispatches
    .slice(0, 6)
    .map(({ number, client }) =>
      app.handlers['dispatch.view']({ connectionId: 'practice', number, rut: client.rut, ask: true }),
    );
  await Promise.all([
    downloaded(app, resultSetId, `${folder}/Carpetas`),
    searched(app, query),
    Promise.allSettled(looks),
  ]);
  expect(agency.requests.count('dispatch-files')).toBeGreaterThan(6);
  expect(agency.requests.peakConcurrency()).toMatchObject({ service: 2 });
});
