import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('the documents of chosen clients are asked for in a period and come into a folder', async ({
  openFixture,
  agency,
  folder,
}) => {
  const { page, choosing } = await openFixture();
  await connect(page, agency);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Clientes/ })
    .click();
  await page.getByRole('checkbox', { name: 'Elegir todo' }).click({ force: true });
  await expect(page.getByText('4 filas elegidas')).toBeVisible();
  await page.keyboard.press('Control+d');
  const dialog = page.getByRole('dialog', { name: 'Descargar los documentos de 4 clientes' });
  await dialog.getByRole('combobox', { name: 'Fechas' }).click();
  await page.getByRole('option', { name: 'Últimos 90 días' }).click();
  const into = join(folder, 'Carpetas');
  await choosing(into, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 120_000 });
  const latest = async () => (await ask(page, 'downloads.list', undefined))[0];
  await expect.poll(async () => (await latest())?.state.kind, { timeout: 120_000 }).toBe('ended');
  const name = (await latest())?.name ?? '';
  expect(name).toMatch(/^\d+ documentos de [2-4] clientes · \d\d-\d\d-\d{4} – \d\d-\d\d-\d{4}$/);
  const clients = (await readdir(into, { withFileTypes: true })).filter((each) => each.isDirectory());
  expect(name).toContain(`de ${clients.length} clientes`);
});
