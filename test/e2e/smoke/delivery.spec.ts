import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { noPoppler, pagesOf, textsOf } from '../../support/samples/poppler.ts';
import { goDownTo, listShown, rowsOf } from '../support/rows.ts';
import { download, expect, storeAll, test } from '../support/stored-agency.ts';

test('a dispatch becomes one PDF in the chosen order, with what cannot be merged put beside it', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const stored = await storeAll(await openFixture(), agency);
  const { page, app, cases, connectionId } = stored;
  const locked = cases.byFileKind.encrypted.find(({ dispatch, isActive }) => dispatch && isActive);
  const number = locked?.dispatch?.number ?? '';
  const documents = join(folder, 'papeles');
  const out = join(folder, 'entregas');
  await download(stored, documents, [{ connectionId, number }]);

  await test.step('the order of its documents is the person’s', async () => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/missing/matrix?client=${locked?.client.rut}`);
    await expect(page.getByRole('grid', { name: 'Despacho × tipo' })).toBeFocused();
    const row = rowsOf(page).filter({ hasText: number });
    await listShown(page, 'Despacho × tipo');
    await goDownTo(page, row);
    await row.click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('menuitem', { name: 'Un PDF por despacho…' }).click();
    const dialog = page.getByRole('dialog', { name: `Despacho ${number} en un PDF` });
    await app.choosing(out, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
    const items = dialog.getByRole('listitem');
    const before = await items.allInnerTexts();
    await items
      .nth(1)
      .getByRole('button', { name: /^Subir/ })
      .click();
    const [first = '', second = '', ...others] = before;
    await expect(items).toHaveText([second, first, ...others], { useInnerText: true });
    await dialog.getByRole('button', { name: 'Armar el PDF' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Envíos' })).toBeVisible();
  });

  await test.step('the result names what stands beside it, and why', async () => {
    await expect(
      page.getByRole('button', { name: new RegExp(`Despacho ${number} en un PDF.*Listo`) }),
    ).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: 'aparte: tiene contraseña' })).toHaveCount(1);
    await expect(rowsOf(page).first()).toContainText('página 2');
    await expect(page.getByRole('list', { name: 'Archivos del envío' })).toContainText(`Carpeta ${number}`);
    const [merged = ''] = readdirSync(out).filter((name) => name.endsWith('.pdf'));
    expect(existsSync(join(out, merged))).toBe(true);
    if (noPoppler === undefined) {
      const delivery = (await ask(page, 'deliveries.list', undefined))[0];
      expect(pagesOf(join(out, merged))).toBe(delivery?.dispatches[0]?.pages);
      expect(textsOf(join(out, merged))[0]).toContain(`Carpeta de despacho ${number}`);
    }
  });

  await test.step('what was made goes into a ZIP for mail', async () => {
    await page.getByRole('button', { name: 'ZIP para correo…' }).click();
    const dialog = page.getByRole('dialog', { name: 'ZIP para correo' });
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Para el cliente');
    await dialog.getByRole('button', { name: 'Armar el ZIP' }).click();
    await expect(page.getByRole('button', { name: /ZIP para correo.*Listo · 1 archivo/ })).toBeVisible();
    expect(readFileSync(join(out, 'Para el cliente.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('the list of what was delivered is saved for Excel', async () => {
    const path = join(folder, 'entregas.csv');
    await app.choosing(path, async () => {
      await page.getByRole('button', { name: 'Excel · Envíos' }).click();
      await page.getByRole('menuitem', { name: /Guardar como CSV/ }).click();
    });
    await expect.poll(() => existsSync(path)).toBe(true);
    const lines = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(lines[0]).toContain('Cuándo;Envío;Despachos;Situación;');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('ZIP para correo;');
    expect(lines[2]).toContain(number);
  });
});
