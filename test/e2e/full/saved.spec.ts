import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { documentsIn, openAgency, openSaved, saveSearch } from '../support/saved.ts';
import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('without a network a saved list is filtered, sorted, grouped and saved for Excel', async ({
  openFixture,
  folder,
}) => {
  const agency = await openAgency();
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const { page, choosing } = await openFixture();
  await connect(page, agency);
  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await saveSearch(page);
  await openSaved(page);
  await listShown(page, 'Documentos');
  await agency.close();
  const resultSetId = new URL(page.url()).hash.split('/')[2] ?? '';
  const { documents } = await ask(page, 'search.progress', { resultSetId });
  // The tab follows what comes, not at once.
  await expect.poll(() => documentsIn(page)).toBe(documents);
  const grid = page.getByRole('main').getByRole('grid');

  await test.step('it is filtered, sorted and grouped', async () => {
    await listShown(page, 'Documentos');
    const type = (await grid.getByRole('row').nth(1).getByRole('gridcell').nth(3).innerText()).trim();
    const filter = page.getByRole('textbox', { name: 'Filtrar la lista' });
    await rowsOf(page).first().click();
    const chosen = page.getByText('1 documento elegido');
    await expect(chosen).toBeVisible();
    await filter.fill('no hay fila con esto');
    await expect(chosen, 'what the filter hides is not chosen').toBeHidden();
    await expect(page.getByText('Ninguna fila contiene todas las palabras del filtro.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Excel' }), 'there is nothing to save').toBeDisabled();
    await expect(page.getByText('Elige filas')).toBeHidden();
    await filter.fill(type);
    await expect(grid.getByRole('row').nth(1)).toContainText(type);
    const statuses = rowsOf(page).locator('[data-standing]');
    const status = (await statuses.first().innerText()).trim();
    await filter.fill(status);
    await expect(rowsOf(page).filter({ hasNotText: status })).toHaveCount(0);
    await expect(statuses.first()).toBeVisible();
    await filter.fill('');
    await expect(grid).toHaveAttribute('aria-rowcount', String(documents + 1));

    const header = grid.getByRole('columnheader', { name: /^Tipo/ });
    await listShown(page, 'Documentos');
    await rowsOf(page).last().click();
    const here = grid.locator('[data-cursor]');
    await expect(here).toBeVisible();
    const words = await here.innerText();
    await header.getByRole('button').first().click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await listShown(page, 'Documentos');
    await expect(here, 'the person is at the same row, wherever it stands now').toHaveText(words, {
      useInnerText: true,
    });

    await page.getByRole('button', { name: 'Agrupar' }).click();
    await page.getByRole('menuitemradio', { name: 'Por tipo' }).click();
    await expect(page.getByRole('treegrid')).toBeVisible();
    await page.getByRole('button', { name: 'Por tipo' }).click();
    await page.getByRole('menuitemradio', { name: 'Sin agrupar' }).click();
  });

  await test.step('it is saved for Excel', async () => {
    const path = join(folder, 'lista.csv');
    await choosing(path, async () => {
      await page.getByRole('button', { name: 'Excel' }).click();
      await page.getByRole('menuitem', { name: /Guardar como CSV/ }).click();
    });
    await expect.poll(() => existsSync(path)).toBe(true);
    await expect.poll(() => readFileSync(path, 'utf8').trim().split('\r\n').length).toBe(documents + 1);
  });
});

test('a fault that is told above a result is not told again among its problems', async ({ openFixture }) => {
  const agency = await openAgency();
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const { page } = await openFixture();
  await connect(page, agency);
  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await saveSearch(page);
  await openSaved(page);
  await listShown(page, 'Documentos');

  agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID' });
  await page.getByRole('grid').focus();
  await page.keyboard.press('F5');
  await page.getByRole('button', { name: /sin respuesta completa/ }).click();
  const problems = page.getByRole('region', { name: 'Consultas sin respuesta completa' });
  await expect(problems.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expect(problems.getByText('por lo que dice arriba')).toBeVisible();
  await expect(page.getByText('El servicio no aceptó la clave de API.')).toHaveCount(1);
  await page.getByRole('main').getByRole('button', { name: 'Ir a Agencias' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Agencias' })).toBeVisible();
  await agency.close();
});
