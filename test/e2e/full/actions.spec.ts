import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import readXlsx from 'read-excel-file/node';
import { zipEntries } from '../../../electron/lib/file-formats/zip-entries.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import { type ActionCounter, countActions } from '../support/actions.ts';
import { startAgency } from '../support/agency.ts';
import { rowsOf } from '../support/rows.ts';
import { connect } from '../support/steps.ts';
import { expect as expectStored, storeAll, test as storedTest } from '../support/stored-agency.ts';
import { expect, test } from '../support/test.ts';

/** A dispatch of the last client, so that others are asked as first. */
function dispatchOfLast({ data, clients }: PracticeAgency) {
  const found = data.dispatches.findLast(
    ({ client, documents }) => client.rut === clients.at(-1)?.rut && documents.length > 2,
  );
  if (!found) throw new Error('the agency has no such dispatch');
  return found;
}

test('a dispatch known by its number opens with its documents by typing it and Enter, right after connecting', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const { number, documents } = dispatchOfLast(agency);
  const box = page.getByRole('combobox', { name: /Qué buscar/ });
  await expect(box).toBeFocused();
  const actions = countActions(page);
  await actions.write(`N° ${number} (ver)`);
  await actions.press('Enter');
  await expect(page.getByRole('tab', { name: /Documentos/, selected: true })).toContainText(
    String(documents.length),
  );
  await expect(rowsOf(page).first()).toContainText(number);
  await expect(
    page.getByRole('complementary').getByRole('heading', { name: `Despacho ${number}` }),
  ).toBeVisible();
  actions.expectAsInGuide('Un despacho, por su número');
  // The toolbar shows what is open, and Ctrl+K leads back to it.
  await rowsOf(page).first().click();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
});

