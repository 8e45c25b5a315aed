/**
 * The page on Chromium: how heavy it is, how soon it is usable beside an empty React page in the same host,
 * how much memory 100,000 rows take, and whether a task of its own ever holds its main thread for longer than
 * a frame while somebody works. A task is judged by what it takes of a processor: the clock, told beside it,
 * counts whatever else a busy machine does meanwhile.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { build as buildWithVite } from 'vite';
import { build } from '../../scripts/build.mjs';
import { type PracticeAgency, startPractice } from '../support/agency/practice-agency.ts';
import { ask } from '../support/app/bridge.ts';
import type { Bench } from './run.ts';
import { connectBenchApp, openBenchApp, storeSavedSearch } from './support/bench-app.ts';
import { drawn, painted } from './support/drawn.ts';
import { type LongTask, type MainThread, watchMainThread } from './support/main-thread.ts';
import { describeMachine, verdict } from './support/print-figures.ts';

const bars = { entry: 240, launch: 1.4, heap: 150, task: 16 };
const root = join(import.meta.dirname, '../..');
const pageFolder = join(root, 'dist/page');
const savedName = 'Todo el año';
/**
 * One launch takes half as long again as another of the same page: of nine, the medians' ratio moved by a
 * tenth from run to run.
 */
const launches = 25;

