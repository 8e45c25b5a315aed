import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApp } from '../../../electron/app.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import { startPractice } from '../agency/practice-agency.ts';
import { watchTraffic } from '../agency/watch-traffic.ts';
import { type Sample, sampleOf } from './day-of-use.ts';
import { createFakeClock } from './fake-clock.ts';
import { testHost } from './host.ts';
import { memorySecrets } from './secrets.ts';

/** What an app takes up that refreshes saved searches by itself, `hour` hours after its start. */
export interface RefreshSample extends Sample {
  /** Rows of every table of the store together, and of the ledger's. */
  rows: number;
  batches: number;
  transfers: number;
  /** Bytes of the store's file, free pages among them, once its log has been copied into it. */
  fileSize: number;
  refreshes: number;
  /** Documents that the agency has filed since the start. */
  documents: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How far the clock is set on at a time: a refresh comes no later than that after it is due. */
const jump = 10 * minute;
/**
 * How often the app looks for refreshes that are due, for searches to go on with, and for verdicts that an
 * index has not been told: at rest all sleep.
 */
const look = minute;
const loops = 3;
const searches = ['Uno', 'Dos', 'Tres'];
/** Between two refreshes of one search, with what their hours are moved by and with the jump. */
const maxIntervalMs = 1.1 * hour + jump;

/**
 * Leaves an app alone with three saved searches that are refreshed every hour and that download, for so many
 * days of its own clock: a document comes every week. Time jumps as soon as nothing is under way. Tells a
 * sample after each `sampleEvery` days.
 */
export async function refreshFor(
  days: number,
  root: string,
  { sampleEvery, tell }: { sampleEvery: number; tell(sample: RefreshSample): void },
): Promise<RefreshSample[]> {
  const [home, folder] = [join(root, 'home'), join(root, 'Carpetas')];
  mkdirSync(folder, { recursive: true });
  const clock = createFakeClock();
  const agency = await startPractice({
    documents: 120,
    clients: 2,
    seed: 'year',
    today: '2026-11-20',
    clock,
    fileBytes: 20_000,
  });
  const network = createHttpClient();
  const traffic = watchTraffic(network.httpGet);
  const app = await createApp(
    testHost(home, { kind: 'electron', clock, httpGet: traffic.httpGet, secrets: memorySecrets() }),
    // The requests that are counted are those of what is done here.
    { completes: false },
  );
  const { handlers } = app;
  let refreshes = 0;
  let documents = 0;
  const off = app.on('search.progress', ({ state }) => void (state === 'done' && refreshes++));

  const { id: connectionId } = await handlers['connections.add']({
    name: 'Agencia',
    baseUrl: agency.baseUrl,
    agency: agency.agency,
    key: agency.key,
  });
  await handlers['settings.change']({ folder });
  const types = [
    ...new Set(agency.data.types.flatMap(({ name, isActive }) => (isActive && name ? [name] : []))),
  ];
  for (const [index, name] of searches.entries()) {
    await handlers['saved.create']({
      name,
      folder: join(folder, name),
      template: '{id}',
      downloadsNew: index > 0,
      takesPapers: index === 0,
      question: {
        kind: 'range',
        connectionIds: [connectionId],
        ruts: agency.clients.slice(0, 1).map(({ rut }) => rut),
        range: { kind: 'last-days', days: 3000 },
        types: { kind: 'some', names: types.slice(index * 2, index * 2 + 2) },
        complete: false,
      },
      view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
      refresh: { kind: 'hours', hours: 1 },
    });
  }
  const batchesAreOver = async () =>
    (await handlers['downloads.list'](undefined)).every(({ state }) => state.kind === 'ended');

  async function untilIdle(): Promise<void> {
    for (;;) {
      await traffic.quiet();
      const atRest = clock.sleeping.filter((ms) => ms === look).length >= loops;
      if (atRest && (await batchesAreOver())) return;
      await clock.advance(1_000);
    }
  }
  function sample(): RefreshSample {
    const path = join(home, 'carpeta.db');
    const database = new DatabaseSync(path, { readOnly: true });
    const count = (table: string) =>
      Number(database.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.['n']);
    const of = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
    const tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name));
    const taken = {
      rows: tables.reduce((sum, table) => sum + count(table), 0),
      batches: count('download_batch'),
      transfers: count('transfer'),
      fileSize: of('page_count') * of('page_size'),
    };
    database.close();
    return {
      hour: Math.round(clock.elapsed() / hour),
      ...sampleOf(clock, home),
      ...taken,
      refreshes,
      documents,
    };
  }

  const samples: RefreshSample[] = [];
  const newTypes = types.slice(0, 6);
  for (let [filed, sampled] = [0, 0]; clock.elapsed() < days * day; ) {
    if (clock.elapsed() - filed >= 7 * day) {
      filed = clock.elapsed();
      const ofClient = agency.data.dispatches.filter(({ client }) => client.rut === agency.clients[0]?.rut);
      const dispatch = ofClient[documents % ofClient.length]?.number ?? '';
      agency.changes.arrive({ dispatch, type: newTypes[documents++ % newTypes.length] ?? '' });
    }
    await clock.advance(jump);
    await untilIdle();
    if (clock.elapsed() - sampled < sampleEvery * day) continue;
    sampled += sampleEvery * day;
    // A person looks at what is new now and then.
    await handlers['saved.markSeen']({});
    network.close();
    await traffic.quiet();
    // The agency's own memory is not the app's.
    agency.requests.forget();
    const taken = sample();
    samples.push(taken);
    tell(taken);
  }
  off();
  await app.close();
  network.close();
  await agency.close();
  return samples;
}

/** For how many weeks a batch is kept that is over: there is one a week. */
const retentionWeeks = Math.ceil(settingsSchema.parse({}).retentionDays / 7);

/**
 * Rows that a document takes in all tables together, and bytes of the file, with what it is found and sorted
 * by.
 */
const ofDocument = { rows: 25, bytes: 20_000 };

/**
 * What there is more of at the end than after the first month, beyond what the documents that came since
 * take; nothing when all is flat. Says so, too, where there were fewer refreshes than were due: an app that
 * is left without time to do anything grows by nothing.
 */
export function whatRefreshesGrew(samples: readonly RefreshSample[], firstMonth = 31 * 24): string[] {
  const [first, last] = [samples.find(({ hour }) => hour >= firstMonth), samples.at(-1)];
  if (!first || !last || first === last) return ['there is nothing to compare with'];
  const documents = last.documents - first.documents;
  const allowed = {
    rows: documents * ofDocument.rows,
    batches: Math.max(0, retentionWeeks - first.batches) + 2,
    transfers: Math.max(0, retentionWeeks - first.transfers) + 2,
    fileSize: 500_000 + documents * ofDocument.bytes,
    heap: 6_000_000,
    external: 6_000_000,
    files: 6,
    handles: 6,
    threads: 2,
    listeners: 0,
    sleeps: 2,
  };
  const due = Math.floor((last.hour * hour) / maxIntervalMs) * searches.length;
  return [
    ...(last.refreshes < due ? [`${last.refreshes} refreshes, where ${due} were due`] : []),
    ...Object.entries(allowed).flatMap(([name, more]) => {
      const [before, after] = [first[name as keyof typeof allowed], last[name as keyof typeof allowed]];
      return after > before + more ? [`${name} grew from ${before} to ${after}`] : [];
    }),
  ];
}
