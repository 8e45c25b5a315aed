import { join } from 'node:path';
import { ask } from '../support/bridge.ts';
import { listShown, rowsOf } from './support/rows.ts';
import { seedDesk } from './support/seeded-desk.ts';
import { expect, test } from './support/test.ts';

test('the inspector tells of the list on screen alone, and tells it again where a person comes back', async ({
  openDesk,
  folder,
}) => {
  const desk = await openDesk({ size: { width: 1366, height: 768 } });
  const { page } = desk;
  await seedDesk(desk, join(folder, 'Carpetas'));
  await page.reload();
  const inspector = page.getByRole('complementary');
  const dispatch = inspector.getByRole('heading', { level: 2 });
  const nothing = inspector.getByText('Elige una fila para ver su despacho.');
  const go = (name: string) =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();

  await go('Últimos 90 días');
  await listShown(page, 'Documentos');
  await rowsOf(page).nth(2).click();
  await expect(dispatch).toHaveText(/^Despacho \d+$/);
  const first = await dispatch.innerText();

  await test.step('on another screen nothing is inspected until a row of it is', async () => {
    await go('Conservación');
    await expect(nothing).toBeVisible();
    const other = rowsOf(page)
      .filter({ hasNotText: first.replace('Despacho ', '') })
      .nth(1);
    await other.click();
    await expect(dispatch).toHaveText(/^Despacho \d+$/);
    expect(await dispatch.innerText()).not.toBe(first);
  });

  await test.step('back at the list, its dispatch is there again', async () => {
    await go('Últimos 90 días');
    await expect(dispatch).toHaveText(first);
  });

  await test.step('another tab of the same answer has it too, and another answer does not', async () => {
    await page.getByRole('tab', { name: /^Despachos/ }).click();
    await expect(dispatch).toHaveText(first);
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#/found/${first.replace('Despacho ', '').slice(0, 4)}`,
    );
    await listShown(page, 'Documentos');
    await expect(nothing).toBeVisible();
  });

  await test.step('a kept paper that is chosen in the search box is inspected where it leads', async () => {
    const [{ folio, dispatchNumber } = { folio: '', dispatchNumber: '' }] = (
      await ask(page, 'rows.find', { text: 'INV' })
    ).filter(({ folio }) => folio.startsWith('INV'));
    await page.getByRole('combobox', { name: /Qué buscar/ }).fill(folio);
    await page
      .getByRole('dialog', { name: 'Cómo se entiende la búsqueda' })
      .getByRole('button', { name: new RegExp(folio) })
      .first()
      .click();
    await expect(dispatch).toHaveText(`Despacho ${dispatchNumber}`);
  });
});

test('a preview is shown beside its own list alone', async ({ openDesk, folder }) => {
  const desk = await openDesk({ size: { width: 1366, height: 768 } });
  const { page } = desk;
  await seedDesk(desk, join(folder, 'Carpetas'));
  await page.reload();
  await page.getByRole('link', { name: /^Últimos 90 días/ }).click();
  await listShown(page, 'Documentos');
  await rowsOf(page).nth(2).click();
  await page.keyboard.press('Space');
  const preview = page.getByRole('complementary').getByRole('region', { name: /Vista previa/ });
  await expect(preview).toBeVisible();
  await page.getByRole('link', { name: 'Conservación' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(preview).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: /^Documentos/, selected: true })).toBeVisible();
});
