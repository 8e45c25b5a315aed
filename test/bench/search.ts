/**
 * Search at scale, without a page: filling the store, opening a saved search, every keystroke of a script,
 * sorting, and a search run over a slow service. What a window adds by drawing is measured where there is
 * one.
 */
import { rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { filterTokens, openStore, type Store } from '../../electron/database/index.ts';
import type { ListName } from '../../shared/model/lists.ts';
import type { RowsQuery } from '../../shared/model/search-query.ts';
import { temporaryStore } from '../support/database/store.ts';
import type { Bench } from './run.ts';
import { benchQuery, benchRut, madeUpPages } from './support/made-up-documents.ts';
import { measureSearchRun } from './support/measured-search-run.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

const resultSetId = 'bench';
const connectionId = 'bench';
const query = benchQuery(connectionId);
const bars = {
  arrival: 100,
  opening: 300,
  keystroke: 50,
  sort: 100,
  delay: 20,
  openingGrowth: 1.2,
  run: 1.3,
};

/**
 * Typed letter by letter; each stands for the filter after one keystroke. One letter, words of every row,
 * rare words, none at all.
 */
const typed = [
  'factura',
  'a',
  'aceptada',
  'ñuñoa',
  'zq',
  '410777',
  'msc arica',
  'e',
  'maritima ñ',
  '12',
  'imp-2026-77',
  'xyz',
];
const keystrokes = typed.flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)));
/** Columns that the list shows; a person sorts by those alone. */
const onScreen = [
  ...['dispatchNumber', 'type', 'folio', 'issuerName', 'issueDate', 'reference', 'issuerId', 'rut'],
  ...['infoDoc.document.dueDate', 'infoDoc.issuer.city', 'dispatch.valorCif', 'dispatch.nombreNave'],
];

/** Columns that come to the list and are sorted by at once, before they could be read ahead. */
const justShown = ['infoDoc.customer.city', 'infoDoc.issuer.giro'];

/**
 * Told by their medians: each alone is a matter of a few milliseconds, or of the minute in which it is done.
 */
const openingRounds = 7;
const fillRounds = 3;

const searchRunBar = 'search run against the best possible';

interface Figures {
  fill: number;
  arrival: number;
  opening: number;
  keystroke: number;
  sort: number;
  delay: number;
}

/** `npm run bench -- search [number of documents | run]` */
export const bench: Bench = async ([only]) => {
  describeMachine();
  if (only === 'run') return verdict(searchRunBar, await measureSearchRun(), bars.run, '×') ? 0 : 1;
  const sizes = only === undefined ? [100_000, 250_000] : [Number(only)];
  const figures: Figures[] = [];
  for (const count of sizes) figures.push(await measure(count));
  const fills = only === undefined ? await fillAgain(sizes, figures) : [];
  const searchRun = await measureSearchRun();
  const [first, second] = figures;
  const verdicts = [
    verdict('arrival of a page to its rows, p99', first?.arrival, bars.arrival),
    verdict('opening to first rows', first?.opening, bars.opening),
    verdict('keystroke to first filtered rows, p95', first?.keystroke, bars.keystroke),
    verdict('sort, slowest column on the screen for the first time', first?.sort, bars.sort),
    verdict('main event loop, p99', Math.max(...figures.map(({ delay }) => delay)), bars.delay),
    verdict(searchRunBar, searchRun, bars.run, '×'),
  ];
  if (first && second) {
    const ratio = (sizes[1] ?? 0) / (sizes[0] ?? 1);
    verdicts.push(
      verdict('opening 250,000 against 100,000', second.opening / first.opening, bars.openingGrowth, '×'),
      verdict('fill, against linear', median(fills) / ratio, 1.1, '×'),
      verdict('keystroke, against linear', second.keystroke / first.keystroke / ratio, 1.1, '×'),
    );
  }
  return verdicts.every((isMet) => isMet) ? 0 : 1;
};

/**
 * What a filled page costs changes within minutes on a machine that others use too: filled in turn, and the
 * ratio told by the median of the rounds.
 */
