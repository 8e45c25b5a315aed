import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { rowsOf } from '../support/rows.ts';
import { download, expect, openBySidebar, storeAll, test } from '../support/stored-agency.ts';

test('a damaged document is put beside the PDF of its dispatch, and one of 300 pages goes into its own', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const stored = await storeAll(await openFixture(), agency);
  const { page, cases, connectionId } = stored;
  const long = cases.long.find(({ dispatch, isActive }) => dispatch && isActive);
  const damaged = cases.byFileKind.damaged.find(({ dispatch, isActive }) => dispatch && isActive);
  const numbers = [damaged, long].map((document) => document?.dispatch?.number ?? '');
  const out = join(folder, 'entregas');
  await download(
    stored,
    out,
    [...new Set(numbers)].map((one) => ({ connectionId, number: one })),
  );

  const { deliveryId } = await ask(page, 'deliveries.merge', {
    folder: out,
    language: 'en',
    withInactive: false,
    dispatches: numbers.map((one) => ({ connectionId, number: one })),
  });
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/handovers/${deliveryId}`);
  // What the agency has no file of lacks, and nothing else does.
  const expected = agency.data.dispatches
    .filter(({ number }) => numbers.includes(number))
    .flatMap(({ documents }) => documents)
    .filter(({ isActive }) => isActive);
  const undelivered = expected.filter(({ file: document }) => !document).length;
  const status = undelivered === 0 ? 'Listo' : `Incompleto: faltan? ${undelivered} de ${expected.length}`;
  await expect(page.getByRole('button', { name: new RegExp(`PDF por despacho.*${status}`) })).toBeVisible({
    timeout: 120_000,
  });
  const [delivery] = await ask(page, 'deliveries.list', undefined);
  const reasons = delivery?.dispatches.flatMap(({ beside }) => beside.map(({ reason }) => reason)) ?? [];
  expect(reasons).toContain('damaged');
  expect(Math.max(...(delivery?.dispatches.map(({ pages }) => pages) ?? []))).toBeGreaterThan(300);
});

test('an inspection gets its package, which only grows when it is made again', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const stored = await storeAll(await openFixture(), agency);
  const { page, app, connectionId } = stored;
  const numbers = agency.data.dispatches
    .filter(({ documents }) => documents.length > 3)
    .slice(0, 3)
    .map(({ number }) => number);
  await download(
    stored,
    join(folder, 'papeles'),
    numbers.slice(0, 2).map((number) => ({ connectionId, number })),
  );
  const into = join(folder, 'fiscalizacion');

  await test.step('the pasted list is understood before anything is made', async () => {
    await openBySidebar(page, 'Envíos');
    await page.getByRole('button', { name: 'Paquete de fiscalización…' }).click();
    const asked = page.getByRole('textbox', { name: 'Despachos que piden' });
    await expect(asked).toBeFocused();
    await asked.fill(`${numbers.join(', ')}\n999001\n41`);
    await expect(page.getByText(/^3 encontrados · 1 sin consultar · 1 no se lee$/)).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: 'sin consultar' })).toHaveCount(1);
    expect(existsSync(into)).toBe(false);
  });

  await test.step('what is not here is downloaded into it first, then folders, index and proof are made', async () => {
    await app.choosing(into, () => page.getByRole('button', { name: 'Elegir…' }).click());
    await page.getByRole('button', { name: 'Preparar el paquete' }).click();
    await expect(page.getByText('1 despacho no encontrado', { exact: true })).toBeVisible();
    await expect(page.getByText(/documentos agregados/).first()).toBeVisible();
    // Its lists are written after what they count is told.
    await expect
      .poll(() => readdirSync(into))
      .toEqual(expect.arrayContaining(['indice.csv', 'SHA256SUMS', 'no-encontrados.csv', 'LEEME.txt']));
    await page.getByRole('button', { name: 'Ver la descarga' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Descargas' })).toBeVisible();
    const states = async () => (await ask(page, 'downloads.list', undefined)).map(({ state }) => state.kind);
    await expect.poll(states, { timeout: 120_000 }).toEqual(['ended', 'ended']);
    await expect(page.getByRole('list', { name: 'Lista de descargas' })).not.toContainText(/ de \d/);
    const foldersMade = readdirSync(into).filter((name) => numbers.some((number) => name.startsWith(number)));
    expect(foldersMade).toHaveLength(3);
  });

  await test.step('made again with the same list, nothing is added or replaced', async () => {
    const before = readFileSync(join(into, 'SHA256SUMS'), 'utf8');
    await openBySidebar(page, 'Envíos');
    await expect(page.getByText(/documentos agregados$/)).toBeVisible();
    await page.getByRole('button', { name: 'Repetir…' }).click();
    await expect(page.getByRole('textbox', { name: 'Despachos que piden' })).toHaveValue(/\n999001\n/);
    await page.getByRole('button', { name: 'Preparar el paquete' }).click();
    await expect(page.getByText('0 documentos agregados', { exact: true })).toBeVisible();
    expect(readFileSync(join(into, 'SHA256SUMS'), 'utf8')).toBe(before);
  });
});
