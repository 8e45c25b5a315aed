import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { paste, tabTo, watchPointer } from '../support/keys.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { seedApp } from '../support/seeded-app.ts';
import { expect, test } from '../support/test.ts';

test('the whole main job is done with the keyboard alone', async ({ openFixture, agency, folder }) => {
  const { page, choosing } = await openFixture();
  const { keyboard } = page;
  const pointed = await watchPointer(page);
  const into = join(folder, 'Carpetas');
  const client = agency.clients[0];
  if (!client) throw new Error('the agency has no client');

  await test.step('first run: connect, and paste the clients', async () => {
    await tabTo(page, page.getByRole('button', { name: /Conectar con una agencia/ }));
    await keyboard.press('Enter');
    for (const [label, text] of [
      ['Nombre', 'Agencia Pérez'],
      [/base URL/, agency.baseUrl],
      [/idAgencia/, agency.agency],
      ['Clave de API', agency.key],
    ] as const) {
      await tabTo(page, page.getByLabel(label, { exact: typeof label === 'string' }));
      await keyboard.press('Control+A');
      await paste(page, text);
    }
    await keyboard.press('Enter');
    const clients = page.getByRole('textbox', { name: 'Clientes' });
    await tabTo(page, clients);
    await paste(page, agency.clients.map(({ rut, name }) => `${rut}\t${name}`).join('\n'));
    await tabTo(page, page.getByRole('button', { name: /^Agregar \d+ client/ }));
    await keyboard.press('Enter');
    await expect(page.getByRole('navigation')).toBeVisible();
  });

  await test.step('Ctrl+K and a RUT: what the client has', async () => {
    await keyboard.press('Control+K');
    await expect(page.getByRole('combobox', { name: /Qué buscar/ })).toBeFocused();
    await keyboard.type(client.rut);
    await keyboard.press('Enter');
    await expect(page.getByText(/tipos consultados/)).toBeVisible();
    await expect(page.getByRole('grid')).toBeFocused();
  });

  await test.step('Ctrl+1, 2 and 3 change the list, and the list has the focus', async () => {
    for (const [key, name] of [
      ['3', 'Desembolsos'],
      ['1', 'Despachos'],
      ['2', 'Documentos'],
    ] as const) {
      await keyboard.press(`Control+${key}`);
      await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(name));
      await expect(page.getByRole('grid', { name })).toBeFocused();
    }
  });

  await test.step('arrows go, Shift chooses, and the inspector tells of where one is', async () => {
    await listShown(page, 'Documentos');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    const chosen = page.getByRole('row', { selected: true });
    await expect(chosen).toHaveCount(3);
    await keyboard.press('Control+Space');
    await expect(chosen).toHaveCount(2);
    await keyboard.press('Control+Space');
    await expect(chosen).toHaveCount(3);
    await keyboard.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(chosen).toHaveCount(3);
    await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toHaveText(
      /^Despacho \d+$/,
    );
  });

  await test.step('Ctrl+D downloads what is chosen into a chosen folder', async () => {
    await keyboard.press('Control+D');
    const dialog = page.getByRole('dialog', { name: /^Descargar 3 documentos/ });
    await choosing(into, async () => {
      await tabTo(page, dialog.getByRole('button', { name: 'Elegir…' }));
      await keyboard.press('Enter');
    });
    await tabTo(page, dialog.getByRole('button', { name: 'Descargar', exact: true }));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('grid'), 'the focus is back where it was').toBeFocused();
  });

  await test.step('the downloads tell how it ended, and the documents are there', async () => {
    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Descargas' }));
    await keyboard.press('Enter');
    const batch = page.getByRole('list', { name: 'Lista de descargas' });
    await expect(batch).toContainText('Lista');
    const documents = readdirSync(into, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.parentPath !== into,
    );
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.filter(({ name }) => name.endsWith('.part'))).toEqual([]);
  });

  await test.step('Esc leads back to the list; Space shows a document and Esc puts it away', async () => {
    await keyboard.press('Escape');
    const grid = page.getByRole('grid', { name: 'Documentos' });
    await listShown(page, 'Documentos');
    await tabTo(page, grid);
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    const viewer = page.getByRole('dialog');
    await expect(viewer.locator(':focus')).toHaveCount(1);
    await keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(grid).toBeFocused();
  });

  await test.step('? shows all the keys, and Esc closes the sheet', async () => {
    await keyboard.press('Shift+?');
    const shortcuts = page.getByRole('dialog', { name: 'Atajos' });
    await expect(shortcuts).toContainText('Ctrl');
    await expect(shortcuts).toContainText('Menú de la fila');
    await keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
  });

  expect(await pointed(), 'presses of a mouse').toBe(0);
});

