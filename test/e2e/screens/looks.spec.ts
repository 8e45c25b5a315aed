import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startPractice } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import { expect, test } from '../support/test.ts';

/** What the clock writes on a screen: it is another each time. */
const clocks = (page: Page) => [
  page.getByText(/\d{2}-\d{2}(-\d{4})? \d{2}:\d{2}/),
  page.locator('p').filter({ has: page.locator('time') }),
  page.locator('[data-part=calendar]'),
];

/** Compared on the platforms whose pictures are kept; `--update-snapshots` takes them anew. */
test('home, documents and settings look as they did', async ({ openFixture }, info) => {
  const isTaking = ['all', 'changed'].includes(info.config.updateSnapshots);
  const isStored = existsSync(info.snapshotPath('home.png'));
  test.skip(!isStored && !isTaking, `no pictures are kept for ${process.platform}`);

  // Always the same data, seen on the same day.
  const agency = await startPractice({ documents: 400, clients: 4, seed: 'looks', today: '2026-10-15' });
  try {
    const { page } = await openFixture({ size: { width: 1366, height: 768 }, colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.waitForLoadState('load');
    const { id } = await ask(page, 'connections.add', {
      name: 'Agencia Pérez',
      baseUrl: agency.baseUrl,
      agency: agency.agency,
      key: agency.key,
    });
    await ask(page, 'clients.save', {
      clients: agency.clients.map((client) => ({ ...client, email: '', folder: '' })),
    });
    const { resultSetId } = await ask(page, 'search.start', {
      kind: 'range',
      connectionIds: [id],
      ruts: agency.clients.slice(0, 1).map(({ rut }) => rut),
      range: { kind: 'days', start: '2026-07-01', end: '2026-10-15' },
      types: { kind: 'all', operation: 'both' },
      complete: false,
    });
    await expect
      .poll(async () => (await ask(page, 'search.progress', { resultSetId })).state, { timeout: 120_000 })
      .toBe('done');
    await page.reload();
    const look = async (name: string) => {
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page).toHaveScreenshot(`${name}.png`, {
        animations: 'disabled',
        caret: 'hide',
        mask: clocks(page),
        maskColor: '#888888',
        // Antialiasing may differ by a hair. A part of the page that moved or is missing is more than this; a
        // word may be less.
        maxDiffPixelRatio: 0.002,
      });
    };

    await expect(
      page
        .getByRole('main')
        .getByRole('button', { name: / [\d.]+-/ })
        .first(),
    ).toBeVisible();
    // Counted after the screen is there.
    await expect(page.getByRole('main').getByRole('link', { name: /^Ver \d+ faltante/ })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: /Para revisar/ })).toContainText(
      /\d/,
    );
    await look('home');
    await goTo(page, `#/results/${resultSetId}/documents`);
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    await look('documents');
    await goTo(page, '#/settings');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await look('settings');
  } finally {
    await agency.close();
  }
});

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, address);
}