test('a number that nobody has is tried as every client, without a confirmation, and told as such', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  await page.getByRole('combobox', { name: /Qué buscar/ }).fill('999001');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(
    'El despacho 999001 no existe, o no es de ninguno de los 4 clientes',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

storedTest(
  'a dispatch known by the number of its declaration opens by typing it and Enter',
  async ({ openFixture, fullAgency }) => {
    const { page, agency } = await storeAll(await openFixture(), fullAgency, { complete: false });
    const dispatch = agency.data.dispatches.find(
      ({ wire, documents }) => wire.numeroIdentificacion !== '' && documents.length > 2,
    );
    if (!dispatch) throw new Error('no dispatch has been declared');
    const actions = countActions(page);
    await page.getByRole('combobox', { name: /Qué buscar/ }).focus();
    await actions.write(dispatch.wire.numeroIdentificacion);
    await actions.press('Enter');
    await expectStored(
      page.getByRole('complementary').getByRole('heading', { name: `Despacho ${dispatch.number}` }),
    ).toBeVisible();
    await expectStored(rowsOf(page).first()).toContainText(dispatch.number);
    actions.expectAsInGuide('Un despacho, por el número de su DIN o DUS');
  },
);

storedTest(
  'a pasted list opens in its own order, and types and a month in words ask all clients',
  async ({ openFixture, fullAgency }) => {
    const { page, agency } = await storeAll(await openFixture(), fullAgency, { complete: false });
    const withDocuments = agency.data.dispatches.filter(({ documents }) => documents.length > 0);
    const numbers = [withDocuments[5], withDocuments[1], withDocuments[8]].map((one) => one?.number ?? '');
    const box = page.getByRole('combobox', { name: /Qué buscar/ });
    const actions = countActions(page);
    await box.focus();
    await actions.write(numbers.join('; '));
    await actions.press('Enter');
    await expectStored(page.getByRole('tab', { name: /Despachos/, selected: true })).toContainText('3');
    for (const [index, number] of numbers.entries()) {
      await expectStored(rowsOf(page).nth(index)).toContainText(number);
    }
    actions.expectAsInGuide('Una lista pegada de despachos');
    await box.fill('facturas y bl de octubre');
    await page.keyboard.press('Enter');
    await expectStored(page.getByRole('button', { name: /Fechas: 01-10-\d{4} – 31-10-\d{4}/ })).toBeVisible();
    await expectStored(page.getByRole('button', { name: /^Tipos: \d+ tipos$/ })).toBeVisible();
  },
);

test('invoices and bills of lading of five clients in a month come into folders', async ({
  openFixture,
  folder,
}) => {
  const agency = await startAgency({ documents: 700, clients: 5, seed: 'e2e' });
  try {
    const { page, choosing } = await openFixture();
    await connect(page, agency);
    const actions = countActions(page);
    const ruts = agency.clients.map(({ rut }) => rut).join('; ');
    await actions.write(`${ruts}; facturas y bl de octubre`);
    await actions.press('Enter');
    await expect(page.getByRole('tab', { name: /Documentos/, selected: true })).toContainText(/\d/);
    await expect(page.getByText('Consultando')).toHaveCount(0);
    await expect(rowsOf(page).first()).toBeVisible();
    // On a computer that has kept nothing yet, the agency is asked what the text says and nothing else.
    const types = agency.data.types.flatMap(({ name }) => name ?? []);
    const expected = new Set(types.filter((name) => /^FACTURA|\(B\/L\)/.test(name)));
    const asked = agency.requests
      .seen()
      .flatMap(({ endpoint, query }) => (endpoint === 'files' ? [query] : []));
    expect(new Set(asked.map(({ fileTypeName }) => fileTypeName))).toEqual(expected);
    expect(new Set(asked.map(({ rut }) => rut))).toEqual(new Set(agency.clients.map(({ rut }) => rut)));
    const days = new Set(asked.map(({ startDate = '', endDate = '' }) => `${startDate} ${endDate}`));
    expect([...days]).toEqual([expect.stringMatching(/^(\d{4})-10-01 \1-10-31$/)]);
    await actions.click(page.getByRole('button', { name: /^Elegir todo \(/ }));
    await actions.press('Control+d');
    const dialog = page.getByRole('dialog', { name: /^Descargar \d+ documentos/ });
    // The folder that is asked for the first time: one act more in the system's own dialog.
    const into = join(folder, 'Carpetas');
    await expect(dialog.getByRole('button', { name: 'Descargar', exact: true })).toBeFocused();
    await choosing(into, () => actions.press('Enter'));
    actions.inSystemDialog();
    await expect
      .poll(async () => (await ask(page, 'downloads.list', undefined))[0]?.state.kind, { timeout: 120_000 })
      .toBe('ended');
    const clients = (await readdir(into, { withFileTypes: true })).filter((each) => each.isDirectory());
    expect(clients.length).toBeGreaterThan(1);
    actions.expectAsInGuide('Facturas y B/L de un mes de cinco clientes, en carpetas');
  } finally {
    await agency.close();
  }
});

test('a mail of twelve numbers in a numbered list becomes a ZIP on a computer that has kept nothing', async ({
  openFixture,
  folder,
  agency,
}) => {
  const { page, choosing } = await openFixture();
  await connect(page, agency);
  const [client] = agency.clients;
  const own = agency.data.dispatches.filter((one) => one.client.rut === client?.rut);
  const numbers = own.slice(0, 12).map(({ number }) => number);
  expect(numbers).toHaveLength(12);
  agency.requests.forget();
  const actions = countActions(page);
  await actions.paste(`De: Pedro Pérez <pedro@acme.example>
Enviado el: martes, 17 de noviembre de 2026 17:42
Asunto: RE: Despachos 2026

Estimada Marta, favor enviar los documentos de:
${numbers.map((number, index) => `${index + 1}) ${number}`).join('\n')}
Saludos,
Pedro Pérez | Av. Apoquindo 4501, piso 12 | Fono: +56 2 2345 6789`);
  await actions.press('Enter');
  await expect(page.getByRole('tab', { name: /Despachos/, selected: true })).toContainText('12');
  await expect(page.getByText('Consultando')).toHaveCount(0);
  const asked = agency.requests.seen().filter(({ endpoint }) => endpoint === 'dispatch-files');
  expect(new Set(asked.map(({ dispatch }) => dispatch))).toEqual(new Set(numbers));
  await actions.click(page.getByRole('button', { name: /^Elegir todo \(/ }));
  await actions.click(page.getByRole('main').getByRole('button', { name: 'Enviar' }));
  await actions.click(page.getByRole('menuitem', { name: 'ZIP para correo…' }));
  const dialog = page.getByRole('dialog', { name: 'ZIP para correo' });
  // The first start asks for the folder, too.
  await expect(dialog.getByRole('button', { name: 'Armar el ZIP' })).toBeFocused();
  await choosing(join(folder, 'Envíos'), () => actions.press('Enter'));
  actions.inSystemDialog();
  await expect(page.getByRole('main').getByText(/Se abrió un correo con \d+ adjunto/)).toBeVisible({
    timeout: 120_000,
  });
  const [draft] = await draftsIn(join(folder, 'home'));
  expect(draft?.headers.find(({ key }) => key === 'x-unsent')?.value).toBe('1');
  expect(draft?.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.zip$/)]);
  expect(draft?.text).toContain('Adjuntamos los documentos de 12 despachos');
  // What is attached is whole: each document of the twelve, in the folder of its dispatch, and nothing else.
  const archive = zipEntries(Buffer.from(draft?.attachments[0]?.content as ArrayBuffer));
  const packed = archive.filter(({ name }) => name !== 'LEEME.txt');
  const hasFile = ({ isActive, file }: (typeof own)[number]['documents'][number]) => isActive && file;
  for (const { number, documents } of own.slice(0, 12)) {
    const files = packed.filter(({ name }) => name.startsWith(number));
    expect(files.map(({ name }) => name.split('/').length)).toEqual(documents.filter(hasFile).map(() => 2));
    // Reading compares each file with its checksum.
    for (const file of files) expect(file.read(10_000_000).length).toBeGreaterThan(0);
  }
  expect(packed.filter(({ name }) => !numbers.some((number) => name.startsWith(number)))).toEqual([]);
  actions.expectAsInGuide('Un correo con doce despachos numerados, hasta el ZIP en un correo nuevo');
});

test('the bill of lading of a known dispatch is read and printed', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const isBill = ({ type, isActive }: { type: string; isActive: boolean }) =>
    isActive && type.includes('(B/L)');
  const dispatch = agency.data.dispatches.find(
    ({ documents }) => documents.filter(isBill).length === 1 && documents.length > 2,
  );
  if (!dispatch) throw new Error('no dispatch has one bill of lading');
  // What the system's dialog gets: a test sees no more of it.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(document.querySelectorAll('[data-sheets] img').length);
    };
  });
  const actions = countActions(page);
  await actions.write(`${dispatch.number} bl`);
  await actions.press('Enter');
  // The list is narrowed to what was asked for, and its first row is where the keys are.
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('main').locator('[data-cursor]')).toContainText('(B/L)');
  await actions.press('Space');
  await expect(page.getByRole('region', { name: /B\/L/ })).toBeFocused();
  await actions.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Imprimir' });
  await expect(dialog.getByText(/imprimir 1 documento \(hojas: \d+\)/)).toBeVisible();
  const sheets = Number(await page.evaluate(() => document.body.dataset['printed']));
  expect(sheets).toBeGreaterThan(0);
  // The paper has those sheets and nothing else: each begins a page, and the window is not on it.
  const printed = await PDFDocument.load(await page.pdf());
  expect(printed.getPageCount()).toBe(sheets);
  actions.expectAsInGuide('El B/L de un despacho, leído y hasta el diálogo de impresión');
});

