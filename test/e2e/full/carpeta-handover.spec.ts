import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/bridge.ts';
import { noPoppler, pagesOf, textsOf } from '../../support/poppler.ts';
import { download, expect, goByRail, keepAll, test } from '../support/kept-agency.ts';
import { goDownTo, listShown, rowsOf } from '../support/rows.ts';

test('a dispatch becomes one PDF in the chosen order, with what cannot be merged put beside it', async ({
  openDesk,
  folder,
  fullAgency: agency,
}) => {
  const kept = await keepAll(await openDesk(), agency);
  const { page, desk, cases, connectionId } = kept;
  const locked = cases.byPaper.encrypted.find(({ dispatch, isActive }) => dispatch && isActive);
  const long = cases.long.find(({ dispatch, isActive }) => dispatch && isActive);
  const damaged = cases.byPaper.damaged.find(({ dispatch, isActive }) => dispatch && isActive);
  const numbers = [locked, damaged, long].map((paper) => paper?.dispatch?.number ?? '');
  const [number = ''] = numbers;
  const papers = join(folder, 'papeles');
  const out = join(folder, 'entregas');
  await download(
    kept,
    papers,
    [...new Set(numbers)].map((one) => ({ connectionId, number: one })),
  );

  await test.step('the order of its papers is the person’s', async () => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/missing/matrix?client=${locked?.client.rut}`);
    await expect(page.getByRole('grid', { name: 'Despacho × tipo' })).toBeFocused();
    const row = rowsOf(page).filter({ hasText: number });
    await listShown(page, 'Despacho × tipo');
    await goDownTo(page, row);
    await row.click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Entregar' }).click();
    await page.getByRole('menuitem', { name: 'Un PDF por despacho…' }).click();
    const dialog = page.getByRole('dialog', { name: `Despacho ${number} en un PDF` });
    await desk.choosing(out, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
    const items = dialog.getByRole('listitem');
    const before = await items.allInnerTexts();
    await items
      .nth(1)
      .getByRole('button', { name: /^Subir/ })
      .click();
    const [first = '', second = '', ...others] = before;
    await expect(items).toHaveText([second, first, ...others], { useInnerText: true });
    await dialog.getByRole('button', { name: 'Armar el PDF' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Entregas' })).toBeVisible();
  });

  await test.step('the result names what stands beside it, and why', async () => {
    await expect(
      page.getByRole('button', { name: new RegExp(`Despacho ${number} en un PDF.*Lista`) }),
    ).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: 'aparte: tiene clave' })).toHaveCount(1);
    await expect(rowsOf(page).first()).toContainText('página 2');
    await expect(page.getByRole('list', { name: 'Archivos de la entrega' })).toContainText(
      `Carpeta ${number}`,
    );
    const [merged = ''] = readdirSync(out).filter((name) => name.endsWith('.pdf'));
    expect(existsSync(join(out, merged))).toBe(true);
    if (noPoppler === undefined) {
      const handover = (await ask(page, 'handover.list', undefined))[0];
      expect(pagesOf(join(out, merged))).toBe(handover?.dispatches[0]?.pages);
      expect(textsOf(join(out, merged))[0]).toContain(`Carpeta de despacho ${number}`);
    }
  });

  await test.step('a damaged paper and one of 300 pages go the same way', async () => {
    const { handoverId } = await ask(page, 'handover.merge', {
      ...{ folder: out, language: 'en', withInactive: false },
      dispatches: numbers.slice(1).map((one) => ({ connectionId, number: one })),
    });
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/handovers/${handoverId}`);
    await expect(page.getByRole('button', { name: /PDF por despacho.*Lista/ })).toBeVisible({
      timeout: 120_000,
    });
    const [handover] = await ask(page, 'handover.list', undefined);
    const reasons = handover?.dispatches.flatMap(({ beside }) => beside.map(({ reason }) => reason)) ?? [];
    expect(reasons).toContain('damaged');
    expect(Math.max(...(handover?.dispatches.map(({ pages }) => pages) ?? []))).toBeGreaterThan(300);
  });

  await test.step('what was made goes into a ZIP for mail', async () => {
    await page.getByRole('button', { name: 'ZIP para correo…' }).click();
    const dialog = page.getByRole('dialog', { name: 'ZIP para correo' });
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Para el cliente');
    await dialog.getByRole('button', { name: 'Armar el ZIP' }).click();
    await expect(page.getByRole('button', { name: /ZIP para correo.*Lista · 1 archivo/ })).toBeVisible();
    expect(readFileSync(join(out, 'Para el cliente.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('the list of what was handed over is saved for Excel', async () => {
    const path = join(folder, 'entregas.csv');
    await desk.choosing(path, async () => {
      await page.getByRole('button', { name: 'Excel · Entregas' }).click();
      await page.getByRole('menuitem', { name: /Guardar como CSV/ }).click();
    });
    await expect.poll(() => existsSync(path)).toBe(true);
    const lines = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(lines[0]).toContain('Cuándo;Entrega;Despachos;Situación;');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('ZIP para correo;');
    expect(lines[3]).toContain(number);
  });
});

test('an inspection gets its package, which only grows when it is made again', async ({
  openDesk,
  folder,
  fullAgency: agency,
}) => {
  const kept = await keepAll(await openDesk(), agency);
  const { page, desk, connectionId } = kept;
  const numbers = agency.data.dispatches
    .filter(({ documents }) => documents.length > 3)
    .slice(0, 3)
    .map(({ number }) => number);
  await download(
    kept,
    join(folder, 'papeles'),
    numbers.slice(0, 2).map((number) => ({ connectionId, number })),
  );
  const into = join(folder, 'fiscalizacion');

  await test.step('the pasted list is understood before anything is made', async () => {
    await goByRail(page, 'Entregas');
    await page.getByRole('button', { name: 'Paquete de fiscalización…' }).click();
    const asked = page.getByRole('textbox', { name: 'Despachos que piden' });
    await expect(asked).toBeFocused();
    await asked.fill(`${numbers.join(', ')}\n1\n..`);
    await expect(page.getByText(/^3 encontrados · 1 no encontrado .* · 1 no se lee$/)).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: 'no encontrado' })).toHaveCount(1);
    expect(existsSync(into)).toBe(false);
  });

  await test.step('folders, index and proof are made, and what lacks is downloaded beside them', async () => {
    await desk.choosing(into, () => page.getByRole('button', { name: 'Elegir…' }).click());
    await page.getByRole('button', { name: 'Preparar el paquete' }).click();
    await expect(page.getByText('1 despacho no encontrado', { exact: true })).toBeVisible();
    await expect(page.getByText(/documentos agregados/).first()).toBeVisible();
    const names = readdirSync(into);
    for (const name of ['indice.csv', 'SHA256SUMS', 'no-encontrados.csv', 'LEEME.txt']) {
      expect(names).toContain(name);
    }
    await page.getByRole('button', { name: 'Ver la descarga' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Descargas' })).toBeVisible();
    const states = async () => (await ask(page, 'downloads.list', undefined)).map(({ state }) => state.kind);
    await expect.poll(states, { timeout: 120_000 }).toEqual(['ended', 'ended']);
    await expect(page.getByRole('list', { name: 'Lotes de descarga' })).not.toContainText(/ de \d/);
    const foldersMade = readdirSync(into).filter((name) => numbers.some((number) => name.startsWith(number)));
    expect(foldersMade).toHaveLength(3);
  });

  await test.step('made again with the same list, nothing is added or replaced', async () => {
    const before = readFileSync(join(into, 'SHA256SUMS'), 'utf8');
    await goByRail(page, 'Entregas');
    await expect(page.getByText(/^\d+ descargados? aparte$/)).toBeVisible();
    await expect(page.getByText(/se descargan? aparte/)).toBeHidden();
    await page.getByRole('button', { name: 'Repetir…' }).click();
    await expect(page.getByRole('textbox', { name: 'Despachos que piden' })).toHaveValue(/\n1\n/);
    await page.getByRole('button', { name: 'Preparar el paquete' }).click();
    await expect(page.getByText('0 documentos agregados', { exact: true })).toBeVisible();
    expect(readFileSync(join(into, 'SHA256SUMS'), 'utf8')).toBe(before);
  });
});
