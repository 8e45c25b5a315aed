import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApiClient,
  createApiClient,
  createCircuitBreakers,
  createRateLimiter,
  createSignedLinkCache,
  type GetApiClient,
} from '../../../electron/api/index.ts';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { Clock } from '../../../electron/host.ts';
import { renewEvery } from '../../../electron/jobs/lease.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { Search, type SearchOptions } from '../../../electron/search/index.ts';
import type { Events } from '../../../shared/contract.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { DownloadRequest } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { type Settings, settingsSchema } from '../../../shared/model/settings.ts';
import { type PracticeAgency, type PracticeOptions, startPractice } from '../agency/practice-agency.ts';
import { createFakeClock } from './fake-clock.ts';
import { createIdleClock } from './idle-clock.ts';

/** The id of the connection to the practice agency. */
export const practiceConnection = 'practice';

/** The day on which tests look at the agency. */
export const today = '2026-11-20';

type Fits = (progress: SearchProgress) => boolean;

/** A search over a practice agency, a real store and real HTTP: what an app would wire, without the app. */
export interface SearchFixture {
  search: Search;
  store: Store;
  path: string;
  agency: PracticeAgency;
  clock: Clock;
  settings: Settings;
  /** Every progress message so far. */
  events: SearchProgress[];
  savedEvents: Events['saved.changed'][];
  downloads: DownloadRequest[];
  problems: { what: string; error: unknown }[];
  /** Starts a query and waits for its end. */
  ask(query: SearchQuery): Promise<SearchProgress>;
  /** Resolves when an answer is told to stand so. */
  until(resultSetId: string, fits: Fits): Promise<SearchProgress>;
  /** Resolves when the search run of an answer has ended. */
  ended(resultSetId: string): Promise<SearchProgress>;
  /** Every document of an answer, in the order of arrival. */
  documents(resultSetId: string): Promise<StoredDocument[]>;
  /** Another search over the same file, as the next start of the app would be. */
  restarted(): Promise<SearchFixture>;
  close(): Promise<void>;
}

export interface SearchFixtureOptions {
  agency?: PracticeAgency;
  practice?: PracticeOptions;
  clock?: Clock;
  settings?: Partial<Settings>;
  overrides?: Partial<SearchOptions>;
  /** What stands between the search and the service. */
  through?: (api: ApiClient) => ApiClient;
  home?: string;
}

/**
 * Opens an app; waits between attempts pass at once, and leases are renewed when a test moves the clock,
 * unless a clock is given.
 */
export async function openSearchFixture(options: SearchFixtureOptions = {}): Promise<SearchFixture> {
  const clock = options.clock ?? createFakeClock({ passes: (ms) => ms <= 30_000 && ms !== renewEvery });
  // What arrives at the agency is of the day that the app believes in; slow answers come when nothing else is
  // under way.
  const pauses = createIdleClock();
  const ofAgency = { now: () => clock.now(), sleep: (ms: number) => pauses.sleep(ms) };
  const agency =
    options.agency ??
    (await startPractice({ documents: 400, clients: 3, today, clock: ofAgency, ...options.practice }));
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'carpeta-search-'));
  const path = join(home, 'carpeta.db');
  const store = await openStore(path);
  const http = createHttpClient();
  const settings = { ...settingsSchema.parse({}), ...options.settings };
  const emitted: SearchProgress[] = [];
  const savedEvents: SearchFixture['savedEvents'] = [];
  const downloads: DownloadRequest[] = [];
  const problems: SearchFixture['problems'] = [];
  const listeners = new Set<(progress: SearchProgress) => void>();
  const rateLimiter = createRateLimiter(() => settings.requestsAtOnce);
  const getApiClient: GetApiClient = async (id, requestOptions) => {
    const api = createApiClient(
      { httpGet: http.httpGet, clock, random: () => 0.5, uuid: () => crypto.randomUUID() },
      {
        baseUrl: agency.baseUrl,
        agency: agency.agency,
        key: () => agency.key,
        rateLimiter,
        breaker: breakerOf(id),
        ...requestOptions,
      },
    );
    return options.through?.(api) ?? api;
  };
  const breakerOf = createCircuitBreakers({ getApiClient, clock });
  const search = new Search({
    store,
    getApiClient,
    breakerOf,
    links: createSignedLinkCache(clock),
    connectionIds: async () => [practiceConnection],
    clock,
    random: () => 0.5,
    uuid: () => crypto.randomUUID(),
    emit: (event, payload) => {
      if (event === 'search.progress') {
        const progress = payload as SearchProgress;
        emitted.push(progress);
        for (const listener of listeners) listener(progress);
      }
      if (event === 'saved.changed') savedEvents.push(payload as Events['saved.changed']);
    },
    settings: () => settings,
    clients: () => agency.clients.map(({ rut, name }) => ({ rut, name, email: '', folder: '' })),
    cancelDownload: () => Promise.resolve(),
    startDownload: (request) => {
      downloads.push(request);
      return Promise.resolve({ batchId: `batch-${downloads.length}` });
    },
    splitDownload: async (request) => [request],
    noticeReplaced: async () => [],
    afterPrune: async () => undefined,
    practiceExamples: () => [],
    documentsFolder: join(home, 'papeles'),
    reportError: (what, error) => void problems.push({ what, error }),
    process: { computer: 'here', processId: 1, isAlive: () => false },
    ...options.overrides,
  });

  async function until(resultSetId: string, fits: Fits): Promise<SearchProgress> {
    const over = Promise.withResolvers<SearchProgress>();
    const see = (progress: SearchProgress) => {
      if (progress.resultSetId === resultSetId && fits(progress)) over.resolve(progress);
    };
    listeners.add(see);
    see(await search.runner.progress(resultSetId));
    try {
      return await over.promise;
    } finally {
      listeners.delete(see);
    }
  }

  const ended = (resultSetId: string) => until(resultSetId, ({ state }) => state !== 'running');

  const release = async () => {
    await search.close();
    http.close();
    await store.close();
  };

  return {
    search,
    store,
    path,
    agency,
    clock,
    settings,
    events: emitted,
    savedEvents,
    downloads,
    problems,
    until,
    ended,
    ask: async (query) => ended(await search.runner.start(query)),
    async documents(resultSetId) {
      const all: StoredDocument[] = [];
      for (;;) {
        const { rows } = await search.rows.page({
          resultSetId,
          list: 'documents',
          offset: all.length,
          limit: 500,
          sort: [],
          filter: '',
          group: 'none',
        });
        all.push(...(rows as StoredDocument[]));
        if (rows.length < 500) return all;
      }
    },
    async restarted() {
      await release();
      return openSearchFixture({ ...options, agency, home, clock });
    },
    async close() {
      await release();
      await agency.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A query over days, of everything unless narrowed. */
export function rangeQuery(
  ruts: readonly Rut[],
  overrides: Partial<Extract<SearchQuery, { kind: 'range' }>> = {},
): SearchQuery {
  return {
    kind: 'range',
    connectionIds: [practiceConnection],
    ruts: [...ruts],
    range: { kind: 'days', start: '2024-05-01', end: today },
    types: { kind: 'all', operation: 'both' },
    complete: false,
    ...overrides,
  };
}
