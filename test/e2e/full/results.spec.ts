import type { Page } from '@playwright/test';
import { formatRut } from '../../../shared/model/rut.ts';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { expect, storeAll, test } from '../support/stored-agency.ts';

const laptop = { width: 1366, height: 768 };

test('nothing moves in the tools of a list, whatever it is grouped by and whichever list it is', async ({
  openFixture,
  fullAgency,
}) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), fullAgency);
  const tools = page.getByRole('main').getByRole('toolbar').getByRole('button');
  const positions = () =>
    tools.evaluateAll((buttons) => buttons.map((each) => Math.round(each.getBoundingClientRect().x)));
  await showList(page, 'dispatches', 'Despachos');
  const before = await positions();

  await showList(page, 'documents', 'Documentos');
  expect(await positions()).toEqual(before);
  for (const choice of ['Por despacho', 'Por tipo', 'Por cliente']) {
    await tools.first().click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    await expect(page.getByRole('main').getByRole('button', { name: choice })).toBeVisible();
    expect(await positions()).toEqual(before);
  }
});

test('a group of a client is headed by its name and its RUT with dots', async ({
  openFixture,
  fullAgency,
}) => {
  const { page, agency } = await storeAll(await openFixture({ size: laptop }), fullAgency);
  await showList(page, 'documents', 'Documentos');
  await page.getByRole('main').getByRole('button', { name: 'Agrupar' }).click();
  await page.getByRole('menuitemradio', { name: 'Por cliente' }).click();
  const heading = page.getByRole('treegrid').getByRole('row', { level: 1 }).first();
  await expect(heading).toContainText(/ · \d{1,2}\.\d{3}\.\d{3}-[\dK]/);
  const said = await heading.innerText();
  expect(agency.clients.some(({ name }) => said.includes(name))).toBe(true);
});

test('only a list that has rows shows at its edges that it goes on', async ({ openFixture, fullAgency }) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), fullAgency);
  const edge = () =>
    page.getByRole('grid').evaluate((grid) => getComputedStyle(grid, '::before').getPropertyValue('content'));
  await showList(page, 'dispatches', 'Despachos');
  await expect.poll(edge).toBe('""');
  await page.getByRole('textbox', { name: 'Filtrar la lista' }).fill('nada de esto hay');
  await expect(page.getByText(/^Ninguna fila contiene/)).toBeVisible();
  expect(await edge()).toBe('none');
});

test('a tab has no number until what it counts was asked for', async ({ openFixture, fullAgency }) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), fullAgency, { complete: false });
  await showList(page, 'dispatches', 'Despachos');
  await expect(page.getByRole('tab', { name: /^Documentos/ })).toHaveText(/^Documentos\d+$/);
  await expect(page.getByRole('tab', { name: /^Desembolsos/ })).toHaveText('Desembolsos');
});

test('the only dispatch that was asked for is shown, while the person goes on typing', async ({
  openFixture,
  fullAgency,
}) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), fullAgency);
  const inspected = page.getByRole('complementary').getByRole('heading', { level: 2 });
  const box = page.getByRole('combobox', { name: /Qué buscar/ });
  await showList(page, 'dispatches', 'Despachos');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  const number = (await rowsOf(page).first().getByRole('gridcell').nth(1).textContent()) ?? '';

  await box.fill(number);
  await box.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(number) })).toBeVisible();
  await box.press('End');
  await box.press('9');
  await expect(inspected).toHaveText(`Despacho ${number}`);
  // It opens with its documents, and theirs alone.
  await listShown(page, 'Documentos');
  await expect(rowsOf(page).first()).toContainText(number);
  await expect(rowsOf(page).filter({ hasNotText: number })).toHaveCount(0);
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(`${number}9`);

  // What the box says lies over the tabs.
  await box.press('Escape');
  await page.getByRole('tab', { name: /Despachos/ }).click();
  await listShown(page, 'Despachos');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('main').locator('[data-cursor]')).toHaveCount(1);
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
});

test('the row of a dispatch says how many expected documents it lacks', async ({
  openFixture,
  fullAgency,
}) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), fullAgency);
  await showList(page, 'dispatches', 'Despachos');
  const [latest] = await ask(page, 'search.recent', undefined);
  const { rows } = await ask(page, 'dossier.matrix', {
    scope: { resultSetId: latest?.resultSetId },
    only: 'incomplete',
    offset: 0,
    limit: 100,
  });
  const counts = rowsOf(page).getByText(/^faltan? \d+$/);
  await expect(counts.first()).toHaveAttribute('title', /^Faltan? \d+ documentos? de los que se esperan/);
  const drawn = () =>
    rowsOf(page).evaluateAll((each) =>
      each.map((row) => ({
        number: row.querySelectorAll('td')[1]?.textContent ?? '',
        missing: Number(row.querySelector('[title^=Falta]')?.textContent.replace(/\D/g, '') ?? 0),
      })),
    );
  const missingOf = (number: string) => rows.find((row) => row.number === number)?.missing ?? 0;
  await expect
    .poll(async () => (await drawn()).filter(({ number, missing }) => missing !== missingOf(number)))
    .toEqual([]);
  expect((await drawn()).length).toBeGreaterThan(1);
});

test('a dispatch without disbursements is told from one that was not asked for them', async ({
  openFixture,
  fullAgency,
}) => {
  const { page, agency } = await storeAll(await openFixture({ size: laptop }), fullAgency, {
    complete: false,
  });
  await showList(page, 'dispatches', 'Despachos');
  await page.getByRole('tab', { name: /^Desembolsos/ }).click();
  await expect(page.getByText(/^No hay desembolsos consultados/)).toBeVisible();
  const without = agency.data.planted.withoutCharges;
  const box = page.getByRole('combobox', { name: /Qué buscar/ });
  await box.fill(without.number);
  await box.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: without.number })).toBeVisible();
  await page.getByRole('tab', { name: /^Desembolsos/ }).click();
  await expect(page.getByText('La agencia no tiene desembolsos de estos despachos.')).toBeVisible();
});

test('a copied table names each client, and gives its RUT beside the name', async ({
  openFixture,
  fullAgency,
}) => {
  const { page, agency } = await storeAll(await openFixture({ size: laptop }), fullAgency);
  await showList(page, 'dispatches', 'Despachos');
  await rowsOf(page).first().click();
  await page.keyboard.press('Control+C');
  await expect(page.getByText('1 fila copiada')).toBeVisible();
  const textArea = page.locator('textarea#sheet');
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<textarea id="sheet"></textarea>'),
  );
  await textArea.focus();
  await page.keyboard.press('Control+V');
  const [titles, row] = (await textArea.inputValue()).split('\n');
  const at = titles?.split('\t').indexOf('Cliente') ?? -1;
  expect(titles?.split('\t')[at + 1]).toBe('RUT del cliente');
  const [name, rut] = row?.split('\t').slice(at, at + 2) ?? [];
  expect(agency.clients.map((client) => [client.name, formatRut(client.rut)])).toContainEqual([name, rut]);
});

/** Shows a list of the result that was asked for last. */
async function showList(page: Page, list: string, name: string): Promise<void> {
  const [latest] = await ask(page, 'search.recent', undefined);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/results/${latest?.resultSetId}/${list}`);
  await listShown(page, name);
}
