import { join } from 'node:path';
import { filesContaining } from '../../support/disk/files-containing.ts';
import { commandLines } from '../../support/process/command-lines.ts';
import { heapContains } from '../support/heap.ts';
import { chooseAllDocuments, connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a typed key is found nowhere but in the keychain', async ({ openFixture, agency, folder }) => {
  const { page, close } = await openFixture();
  await page.getByRole('button', { name: /Conectar con una agencia/ }).click();
  await page.getByLabel('Nombre').fill('Agencia 4711');
  await page.getByLabel(/base URL/).fill(agency.baseUrl);
  await page.getByLabel(/idAgencia/).fill(agency.agency);
  await page.getByLabel('Clave de API', { exact: true }).fill(agency.key);
  expect(await heapContains(page, 'Agencia 4711'), 'the search of the memory finds what is there').toBe(true);
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tus clientes' })).toBeVisible();

  await expect.poll(() => heapContains(page, agency.key)).toBe(false);
  if (process.platform !== 'win32') {
    expect(commandLines().includes(agency.key)).toBe(false);
  }
  await close();
  const home = join(folder, 'home');
  expect(filesContaining(home, agency.agency), 'the search of the files finds what is there').not.toEqual([]);
  for (const form of [
    agency.key,
    encodeURIComponent(agency.key),
    Buffer.from(agency.key).toString('base64'),
  ]) {
    expect(filesContaining(home, form)).toEqual([]);
  }
});

test('the signature of a link is found neither in the page nor on disk', async ({
  openFixture,
  agency,
  folder,
}) => {
  const mark = 'X-Goog-Signature';
  const dispatch = agency.data.planted.complete;
  const { client } = dispatch;
  const query = new URLSearchParams({ key: agency.key, rut: client.rut });
  const response = await fetch(
    `${agency.baseUrl}/${agency.agency}/v1/dispatch/${dispatch.number}/files?${query}`,
  );
  expect(await response.text(), 'links are signed under this name').toContain(mark);

  const { page, close, choosing } = await openFixture();
  await connect(page, agency);
  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await page.getByRole('tab', { name: /Documentos/ }).click();
  await chooseAllDocuments(page);
  await page.getByRole('button', { name: /^Descargar…/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Descargar \d+ documento/ });
  const into = join(folder, 'Carpetas');
  await choosing(into, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
  await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
  expect(agency.requests.files().served).toBeGreaterThan(0);

  expect(await heapContains(page, mark)).toBe(false);
  await close();
  expect(filesContaining(folder, mark)).toEqual([]);
  expect(filesContaining(folder, agency.key)).toEqual([]);
});
