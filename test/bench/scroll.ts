/**
 * A scroll through every row of a saved search in Chromium: how long each frame takes, and how much memory
 * the page holds afterwards. `npm run bench -- scroll [number of documents]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from '../../scripts/build.mjs';
import { startPractice } from '../support/agency/practice-agency.ts';
import { ask } from '../support/app/bridge.ts';
import type { Bench } from './run.ts';
import { openBenchApp, storeSavedSearch } from './support/bench-app.ts';
import { framesDuring } from './support/frames.ts';
import { describeMachine, verdict } from './support/print-figures.ts';
import { percentile, scrollGrid } from './support/scroll-grid.ts';

const bars = { frame: 33, heap: 150 };
const pageFolder = join(import.meta.dirname, '../../dist/page');
const savedName = 'Todo el año';
/** The whole way takes so long, in seconds, however many rows there are. */
const duration = 30;

export const bench: Bench = async ([only]) => {
  describeMachine();
  await build('page');
  const sizes = only === undefined ? [100_000, 250_000] : [Number(only)];
  const verdicts: boolean[] = [];
  for (const size of sizes) verdicts.push(...(await measure(size)));
  return verdicts.every((isMet) => isMet) ? 0 : 1;
};

async function measure(size: number): Promise<boolean[]> {
  console.log(`\n${size.toLocaleString('en')} documents`);
  const home = mkdtempSync(join(tmpdir(), 'carpeta-scroll-bench-'));
  const agency = await startPractice({ documents: 10, clients: 1, seed: 'bench', fileBytes: 2048 });
  try {
    const { baseUrl, agency: id, key } = agency;
    const first = await openBenchApp(home, pageFolder);
    const draft = { name: 'Práctica', baseUrl, agency: id, key };
    const connection = await ask(first.page, 'connections.add', draft);
    await first.close();
    await storeSavedSearch(home, connection.id, savedName, size);
    const app = await openBenchApp(home, pageFolder);
    try {
      return await scrollThrough(app.page);
    } finally {
      await app.close();
    }
  } finally {
    await agency.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function scrollThrough(page: Page): Promise<boolean[]> {
  await page.getByRole('link', { name: savedName }).click();
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell').nth(3).waitFor();
  await page.waitForTimeout(2000);
  const before = await heapOf(page);
  const idle = await framesDuring(page, () => page.waitForTimeout(3000));
  tell('frames while nothing moves', idle);
  const { frames, reached, whole } = await scrollGrid(page, duration);
  tell(`scrolled ${reached.toFixed(0)} of ${whole} px`, frames);
  const heap = await heapOf(page);
  console.log(`  heap before ${(before / 1e6).toFixed(1)} MB`);
  return [
    verdict('a frame of the scroll, p99', percentile(frames, 99), bars.frame),
    verdict('heap of the page with every row scrolled through', heap / 1e6, bars.heap, 'MB'),
  ];
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function tell(name: string, frames: readonly number[]): void {
  const at = (percent: number) => percentile(frames, percent).toFixed(1);
  console.log(
    `  ${name}: ${frames.length} frames, p50 ${at(50)}, p95 ${at(95)}, p99 ${at(99)}, longest ${at(100)} ms`,
  );
}
