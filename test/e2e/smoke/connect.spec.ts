import { fillConnection } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a typed key connects to an agency, is not in the page afterwards, and the pasted clients are there', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await fillConnection(page, agency);
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByText(/La conexión funciona: \d+ tipos de documento/)).toBeVisible();
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tus clientes' })).toBeVisible();
  expect(await page.content()).not.toContain(agency.key);

  const lines = agency.clients.map(({ rut, name }) => `${rut}\t${name}`);
  await page.getByRole('textbox', { name: 'Clientes' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: `Agregar ${agency.clients.length} clientes` }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Clientes' }).click();
  const book = page.getByRole('main').getByRole('grid', { name: 'Clientes' });
  for (const { name } of agency.clients) await expect(book).toContainText(name);
});
