import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { checkDigit } from '../../../shared/model/rut.ts';
import { ask } from '../../support/app/bridge.ts';
import { startAgency } from '../support/agency.ts';
import { listShown } from '../support/rows.ts';
import { openAgency, openSaved, savedName, saveSearch } from '../support/saved.ts';
import { connect, search } from '../support/steps.ts';
import {
  download,
  expect,
  openBySidebar,
  openDisbursements,
  storeAll,
  test,
} from '../support/stored-agency.ts';

const low = { width: 1366, height: 500 };

const scrolledTo = (list: Locator) => list.evaluate(({ scrollTop }) => scrollTop);

test('the window opens where it was left, at a saved search, and at home once that is gone', async ({
  openFixture,
}) => {
  const agency = await openAgency();
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const leftAt = async (page: Page) => (await ask(page, 'settings.get', undefined)).settings.layout.savedId;
  try {
    const first = await openFixture();
    await connect(first.page, agency);
    await search(first.page, client.rut);
    // Where the machine has no keychain, the next start has no key to ask the rest with.
    await expect(first.page.getByText(/tipos consultados/)).toBeVisible();
    await saveSearch(first.page);
    await expect(first.page.getByRole('heading', { level: 1, name: savedName })).toBeVisible();
    await expect.poll(() => leftAt(first.page)).toBeDefined();
    await first.close();

    const second = await openFixture();
    await expect(second.page.getByRole('heading', { level: 1, name: savedName })).toBeVisible();
    await expect(second.page.getByRole('main').getByRole('gridcell').first()).toBeVisible();
    const id = (await leftAt(second.page)) ?? '';
    await second.page.keyboard.press('Escape');
    await expect(second.page.getByRole('heading', { level: 1, name: /^Busca un despacho/ })).toBeVisible();
    await expect.poll(() => leftAt(second.page)).toBeUndefined();
    await openSaved(second.page);
    await expect.poll(() => leftAt(second.page)).toBe(id);
    await ask(second.page, 'saved.remove', { id });
    await second.close();

    const third = await openFixture();
    await expect(third.page.getByRole('heading', { level: 1, name: /^Busca un despacho/ })).toBeVisible();
  } finally {
    await agency.close();
  }
});

test('a list is as it was left when a person comes back, and a saved one when the page is opened again', async ({
  openFixture,
}) => {
  const agency = await startAgency({ documents: 6000, clients: 4, seed: 'e2e' });
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const { page } = await openFixture({ size: low });
  try {
    await connect(page, agency);
    await search(page, client.rut);
    await expect(page.getByText(/tipos consultados/)).toBeVisible();
    await listShown(page, 'Documentos');
    const grid = page.getByRole('main').getByRole('grid');
    const head = grid.getByRole('columnheader', { name: /^Folio/ });
    const widthOf = async () => Math.round((await head.boundingBox())?.width ?? 0);
    async function leaveAndReturn() {
      await page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Descargas' })).toBeVisible();
      await page.goBack();
      await listShown(page, 'Documentos');
    }

    await head.getByRole('button').first().click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await listShown(page, 'Documentos');
    await grid.evaluate((element) => element.scrollTo({ top: 300 }));
    await leaveAndReturn();
    await expect.poll(() => scrolledTo(grid)).toBe(300);
    await expect(head).toHaveAttribute('aria-sort', 'ascending');

    const filter = page.getByRole('textbox', { name: 'Filtrar la lista' });
    const rows = (await grid.getAttribute('aria-rowcount')) ?? '';
    await filter.fill('factura');
    await expect(grid).not.toHaveAttribute('aria-rowcount', rows);
    await leaveAndReturn();
    await expect(filter).toHaveValue('factura');

    await head.getByRole('button').first().focus();
    const before = await widthOf();
    for (let times = 0; times < 3; times++) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(widthOf).toBe(before + 48);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Guardar la búsqueda' });
    await dialog.getByLabel('Nombre').fill(savedName);
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: savedName })).toBeVisible();
    await head.getByRole('button').first().focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(widthOf).toBe(before + 64);
    await page.reload();
    await listShown(page, 'Documentos');
    expect(await widthOf(), 'as it was saved').toBe(before + 48);
    await expect(filter).toHaveValue('factura');
  } finally {
    await agency.close();
  }
});

test('other lists are as they were left too, scrolled and with their closed groups', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture({ size: low }), agency);
  const clients = Array.from({ length: 60 }, (_, index) => {
    const rut = `${15_000_000 + index}`;
    return { rut: `${rut}-${checkDigit(rut)}`, name: `Cliente ${index}`, email: '', folder: '' };
  });
  await ask(page, 'clients.save', { clients: clients as never });
  await page.reload();
  const main = page.getByRole('main');
  async function leaveAndReturn(name: string) {
    await openBySidebar(page, 'Ajustes');
    await openBySidebar(page, name);
  }

  await test.step('missing documents, by who owes them', async () => {
    await openBySidebar(page, 'Faltantes');
    await listShown(page, 'Documentos que faltan');
    const list = main.getByRole('treegrid');
    const groups = list.locator('[aria-expanded]');
    await groups.first().click();
    await expect(groups.first()).toHaveAttribute('aria-expanded', 'false');
    await list.evaluate((element) => element.scrollTo({ top: 96 }));
    await leaveAndReturn('Faltantes');
    await expect(groups.first()).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => scrolledTo(list)).toBe(96);
    await list.evaluate((element) => element.scrollTo({ top: 0 }));
    await page.getByText(/^Sin solicitar/).click();
    await listShown(page, 'Documentos que faltan');
    await expect(groups.first()).toBeVisible();
    expect(await scrolledTo(list)).toBe(0);
  });

  await test.step('payments', async () => {
    await openDisbursements(page);
    await listShown(page, 'Desembolsos');
    const list = main.getByRole('grid');
    await list.evaluate((element) => element.scrollTo({ top: 640 }));
    await openBySidebar(page, 'Ajustes');
    await openDisbursements(page);
    await expect.poll(() => scrolledTo(list)).toBe(640);
  });

  await test.step('clients', async () => {
    await openBySidebar(page, 'Clientes');
    await listShown(page, 'Clientes');
    const list = main.getByRole('grid');
    await list.evaluate((element) => element.scrollTo({ top: 320 }));
    await leaveAndReturn('Clientes');
    await expect.poll(() => scrolledTo(list)).toBe(320);
  });
});

test('the box of batches is as it was left, and a batch that is asked for is in sight', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const stored = await storeAll(await openFixture({ size: low }), agency);
  const { page, connectionId } = stored;
  const number = agency.data.dispatches[0]?.number ?? '';
  for (let times = 0; times < 9; times++) {
    await download(stored, join(folder, 'Carpetas'), [{ connectionId, number }]);
  }
  const box = page.getByRole('list', { name: 'Lista de descargas' });
  await openBySidebar(page, 'Descargas');
  await expect(box.getByRole('listitem')).toHaveCount(9);
  await box.evaluate((element) => element.scrollTo({ top: 120 }));
  await openBySidebar(page, 'Ajustes');
  await openBySidebar(page, 'Descargas');
  await expect.poll(() => scrolledTo(box)).toBe(120);

  const [newest] = await ask(page, 'downloads.list', undefined);
  await openBySidebar(page, 'Ajustes');
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/downloads/${newest?.id}`);
  await expect(box.getByRole('listitem')).toHaveCount(9);
  await expect.poll(() => scrolledTo(box)).toBe(0);
});
