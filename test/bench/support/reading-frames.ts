import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { openStore } from '../../../electron/database/index.ts';
import { build } from '../../../scripts/build.mjs';
import type { TextState } from '../../../shared/model/text-search.ts';
import { startPractice } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import { connectBenchApp, openBenchApp, storeSavedSearch } from './bench-app.ts';
import { storeTextFiles } from './made-up-files.ts';
import type { Comparison } from './reading-comparison.ts';
import { percentile, scrollGrid } from './scroll-grid.ts';

/** Of the mean frame, and of the one that 99 percent stay within. */
const bars = { mean: 1.05, p99: 1.05 };
const pageFolder = join(import.meta.dirname, '../../../dist/page');
const savedName = 'Todo el año';
/** Seconds of each scroll through all rows. */
const duration = 10;

/** Scrolls through a list in Chromium while the reading is paused, and while files are read. */
export async function compareFrames(plan: {
  home: string;
  rounds: number;
  files: number;
  rows: number;
}): Promise<Comparison[]> {
  await build('page');
  await prepare(plan);
  const app = await openBenchApp(plan.home, pageFolder);
  try {
    await app.page.getByRole('link', { name: savedName }).click();
    await app.page.getByRole('grid').getByRole('gridcell').nth(3).waitFor();
    const scene = `scroll through ${plan.rows} rows`;
    const mean: Comparison = { what: `${scene}: mean frame, ms`, alone: [], reading: [], max: bars.mean };
    const p99: Comparison = { what: `${scene}: p99 of frames, ms`, alone: [], reading: [], max: bars.p99 };
    const processor: Comparison = { what: `${scene}: main's processor, s`, alone: [], reading: [] };
    for (let round = 0; round < plan.rounds; round++) {
      // What a scroll warms up favours the next one.
      for (const way of round % 2 === 0 ? (['alone', 'reading'] as const) : (['reading', 'alone'] as const)) {
        await forgetAndPause(app.page);
        if (way === 'reading') await beginReading(app.page);
        await toFirstRow(app.page);
        const before = process.cpuUsage();
        const { frames } = await scrollGrid(app.page, duration);
        const { user, system } = process.cpuUsage(before);
        const { waiting } = await ask(app.page, 'texts.status', undefined);
        if (way === 'reading' && waiting === 0) throw new Error('all files were read: --files takes more');
        mean[way].push(frames.reduce((sum, each) => sum + each, 0) / frames.length);
        p99[way].push(percentile(frames, 99));
        processor[way].push((user + system) / 1_000_000);
        console.log(
          `${scene}, round ${round + 1}, ${way}: ${frames.length} frames, longest ${percentile(frames, 100).toFixed(1)} ms`,
        );
      }
    }
    return [mean, p99, processor];
  } finally {
    await app.close();
  }
}

/** A home with the reading paused, a saved search, and files that wait. */
async function prepare({ home, files, rows }: { home: string; files: number; rows: number }) {
  const agency = await startPractice({ documents: 10, clients: 1, seed: 'bench', fileBytes: 2048 });
  try {
    const connectionId = await connectBenchApp(home, pageFolder, agency);
    const { page, close } = await openBenchApp(home, pageFolder);
    await ask(page, 'settings.change', { pausesTexts: true, readsScans: 'never' });
    await close();
    await storeSavedSearch(home, connectionId, savedName, rows);
  } finally {
    await agency.close();
  }
  const folder = join(home, 'files');
  mkdirSync(folder);
  const store = await openStore(join(home, 'carpeta.db'));
  await storeTextFiles(store, folder, files);
  await store.close();
}

/** Every file waits again for the next reading. */
async function forgetAndPause(page: Page): Promise<void> {
  await ask(page, 'settings.change', { readsTexts: false });
  await untilTexts(page, 'off');
  await ask(page, 'settings.change', { readsTexts: true, pausesTexts: true });
  await untilTexts(page, 'paused');
}

async function beginReading(page: Page): Promise<void> {
  await ask(page, 'settings.change', { pausesTexts: false });
  await untilTexts(page, 'reading');
}

async function untilTexts(page: Page, expected: TextState): Promise<void> {
  while ((await ask(page, 'texts.status', undefined)).state !== expected) await page.waitForTimeout(100);
}

async function toFirstRow(page: Page): Promise<void> {
  await page.getByRole('grid').evaluate((element) => {
    (element as unknown as { scrollTop: number }).scrollTop = 0;
  });
  await page.waitForTimeout(1_000);
}
