import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ApiClient,
  createApiClient,
  createCircuitBreakers,
  createSignedLinkCache,
  type GetApiClient,
  type HttpPlatform,
  paginate,
  type RequestOptions,
  type SignedLinkCache,
} from '../../../electron/api/index.ts';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { createDownloads, type Downloads, type DownloadsOptions } from '../../../electron/downloads/index.ts';
import type { Clock } from '../../../electron/host.ts';
import type { Breaker } from '../../../electron/jobs/circuit-breaker.ts';
import { createHttpClient, systemClock } from '../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch, BatchDocument, DownloadRequest } from '../../../shared/model/download.ts';
import { type Settings, settingsSchema } from '../../../shared/model/settings.ts';
import { type PracticeAgency, type PracticeOptions, startPractice } from '../agency/practice-agency.ts';
import { createIdleClock } from './idle-clock.ts';

/** The id of the one connection that a download app has. */
export const connectionId = 'practice';

export interface FixtureOptions {
  agency: PracticeAgency;
  /** Where the store is and where downloads go; a temporary folder of its own by default. */
  home?: string;
  /** That of an agency which `practice` started, by default; else the machine's. */
  clock?: Clock;
  settings?: Partial<Settings>;
  /** What is different from an ordinary app. */
  overrides?: Partial<DownloadsOptions>;
}

/**
 * Downloads over a practice agency, a real store and a real folder: what an app would wire, without the app.
 */
export interface DownloadsFixture {
  downloads: Downloads;
  store: Store;
  links: SignedLinkCache;
  agency: PracticeAgency;
  home: string;
  /** The destination that `download` fills. */
  folder: string;
  settings: Settings;
  /** Every progress message so far. */
  messages: { batches: Batch[]; documents: BatchDocument[] }[];
  announced: Batch[];
  /** How often the machine was kept awake, and how often let go again. */
  awake: { taken: number; released: number };
  /**
   * Asks the agency for documents of a client, all pages of each dispatch, and keeps them, in an answer if
   * one is given; so many at most.
   */
  find(options?: { client?: number; atMost?: number; resultSetId?: string }): Promise<DocumentKey[]>;
  start(documents: readonly DocumentKey[], request?: Partial<DownloadRequest>): Promise<string>;
  /** Resolves with the batch as soon as it fits; by default when it is no longer running. */
  until(batchId: string, fits?: (batch: Batch) => boolean): Promise<Batch>;
  /**
   * Resolves as soon as it is told that so many documents of a batch are done, and rejects when the batch has
   * ended by then: whoever asked the store how it stands would act later than that.
   */
  whenDone(batchId: string, atLeast: number): Promise<void>;
  /** Resolves as soon as nothing is under way. */
  untilIdle(): Promise<void>;
  /** Verdicts of a batch's documents. */
  verdicts(batchId: string): Promise<BatchDocument[]>;
  /** Another app over the same store file and folder, as another process would be. */
  another(options?: Partial<FixtureOptions>): Promise<DownloadsFixture>;
  close(): Promise<void>;
}

/** Whether a batch has ended: what to wait for with `until`. */
export const isEnded = ({ state }: Pick<Batch, 'state'>): boolean => state.kind === 'ended';

/** A client of the service of an agency, as an app has one. */
export function apiClientAt(
  { baseUrl, agency, key }: PracticeAgency,
  platform: Pick<HttpPlatform, 'httpGet'> & Partial<HttpPlatform>,
  requestOptions: RequestOptions & { breaker?: Breaker } = {},
): ApiClient {
  const { clock = systemClock, random = Math.random, uuid = () => crypto.randomUUID(), httpGet } = platform;
  return createApiClient(
    { httpGet, clock, random, uuid },
    { baseUrl, agency, key: () => key, ...requestOptions },
  );
}

