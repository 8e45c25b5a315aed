import { join } from 'node:path';
import { listShown } from '../support/rows.ts';
import { seedDesk } from '../support/seeded-desk.ts';
import { expect, test } from '../support/test.ts';

test('the keys of the window work wherever no text is written', async ({ openDesk, folder }) => {
  const desk = await openDesk();
  const { page } = desk;
  const { keyboard } = page;
  await seedDesk(desk, join(folder, 'Carpetas'));
  const sheet = page.getByRole('dialog', { name: 'Teclas' });
  await page.evaluate(() => {
    location.hash = '#/missing/gaps';
  });
  await page.reload();
  await listShown(page, 'Documentos que faltan');

  for (const role of ['checkbox', 'radio'] as const) {
    await test.step(`on a ${role}`, async () => {
      const control = page.getByRole('main').getByRole(role).first();
      await control.focus();
      await keyboard.press('Shift+?');
      await expect(sheet).toBeVisible();
      await keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(control).toBeFocused();
    });
  }

  await test.step('on a field that opens its choices; while they are open, Esc closes them alone', async () => {
    const field = page.getByRole('main').getByRole('combobox', { name: 'Responsable' });
    const choices = page.getByRole('listbox');
    await field.focus();
    await keyboard.press('Shift+?');
    await expect(sheet).toBeVisible();
    await keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(field).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(choices).toBeVisible();
    await keyboard.press('Shift+?');
    await keyboard.press('Escape');
    await expect(choices).toBeHidden();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Faltantes' })).toBeVisible();
    await expect(field).toBeFocused();
  });

  await test.step('Esc on a radio leads back', async () => {
    await keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Faltantes' })).toBeHidden();
  });

  await test.step('in a dialog too Esc closes the choices alone, and ? is written where one writes', async () => {
    await page.evaluate(() => {
      location.hash = '#/missing/expected';
    });
    await page.getByRole('button', { name: 'Esperar otro tipo…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Esperar otro tipo' });
    const field = dialog.getByRole('combobox').first();
    await field.press('ArrowDown');
    await expect(page.getByRole('listbox')).toBeVisible();
    await keyboard.press('Shift+?');
    await expect(field).toHaveValue(/\?$/);
    await keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(dialog).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(sheet).toBeHidden();
  });

  await test.step('from a tick box of the search panel, and of a list that drops down, Ctrl+K leads to the field', async () => {
    const box = page.getByRole('combobox', { name: /Qué buscar/ });
    const panel = page.getByRole('dialog', { name: 'Cómo se entiende' });
    await box.fill('999999');
    await panel.getByRole('checkbox').first().focus();
    await keyboard.press('Control+K');
    await expect(box).toBeFocused();
    await expect(panel).toBeVisible();

    await page.getByRole('button', { name: /^Tipos/ }).click();
    const types = page.getByRole('dialog', { name: /^Tipos/ });
    const tick = types.getByRole('checkbox').first();
    await tick.focus();
    await keyboard.press('Escape');
    await expect(types).toBeHidden();
    await expect(page).toHaveURL(/#\/missing\/expected/);
    await page.getByRole('button', { name: /^Tipos/ }).click();
    await tick.focus();
    await keyboard.press('Control+K');
    await expect(box).toBeFocused();
    await expect(types).toBeHidden();
    await box.fill('');
    await keyboard.press('Escape');
  });

  await test.step('in a dialog that closes the window to all else no other key is heard', async () => {
    await page.getByRole('main').getByRole('checkbox').first().focus();
    await keyboard.press('Shift+?');
    await expect(sheet).toBeVisible();
    await keyboard.press('Control+K');
    await expect(page.getByRole('combobox', { name: /Qué buscar/ })).not.toBeFocused();
    await keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('Ctrl+F leads to the filter of the clients', async () => {
    await page.evaluate(() => {
      location.hash = '#/clients';
    });
    const filter = page.getByRole('textbox', { name: 'Filtrar clientes' });
    await expect(filter).toBeVisible();
    await keyboard.press('Control+F');
    await expect(filter).toBeFocused();
    await expect(filter).toHaveAttribute('title', 'Ctrl+F');
  });
});

test('a command that comes from the menu leaves a dialog alone, as its key does', async ({
  openDesk,
  folder,
}) => {
  const desk = await openDesk();
  const { page, tell } = desk;
  const { resultSetId } = await seedDesk(desk, join(folder, 'Carpetas'));
  await page.evaluate((id) => {
    location.hash = `#/results/${id}/documents`;
  }, resultSetId);
  await page.reload();
  await listShown(page, 'Documentos');
  const sheet = page.getByRole('dialog', { name: 'Teclas' });
  const filter = page.getByRole('textbox', { name: 'Filtrar la lista' });
  await tell('command.chosen', { command: 'keys' });
  await expect(sheet).toBeVisible();

  await tell('command.chosen', { command: 'dispatches' });
  await tell('command.chosen', { command: 'filter' });
  await expect(sheet).toBeVisible();
  await expect(filter).not.toBeFocused();

  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/documents$/);
  await tell('command.chosen', { command: 'filter' });
  await expect(filter).toBeFocused();
});
