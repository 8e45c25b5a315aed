import type { Page } from '@playwright/test';
import { purchaseLedger } from '../../screenshots/purchase-ledger.ts';
import { rowsOf } from '../support/rows.ts';
import { expect, storeAll, test } from '../support/stored-agency.ts';

/** CSS pixels: a screen of 1366 × 768 at 200 percent, and a window of a third less. */
const windows = [
  { width: 683, height: 384, compared: 3, rows: 2 },
  { width: 911, height: 454, compared: 5, rows: 4 },
];

/** The rows that stand in sight with their whole height. */
async function wholeRows(page: Page): Promise<number> {
  const bottom = await page
    .getByRole('main')
    .locator('[role=grid], [role=treegrid]')
    .evaluate((grid) => grid.getBoundingClientRect().bottom);
  const ends = await rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().bottom),
  );
  return ends.filter((end) => end <= bottom).length;
}

for (const { width, height, compared, rows } of windows) {
  test(`at ${width} × ${height} lists show several rows below their heads`, async ({
    openFixture,
    fullAgency,
  }) => {
    const { page } = await storeAll(await openFixture({ size: { width: 1366, height: 768 } }), fullAgency);
    await page.setViewportSize({ width, height });
    const goTo = (address: string) =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, address);
    for (const address of ['#/missing/gaps', '#/payments/list', '#/review', '#/folders']) {
      await test.step(address, async () => {
        await goTo(address);
        await rowsOf(page).first().waitFor();
        await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(rows);
      });
    }
    await test.step('the compared lines of a purchase ledger', async () => {
      const lines = await purchaseLedger(page);
      await goTo('#/cuadratura');
      await page.getByRole('textbox', { name: 'Líneas del registro de compras' }).fill(lines);
      await page.getByRole('button', { name: 'Comparar' }).click();
      await rowsOf(page).first().waitFor();
      await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(compared);
    });
  });
}
