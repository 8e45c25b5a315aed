import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { createApp } from '../../../electron/app.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { startPractice } from '../agency/practice-agency.ts';
import { watchTraffic } from '../agency/watch-traffic.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { testHost } from './host.ts';
import { memorySecrets } from './secrets.ts';

/** What an app that has been open for a while takes up, measured at rest. */
export interface Sample {
  hour: number;
  /** Bytes of the heap after collecting, and of what stands outside it. */
  heap: number;
  external: number;
  /** Open files and sockets; 0 where the system does not tell. */
  files: number;
  /** What keeps the process alive: sockets, workers, timers. */
  handles: number;
  threads: number;
  /** On the process; the app has none on anything else that outlives a call. */
  listeners: number;
  /** Sleeps that nobody has ended. */
  sleeps: number;
  /** Bytes of the store that are in use; its log and its free pages come and go. */
  database: number;
}

/** What was done in all, so that nobody takes a day of nothing for a good one. */
export interface Deeds {
  requests: number;
  refreshes: number;
  batches: number;
  documents: number;
  drops: number;
  keys: number;
  deliveries: number;
  warnings: readonly string[];
}

export interface DayOfUse {
  samples: readonly Sample[];
  deeds: Deeds;
}

const minute = 60_000;
/**
 * What sleeps in an app at rest: the renewal of leases, what tells the indexes and tidies up, what looks for
 * searches to go on with and for saved ones to refresh, what asks for a new release, what purges, and what
 * reads the text of files.
 */
const loops = 8;
/** No wait of the app that watches a request is as short as this, in ms. */
const step = 10_000;
v8.setFlagsFromString('--expose-gc');
const collect: () => void = vm.runInNewContext('gc');

/**
 * Uses the app for so many hours of its own clock over a practice agency and real files: refreshes, batches,
 * deliveries, a closed lid, a network that goes and comes, keys that are replaced. Time moves only while no
 * request is under way, so that a slow machine changes nothing. A sample stands for the end of each hour; the
 * first one, of hour 0, for the app warmed up.
 */
