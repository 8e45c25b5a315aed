import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { rowsOf } from '../support/rows.ts';
import { seedApp } from '../support/seeded-app.ts';
import { expect, test } from '../support/test.ts';

test('numbers are written as the language of the page does, also when it is changed', async ({
  openFixture,
  folder,
}) => {
  const app = await openFixture();
  const { page } = app;
  await page.waitForLoadState();
  await ask(page, 'connections.practice', undefined);
  await page.reload();
  await seedApp(app, join(folder, 'Carpetas'));
  const amounts = rowsOf(page).getByText(/^\d{1,3}([.,]\d{3})+$/);
  const go = (address: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, address);

  await go('#/downloads');
  await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText(/\d+,\d [kM]B/);

  await go('#/payments/list');
  await expect(amounts.first()).toHaveText(/^\d{1,3}(\.\d{3})+$/);

  await go('#/settings');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await go('#/downloads');
  await expect(
    page
      .getByRole('main')
      .getByText(/\d+\.\d [kM]B/)
      .first(),
  ).toBeVisible();
  await go('#/payments/list');
  await expect(amounts.first()).toHaveText(/^\d{1,3}(,\d{3})+$/);
  await go('#/clients');
  await expect(
    page
      .getByRole('main')
      .getByText(/\b\d{1,2}\.\d{3}\.\d{3}-[\dK]$/)
      .first(),
  ).toBeVisible();
});
