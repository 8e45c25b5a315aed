import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expectProvenFolder, filesIn } from '../support/folder-files.ts';
import { foundDocuments } from '../support/rows.ts';
import { connect, downloadAllShown, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test("a client's month is found by RUT and comes into folders, one for each dispatch, with its index", async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openFixture();
  const { page } = app;
  await connect(page, agency);
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const into = join(folder, 'Carpetas');

  await test.step('a wrong check digit is asked about', async () => {
    const wrong = client.rut.replace(/.$/, (digit) => (digit === '1' ? '2' : '1'));
    await page.getByRole('combobox', { name: /Qué buscar/ }).fill(wrong);
    await expect(page.getByText(client.rut.slice(-3), { exact: false }).first()).toBeVisible();
  });

  await test.step('what the client has in the month is listed', async () => {
    await search(page, client.rut);
    const title = page.getByRole('heading', { level: 1, name: new RegExp(client.name.slice(0, 12)) });
    await expect(title).toBeVisible();
    await expect(page.getByText(/tipos consultados/)).toBeVisible();
  });

  const rows = await foundDocuments(page);
  const documents = rows.flatMap((row) => ('type' in row ? [row] : []));
  const expected = [...agency.data.documents()].filter(
    ({ id, file, isActive }) => file && isActive && documents.some((document) => document.id === id),
  );
  expect(expected.length).toBeGreaterThan(3);

  await test.step('all of it goes to a chosen folder', async () => {
    await downloadAllShown(app, into);
    await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
  });

  await test.step('each document stands in the folder of its dispatch, and the index names it', () => {
    const files = filesIn(into);
    expect(files).toHaveLength(expected.length);
    expectProvenFolder(into);
    const numbers = new Set(expected.flatMap(({ dispatch }) => dispatch?.number ?? []));
    const folders = new Set(files.map((path) => basename(dirname(path))));
    for (const number of numbers) {
      expect([...folders].filter((name) => name.includes(number))).toHaveLength(1);
    }
    expect(existsSync(join(into, 'indice.csv'))).toBe(true);
    const index = readFileSync(join(into, 'indice.csv'), 'utf8');
    for (const path of files) expect(index).toContain(basename(path));
  });
});