storedTest(
  'an inspection of thirty numbers becomes a package, and the messages for what it lacks',
  async ({ openFixture, folder, fullAgency }) => {
    const { page, choosing } = await openFixture();
    await connect(page, fullAgency);
    const numbers = fullAgency.data.dispatches.slice(0, 30).map(({ number }) => number);
    await page.getByRole('combobox', { name: /Qué buscar/ }).focus();
    const actions = countActions(page);
    const main = page.getByRole('main');
    await actions.click(
      page.getByRole('navigation', { name: 'Navegación' }).getByRole('link', { name: /^Envíos/ }),
    );
    await actions.click(main.getByRole('button', { name: 'Paquete de fiscalización…' }));
    await expect(main.getByRole('textbox', { name: 'Despachos que piden' })).toBeFocused();
    await actions.write(numbers.join('\n'));
    await actions.click(main.getByRole('button', { name: 'Consultar a la agencia' }));
    await expect(page.getByText(/^30 encontrados/)).toBeVisible({ timeout: 120_000 });
    await choosing(join(folder, 'Paquete'), () =>
      actions.click(main.getByRole('button', { name: 'Preparar el paquete' })),
    );
    actions.inSystemDialog();
    await actions.click(main.getByRole('button', { name: 'Solicitar lo que falta…' }));
    await expect(page.getByText('Qué les falta a los 30 despachos')).toBeVisible();
    await actions.click(page.getByRole('button', { name: 'Redactar…' }));
    const dialog = page.getByRole('dialog', { name: 'Mensajes listos para enviar' });
    await actions.click(dialog.getByRole('button', { name: 'Abrir en el correo' }));
    await expect(dialog.getByText('¿Lo enviaste?')).toBeVisible();
    await expect.poll(() => readdir(join(folder, 'Paquete'))).toContain('indice.csv');
    actions.expectAsInGuide(
      'Una fiscalización de treinta números, hasta el paquete y los correos que piden lo que falta',
    );
  },
);

