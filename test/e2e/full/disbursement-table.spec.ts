import { ask } from '../../support/app/bridge.ts';
import { expect, openBySidebar, storeAll, test } from '../support/stored-agency.ts';

test('each figure of the table opens its disbursements, by the keyboard alone', async ({
  openFixture,
  fullAgency,
}) => {
  const { page } = await storeAll(await openFixture({ size: { width: 1366, height: 768 } }), fullAgency);
  const { keyboard } = page;
  await openBySidebar(page, 'Desembolsos');
  const field = page.getByRole('textbox', { name: 'Filtrar desembolsos' });
  await expect(field).toBeFocused();
  const { sections, count } = await ask(page, 'dossier.paymentTable', {
    scope: {},
    rows: 'client',
    measure: 'amount',
  });
  const [first] = sections[0]?.rows ?? [];
  if (!first) throw new Error('the agency has paid nothing');
  const table = page.getByRole('table', { name: 'Desembolsos por Cliente' });
  await expect(table.getByRole('row').last()).toContainText(String(count));

  await test.step('arrows go from figure to figure, and Enter opens one', async () => {
    const figure = table.getByRole('row').filter({ hasText: first.label }).getByRole('link').first();
    await table.getByRole('columnheader', { name: 'Monto' }).getByRole('button').focus();
    await keyboard.press('ArrowDown');
    await expect(figure).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Quitar ${first.label}` })).toBeVisible();
    await expect(page.getByRole('main').getByText(`Todos ${first.totals.count}`)).toBeVisible();
  });

  await test.step('back is the table, and a filter narrows it and the list alike', async () => {
    await page.goBack();
    await expect(table).toBeVisible();
    await field.fill('tgr');
    const filtered = await ask(page, 'dossier.paymentTable', {
      scope: {},
      rows: 'client',
      measure: 'amount',
      filter: { words: 'tgr' },
    });
    expect(filtered.count).toBeLessThan(count);
    await expect(table.getByRole('row').last()).toContainText(String(filtered.count));
    await page
      .getByRole('navigation', { name: 'Partes de Desembolsos' })
      .getByRole('link', { name: 'Desembolsos' })
      .click();
    await expect(page.getByRole('main').getByText(`Todos ${filtered.count}`)).toBeVisible();
  });
});
