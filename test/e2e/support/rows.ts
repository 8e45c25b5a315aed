import { expect, type Locator, type Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';

/** The rows of the list that is shown, without its head and its headings, once they have come. */
export function rowsOf(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.locator('[data-choose]') });
}

/**
 * Waits until a list of this name stands there with rows of its own: neither those of another list, nor of
 * the query before.
 */
export async function listShown(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  const list = main
    .getByRole('grid', { name, exact: true })
    .or(main.getByRole('treegrid', { name, exact: true }));
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(rowsOf(page).first()).toBeVisible();
}

/** Goes down the list that has the focus until a row is drawn: only what is in sight is. */
export async function goDownTo(page: Page, row: Locator): Promise<void> {
  const main = page.getByRole('main');
  for (let round = 0; round < 20; round++) {
    await expect(main.locator('[data-waiting]')).toHaveCount(0);
    if (await row.isVisible()) return;
    await page.keyboard.press('PageDown');
    await expect(main.locator('[data-cursor]')).toBeInViewport();
  }
  throw new Error(`${row} is not among the rows`);
}

/** The documents of the result whose list is shown, at most 500, as main gives them. */
export async function foundDocuments(page: Page) {
  const { rows } = await ask(page, 'rows.page', {
    resultSetId: new URL(page.url()).hash.split('/')[2] ?? '',
    list: 'documents',
    group: 'none',
    offset: 0,
    limit: 500,
    sort: [],
    filter: '',
  });
  return rows;
}
