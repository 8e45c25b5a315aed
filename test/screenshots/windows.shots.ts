import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedStage } from '../e2e/support/seeded-app.ts';
import { test } from '../e2e/support/test.ts';
import { ask } from '../support/app/bridge.ts';
import {
  addressedScreens,
  folderScreens,
  openedScreens,
  overlaidScreens,
  picture,
  type SeededStage,
} from './screens.ts';
import { shooter } from './shooter.ts';
import { translationsOf } from './translations.ts';
import { errorScreens } from './troubled.ts';

/** CSS pixels: the smallest window, and what a zoom leaves of a screen of 1366 × 768. */
const windows = {
  smallest: { width: 1100, height: 640 },
  'zoom-125': { width: 1093, height: 614 },
  'zoom-150': { width: 910, height: 512 },
  'zoom-175': { width: 780, height: 439 },
  'zoom-200': { width: 683, height: 384 },
};

const shown = [
  ...['home', 'documents', 'dispatches', 'downloads', 'settings', 'clients', 'connections'],
  ...['missing-gaps', 'missing-matrix', 'review'],
  ...['document-inspector', 'document-viewer', 'download-dialog', 'keyboard-sheet', 'save-dialog', 'dates'],
  ...['types', 'columns', 'understood-digit', 'merge-dialog', 'messages', 'refused'],
];

/** Are shown from a row beside its inspector, which in narrow windows lies over the list. */
const fromLeft = ['document-inspector', 'document-viewer', 'download-dialog', 'save-dialog', 'columns'];
const minWidthPx = 1000;

test('small windows, zoom, high contrast and compact rows', async ({ openFixture, agency }) => {
  const app = await openFixture({ size: windows.smallest, colorScheme: 'light' });
  const { page } = app;
  page.setDefaultTimeout(15_000);
  await page.waitForLoadState('load');
  const seeded = await seedStage(app, agency, join(tmpdir(), 'Carpetas'));
  const stage: SeededStage = { page, agency, t: translationsOf('es-CL'), tell: app.tell, seeded };
  const screens = [
    ...[...addressedScreens, ...folderScreens, ...openedScreens],
    ...[...overlaidScreens, ...errorScreens],
  ].filter(({ name }) => shown.includes(name));

  async function shootAll(into: string, size: { width: number; height: number }): Promise<void> {
    const shoot = shooter(page, into, [size]);
    await page.setViewportSize(size);
    for (const screen of screens) {
      if (size.width < minWidthPx && fromLeft.includes(screen.name)) continue;
      await picture(stage, screen, shoot);
    }
  }

  for (const [name, size] of Object.entries(windows)) await shootAll(name, size);
  await page.emulateMedia({ forcedColors: 'active' });
  await shootAll('contrast', { width: 1366, height: 768 });
  await page.emulateMedia({ forcedColors: 'none' });
  await ask(page, 'settings.change', { rowHeight: 'compact' });
  await shootAll('compact', { width: 1366, height: 768 });
});