/** The mail drafts of an app with this user-data folder. */
async function draftsIn(home: string): Promise<Email[]> {
  const folder = join(home, 'drafts');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

test('what a text sets stands beside it, can be taken off, and is gone with the next', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const rut = agency.clients[0]?.rut ?? '';
  const box = page.getByRole('combobox', { name: /Qué buscar/ });
  const dates = page.getByRole('button', { name: /^Fechas:/ });
  const types = page.getByRole('button', { name: /^Tipos:/ });
  const before = [await dates.textContent(), await types.textContent()];
  const countFileRequests = () =>
    agency.requests.seen().flatMap(({ endpoint, query }) => (endpoint === 'files' ? [query] : []));
  await box.fill(`${rut}; notas de cobro de octubre`);
  agency.requests.forget();
  await page.keyboard.press('Enter');
  await expect.poll(() => countFileRequests().length).toBeGreaterThan(0);
  await expect(page.getByText('Consultando')).toHaveCount(0);
  const asked = countFileRequests();
  expect(new Set(asked.map(({ fileTypeName }) => fileTypeName))).toEqual(new Set(['NOTA DE COBRO']));
  await expect(types).toHaveText('NOTA DE COBRO');
  await page.getByRole('button', { name: 'Quitar NOTA DE COBRO' }).click();
  await expect(types).toHaveText(before[1] ?? '');
  await expect(dates).not.toHaveText(before[0] ?? '');
  await box.fill(rut);
  await expect(dates).toHaveText(before[0] ?? '');
  await expect(types).toHaveText(before[1] ?? '');
  agency.requests.forget();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => new Set(countFileRequests().map(({ fileTypeName }) => fileTypeName)).size)
    .toBeGreaterThan(10);
  expect(countFileRequests().filter(({ startDate }) => startDate?.endsWith('-10-01'))).toEqual([]);
  await expect(dates).toHaveText(before[0] ?? '');
  await expect(types).toHaveText(before[1] ?? '');
});

test('what was paid to TGR in the month before stands per client on a computer that has kept nothing', async ({
  openFixture,
}) => {
  // Enough for payments of several clients in any month.
  const agency = await startAgency({ documents: 5000, clients: 4, seed: 'e2e' });
  const month = monthBefore();
  try {
    const { page } = await openFixture();
    await connect(page, agency);
    const actions = countActions(page);
    await beginPaidToTreasury(page, actions, month);
    await actions.press('Enter');
    const paid = paidToTreasury(agency, month.toISOString().slice(0, 7));
    expect(paid.size).toBeGreaterThan(1);
    const table = page.getByRole('table', { name: 'Desembolsos por Cliente' });
    for (const [name, amount] of paid) {
      await expect(table.getByRole('row').filter({ hasText: name })).toContainText(
        amount.toLocaleString('es-CL'),
        { timeout: 120_000 },
      );
    }
    await expect(page.getByText(/^De estos días falta|^Falta consultar/)).toHaveCount(0);
    actions.expectAsInGuide('Lo pagado a la TGR en octubre, por cliente');
  } finally {
    await agency.close();
  }
});