async function fillAgain(sizes: readonly number[], figures: readonly Figures[]): Promise<number[]> {
  const rounds = [figures.map(({ fill }) => fill)];
  console.log('\nfilled again, in turn');
  while (rounds.length < fillRounds) {
    const round: number[] = [];
    for (const count of sizes) {
      const { store, remove } = await temporaryStore();
      round.push(await fill(store, count));
      await remove();
    }
    rounds.push(round);
  }
  return rounds.map(([small = 0, large = 0]) => large / small);
}

async function measure(count: number): Promise<Figures> {
  console.log(`\n${count.toLocaleString('en')} documents`);
  const stored = await temporaryStore();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  try {
    const filled = await fill(stored.store, count);
    await saveBeginning(stored.store);
    await stored.store.close();
    const openings: Took[] = [];
    while (openings.length < openingRounds - 1) {
      const once = await openStore(stored.path);
      openings.push(await firstRows(once));
      await once.close();
    }
    const begun = performance.now();
    const store = await openStore(stored.path);
    row('the store is open', performance.now() - begun);
    delays.enable();
    openings.push(await firstRows(store));
    const opening = median(openings.map(({ time }) => time));
    row('opened, sorted by dispatch', opening, `median of ${openings.length}, each in a store just opened`);
    await browse(store);
    const keystroke = await type(store);
    const sort = await sortBy(store);
    const arrival = await arrive(store, count);
    delays.disable();
    const delay = delays.percentile(99) / 1e6;
    row('main event loop, p99', delay, `longest ${(delays.max / 1e6).toFixed(1)} ms`);
    row('memory of the process', process.memoryUsage.rss() / 2 ** 20, '', 'MiB');
    await store.close();
    return { fill: filled, arrival, opening, keystroke, sort, delay };
  } finally {
    await stored.remove();
    rmSync(stored.path, { force: true });
  }
}

async function fill(store: Store, count: number): Promise<number> {
  await store.createResultSet(resultSetId, query, new Date().toISOString());
  const times: number[] = [];
  for (const documents of madeUpPages(count)) {
    const begun = performance.now();
    await save(store, documents);
    times.push(performance.now() - begun);
  }
  const all = times.reduce((sum, time) => sum + time, 0);
  row('filled', all / 1000, `a page of 100: ${spread(times)}`, 's');
  return all;
}

async function save(store: Store, documents: Parameters<Store['upsertPage']>[0]['documents']): Promise<void> {
  const type = documents[0]?.type ?? '';
  await store.upsertPage({
    connectionId,
    rut: benchRut,
    documents,
    at: new Date().toISOString(),
    query: { kind: 'files', rut: benchRut, start: '2026-01-01', end: '2026-11-20', type },
    member: { resultSetId, taskId: 1 },
  });
}

type Shown = Partial<Pick<RowsQuery, 'offset' | 'limit' | 'sort' | 'group' | 'filter'>>;

/**
 * How long something took, and how long the processor worked for it: the two differ where others use the
 * machine. In ms.
 */
interface Took {
  time: number;
  cpu: number;
}

async function took(work: () => Promise<unknown>): Promise<Took> {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { time: performance.now() - begun, cpu: (user + system) / 1000 };
}

/** Until a window of rows is in this process. */
async function window(store: Store, shown: Shown = {}, list: ListName = 'documents'): Promise<Took> {
  const { filter = '', ...rest } = shown;
  const query = { resultSetId, list, offset: 0, limit: 100, sort: [], group: 'none' as const, ...rest };
  return took(() => store.rowsPage({ ...query, tokens: filterTokens(filter) }));
}

const by = (column: string, descending = false) => ({ sort: [{ column, descending }] });

/** A saved search as it is opened: sorted and grouped as it was left, before anything is in memory. */
function firstRows(store: Store): Promise<Took> {
  return took(async () => {
    await store.readResultSet(resultSetId);
    await window(store, by('dispatchNumber'));
  });
}

