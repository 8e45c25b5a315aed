import { ask } from '../../support/app/bridge.ts';
import { connect, fillConnection } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('after the key Tab leads to what tries and connects, and then a list can be pasted at once', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await fillConnection(page, agency);
  await page.getByRole('textbox', { name: 'Clave de API' }).press('Tab');
  await expect(page.getByRole('button', { name: 'Probar conexión' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tus clientes' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Clientes' })).toBeFocused();
});

test('a refused key says what happened and what to do, with its code', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  await fillConnection(page, { ...agency, key: agency.revokedKey });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByRole('alert')).toContainText('API_KEY_INVALID');
});

test('an agency that cannot be reached is not a fault of the key', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  await fillConnection(page, { ...agency, baseUrl: 'http://127.0.0.1:9' });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByRole('alert')).toContainText('NO_NETWORK', { timeout: 60_000 });
});

test('an address without https is refused before the key leaves', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  await fillConnection(page, { ...agency, baseUrl: 'http://agencia.example' });
  await page.getByRole('button', { name: 'Probar conexión' }).click();
  await expect(page.getByRole('alert')).toContainText('BASE_URL_INSECURE');
});

test('an agency that does not answer is told of before it is given up, and need not be waited for', async ({
  openFixture,
  agency,
}) => {
  agency.faults.add({ kind: 'hang' });
  const { page } = await openFixture();
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

test('where the keychain cannot be used, a key that is gone is told in words, with what to do', async ({
  openFixture,
  agency,
}) => {
  const first = await openFixture();
  await connect(first.page, agency);
  await first.close();
  const { page } = await openFixture();
  await page.getByRole('link', { name: 'Agencias' }).click();
  await expect(page.getByRole('button', { name: 'Probar conexión' })).toBeVisible();
  const missing = page.getByText('Falta la clave');
  const [connection] = await ask(page, 'connections.list', undefined);
  // A computer with a keychain has the key still.
  if (connection?.key.kind !== 'kept') {
    await expect(missing).toHaveText(
      /^\s*Falta la clave: no se puede usar el (Administrador de credenciales|Llavero|depósito de claves)\. .* «Reemplazar clave»\.$/,
    );
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    await expect(page.getByRole('alert')).toContainText('«Reemplazar clave»');
  }
});
