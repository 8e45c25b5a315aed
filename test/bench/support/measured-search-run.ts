import {
  createApiClient,
  createCircuitBreakers,
  createRateLimiter,
  createSignedLinkCache,
} from '../../../electron/api/index.ts';
import { createHttpClient, systemClock } from '../../../electron/platform/terminal/index.ts';
import { Search } from '../../../electron/search/index.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { benchRut } from './made-up-documents.ts';
import { startPageServer } from './page-server.ts';

const types = 12;
const pages = 10;
const latency = 80;

/**
 * A search run of 12 types × 10 pages over a service that takes 80 ms for each: how many times the best
 * possible it took.
 */
export async function measureSearchRun(): Promise<number> {
  const server = await startPageServer(types, pages, latency);
  const { store, remove } = await temporaryStore();
  const http = createHttpClient();
  const clock = systemClock;
  const settings = settingsSchema.parse({});
  const ended = Promise.withResolvers<number>();
  const search = new Search({
    store,
    getApiClient: () => Promise.resolve(api),
    connectionIds: async () => [],
    breakerOf: createCircuitBreakers({ getApiClient: () => Promise.resolve(api), clock }),
    links: createSignedLinkCache(clock),
    clock,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    emit: (event, payload) => {
      if (event !== 'search.progress') return;
      const progress = payload as SearchProgress;
      if (progress.state === 'done') ended.resolve(progress.documents);
    },
    settings: () => settings,
    clients: () => [],
    cancelDownload: () => Promise.resolve(),
    startDownload: () => Promise.reject(new Error('nothing is downloaded')),
    splitDownload: async (request) => [request],
    noticeReplaced: async () => [],
    afterPrune: async () => undefined,
    practiceExamples: () => [],
    documentsFolder: '',
    reportError: (what, error) => console.error(what, error),
    process: { computer: 'here', processId: process.pid, isAlive: () => true },
  });
  const api = createApiClient(
    { httpGet: http.httpGet, clock, random: Math.random, uuid: () => crypto.randomUUID() },
    {
      baseUrl: server.address,
      agency: 'bench',
      key: () => 'no key',
      rateLimiter: createRateLimiter(() => settings.requestsAtOnce),
    },
  );
  try {
    const begun = performance.now();
    await search.runner.start({
      kind: 'range',
      connectionIds: ['bench'],
      ruts: [benchRut],
      range: { kind: 'this-year' },
      types: { kind: 'all', operation: 'both' },
      complete: false,
    });
    const documents = await ended.promise;
    const took = performance.now() - begun;
    const best = (types * pages * latency) / settings.requestsAtOnce;
    console.log(
      `\nSearch run of ${types} types × ${pages} pages, ${latency} ms each, ${settings.requestsAtOnce} at a time: ${documents} documents in ` +
        `${(took / 1000).toFixed(2)} s; the best possible is ${(best / 1000).toFixed(2)} s (${await server.requests()} requests, catalogue and states too)`,
    );
    return took / best;
  } finally {
    await search.close();
    http.close();
    await remove();
    await server.close();
  }
}
