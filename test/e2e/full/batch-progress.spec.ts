import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import type { AppUnderTest } from '../support/app.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { chooseAllDocuments, openConnected, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const inDialog = (page: Page) => page.getByRole('dialog', { name: /^Descargar \d+ documento/ });

/** Searches for a client and opens the dialog that downloads all that was found, with a folder chosen. */
async function meanAll({ page, choosing }: AppUnderTest, rut: string, folder: string): Promise<void> {
  await search(page, rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await chooseAllDocuments(page);
  await page.getByRole('button', { name: /^Descargar…/ }).click();
  await choosing(folder, () => inDialog(page).getByRole('button', { name: 'Elegir…' }).click());
}

/** Downloads all that is found of a client, and goes to where that is told. */
async function downloadAll(app: AppUnderTest, rut: string, folder: string): Promise<void> {
  await meanAll(app, rut, folder);
  await inDialog(app.page).getByRole('button', { name: 'Descargar', exact: true }).click();
  await app.page.getByRole('navigation').getByRole('link', { name: 'Descargas', exact: true }).click();
}

test('a download that has stopped moving shows no speed, and is under way still', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  agency.faults.add({ kind: 'storage-stall', after: 0.5 });
  await page.evaluate(() => {
    const { body, documentElement } = document;
    const look = () => {
      if (body.innerText.includes('B/s')) documentElement.dataset['speed'] = 'shown';
    };
    new MutationObserver(look).observe(body, { childList: true, subtree: true, characterData: true });
  });
  await meanAll(app, agency.clients[0]?.rut ?? '', join(folder, 'Carpetas'));
  await inDialog(page).getByRole('button', { name: 'Descargar', exact: true }).click();
  const downloadsBar = page.getByRole('region', { name: 'Descargas en curso' });
  // Seen even if it is gone again by the time somebody looks.
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['speed'])).toBe('shown');
  await expect(downloadsBar).not.toContainText('B/s');
  await expect(downloadsBar.getByRole('button', { name: /^Pausar/ })).toBeVisible();
});

test('what was wrong in the dialog is no longer told once it is mended', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  await meanAll(app, agency.clients[0]?.rut ?? '', join(folder, 'Carpetas'));
  const dialog = inDialog(page);
  const template = dialog.getByRole('textbox', { name: 'Nombre de los archivos' });
  await dialog.getByText('Avanzado').click();
  await template.fill('{nothing}');
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('NAME_TEMPLATE_INVALID');
  await template.fill('{type}_{number}');
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test('the report of a document that failed says with which version', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml', code: 'NoSuchKey' });
  await downloadAll(app, agency.clients[0]?.rut ?? '', join(folder, 'Carpetas'));
  const failed = rowsOf(page).filter({ hasText: 'Falló' }).first();
  await expect(failed).toBeVisible();
  await page.evaluate(() => {
    const { setData } = DataTransfer.prototype;
    DataTransfer.prototype.setData = function (format, text) {
      if (format === 'text/plain') Object.assign(window, { copied: text });
      setData.call(this, format, text);
    };
  });
  await failed.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copiar informe' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { copied: string }).copied))
    .toMatch(/chromium|electron/);
});

test('the documents of a batch are sorted by a click on a head, and are found so again', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  await downloadAll(app, agency.clients[0]?.rut ?? '', join(folder, 'Carpetas'));
  await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
  await listShown(page, 'Documentos de la descarga');
  const head = page.getByRole('columnheader', { name: 'Despacho' });
  const dispatches = () => rowsOf(page).locator('td:nth-child(3)').allInnerTexts();
  const sorted = async (sign: 1 | -1) => {
    const seen = (await dispatches()).map(Number);
    return (
      seen.length > 1 && seen.every((value, at) => at === 0 || sign * (value - (seen[at - 1] ?? 0)) >= 0)
    );
  };
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').first().click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => sorted(1)).toBe(true);
  await head.getByRole('button').first().click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => sorted(-1)).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Novedades' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible();
  await page.goBack();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => sorted(-1)).toBe(true);
});

