import type { Page } from '@playwright/test';
import { rowsOf } from '../support/rows.ts';
import { chooseAllDocuments, connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** Prints what was asked for last, what cannot be printed left aside; returns the number of sheets. */
async function printed(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog', { name: 'Imprimir' });
  const goOn = dialog.getByRole('button', { name: /^Imprimir \d+ documento/ });
  const end = dialog.getByText(/Se pidió al sistema imprimir \d+ documento/);
  await expect(goOn.or(end)).toBeVisible();
  if (await goOn.isVisible()) {
    await expect(goOn).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(end).toBeVisible();
  const sheets = Number(await page.evaluate(() => document.body.dataset['printed']));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return sheets;
}

test('documents print from the menu of a row, the viewer, the dispatch in the inspector, and the chosen rows', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const isDrawn = ({ documents }: (typeof agency.data.dispatches)[number]) =>
    documents.length > 2 && documents.every((one) => one.isActive && one.file?.kind === 'pdf');
  const dispatch = agency.data.dispatches.find(isDrawn);
  if (!dispatch) throw new Error('no dispatch has all its documents');
  // What the system's dialog gets: a test sees no more of it.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(document.querySelectorAll('[data-sheets] img').length);
    };
  });
  await search(page, dispatch.number);
  await expect(rowsOf(page)).toHaveCount(dispatch.documents.length);
  await rowsOf(page).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Imprimir/ }).click();
  const ofFirst = await printed(page);
  expect(ofFirst).toBeGreaterThan(0);

  await page.getByRole('main').locator('[data-cursor]').press('Space');
  await page.getByRole('button', { name: /^Imprimir(?: \(|$)/ }).click();
  expect(await printed(page)).toBe(ofFirst);
  await page.keyboard.press('Escape');

  const detail = page.getByRole('complementary');
  await detail.getByRole('button', { name: 'Imprimir todo, en el orden de aduana' }).click();
  const ofAll = await printed(page);
  expect(ofAll).toBeGreaterThan(ofFirst);

  await chooseAllDocuments(page);
  await page.keyboard.press('Control+p');
  expect(await printed(page)).toBe(ofAll);
});