test('saved as Excel at once, it is asked for first, and whole', async ({ openFixture, folder }) => {
  const agency = await startAgency({ documents: 5000, clients: 4, seed: 'e2e' });
  const month = monthBefore();
  try {
    const { page, choosing } = await openFixture();
    await connect(page, agency);
    const actions = countActions(page);
    await beginPaidToTreasury(page, actions, month);
    const path = join(folder, 'tgr.xlsx');
    await choosing(path, () => actions.press('Control+e'));
    actions.inSystemDialog();
    await expect(page.getByText(`Guardado en ${path}`)).toBeVisible();
    actions.expectAsInGuide('Lo mismo, en una planilla con fórmulas');
    const [worksheet] = await readXlsx(path);
    const saved = (worksheet?.data ?? []).flatMap(([, name, , , amount]) => [[name, amount]]);
    const paid = paidToTreasury(agency, month.toISOString().slice(0, 7));
    expect(paid.size).toBeGreaterThan(1);
    expect(saved).toEqual(expect.arrayContaining([...paid]));
    // The figures are formulas over the payments, which stand in the second sheet.
    const archive = zipEntries(await readFile(path));
    const worksheetXml = archive.find(({ name }) => name.endsWith('sheet1.xml'))?.read(10_000_000) ?? '';
    const formulas = String(worksheetXml).match(/<f>[^<]*SUMIFS\([^<]*<\/f>/g) ?? [];
    expect(formulas.length).toBeGreaterThanOrEqual(paid.size);
  } finally {
    await agency.close();
  }
});

test("a client's month becomes a mail on a computer that has kept nothing", async ({
  openFixture,
  folder,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const [client] = agency.clients;
  const actions = countActions(page);
  const navigation = page.getByRole('navigation', { name: 'Navegación' });
  await actions.click(navigation.getByRole('link', { name: 'Clientes' }));
  const main = page.getByRole('main');
  await actions.click(main.getByRole('button', { name: `Mes de ${client?.name}` }).first());
  const dialog = page.getByRole('dialog', { name: /^Mes de / });
  // Once the month is read, what was never asked of it is asked by itself.
  await expect(dialog.getByText(/^Los despachos son del mes/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Consulta/ })).toHaveCount(0, { timeout: 120_000 });
  await expect(dialog.getByText('A la agencia no se le ha consultado todo el mes')).toHaveCount(0);
  await actions.click(dialog.getByRole('button', { name: 'Abrir en el correo' }));
  await expect(dialog.getByText(/Se abrió un correo con 2 adjuntos/)).toBeVisible({ timeout: 60_000 });
  const [draft] = await draftsIn(join(folder, 'home'));
  expect(draft?.attachments.map(({ filename }) => filename?.split('.').at(-1))).toEqual(['pdf', 'xlsx']);
  actions.expectAsInGuide('El mes de un cliente, hasta el correo con su PDF y su planilla');
});

/** The first day of the month before this one. */
function monthBefore(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1));
}

/** Opens the disbursements and writes whose of that month are wanted: two acts. */
async function beginPaidToTreasury(page: Page, actions: ActionCounter, month: Date): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Navegación' });
  await actions.click(navigation.getByRole('link', { name: 'Desembolsos' }));
  await expect(page.getByRole('textbox', { name: 'Filtrar desembolsos' })).toBeFocused();
  await actions.write(`tgr ${month.toLocaleDateString('es-CL', { month: 'long', timeZone: 'UTC' })}`);
}

/** What the agency's own data says was paid to the treasury in a month (`YYYY-MM`), by the client's name. */
function paidToTreasury({ data }: PracticeAgency, month: string): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { client, charges } of data.dispatches) {
    for (const { provider, paidAt, amounts } of charges) {
      if (!provider.party.name.startsWith('TESORER') || paidAt === undefined || !amounts) continue;
      if (!new Date(paidAt).toISOString().startsWith(month)) continue;
      paid.set(client.name, (paid.get(client.name) ?? 0) + amounts.total);
    }
  }
  return paid;
}

storedTest('a paper that is missing is asked for in a message', async ({ openFixture, fullAgency }) => {
  const { page } = await storeAll(await openFixture(), fullAgency);
  const actions = countActions(page);
  await actions.click(
    page.getByRole('navigation', { name: 'Navegación' }).getByRole('link', { name: /^Faltantes/ }),
  );
  await actions.click(rowsOf(page).first());
  await actions.click(page.getByRole('button', { name: 'Redactar…' }));
  const dialog = page.getByRole('dialog', { name: 'Mensajes listos para enviar' });
  await actions.click(dialog.getByRole('button', { name: 'Abrir en el correo' }));
  await expectStored(dialog.getByRole('alert')).toHaveCount(0);
  actions.expectAsInGuide('Un documento que falta, hasta el mensaje en el correo');
});