test('a batch that begins takes the place of one that is only shown, not of one that somebody reads', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  const into = join(folder, 'Carpetas');
  await downloadAll(app, agency.clients[0]?.rut ?? '', into);
  const batches = page.getByRole('list', { name: 'Lista de descargas' }).getByRole('listitem');
  await expect(batches).toHaveText(/Lista/);
  const [first] = await ask(page, 'downloads.list', undefined);
  const { rows } = await ask(page, 'downloads.documents', {
    batchId: first?.id ?? '',
    offset: 0,
    limit: 1,
    problemsOnly: false,
    sort: [],
    readingId: '',
  });
  const documents = rows.map(({ connectionId, documentId: id }) => ({ connectionId, id }));
  const begin = (name: string) =>
    ask(page, 'downloads.start', {
      selection: { kind: 'some', documents },
      folder: into,
      withInactive: false,
      force: false,
      name,
    });

  await begin('Otro lote');
  const shown = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(shown('Otro lote')).toBeVisible();
  await page.getByRole('button', { name: 'Excel' }).click();
  const save = page.getByRole('menuitem', { name: /Guardar como CSV/ });
  await expect(save).toBeVisible();
  await begin('Un tercero');
  await expect(batches).toHaveText([/^Un tercero.*Lista/, /^Otro lote/, /Lista/]);
  await expect(save).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown('Otro lote')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar Otro lote de la lista' }).click();
  await expect(shown('Un tercero')).toBeVisible();

  await page.getByRole('button', { name: /^Un tercero/ }).click();
  await page.getByRole('button', { name: 'Quitar Un tercero de la lista' }).click();
  await expect(batches).toHaveCount(1);
  await page.getByRole('button', { name: 'Excel' }).click();
  await expect(save).toBeVisible();
  await begin('El cuarto');
  await expect(batches).toHaveText([/^El cuarto.*Lista/, /Lista/]);
  await expect(save).toBeVisible();
});

test('what was verified of one folder is not told of another', async ({ openFixture, agency, folder }) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  const filled = join(folder, 'Carpetas');
  await downloadAll(app, agency.clients[0]?.rut ?? '', filled);
  await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
  await page.getByRole('button', { name: 'Verificar una carpeta…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verificar una carpeta' });
  await dialog.getByRole('button', { name: 'Verificar', exact: true }).click();
  const good = dialog.getByText(/archivos? buenos?$/);
  await expect(good.locator('svg')).toBeVisible();
  for (const document of readdirSync(filled, { recursive: true, withFileTypes: true })) {
    if (document.isFile() && document.parentPath !== filled) rmSync(join(document.parentPath, document.name));
  }
  await dialog.getByRole('button', { name: 'Verificar', exact: true }).click();
  await expect(good).toHaveText(/^\s*0 archivos/);
  await expect(good.locator('svg'), 'nothing is good').toHaveCount(0);
  await app.choosing(join(folder, 'Otra'), () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await expect(dialog.getByText(/archivos? buenos?$/)).toBeHidden();
});

test('a batch that rests because of its connection says whether its key is missing, was refused, or is not at fault', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openConnected(openFixture, agency);
  const { page } = app;
  await downloadAll(app, agency.clients[0]?.rut ?? '', join(folder, 'Carpetas'));
  const list = page.getByRole('list', { name: 'Lista de descargas' });
  // Main tells nothing more of a batch that has ended: what is told of it here stays.
  await expect(list).toContainText('Lista');
  const [batch] = await ask(page, 'downloads.list', undefined);
  if (!batch) throw new Error('there is no batch');
  const goesOn = page.getByText('Con la clave nueva sigue sola.');
  const toAgencies = page.getByRole('main').getByRole('button', { name: 'Ir a Agencias' });
  const rests = (code: string) =>
    app.tell('downloads.progress', {
      batches: [
        {
          ...batch,
          state: { kind: 'paused', why: 'connection-refused', error: { code, message: code } },
        },
      ],
      documents: [],
    });
  for (const code of ['KEY_MISSING', 'NO_KEYCHAIN']) {
    await rests(code);
    await expect(list).toContainText('En pausa: falta la clave');
    await expect(goesOn).toBeVisible();
    await expect(toAgencies).toBeVisible();
  }
  await rests('API_KEY_INVALID');
  await expect(list).toContainText('En pausa: la agencia rechazó la clave');
  await expect(toAgencies).toBeVisible();
  await rests('TENANT_UNRESOLVED');
  await expect(list).toContainText('En pausa: no se puede usar la conexión con la agencia');
  await expect(goesOn).toBeHidden();
});
