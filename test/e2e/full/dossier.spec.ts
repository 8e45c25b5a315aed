import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { translationsOf } from '../../screenshots/translations.ts';
import { ask } from '../../support/app/bridge.ts';
import { tabTo, watchPointer } from '../support/keys.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { expect, openBySidebar, openRetention, openSums, storeAll, test } from '../support/stored-agency.ts';
import { expectToast } from '../support/toasts.ts';

const screens = [
  ['Faltantes', 'Despacho × tipo'],
  ['Faltantes', 'Solicitados'],
  ['Faltantes', 'Lo que se espera'],
  ['Desembolsos', 'Desembolsos'],
] as const;
const lists = ['Faltantes', 'Para revisar'] as const;
const sums = ['Sumas por estado', 'Sumas por concepto'] as const;

test('every list of folders works without the agency, and is saved', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app, connectionId } = await storeAll(await openFixture(), agency);
  const [missingDocument] = (await ask(page, 'dossier.gaps', { scope: {}, offset: 0, limit: 1 })).rows;
  if (!missingDocument) throw new Error('nothing is missing');
  const { number, type, rut } = missingDocument;
  await ask(page, 'dossier.saveRequests', {
    missingDocuments: [{ connectionId, number, type, rut }],
    askedOn: '2026-11-12',
    askedOf: 'Marta',
    note: '',
  });
  await agency.close();
  await page.reload();
  const main = page.getByRole('main');
  for (const name of lists) {
    await openBySidebar(page, name);
    await savedList(name);
  }
  await openRetention(page);
  await savedList('Conservación');
  for (const [name, part] of screens) {
    await openBySidebar(page, name);
    await main.getByRole('link', { name: part, exact: true }).click();
    await listShown(page, part);
    await saved(`${name} ${part}`);
  }
  for (const part of sums) {
    await openBySidebar(page, 'Desembolsos');
    await openSums(page, part);
    await listShown(page, part);
    await saved(part);
  }
  await openBySidebar(page, 'Desembolsos');
  await expect(main.getByRole('table').first()).toBeVisible();
  await saved('Tabla');
  await openBySidebar(page, 'Envíos');
  await page.getByRole('button', { name: 'Paquete de fiscalización…' }).click();
  await page.getByRole('textbox', { name: 'Despachos que piden' }).fill(`${number} 1`);
  await expect(rowsOf(page)).toHaveCount(2);
  await saved('paquete');

  async function savedList(name: string) {
    await expect(rowsOf(page).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await saved(name);
  }

  async function saved(name: string) {
    const path = join(folder, `${name.replace(/\W/g, '-')}.xlsx`);
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const [worksheet] = await readXlsx(path);
    expect(worksheet?.data.length).toBeGreaterThan(1);
  }
});

test('until when a folder is kept says why, and is changed with a note', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture(), agency);
  await openRetention(page);
  await listShown(page, 'Conservación');
  const row = rowsOf(page)
    .filter({ hasText: /aceptada el/ })
    .first();
  const accepted = /aceptada el \d\d-\d\d-(\d{4})/.exec(await row.innerText())?.[1];
  const number = await row.getByRole('gridcell').nth(1).innerText();
  await expect(row).toContainText(`31-12-${Number(accepted) + 5}`);
  await row.click();
  await page.getByRole('main').getByRole('button', { name: 'Cambiar plazo…' }).click();
  const day = page.getByRole('textbox', { name: 'Conservar hasta' });
  await day.fill('30-02-2040');
  await expect(page.getByText(/Escribe un día que exista/)).toBeVisible();
  await day.fill('1/3/2040');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nota', exact: true }).fill('juicio abierto');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expectToast(page, 'Plazo cambiado');
  // The folders of the latest day stand last: far below what is in sight.
  const changed = rowsOf(page).filter({ hasText: number });
  await expect(changed).toBeHidden();
  await page.getByRole('grid', { name: 'Conservación' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText('1 fila elegida')).toBeVisible();
  await expect(rowsOf(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(changed).toContainText('01-03-2040');
  await changed.click();
  const inspector = page.getByRole('complementary');
  await expect(inspector).toContainText('Se conserva hasta el 01-03-2040');
  await expect(inspector).toContainText('fijado por ti: juicio abierto');
  await inspector.getByRole('button', { name: 'Cambiar plazo…' }).click();
  await page.getByRole('button', { name: 'Volver a la regla' }).click();
  await expect(changed).toBeHidden();
  await page.getByRole('grid', { name: 'Conservación' }).focus();
  await page.keyboard.press('Home');
  await expect(rowsOf(page).filter({ hasText: number })).toContainText(/aceptada el/);
});

test('an empty list says what would fill it, and offers nothing to be done with its rows', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await page.waitForLoadState();
  await ask(page, 'connections.add', {
    name: 'Agencia Pérez',
    baseUrl: agency.baseUrl,
    agency: agency.agency,
    key: agency.key,
  });
  await page.reload();
  const say = translationsOf('es-CL');
  const main = page.getByRole('main');
  async function says(key: string): Promise<void> {
    await expect(main.getByText(say(key))).toBeVisible();
    await expect(main.getByRole('button', { name: 'Excel', disabled: false })).toHaveCount(0);
    await expect(main.getByText(/^Elige/)).toHaveCount(0);
  }
  for (const [name, key] of [
    ['Para revisar', 'review:nothing'],
    ['Desembolsos', 'payments:table.nothingYet'],
    ['Envíos', 'deliveries:none'],
    ['Faltantes', 'missing:nothing'],
  ] as const) {
    await openBySidebar(page, name);
    await says(key);
  }
  await openRetention(page);
  await says('folders:nothing');
  await openBySidebar(page, 'Desembolsos');
  await main.getByRole('link', { name: 'Desembolsos', exact: true }).click();
  await says('payments:nothing');
  await openBySidebar(page, 'Faltantes');
  for (const [part, key] of [
    ['Despacho × tipo', 'missing:nothingKept'],
    ['Lo que se espera', 'missing:nothingLearned'],
    ['Solicitados', 'missing:nothingAsked'],
  ] as const) {
    await page.getByRole('link', { name: part, exact: true }).click();
    await says(key);
  }
});