/** What a person does with it next. */
async function browse(store: Store): Promise<void> {
  await store.preload(resultSetId, 'documents', onScreen);
  // A person looks at it; meanwhile the rest is read.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  row('  another one, sorted by type', await window(store, by('type')));
  row('  as it arrived', await window(store));
  row('  grouped by dispatch', await window(store, { group: 'dispatch' }));
  row('  grouped by type, sorted', await window(store, { group: 'type', ...by('folio') }));
  row('  its dispatches', await window(store, by('acceptance'), 'dispatches'));
  row('  scrolled to the middle', await window(store, { ...by('dispatchNumber'), offset: 50_000 }));
  row('  and a window further', await window(store, { ...by('dispatchNumber'), offset: 50_100 }));
}

/** As the app does whenever a saved search has been refreshed or changed. */
async function saveBeginning(store: Store): Promise<void> {
  const query = { resultSetId, list: 'documents', offset: 0, limit: 1, group: 'none', tokens: [] } as const;
  await store.saveFirstRows(resultSetId, await store.readFirstRows({ ...query, ...by('dispatchNumber') }));
}

async function type(store: Store): Promise<number> {
  const times: (Took & { filter: string })[] = [];
  for (const filter of keystrokes) {
    times.push({ filter, ...(await window(store, { filter, ...by('dispatchNumber') })) });
    // A person needs longer for the next letter; meanwhile the count is asked for.
    await window(store, { filter, ...by('dispatchNumber') });
  }
  console.log(`  typed: ${typed.join(', ')}`);
  const at95 = (all: readonly number[]) => percentile(all, 95);
  const p95 = { time: at95(times.map(({ time }) => time)), cpu: at95(times.map(({ cpu }) => cpu)) };
  row('keystroke to first rows, p95', p95, spread(times.map(({ time }) => time)));
  const slowest = times.toSorted((a, b) => b.time - a.time).slice(0, 6);
  console.log(
    `    slowest: ${slowest.map(({ filter, time }) => `${filter} ${time.toFixed(0)}`).join(', ')} ms`,
  );
  return p95.time;
}

async function sortBy(store: Store): Promise<number> {
  const times: (Took & { column: string })[] = [];
  for (const column of onScreen) times.push({ column, ...(await window(store, by(column, true))) });
  for (const one of times) row(`sorted by ${one.column}`, one);
  for (const column of justShown)
    row(`  just shown, by ${column}`, await window(store, by(column, true)), 'no bar');
  return Math.max(...times.map(({ time }) => time));
}

/**
 * Pages that arrive while the list is shown sorted and filtered: until the answer is kept and the rows are
 * there again.
 */
async function arrive(store: Store, count: number): Promise<number> {
  const times: Took[] = [];
  // It is on the screen.
  await window(store, by('dispatchNumber'));
  for (const page of madeUpPages(10_000)) {
    const documents = page.map((document) => ({ ...document, id: `late-${count}-${document.id}` }));
    times.push(
      await took(async () => {
        await save(store, documents);
        await window(store, by('dispatchNumber'));
      }),
    );
  }
  const at99 = (all: readonly number[]) => percentile(all, 99);
  const p99 = { time: at99(times.map(({ time }) => time)), cpu: at99(times.map(({ cpu }) => cpu)) };
  row('a page arrives and is shown, p99', p99, spread(times.map(({ time }) => time)));
  return p99.time;
}

function percentile(times: readonly number[], percent: number): number {
  const ordered = times.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.ceil((percent / 100) * ordered.length) - 1)] ?? 0;
}

const median = (times: readonly number[]) => percentile(times, 50);

function spread(times: readonly number[]): string {
  const at = (percent: number) => percentile(times, percent).toFixed(1);
  return `p50 ${at(50)}, p95 ${at(95)}, p99 ${at(99)} ms of ${times.length}`;
}

function row(name: string, value: number | Took, more = '', unit = 'ms'): void {
  const { time, cpu } = typeof value === 'number' ? { time: value, cpu: undefined } : value;
  const worked = cpu === undefined ? '' : `   (processor ${cpu.toFixed(0)} ms)`;
  console.log(`  ${name.padEnd(40)}${time.toFixed(1).padStart(8)} ${unit}${worked}${more && `   ${more}`}`);
}
