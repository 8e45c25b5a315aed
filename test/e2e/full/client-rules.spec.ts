import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { seriousFindings } from '../support/accessible.ts';
import { filesIn } from '../support/folder-files.ts';
import { foundDocuments, listShown, rowsOf } from '../support/rows.ts';
import { openConnected, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('the rules of a client are set once, and its downloads, deliveries and another computer follow them', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const own = join(folder, 'Del cliente');

  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  const rows = await foundDocuments(page);
  const documents = rows.flatMap((row) => ('dispatchNumber' in row && 'file' in row ? [row] : []));
  const type = documents.find(({ isActive, file }) => isActive && file !== 'none')?.type ?? '';
  const ofType = documents.filter((one) => one.type === type && one.isActive);
  expect(ofType.length).toBeLessThan(documents.length);

  await test.step('types, folder and names are set in the client’s dialog', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Clientes' }).click();
    const row = rowsOf(page).filter({ hasText: client.name });
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Cambiar datos…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Tipos' }).fill(type);
    await page.getByRole('option', { name: type, exact: true }).click();
    await page.keyboard.press('Tab');
    await app.choosing(own, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
    await dialog.getByRole('checkbox', { name: /como en Ajustes/ }).uncheck();
    await dialog.getByText('Por despacho').click();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog).toBeHidden();
    const stored = (await ask(page, 'clients.list', undefined)).find(({ rut }) => rut === client.rut);
    expect(stored?.rules).toEqual({
      types: [type],
      folder: own,
      template: '{client}/{dispatch}_{reference}/{nn}_{type}_{number}',
    });
  });

  await test.step('a download says so, opens them, and follows them', async () => {
    await page.goBack();
    await page.getByRole('tab', { name: /^Despachos/ }).click();
    await listShown(page, 'Despachos');
    await page.getByRole('checkbox', { name: 'Elegir todo' }).click({ force: true });
    await page.getByRole('button', { name: /^Descargar…/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Descargar los documentos/ });
    await expect(dialog.getByRole('checkbox', { name: /^Según las reglas de/ })).toBeChecked();
    await expect(dialog.getByText(`solo ${type}; en ${own}; orden «Por despacho»`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Ver reglas' }).click();
    const rules = page.getByRole('dialog').filter({ hasText: 'Reglas de sus descargas' });
    await expect(rules).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rules).toBeHidden();
    await expect(dialog).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => (await ask(page, 'downloads.list', undefined))[0]?.state.kind)
      .toBe('ended');
    const files = filesIn(own);
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) expect(basename(path)).toContain(type.replaceAll('/', ''));
  });

  await test.step('a ZIP goes to its folder, with its types', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('menuitem', { name: 'ZIP para correo…' }).click();
    const dialog = page.getByRole('dialog', { name: 'ZIP para correo' });
    await expect(dialog.getByText(`solo ${type}; en ${own}`)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Carpeta' })).toHaveValue(own);
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Para el cliente');
    await dialog.getByRole('checkbox', { name: /Abrir en el correo/ }).uncheck();
    await dialog.getByRole('button', { name: 'Armar el ZIP' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Envíos' })).toBeVisible();
    await expect.poll(() => existsSync(join(own, 'Para el cliente.zip'))).toBe(true);
  });

  await test.step('they travel in a configuration, without the folder', async () => {
    const path = join(folder, 'configuracion.json');
    await page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
    await app.choosing(path, () => page.getByRole('button', { name: 'Guardar configuración…' }).click());
    await expect(page.getByText(/^Configuración guardada en/)).toBeVisible();
    const { clients } = JSON.parse(readFileSync(path, 'utf8'));
    expect(clients.find(({ rut }: { rut: string }) => rut === client.rut).rules).toEqual({
      types: [type],
      template: '{client}/{dispatch}_{reference}/{nn}_{type}_{number}',
    });
  });
});
