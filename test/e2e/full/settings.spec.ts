import { ask } from '../../support/bridge.ts';
import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a name template that does not work is told and not kept', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('link', { name: 'Ajustes' }).click();
  const template = page.getByRole('textbox', { name: 'Nombre de los archivos' });
  const kept = async () => (await ask(page, 'settings.get', undefined)).settings.template;
  const before = await kept();

  await template.fill('{client}/{nothing}');
  await template.press('Tab');
  await expect(page.getByText('NAME_TEMPLATE_INVALID')).toBeVisible();
  await page.getByRole('link', { name: 'Agencias' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agencias' })).toBeVisible();
  expect(await kept()).toBe(before);

  await page.getByRole('link', { name: 'Ajustes' }).click();
  await template.fill('{client}/{type}_{number}');
  await template.press('Tab');
  await expect.poll(kept).toBe('{client}/{type}_{number}');
});

test('a client that stands on two lines is counted once', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('link', { name: 'Clientes' }).click();
  await page.getByRole('button', { name: 'Agregar clientes' }).click();
  await page
    .getByRole('textbox', { name: 'Clientes', exact: true })
    .fill('76.086.428-5\tAndina\n9.068.826-K\tSur\n76086428-5\tAndina S.A.');
  await expect(page.getByRole('button', { name: 'Cargar 2 clientes' })).toBeVisible();
});