test('a missing document is noted as asked for with the keyboard alone', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture(), agency);
  const { keyboard } = page;
  const pointed = await watchPointer(page);
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: /^Faltantes/ }));
  await keyboard.press('Enter');
  const list = page.getByRole('treegrid', { name: 'Documentos que faltan' });
  await listShown(page, 'Documentos que faltan');
  await tabTo(page, list);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 filas elegidas')).toBeVisible();
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Anotar como solicitado…' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'A quién' })).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('contacto de la agencia');
  await keyboard.press('Enter');
  await expectToast(page, '2 solicitudes anotadas');
  await expect(page.getByRole('main').getByText('Solicitados 2')).toBeVisible();
  expect(await pointed()).toBe(0);
});

test('every list of folders, and what can be done with it, is reached by keyboard', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app } = await storeAll(await openFixture(), agency);
  const { keyboard } = page;
  const pointed = await watchPointer(page);
  const main = page.getByRole('main');
  const list = main.locator('[role=grid], [role=treegrid]');
  const button = (name: string | RegExp) => main.getByRole('button', { name, exact: true });
  const open = async (name: string) => {
    await tabTo(
      page,
      page
        .getByRole('navigation', { name: 'Navegación' })
        .getByRole('link', { name: new RegExp(`^${name}`) }),
    );
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  };
  const chooseFirst = async (name: string) => {
    await listShown(page, name);
    await tabTo(page, list);
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
  };

  const actOnFirst = async (name: string, action: string) => {
    await chooseFirst(name);
    await tabTo(page, button(action));
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await tabTo(page, button('Excel'));
  };
  await open('Para revisar');
  await actOnFirst('Para revisar', 'Descartar…');
  await open('Ajustes');
  await tabTo(page, main.locator('summary').filter({ hasText: 'Avanzado' }));
  await keyboard.press('Enter');
  await tabTo(page, main.getByRole('link', { name: 'Conservación' }));
  await keyboard.press('Enter');
  await actOnFirst('Conservación', 'Cambiar plazo…');

  await open('Para revisar');
  await chooseFirst('Para revisar');
  await tabTo(page, main.getByRole('list', { name: 'Documentos y desembolsos' }).getByRole('button').last());
  await keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByRole('heading', { name: /^Despacho/ })).toBeVisible();

  await open('Desembolsos');
  for (const part of ['Desembolsos', ...sums]) {
    if (part === sums[0]) {
      await tabTo(page, button('Avanzado'));
      await keyboard.press('Enter');
    }
    await tabTo(page, main.getByRole('link', { name: part, exact: true }));
    await keyboard.press('Enter');
    await chooseFirst(part);
  }

  await open('Cuadratura');
  await tabTo(page, main.getByRole('textbox'));
  await keyboard.insertText('76.086.428-5\t987654321\t1');
  await tabTo(page, button('Comparar'));
  await keyboard.press('Enter');
  await expect(rowsOf(page).first()).toContainText('no está');
  await tabTo(page, list);

  await open('Envíos');
  await tabTo(page, button('Paquete de fiscalización…'));
  await keyboard.press('Enter');
  await tabTo(page, main.getByRole('textbox', { name: 'Despachos que piden' }));
  await keyboard.insertText(agency.data.dispatches[0]?.number ?? '');
  await expect(rowsOf(page)).toHaveCount(1);
  await tabTo(page, button('Elegir…'));
  await app.choosing(join(folder, 'paquete'), () => keyboard.press('Enter'));
  await tabTo(page, button('Preparar el paquete'));
  await keyboard.press('Enter');
  await expect(main.getByRole('list', { name: 'Archivos del envío' })).toContainText('LEEME.txt');
  await tabTo(page, button('Abrir LEEME.txt'));
  await tabTo(page, button('Repetir…'));

  await open('Faltantes');
  await tabTo(page, page.getByRole('link', { name: 'Despacho × tipo' }));
  await keyboard.press('Enter');
  await chooseFirst('Despacho × tipo');
  await tabTo(page, button('Consultar completos'));
  await tabTo(page, button('Enviar'));
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Un PDF por despacho…' })).toBeVisible();
  // On a slow machine the focus comes after the menu.
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(page.locator('[role=menuitem]:focus')).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await tabTo(page, page.getByRole('link', { name: 'Lo que se espera' }));
  await keyboard.press('Enter');
  await chooseFirst('Lo que se espera');
  await tabTo(page, button('No se espera'));
  await keyboard.press('Enter');
  await expect(main.getByText(/cambiado por ti el/).first()).toBeVisible();
  expect(await pointed()).toBe(0);
});
