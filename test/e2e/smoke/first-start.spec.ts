import { expect, test } from '../support/test.ts';

test('the first start offers an agency or the practice one, in Spanish or English, and opens the main window within its content policy', async ({
  openFixture,
}) => {
  const { page } = await openFixture({ showsTour: true });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) refused.push(message.text());
  });
  await page.reload();
  await expect(page.getByRole('button', { name: /Conectar con una agencia/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /agencia de práctica/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Probar como importador/ })).toBeVisible();
  await page.getByText('English').click();
  await expect(page.getByRole('button', { name: /Connect to an agency/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByText('Español').click();
  await page.getByRole('button', { name: /agencia de práctica/ }).click();
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Busca un despacho/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Recorrido/ })).toBeVisible();
  expect(refused).toEqual([]);
});
