import { expect, test } from '../support/test.ts';

test('the first run offers an agency or the practice one, in Spanish, then in English', async ({
  openDesk,
}) => {
  const { page } = await openDesk();
  await expect(page.getByRole('button', { name: /Conectar con una agencia/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /agencia de práctica/ })).toBeVisible();
  await page.getByText('English').click();
  await expect(page.getByRole('button', { name: /Connect to an agency/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the page does nothing that its content policy refuses', async ({ openDesk }) => {
  const { page } = await openDesk();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) refused.push(message.text());
  });
  await page.reload();
  await page.getByRole('button', { name: /agencia de práctica/ }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  expect(refused).toEqual([]);
});

test('a proxy that wants a login is answered on the first run too', async ({ openDesk }) => {
  const { page, tell } = await openDesk();
  await expect(page.getByRole('button', { name: /Conectar con una agencia/ })).toBeVisible();
  await tell('proxy.asks', {
    ...{ id: 'question', proxy: 'proxy.oficina:8080', realm: 'Oficina', again: false, canKeep: false },
  });
  const prompt = page.getByRole('dialog');
  await expect(prompt).toContainText('proxy.oficina:8080');
  await expect(prompt).toContainText('No hay llavero del sistema');
  await expect(prompt.getByRole('checkbox')).toHaveCount(0);
  await prompt.getByLabel('Usuario').fill('ana');
  await prompt.locator('input[type=password]').fill('clave');
  await prompt.getByRole('button', { name: 'Entrar' }).click();
  await expect(prompt).toBeHidden();
});

test('the licence of every package that is shipped is read in the app', async ({ openDesk }) => {
  const { page } = await openDesk();
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
