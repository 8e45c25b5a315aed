import { ask } from '../../support/app/bridge.ts';
import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a name template that does not work is told and not kept, and one that does is there at the next start', async ({
  openFixture,
  agency,
}) => {
  const { page, close } = await openFixture();
  await connect(page, agency);
  await page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
  const template = page.getByRole('textbox', { name: 'Nombre de los archivos' });
  const stored = async () => (await ask(page, 'settings.get', undefined)).settings.template;
  const before = await stored();

  await template.fill('{client}/{nothing}');
  await template.press('Tab');
  await expect(page.getByText('NAME_TEMPLATE_INVALID')).toBeVisible();
  await page.getByRole('link', { name: 'Agencias' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agencias' })).toBeVisible();
  expect(await stored()).toBe(before);

  await page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
  await template.fill('{cliente}/{tipo}_{número}');
  await template.press('Tab');
  await expect.poll(stored).toBe('{client}/{type}_{number}');

  await close();
  const next = await openFixture();
  await next.page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
  await expect(next.page.getByRole('textbox', { name: 'Nombre de los archivos' })).toHaveValue(
    '{cliente}/{tipo}_{número}',
  );
});

test('downloads at once are automatic until somebody sets a number, and again when the field is emptied', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  await page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
  const field = page.getByRole('textbox', { name: 'Descargas a la vez' });
  await expect(field).toBeHidden();
  await page.getByText('Avanzado', { exact: true }).click();
  const stored = async () => (await ask(page, 'settings.get', undefined)).settings.transfersAtOnce;
  await expect(field).toHaveValue('');
  await expect(field).toHaveAttribute('placeholder', 'Automático');
  expect(await stored()).toBe(0);

  await field.fill('200');
  await field.press('Tab');
  await expect.poll(stored).toBe(64);
  await expect(field).toHaveValue('64');

  await field.fill('');
  await field.press('Tab');
  await expect.poll(stored).toBe(0);
});