/** Opens an app. */
export async function openFixture(options: FixtureOptions): Promise<DownloadsFixture> {
  const { agency, clock = clockOf(options.agency) } = options;
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'carpeta-downloads-'));
  const folder = join(home, 'Carpetas');
  const store = await openStore(join(home, 'carpeta.db'));
  const http = createHttpClient();
  const links = createSignedLinkCache(clock);
  const settings = { ...settingsSchema.parse({}), ...options.settings };
  const messages: DownloadsFixture['messages'] = [];
  const announced: Batch[] = [];
  const awake = { taken: 0, released: 0 };
  const watchers = new Set<() => void>();
  const apiClientFor = (requestOptions: RequestOptions & { breaker?: Breaker } = {}) =>
    apiClientAt(agency, { httpGet: http.httpGet, clock }, requestOptions);
  const api = apiClientFor();
  const getApiClient: GetApiClient =
    options.overrides?.getApiClient ??
    (async (id, requestOptions) => apiClientFor({ ...requestOptions, breaker: breakerOf(id) }));
  const breakerOf = createCircuitBreakers({ getApiClient, clock });
  const downloads = createDownloads({
    store,
    getApiClient,
    breakerOf,
    links,
    httpGet: http.httpGet,
    clock,
    random: () => 0.5,
    uuid: () => crypto.randomUUID(),
    emit: (_event, message) => {
      messages.push(message);
      for (const watcher of [...watchers]) watcher();
    },
    settings: () => settings,
    desktop: {
      keepAwake: () => {
        awake.taken++;
        return () => void awake.released++;
      },
      showProgress: () => undefined,
      markAsForeign: () => Promise.resolve(),
    },
    connections: () => [
      { id: connectionId, baseUrl: agency.baseUrl, agency: agency.agency, isPractice: true },
    ],
    namer: {
      clientName: ({ rut }) => agency.clients.find((client) => client.rut === rut)?.name ?? rut,
      agencyName: () => agency.agency,
    },
    readRules: () => undefined,
    announce: (batch) => void announced.push(batch),
    onError: (error) => console.error('problem:', error),
    ...options.overrides,
  });

  async function shown(batchId: string): Promise<Batch> {
    const batch = (await downloads.list()).find(({ id }) => id === batchId);
    if (!batch) throw new Error(`no batch ${batchId}`);
    return batch;
  }

  return {
    downloads,
    store,
    links,
    agency,
    home,
    folder,
    settings,
    messages,
    announced,
    awake,
    async find({ client = 0, atMost = Number.POSITIVE_INFINITY, resultSetId } = {}) {
      const rut = agency.clients[client]?.rut;
      const dispatches = new Set<string>();
      let count = 0;
      for (const document of agency.data.documents()) {
        if (document.client.rut !== rut || !document.dispatch || count >= atMost) continue;
        dispatches.add(document.dispatch.number);
        count++;
      }
      const found: DocumentKey[] = [];
      for (const dispatch of dispatches) {
        if (!rut || found.length >= atMost) break;
        const query = { kind: 'dispatch', rut, dispatch } as const;
        for await (const page of paginate(api, query)) {
          links.add(connectionId, page.links);
          const at = new Date(clock.now()).toISOString();
          const { documents } = page;
          const member = resultSetId === undefined ? {} : { member: { resultSetId, taskId: 1 } };
          await store.upsertPage({ connectionId, rut, query, documents, at, ...member });
          for (const { id, isActive } of documents) {
            if (isActive && found.length < atMost) found.push({ connectionId, id });
          }
        }
      }
      return found;
    },
    async start(documents, request = {}) {
      const selection: DownloadRequest['selection'] = { kind: 'some', documents: [...documents] };
      const { batchId } = await downloads.start({
        selection,
        folder,
        withInactive: false,
        force: false,
        ...request,
      });
      return batchId;
    },
    async until(batchId, fits = ({ state }) => state.kind !== 'running') {
      for (;;) {
        const changed = new Promise<void>((resolve) => {
          const watcher = () => {
            watchers.delete(watcher);
            resolve();
          };
          watchers.add(watcher);
        });
        const batch = await shown(batchId);
        if (fits(batch)) return batch;
        await changed;
      }
    },
    whenDone: (batchId, atLeast) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const batch = messages.flatMap(({ batches }) => batches).findLast(({ id }) => id === batchId);
          if (batch === undefined || batch.counts.done < atLeast || batch.state.kind === 'paused') return;
          watchers.delete(look);
          if (batch.state.kind === 'running') resolve();
          else reject(new Error(`batch ${batchId} has ended already`));
        };
        watchers.add(look);
        look();
      }),
    async untilIdle() {
      while (downloads.isBusy()) await systemClock.sleep(5);
    },
    async verdicts(batchId) {
      const rows: BatchDocument[] = [];
      for (;;) {
        const page = await downloads.documents({
          batchId,
          offset: rows.length,
          limit: 500,
          problemsOnly: false,
        });
        rows.push(...page.rows);
        if (rows.length >= page.total) return rows;
      }
    },
    another: (more = {}) => openFixture({ ...options, ...more, home }),
    async close() {
      await downloads.close();
      await store.close();
      http.close();
    },
  };
}

/** Every file below a folder, relative, with what is in it; the index and its checksums left out. */
export function filesIn(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const relative = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (relative !== 'indice.csv' && relative !== 'SHA256SUMS') files.set(relative, readFileSync(path));
  }
  return files;
}

/** How an agency is to be; its apps go by its clock. */
export type AgencyOptions = Omit<PracticeOptions, 'clock'> & { clock?: Clock };

/** What time it is at agencies that `practice` has started, and at the apps that ask them. */
const clocks = new WeakMap<PracticeAgency, Clock>();

/**
 * A practice agency that the tests of downloads share: small, always the same, on a clock that passes waits
 * by.
 */
export async function practice({
  clock = createIdleClock(),
  ...options
}: AgencyOptions = {}): Promise<PracticeAgency> {
  const data = { documents: 300, clients: 2, seed: 'downloads', today: '2026-11-20' };
  const agency = await startPractice({ ...data, ...options, clock });
  clocks.set(agency, clock);
  return agency;
}

/** The clock of an agency that `practice` has started. */
export function clockOf(agency: PracticeAgency): Clock {
  return clocks.get(agency) ?? systemClock;
}

/** Removes an app's folder. */
export function removeHome({ home }: Pick<DownloadsFixture, 'home'>): void {
  rmSync(home, { recursive: true, force: true });
}

/** An app, documents that it has found, `atMost` so many, and those of them that have a document. */
export async function openWithDocuments(
  options: Pick<FixtureOptions, 'agency' | 'overrides'>,
  { atMost }: { atMost: number },
): Promise<{ fixture: DownloadsFixture; documents: DocumentKey[]; withFile: DocumentKey[] }> {
  const fixture = await openFixture(options);
  const documents = await fixture.find({ atMost });
  const withFile = documents.filter(({ id }) => options.agency.data.document(id)?.file);
  return { fixture, documents, withFile };
}
