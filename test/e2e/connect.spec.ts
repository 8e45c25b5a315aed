import { fillConnection } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('a typed key connects to an agency, and is not in the form afterwards', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await fillConnection(page, agency);
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByText(/Conexión buena: \d+ tipos de documento/)).toBeVisible();
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tus clientes' })).toBeVisible();
  expect(await page.content()).not.toContain(agency.key);
});

test('a refused key says what happened and what to do, with its code', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await fillConnection(page, { ...agency, key: agency.revokedKey });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByRole('alert')).toContainText('API_KEY_INVALID');
});

test('an agency that cannot be reached is not a fault of the key', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await fillConnection(page, { ...agency, baseUrl: 'http://127.0.0.1:9' });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByRole('alert')).toContainText('NO_NETWORK', { timeout: 60_000 });
});

test('an address without https is refused before the key leaves', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await fillConnection(page, { ...agency, baseUrl: 'http://agencia.example' });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByRole('alert')).toContainText('BASE_URL_INSECURE');
});

test('an agency that does not answer is told of before it is given up, and need not be waited for', async ({
  openDesk,
  agency,
}) => {
  agency.misbehave.add({ kind: 'hang' });
  const { page } = await openDesk();
  await fillConnection(page, agency);
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByText('Probando la conexión…')).toBeVisible();
  await expect(page.getByText(/^Todavía no responde/)).toBeVisible();
  await page.getByRole('button', { name: 'Dejar de esperar' }).click();
  await expect(page.getByText(/^Todavía no responde/)).toBeHidden();
  await expect(page.getByText('No se sabe si funciona.')).toBeVisible();
  await page.getByRole('button', { name: 'Conectar de todos modos' }).click();
  await expect(page.getByRole('heading', { name: 'Tus clientes' })).toBeVisible();
});
