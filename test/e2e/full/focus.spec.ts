import { join } from 'node:path';
import { listShown, rowsOf } from '../support/rows.ts';
import { seedApp } from '../support/seeded-app.ts';
import { chooseAllDocuments, connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('what a menu opens gives the focus back to where it was before the menu', async ({
  openFixture,
  folder,
}) => {
  const app = await openFixture();
  const { page } = app;
  const { keyboard } = page;
  const { resultSetId, savedId } = await seedApp(app, join(folder, 'Carpetas'));
  await page.evaluate(() => {
    location.hash = '#/folders';
  });
  await page.reload();
  await rowsOf(page).first().click();
  const dialog = page.getByRole('dialog');
  const list = page.getByRole('grid', { name: 'Conservación' });

  await test.step('a menu of a button', async () => {
    const button = page.getByRole('main').getByRole('button', { name: 'Enviar' });
    await button.focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keyboard.press('Enter');
    // The last folder stands in it already.
    await expect(dialog.getByRole('button', { name: 'Armar el PDF' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('a menu of a row', async () => {
    await rowsOf(page).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Cambiar plazo…' }).click();
    await expect(dialog.getByLabel('Conservar hasta')).toBeFocused();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(list).toBeFocused();
  });

  await test.step('a menu of a row, by key', async () => {
    await keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(list).toBeFocused();
    await keyboard.press('ContextMenu');
    await expect(page.getByRole('menuitem', { name: 'Cambiar plazo…' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(list).toBeFocused();
  });

  await test.step('menus of rows of other screens', async () => {
    for (const [hash, shown, name] of [
      [`#/results/${resultSetId}/documents`, 'Documentos', 'Descargar…'],
      ['#/missing/gaps', 'Documentos que faltan', 'Anotar como solicitado…'],
    ] as const) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await listShown(page, shown);
      await rowsOf(page).first().click();
      await keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name }).focus();
      await keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('main').locator('[role=grid], [role=treegrid]')).toBeFocused();
    }
  });

  await test.step('menus of buttons of other screens', async () => {
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/results/${resultSetId}/documents?saved=${savedId}`);
    await listShown(page, 'Documentos');
    await rowsOf(page).first().click();
    for (const [button, name] of [
      [page.getByRole('button', { name: 'Más acciones de la búsqueda' }), 'Eliminar'],
      [page.getByRole('complementary').getByRole('button', { name: 'Enviar' }), /PDF/],
      [page.getByRole('complementary').getByRole('button', { name: 'Enviar' }), /ZIP/],
    ] as const) {
      await button.focus();
      await keyboard.press('Enter');
      // The menu takes the focus a moment after it is there, from whatever has it by then.
      await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
      await page.getByRole('menuitem', { name }).first().focus();
      await keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Cerrar' })).not.toBeFocused();
      await keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
  });
});

test('from an empty list the reason why it is empty is a few Tab keys away', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  const { keyboard } = page;
  await connect(page, agency);
  agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID' });
  await keyboard.press('Control+K');
  await keyboard.type(agency.clients[0]?.rut ?? '');
  await keyboard.press('Enter');
  const reason = page.getByRole('region', { name: 'Consultas sin respuesta completa' });
  await expect(reason).toBeVisible();
  await expect(page.getByRole('grid')).toBeFocused();
  const why = page.getByRole('button', { name: 'Ver por qué' });
  await expect(why).toBeVisible();
  for (let tabs = 0; tabs < 3; tabs++) await keyboard.press('Tab');
  await expect(why).toBeFocused();
  await keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await keyboard.press('Tab');
  await expect(reason.getByRole('button', { name: 'Reintentar' }).first()).toBeFocused();

  const fold = page.getByRole('button', { name: /sin respuesta completa/ });
  await fold.click();
  await expect(reason).toBeHidden();
  await why.click();
  await expect(fold).toBeFocused();
});

test('a menu of a row takes the keys, offers what is not here too, and Esc closes it alone', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  const { keyboard } = page;
  await connect(page, agency);
  await search(page, agency.clients[0]?.rut ?? '');
  await chooseAllDocuments(page);
  const chosen = page.getByRole('main').getByText(/\d+ documentos elegidos$/);
  const list = page.getByRole('grid', { name: 'Documentos' });
  const menu = page.getByRole('menu');
  await expect(chosen).toBeVisible();
  await rowsOf(page).first().click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Abrir con su programa' })).toBeEnabled();
  await expect(menu.getByRole('menuitem', { name: 'Ver', exact: false }).first()).toBeFocused();
  await keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(chosen).toBeVisible();
  await expect(list).toBeFocused();
  await keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Abrir con su programa' })).toBeFocused();
});
