import type { Locator, Page } from '@playwright/test';
import { purchaseLedger } from '../../screenshots/purchase-ledger.ts';
import { rowsOf } from '../support/rows.ts';
import { search } from '../support/steps.ts';
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

/** Whether an element is in sight down to its end, and nothing lies over it, as the buttons of a form may. */
function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + 4, bottom - 4);
    return seen !== null && (element.contains(seen) || seen.contains(element));
  });
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

test('what starts or holds up a delivery is in sight when its form opens', async ({
  openFixture,
  fullAgency,
}) => {
  const { page, agency } = await storeAll(
    await openFixture({ size: { width: 1366, height: 768 } }),
    fullAgency,
  );
  const [first, second] = agency.clients.map(
    ({ rut }) => agency.data.dispatches.find(({ client }) => client.rut === rut)?.number,
  );
  const main = page.getByRole('main');
  await search(page, `${first}, ${second}`);
  await page.getByRole('button', { name: /^Elegir todo \(2/ }).click();
  const open = async (name: string) => {
    await main.getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await test.step('whether the PDF opens in the mail', async () => {
    await open('Un PDF por despacho…');
    await expect.poll(() => isInSight(page.getByText('Abrir en el correo al terminar'))).toBe(true);
    await page.keyboard.press('Escape');
  });
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height });
    await test.step(`the confirmation of several clients at ${width} × ${height}`, async () => {
      await open('ZIP para correo…');
      const dialog = page.getByRole('dialog', { name: 'ZIP para correo' });
      await expect(dialog.getByRole('button', { name: 'Armar el ZIP' })).toBeDisabled();
      await expect.poll(() => isInSight(dialog.getByText('Está bien, van juntos'))).toBe(true);
      await page.keyboard.press('Escape');
    });
  }
  await open('Paquete de fiscalización…');
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height });
    await test.step(`the package's clients and its button at ${width} × ${height}`, async () => {
      await expect.poll(() => isInSight(main.getByText(/^Documentos de 2 clientes van juntos/))).toBe(true);
      await expect
        .poll(() => isInSight(main.getByRole('button', { name: 'Preparar el paquete' })))
        .toBe(true);
    });
  }
});
