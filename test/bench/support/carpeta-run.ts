/**
 * Batches in a process of its own, over the terminal host: keeps what a search would have kept, then measures
 * each batch from its start to its end, ledger, index and all. Prints one JSON line for each.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  createApiClient,
  createCircuitBreakers,
  createSignedLinkCache,
  paginate,
} from '../../../electron/api/index.ts';
import { openStore } from '../../../electron/database/index.ts';
import { createDownloads } from '../../../electron/downloads/index.ts';
import { createHttpClient, systemClock } from '../../../electron/platform/terminal/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';

/** What is to be downloaded, batch by batch, each into a folder of its own. */
export interface RunPlan {
  address: string;
  home: string;
  bytes: number;
  /** How many transfers at once a person has set; 0 where nobody has. */
  atOnce: number;
  /** How many documents each batch has. */
  batches: readonly number[];
  /** Looks at the memory all the time; it costs some. */
  watchesMemory: boolean;
}

/** What came of one batch. Times in ms, memory in bytes. */
export interface RunResult {
  took: number;
  /** Of the process when the batch began. */
  idle: number;
  /** Largest while it ran; as `idle` when memory was not watched. */
  peak: number;
  delay99: number;
  done: number;
}

const plan = JSON.parse(process.argv[2] ?? '') as RunPlan;
const rut = '76086428-5' as Rut;
const connectionId = 'bench';
const clock = systemClock;
const store = await openStore(join(plan.home, 'carpeta.db'));
const http = createHttpClient();
const links = createSignedLinkCache(clock);
const settings = { ...settingsSchema.parse({}), transfersAtOnce: plan.atOnce };
const platform = { httpGet: http.httpGet, clock, random: Math.random, uuid: () => crypto.randomUUID() };
const api = createApiClient(platform, {
  baseUrl: plan.address,
  agency: String(plan.bytes),
  key: () => 'no key',
});
let onEnded: (batch: Batch) => void = () => undefined;
const downloads = createDownloads({
  ...platform,
  store,
  getApiClient: () => Promise.resolve(api),
  breakerOf: createCircuitBreakers({ getApiClient: () => Promise.resolve(api), clock: platform.clock }),
  links,
  emit: () => undefined,
  settings: () => settings,
  desktop: {
    keepAwake: () => () => undefined,
    showProgress: () => undefined,
    markAsForeign: () => Promise.resolve(),
  },
  connections: () => [],
  namer: { clientName: ({ rut: own }) => own, agencyName: () => 'bench' },
  readRules: () => undefined,
  announce: (batch) => onEnded(batch),
  onError: (error) => console.error(error),
});

async function storeDocuments(count: number): Promise<DocumentKey[]> {
  const documents: DocumentKey[] = [];
  for (let dispatch = 100_000; documents.length < count; dispatch++) {
    const query = { kind: 'dispatch', rut, dispatch: String(dispatch) } as const;
    for await (const page of paginate(api, query)) {
      links.add(connectionId, page.links);
      const at = new Date().toISOString();
      await store.upsertPage({ connectionId, rut, query, documents: page.documents, at });
      for (const { id } of page.documents) documents.push({ connectionId, id });
    }
  }
  return documents.slice(0, count);
}

async function measure(documents: readonly DocumentKey[], folder: string): Promise<RunResult> {
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const sampler = plan.watchesMemory ? setInterval(look, 25) : undefined;
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const ended = new Promise<Batch>((resolve) => {
    onEnded = resolve;
  });
  delays.enable();
  const begun = performance.now();
  await downloads.start({
    selection: { kind: 'some', documents: [...documents] },
    folder,
    withInactive: false,
    force: false,
  });
  const batch = await ended;
  const took = performance.now() - begun;
  delays.disable();
  clearInterval(sampler);
  return { took, idle, peak, delay99: delays.percentile(99) / 1e6, done: batch.counts.done };
}

const documents = await storeDocuments(Math.max(...plan.batches));
for (const [position, count] of plan.batches.entries()) {
  const result = await measure(documents.slice(0, count), join(plan.home, `Carpetas ${position}`));
  console.log(JSON.stringify(result));
}
await downloads.close();
await store.close();
http.close();