export const bench: Bench = async ([rows = '100000', batch = '10000']) => {
  describeMachine();
  await build('page');
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-page-bench-'));
  const agency = await startPractice({
    documents: Number(batch),
    clients: 1,
    seed: 'bench',
    fileBytes: 2048,
  });
  try {
    const home = join(folder, 'home');
    const emptyPage = await buildEmptyPage(join(folder, 'empty'));
    const verdicts = [weighEntry()];
    const connectionId = await connectBenchApp(home, pageFolder, agency);
    await storeSavedSearch(home, connectionId, savedName, Number(rows));
    verdicts.push(...(await compareLaunches(home, emptyPage)));
    verdicts.push(...(await work(home, join(folder, 'Carpetas'), connectionId, agency)));
    return verdicts.every((isMet) => isMet) ? 0 : 1;
  } finally {
    await agency.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

async function buildEmptyPage(outDir: string): Promise<string> {
  await buildWithVite({
    configFile: false,
    logLevel: 'error',
    base: './',
    root: join(import.meta.dirname, 'empty-page'),
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

/** All scripts that the page's own HTML names: the entry chunk and what must be there before it runs. */
function weighEntry(): boolean {
  const html = readFileSync(join(pageFolder, 'index.html'), 'utf8');
  const names = new Set([...html.matchAll(/assets\/[\w.-]+\.js/g)].map(([name]) => name));
  const sizes = [...names].map((name) => gzipSync(readFileSync(join(pageFolder, name))).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  row('scripts before the page runs', names.size, 'files');
  return verdict('entry and all it waits for, gzipped', all / 1000, bars.entry, 'kB');
}

/**
 * Each with a browser of its own, in turn, from before the browser starts: an empty page, the app as it opens
 * at home, and the app as it opens where it was left, at a saved search.
 */
async function compareLaunches(home: string, emptyPage: string): Promise<boolean[]> {
  const times = {
    empty: [] as number[],
    start: [] as number[],
    clicked: [] as number[],
    left: [] as number[],
  };
  for (let round = 0; round < launches; round++) {
    const begun = performance.now();
    const empty = await openBenchApp(home, emptyPage);
    await drawn(empty.page, 'h1', 'Empty');
    await painted(empty.page);
    times.empty.push(performance.now() - begun);
    await empty.close();

    const again = performance.now();
    const app = await openBenchApp(home, pageFolder);
    await drawn(app.page, 'search');
    times.start.push(performance.now() - again);
    await openSaved(app.page);
    await painted(app.page);
    times.clicked.push(performance.now() - again);
    await layoutStored(app.page);
    await app.close();

    const reopened = performance.now();
    const left = await openBenchApp(home, pageFolder);
    await drawn(left.page, '[role=grid] tbody td');
    await painted(left.page);
    times.left.push(performance.now() - reopened);
    await goHome(left.page);
    await layoutStored(left.page);
    await left.close();
  }
  row('an empty React page', median(times.empty));
  row('the desk, ready to search', median(times.start));
  row('the desk, a saved search opened by a click', median(times.clicked));
  row('the desk, left at that search, rows there', median(times.left));
  const withoutEmpty = (what: readonly number[]) => median(what) / median(times.empty);
  return [
    verdict('launch to a usable grid, against an empty page', withoutEmpty(times.left), bars.launch, '×'),
    verdict('opened by a click, against an empty page', withoutEmpty(times.clicked), bars.launch, '×'),
  ];
}

/** The layout is kept once nothing has moved for a moment. */
const layoutStored = (page: Page) => page.waitForTimeout(1500);

async function goHome(page: Page): Promise<void> {
  await page.evaluate(() => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = '#/home';
  });
}

/** To the first rows with words in them: before, lines that stand for them are there. */
async function openSaved(page: Page): Promise<void> {
  await drawn(page, 'nav a', savedName);
  // Playwright's own click first makes sure that nothing moves: time that is not the page's.
  await page.locator('nav a', { hasText: savedName }).dispatchEvent('click');
  await drawn(page, '[role=grid] tbody td');
}

/** One app, at work: scrolling, filtering, downloading. */
async function work(
  home: string,
  into: string,
  connectionId: string,
  agency: PracticeAgency,
): Promise<boolean[]> {
  const { page, close } = await openBenchApp(home, pageFolder);
  try {
    // Where the machine has no keychain, the key went with the app that it was typed in.
    await ask(page, 'connections.replaceKey', { id: connectionId, key: agency.key });
    await openSaved(page);
    const thread = await watchMainThread(page);
    // Looking for an element by its role takes the page's main thread too: done before, not while it is
    // watched.
    await page.getByRole('grid').hover();
    await page.getByRole('grid').focus();
    const scrolling = await during('scrolling', thread, () => scroll(page));
    await page.getByRole('textbox', { name: 'Filtrar la lista' }).focus();
    const filtering = await during('filtering', thread, () => filter(page));
    const heap = await heapOf(page);
    await beginBatch(page, into, connectionId, agency);
    const receiving = await during('progress of a batch', thread, () => watchBatch(page));
    return [
      verdict('heap with the whole result scrolled through', heap / 1e6, bars.heap, 'MB'),
      verdict('longest task while scrolling', scrolling, bars.task),
      verdict('longest task while filtering', filtering, bars.task),
      verdict('longest task while a batch reports', receiving, bars.task),
    ];
  } finally {
    await close();
  }
}

/** What the longest task took of a processor, in ms; 0 when none held the thread for a frame by the clock. */
async function during(name: string, thread: MainThread, action: () => Promise<string>): Promise<number> {
  const begun = performance.now();
  const { value: what, longTasks } = await thread.during(action);
  row(name, performance.now() - begun, `ms, ${what}`);
  console.log(
    `    the longest on a processor (by the clock): ${longTasks.slice(0, 8).map(describe).join(', ') || 'none'}`,
  );
  return longTasks[0]?.processor ?? 0;
}

const describe = ({ wall, processor }: LongTask) => `${processor.toFixed(0)} (${wall.toFixed(0)})`;

async function scroll(page: Page): Promise<string> {
  for (let round = 0; round < 150; round++) await page.mouse.wheel(0, 240);
  for (let round = 0; round < 30; round++) await page.mouse.wheel(0, 40_000);
  for (const key of [
    'End',
    'Home',
    'PageDown',
    'PageDown',
    'ArrowDown',
    'ArrowDown',
    'End',
    'PageUp',
    'Home',
  ]) {
    await page.keyboard.press(key);
  }
  return '150 turns of the wheel, 30 long ones, 9 keys';
}

async function filter(page: Page): Promise<string> {
  const words = ['factura', 'ñuñoa', '410777', 'zq'];
  for (const word of words) {
    await page.keyboard.type(word, { delay: 80 });
    await page.waitForTimeout(400);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(400);
  }
  return `${words.join(', ')}, letter by letter`;
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** All documents of the practice agency, to be downloaded, with the batch's own screen open. */
async function beginBatch(
  page: Page,
  into: string,
  connectionId: string,
  agency: PracticeAgency,
): Promise<void> {
  const opened = page.context().waitForEvent('page');
  const chosen = ask(page, 'folder.choose', { title: 'Carpetas' });
  const prompt = (await opened).getByRole('textbox');
  await prompt.fill(into);
  // The prompt is gone as soon as the key is down, which ends the press.
  prompt.press('Enter').catch(() => undefined);
  await chosen;
  const { resultSetId } = await ask(page, 'search.start', {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: agency.clients.map(({ rut }) => rut),
    range: { kind: 'days', start: '2024-01-01', end: '2030-12-31' },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  });
  while ((await ask(page, 'search.progress', { resultSetId })).state !== 'done') {
    await page.waitForTimeout(500);
  }
  const { batchId } = await ask(page, 'downloads.start', {
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder: into,
    name: savedName,
    withInactive: true,
    force: false,
  });
  await page.evaluate((hash) => {
    (globalThis as unknown as { location: { hash: string } }).location.hash = hash;
  }, `#/downloads/${batchId}`);
  await page.getByRole('main').getByRole('heading').first().waitFor();
}

/** A minute of it at the most. */
async function watchBatch(page: Page): Promise<string> {
  const end = Date.now() + 60_000;
  let [batch] = await ask(page, 'downloads.list', undefined);
  while (batch && batch.state.kind !== 'ended' && Date.now() < end) {
    await page.waitForTimeout(1000);
    [batch] = await ask(page, 'downloads.list', undefined);
  }
  return JSON.stringify(batch?.counts ?? {});
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function row(name: string, value: number, more = 'ms'): void {
  console.log(`  ${name.padEnd(44)}${value.toFixed(0).padStart(8)} ${more}`);
}
