import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { filesIn } from '../support/folder-files.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { documentsIn, openAgency, openSaved, savedName } from '../support/saved.ts';
import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** A downloaded PDF whose folio finds it alone: if a dispatch names the folio too, all of it is found. */
async function documentOnDisk(page: Page): Promise<{ folio: string }> {
  const resultSetId = new URL(page.url()).hash.split('/')[2] ?? '';
  const find = async (filter: string) => {
    const window = { offset: 0, limit: 500, sort: [], filter };
    const { rows } = await ask(page, 'rows.page', {
      resultSetId,
      list: 'documents',
      group: 'none',
      ...window,
    });
    return rows.filter((row) => 'folio' in row);
  };
  for (const { folio, path } of await find('')) {
    if (folio === '' || !path?.endsWith('.pdf')) continue;
    if ((await find(folio)).every((row) => row.folio === folio)) return { folio };
  }
  throw new Error('no document was taken along');
}

test('a saved search is taken along, used without a network, and tells what is new afterwards', async ({
  openFixture,
  folder,
}) => {
  const into = join(folder, 'Carpetas');
  const agency = await openAgency();
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  let documents = 0;

  await test.step('a client’s month is saved with its documents', async () => {
    const { page, choosing, close } = await openFixture();
    await connect(page, agency);
    await search(page, client.rut);
    await expect(page.getByText(/tipos consultados/)).toBeVisible();
    const resultSetId = new URL(page.url()).hash.split('/')[2] ?? '';
    documents = (await ask(page, 'search.progress', { resultSetId })).documents;
    expect(documents).toBeGreaterThan(3);
    // The tab follows what comes, not at once.
    await expect.poll(() => documentsIn(page)).toBe(documents);
    await page.getByRole('button', { name: 'Guardar la búsqueda' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guardar la búsqueda' });
    await dialog.getByLabel('Nombre').fill(savedName);
    await choosing(into, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
    await dialog.getByLabel(/^Llevar sin conexión/).check();
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
    await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
    await close();
  });
  const taken = filesIn(into).length;
  expect(taken).toBeGreaterThan(3);

  await agency.close();

  const { page, choosing } = await openFixture();
  const grid = page.getByRole('main').getByRole('grid');

  await test.step('without a network it opens with all its rows, quietly', async () => {
    // Where the machine has no keychain, the key went with the session and is typed again.
    for (const { id, isPractice, key: stored } of await ask(page, 'connections.list', undefined)) {
      if (!isPractice && stored.kind !== 'kept')
        await ask(page, 'connections.replaceKey', { id, key: agency.key });
    }
    await openSaved(page);
    await expect.poll(() => documentsIn(page)).toBe(documents);
    await page.keyboard.press('F5');
    await expect(page.getByRole('status').getByText(/Sin conexión · datos del/)).toBeVisible({
      timeout: 120_000,
    });
    await expect.poll(() => documentsIn(page)).toBe(documents);
  });

  await test.step('a document that was taken along is shown', async () => {
    const here = await documentOnDisk(page);
    await page.getByRole('textbox', { name: 'Filtrar la lista' }).fill(here.folio);
    await expect(rowsOf(page).filter({ hasNotText: here.folio })).toHaveCount(0);
    await listShown(page, 'Documentos');
    await grid.getByRole('row', { name: here.folio }).first().click();
    await page.keyboard.press('Space');
    const viewer = page.getByRole('dialog');
    await expect(viewer.locator('canvas').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(grid).toBeFocused();
    await page.getByRole('textbox', { name: 'Filtrar la lista' }).fill('');
    await rowsOf(page).first().click();
    await expect(page.getByRole('complementary')).toContainText('Documento elegido');
  });

  /** The lines of what is shown, saved as CSV. */
  async function savedAsCsv(): Promise<string[]> {
    const path = join(folder, `${crypto.randomUUID()}.csv`);
    await choosing(path, async () => {
      await page.getByRole('button', { name: 'Excel' }).click();
      await page.getByRole('menuitem', { name: /Guardar como CSV/ }).click();
    });
    await expect.poll(() => existsSync(path)).toBe(true);
    return readFileSync(path, 'utf8').replace('\ufeff', '').trim().split('\r\n');
  }

  const again = await openAgency(agency);
  try {
    await test.step('back at the agency: what is new is told, and downloaded', async () => {
      const dispatch = again.data.dispatches.findLast(({ client: owner }) => owner.rut === client.rut);
      if (!dispatch) throw new Error('the client has no dispatch');
      const arrived = again.changes.arrive({ dispatch: dispatch.number });
      await page.keyboard.press('F5');
      await expect(page.getByRole('tab', { name: /Documentos/ })).toContainText(String(documents + 1), {
        timeout: 120_000,
      });
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Novedades/ })
        .click();
      const news = page.getByRole('main').getByRole('treegrid');
      await expect(news.getByRole('row', { name: /Documento nuevo/ })).toHaveCount(1);
      await expect(news).toContainText(arrived.type ?? '');
      expect(await savedAsCsv()).toEqual([
        expect.stringMatching(/^Búsqueda;Novedad;Cliente;Despacho;/),
        expect.stringContaining(`${savedName};Documento nuevo;`),
      ]);
      await page.getByRole('button', { name: 'Descargar lo nuevo' }).click();
      await page.getByRole('menuitem', { name: savedName }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Descargar', exact: true }).click();
      await expect.poll(() => filesIn(into).length, { timeout: 120_000 }).toBe(taken + 1);
    });

    await test.step('the documents of that download, and the clients, are saved for Excel', async () => {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Descargas/ })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Descargas' })).toBeVisible();
      // What came with F5, and what was asked for as new, are a batch each.
      const batches = page.getByRole('list', { name: 'Lista de descargas' }).getByRole('listitem');
      await expect(batches).toHaveText([/Lista/, /Lista/, /Lista/]);
      const [batch] = await ask(page, 'downloads.list', undefined);
      const documentsOfBatch = await savedAsCsv();
      expect(documentsOfBatch[0]).toMatch(/^Estado;Despacho;/);
      expect(documentsOfBatch).toHaveLength((batch?.documents ?? 0) + 1);
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Clientes/ })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
      const book = await savedAsCsv();
      expect(book[0]).toBe('RUT;Nombre;Correo;Carpeta');
      expect(book.length).toBeGreaterThan(1);
    });
  } finally {
    await again.close();
  }
});
