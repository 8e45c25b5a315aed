import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a kind of paper typed into the box is offered as types, and asked of the client beside it, by keyboard', async ({
  openDesk,
  agency,
}) => {
  const { page } = await openDesk();
  await connect(page, agency);
  const [client] = agency.clients;
  const name = client?.name ?? '';
  const box = page.getByRole('combobox', { name: /Qué buscar/ });

  await box.fill(`bl ${name}`);
  const type = page.getByRole('dialog').getByRole('button', { name: 'CONOCIMIENTO DE EMBARQUE (B/L)' });
  await expect(type).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(type).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(box).toBeFocused();
  await expect(box).toHaveValue(name);
  await expect(
    page.getByRole('button', { name: 'Tipos: CONOCIMIENTO DE EMBARQUE (B/L)', exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('CONOCIMIENTO DE EMBARQUE (B/L)');

  await box.fill('factura');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Los \d+ tipos$/ })).toBeVisible();
});