export async function spendHours(
  hours: number,
  root: string,
  tell: (sample: Sample) => void = () => undefined,
): Promise<DayOfUse> {
  const [home, folder] = [join(root, 'home'), join(root, 'Carpetas')];
  mkdirSync(folder);
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error) =>
    void (/Warning/.test(name) && warnings.push(`${name}: ${message}`));
  process.on('warning', onWarning);
  const clock = createFakeClock();
  const agency = await startPractice({
    documents: 120,
    clients: 2,
    seed: 'day',
    today: '2026-11-20',
    clock,
    fileBytes: 30_000,
  });
  const network = createHttpClient();
  const traffic = watchTraffic(network.httpGet);
  const app = await createApp(
    testHost(home, { kind: 'electron', clock, httpGet: traffic.httpGet, secrets: memorySecrets() }),
    // The requests that are counted are those of what is done here.
    { completes: false },
  );
  const deeds = { requests: 0, refreshes: 0, batches: 0, documents: 0, drops: 0, keys: 0, deliveries: 0 };
  const { handlers } = app;

  /** Lets time pass while nothing is asked; stops as soon as it fits. */
  async function pass(ms: number, fits: () => boolean | Promise<boolean> = () => false): Promise<boolean> {
    for (let passedMs = 0; passedMs < ms; passedMs += step) {
      await traffic.quiet();
      if (await fits()) return true;
      await clock.advance(step);
    }
    return fits();
  }
  /** Disks and threads have their own time: only the machine's tells when they take too long. */
  async function until(what: string, fits: () => boolean | Promise<boolean>): Promise<void> {
    for (const began = performance.now(); performance.now() - began < 60_000; await wait(5)) {
      if (await pass(step, fits)) return;
    }
    throw new Error(`${what} does not end`);
  }
  /** The turns of its loops take time of disks and threads, for which a clock that is moved does not wait. */
  async function untilAtRest(): Promise<void> {
    let restful = 0;
    for (const began = performance.now(); performance.now() - began < 60_000; await wait(50)) {
      restful = clock.sleeping.length === loops ? restful + 1 : 0;
      if (restful === 3) return;
      // A pause that began after time stood still ends only as time goes on.
      if (clock.sleeping.length > loops) await pass(step);
    }
    throw new Error(`of ${loops} loops, those that sleep are ${clock.sleeping.join()}`);
  }

  const { id: connectionId } = await handlers['connections.add']({
    name: 'Agencia',
    baseUrl: agency.baseUrl,
    agency: agency.agency,
    key: agency.key,
  });
  await handlers['clients.save']({
    clients: agency.clients.map((one) => ({ ...one, email: '', folder: '' })),
  });
  await handlers['settings.change']({ folder });
  const types = [
    ...new Set(agency.data.types.flatMap(({ name, isActive }) => (isActive && name ? [name] : []))),
  ];
  const query = (some: readonly string[]): SearchQuery => ({
    kind: 'range',
    connectionIds: [connectionId],
    ruts: agency.clients.map(({ rut }) => rut),
    range: { kind: 'last-days', days: 800 },
    types: { kind: 'some', names: [...some] },
    complete: false,
  });
  const draft = {
    view: { list: 'documents' as const, columns: [], sort: [], filter: '', group: 'none' as const },
  };
  await handlers['saved.create']({
    ...draft,
    name: 'Todo',
    question: query(types),
    folder: '',
    template: '',
    takesPapers: false,
    refresh: { kind: 'hours', hours: 1 },
    downloadsNew: true,
  });

  async function search(names: readonly string[]): Promise<string> {
    const { resultSetId } = await handlers['search.start'](query(names));
    await until(
      'a search',
      async () => (await handlers['search.progress']({ resultSetId })).state !== 'running',
    );
    await handlers['rows.page']({ ...draft.view, resultSetId, offset: 0, limit: 100 });
    return resultSetId;
  }
  const isEnded = async (batchId: string) =>
    (await handlers['downloads.list'](undefined)).some(
      ({ id, state }) => id === batchId && state.kind === 'ended',
    );

  async function begin(resultSetId: string): Promise<string> {
    const { batchId } = await handlers['downloads.start']({
      selection: { kind: 'all', resultSetId, filter: '', except: [] },
      folder,
      withInactive: false,
      force: true,
    });
    deeds.batches++;
    return batchId;
  }

  /**
   * The documents are thrown away and come again, and the list of downloads is cleared, as a tidy person
   * does.
   */
  async function download(resultSetId: string, midway?: () => Promise<void>): Promise<void> {
    const batchId = await begin(resultSetId);
    await midway?.();
    await until('a batch', () => isEnded(batchId));
    const { total } = await handlers['downloads.documents']({
      batchId,
      offset: 0,
      limit: 1,
      problemsOnly: false,
    });
    deeds.documents += total;
  }
  async function deliver(resultSetId: string): Promise<void> {
    const { rows } = await handlers['rows.page']({
      ...draft.view,
      list: 'dispatches' as const,
      resultSetId,
      offset: 0,
      limit: 1,
    });
    const dispatches = rows.flatMap((row) =>
      'number' in row ? [{ connectionId, number: String(row.number) }] : [],
    );
    const over = Promise.withResolvers<void>();
    const off = app.on('deliveries.progress', ({ state }) => state !== 'running' && over.resolve());
    await handlers['deliveries.merge']({ dispatches, folder, language: 'es-CL', withInactive: false });
    await over.promise;
    off();
    deeds.deliveries++;
  }
  async function cleanUp(): Promise<void> {
    for (const { id, state } of await handlers['downloads.list'](undefined)) {
      if (state.kind === 'ended') await handlers['downloads.forget']({ batchId: id });
    }
    for (const { id } of await handlers['deliveries.list'](undefined))
      await handlers['deliveries.forget']({ id });
    for (const name of readdirSync(folder)) {
      if (!/^(indice\.csv|SHA256SUMS)$/.test(name))
        rmSync(join(folder, name), { recursive: true, force: true });
    }
    agency.requests.forget();
  }

  async function dropNetwork(): Promise<void> {
    traffic.isThere = false;
    await pass(3 * minute);
    traffic.isThere = true;
    deeds.drops++;
  }

  let key = agency.key;
  async function replaceKey(): Promise<void> {
    agency.revoke(key);
    await pass(2 * minute);
    key = `clave-de-prueba-${deeds.keys++}`;
    agency.authorise(key, [agency.agency]);
    await handlers['connections.replaceKey']({ id: connectionId, key });
  }

  /** Half an hour: as it goes, with everything that happens to an app in it. */
  async function halfHour(round: number): Promise<void> {
    const { number: dispatch = '' } = agency.data.dispatches[round % agency.data.dispatches.length] ?? {};
    agency.changes.arrive({ dispatch, type: types[round % types.length] ?? '' });
    const some = types.filter((_, index) => index % 4 === round % 4);
    const found = await search(some);
    await download(found, round % 2 === 0 ? dropNetwork : replaceKey);
    await deliver(found);
    await cleanUp();
    // A lid that was closed: the wall clock is later, the machine's own time is not.
    clock.setWallClock(clock.now() + 5 * minute);
    await pass(15 * minute);
  }

  async function measured(hour: number): Promise<Sample> {
    await pass(2 * minute);
    await traffic.quiet();
    // Idle connections go by the machine's own time, which is not the app's here.
    network.close();
    await untilAtRest();
    const sample = { hour, ...sampleOf(clock, home) };
    tell(sample);
    return sample;
  }

  const off = app.on('saved.changed', () => void deeds.refreshes++);
  for (let round = 0; round < 4; round++) await halfHour(round);
  const samples = [await measured(0)];
  for (let hour = 1; hour <= hours; hour++) {
    const began = clock.elapsed();
    for (let round = 0; clock.elapsed() - began < 60 * minute; round++) await halfHour(round);
    samples.push(await measured(hour));
  }
  off();
  deeds.requests = traffic.count;
  await app.close();
  network.close();
  await agency.close();
  process.off('warning', onWarning);
  return { samples, deeds: { ...deeds, warnings } };
}

/** What the process and the store under `home` take up now. */
export function sampleOf(clock: FakeClock, home: string): Omit<Sample, 'hour'> {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return {
    heap: heapUsed,
    external,
    files: entriesOf('/proc/self/fd'),
    handles: process.getActiveResourcesInfo().length,
    threads: entriesOf('/proc/self/task'),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    sleeps: clock.sleeping.length,
    database: bytesInUse(join(home, 'carpeta.db')),
  };
}

function entriesOf(folder: string): number {
  return process.platform === 'linux' ? readdirSync(folder).length : 0;
}

function bytesInUse(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const of = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const bytes = (of('page_count') - of('freelist_count')) * of('page_size');
  database.close();
  return bytes;
}
