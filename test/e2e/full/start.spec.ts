import { expect, test } from '../support/test.ts';

test('a proxy that wants a login is answered on the first run too', async ({ openFixture }) => {
  const { page, tell } = await openFixture();
  await expect(page.getByRole('button', { name: /Conectar con una agencia/ })).toBeVisible();
  await tell('proxy.asks', {
    id: 'question',
    proxy: 'proxy.oficina:8080',
    realm: 'Oficina',
    isRetry: false,
    canSave: false,
  });
  const prompt = page.getByRole('dialog');
  await expect(prompt).toContainText('proxy.oficina:8080');
  await expect(prompt).toContainText(
    /No se puede usar el (Administrador de credenciales|Llavero|depósito de claves)/,
  );
  await expect(prompt.getByRole('checkbox')).toHaveCount(0);
  await prompt.getByLabel('Usuario').fill('ana');
  await prompt.locator('input[type=password]').fill('clave');
  await prompt.getByRole('button', { name: 'Entrar' }).click();
  await expect(prompt).toBeHidden();
});

test('the licence of every package that is shipped is read in the app', async ({ openFixture }) => {
  const { page } = await openFixture();
  await page.getByRole('button', { name: /agencia de práctica/ }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('button', { name: 'Licencias' }).click();
  const licences = page.getByRole('dialog');
  for (const name of ['electron', 'keytar', 'pdfjs-dist', 'react', 'zod']) {
    await expect(licences.getByText(new RegExp(`^${name} \\d`)).first()).toBeVisible();
  }
});