test('Space and Enter show what there is of a row, and write nothing', async ({ openFixture, folder }) => {
  const app = await openFixture();
  const { page } = app;
  const { keyboard } = page;
  const { resultSetId, batchId } = await seedApp(app, join(folder, 'Carpetas'));
  const go = async (hash: string) => {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await page.reload();
    await expect(rowsOf(page).first()).toBeVisible();
    await expect(page.getByRole('main').locator('[role=grid], [role=treegrid]')).toBeFocused();
  };
  const inspector = page.getByRole('complementary');
  const toggleInspector = page.getByRole('button', { name: 'Mostrar el detalle' });

  await test.step('what is expected stays as it was', async () => {
    await go('#/missing/expected');
    const expectations = () => ask(page, 'dossier.expectations', { scope: {} });
    const before = await expectations();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
    await keyboard.press('Space');
    await keyboard.press('Enter');
    // What a key would have written is there once another is answered.
    await keyboard.press('F5');
    expect(await expectations()).toEqual(before);
  });

  await test.step('a row without a document comes up in the inspector, wherever that was hidden', async () => {
    for (const [hash, key] of [
      [`#/results/${resultSetId}/disbursements`, 'Enter'],
      [`#/results/${resultSetId}/dispatches`, 'Space'],
      ['#/missing/matrix', 'Enter'],
      ['#/folders', 'Space'],
    ] as const) {
      await go(hash);
      await expect(toggleInspector, 'without a row there is nothing to show').toBeDisabled();
      await expect(toggleInspector).toHaveAttribute('aria-pressed', 'false');
      await rowsOf(page).first().click();
      await expect(inspector).toBeVisible();
      await toggleInspector.click();
      await expect(toggleInspector).toHaveAttribute('aria-pressed', 'false');
      await expect(inspector).toBeHidden();
      await rowsOf(page).nth(1).click();
      await keyboard.press(key);
      await expect(inspector.getByRole('heading', { level: 2 })).toHaveText(/^Despacho \d+$/);
      await expect(page.getByRole('dialog')).toBeHidden();
      // The layout is saved with a delay, which a reload would cut off.
      await expect
        .poll(async () => (await ask(page, 'settings.get', undefined)).settings.layout.hidden)
        .not.toContain('inspector');
    }
  });

  await test.step('without a document nothing is in the way of Esc', async () => {
    await go('#/payments/list');
    await rowsOf(page).filter({ hasText: 'Sin respaldo' }).first().click();
    await keyboard.press('Space');
    await expect(inspector).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
  });

  await test.step('a document of a batch is shown over its list', async () => {
    await go(`#/downloads/${batchId}`);
    await rowsOf(page).filter({ hasText: '.pdf' }).first().click();
    await keyboard.press('Space');
    const document = page.getByRole('dialog').getByRole('region').first();
    await expect(document).toBeFocused();
    await expect(document.locator('canvas').first()).toBeVisible();
    const title = page.getByRole('dialog').getByRole('heading');
    const first = await title.innerText();
    await keyboard.press('ArrowRight');
    await expect(title).not.toHaveText(first);
    await keyboard.press('ArrowLeft');
    await expect(title).toHaveText(first);
    await keyboard.press('Escape');
    await expect(document).toBeHidden();
    await expect(page.getByRole('main').getByRole('grid')).toBeFocused();
  });

  await test.step('Enter on a document that has no file says so', async () => {
    await page.getByRole('checkbox', { name: 'Solo con problema' }).check();
    await expect(rowsOf(page).filter({ hasText: 'Descargado' })).toHaveCount(0);
    await rowsOf(page).filter({ hasText: 'Sin archivo' }).first().click();
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('region').first()).toHaveText(/\S/);
  });
});