storedTest(
  'one PDF of a dispatch known by its number, whose papers are not here yet, is made by its number, a key in the box and Enter',
  async ({ openFixture, folder, fullAgency }) => {
    const app = await openFixture();
    const { page, agency } = await storeAll(app, fullAgency, { complete: false });
    const into = join(folder, 'Envíos');
    let chosen: Promise<string | undefined> | undefined;
    await app.choosing(into, async () => {
      chosen = ask(page, 'folder.choose', { title: 'Carpeta' });
    });
    await chosen;
    await ask(page, 'settings.change', { folder: into });
    await page.reload();
    const { number } = dispatchOfLast(agency);
    await page.getByRole('combobox', { name: /Qué buscar/ }).focus();
    const actions = countActions(page);
    await actions.write(number);
    await actions.press('Control+j');
    const start = page.getByRole('dialog').getByRole('button', { name: 'Armar el PDF' });
    await expectStored(start).toBeFocused();
    await actions.press('Enter');
    await expectStored(page.getByRole('heading', { level: 1, name: 'Envíos' })).toBeVisible();
    const pages = async () => (await ask(page, 'deliveries.list', undefined))[0]?.dispatches[0]?.pages ?? 0;
    await expectStored.poll(pages, { timeout: 120_000 }).toBeGreaterThan(1);
    expectStored((await readdir(into)).filter((name) => name.endsWith('.pdf'))).toEqual([
      expectStored.stringContaining(number),
    ]);
    actions.expectAsInGuide(
      'Un PDF de un despacho por su número, con documentos que no están en este computador',
    );
  },
);

test('an agency is connected by pasting its mail, and the service is asked with what stands in it', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  const actions = countActions(page);
  await actions.click(page.getByRole('button', { name: /Conectar con una agencia/ }));
  await expect(
    page.getByRole('textbox', { name: 'Correo con los datos de acceso', exact: true }),
  ).toBeFocused();
  await actions.write(
    [
      'Estimada Paula:',
      'Junto con saludar, le enviamos los datos de acceso a los documentos (28-10-2026, 10:30).',
      '',
      `Dirección del servicio: <${agency.baseUrl}/${agency.agency}/v1>`,
      `Clave de API: «${agency.key}»`,
      '',
      'Juan Soto | +56 32 222 3344 | jsoto@agencia.example | www.agencia.example',
    ].join('\n'),
  );
  await expect(page.getByText(`Dirección: ${agency.baseUrl}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`Id de agencia: ${agency.agency}`, { exact: true })).toBeVisible();
  // Of the key nobody sees more than its hint, wherever it stands.
  const shown = await page.evaluate(() =>
    [document.body.innerText, ...[...document.querySelectorAll('textarea')].map(({ value }) => value)].join(
      '\n',
    ),
  );
  expect(shown).not.toContain(agency.key);
  // What was found is not asked for.
  await expect(page.getByLabel(/base URL/)).toBeHidden();
  await expect(page.getByLabel('Clave de API', { exact: true })).toBeHidden();
  expect(agency.requests.count()).toBe(0);
  await actions.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tus clientes' })).toBeVisible();
  actions.expectAsInGuide('Conectar con una agencia, con su correo');
  const [connection] = await ask(page, 'connections.list', undefined);
  expect(connection).toMatchObject({ baseUrl: agency.baseUrl, agency: agency.agency, name: agency.agency });
  const asked = agency.requests.seen();
  expect(asked.length).toBeGreaterThan(0);
  for (const one of asked) expect(one).toMatchObject({ agency: agency.agency, status: 200 });
});

test('an agency is connected and its forty clients are pasted, up to the box of the first search', async ({
  openFixture,
}) => {
  const agency = await startAgency({ documents: 400, clients: 40, seed: 'e2e' });
  try {
    const { page } = await openFixture();
    expect(agency.clients).toHaveLength(40);
    const actions = countActions(page);
    await actions.click(page.getByRole('button', { name: /Conectar con una agencia/ }));
    await expect(
      page.getByRole('textbox', { name: 'Correo con los datos de acceso', exact: true }),
    ).toBeFocused();
    await actions.write(
      [`Dirección del servicio: ${agency.baseUrl}/${agency.agency}/v1`, `Clave de API: ${agency.key}`].join(
        '\n',
      ),
    );
    await expect(page.getByText(`Id de agencia: ${agency.agency}`, { exact: true })).toBeVisible();
    await actions.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Clientes' })).toBeFocused();
    await actions.write(agency.clients.map(({ rut, name }) => `${name}\t${rut}`).join('\n'));
    await actions.click(page.getByRole('button', { name: 'Agregar 40 clientes' }));
    await expect(page.getByRole('combobox', { name: /Qué buscar/ })).toBeFocused();
    expect(await ask(page, 'clients.list', undefined)).toHaveLength(40);
    actions.expectAsInGuide('Conectar con una agencia y pegar cuarenta clientes');
  } finally {
    await agency.close();
  }
});
