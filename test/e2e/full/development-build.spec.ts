import { join } from 'node:path';
import { build } from '../../../scripts/build.mjs';
import { ask } from '../../support/app/bridge.ts';
import { filesIn } from '../support/folder-files.ts';
import { chooseAllDocuments, connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { startWatchedApp } from '../support/watched-app.ts';

const pageFolder = join(import.meta.dirname, '../../../dist/development');

test('a client’s documents are found and downloaded on a page built for development', async ({
  agency,
  folder,
}) => {
  await build('development');
  const app = await startWatchedApp({ home: join(folder, 'home'), pageFolder });
  const { page, calls } = app;
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await connect(page, agency);
  await search(page, agency.clients[0]?.rut ?? '');
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await chooseAllDocuments(page);
  await app.choose(join(folder, 'Carpetas'));
  await page.getByRole('button', { name: /^Descargar…/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Descargar \d+ documento/ });
  await dialog.getByRole('button', { name: 'Elegir…' }).click();
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await ask(page, 'downloads.list', undefined))[0]?.state.kind).toBe('ended');
  expect(filesIn(join(folder, 'Carpetas')).length).toBeGreaterThan(3);
  expect(calls.filter(({ name }) => name === 'downloads.start')).toHaveLength(1);
  expect(errors).toEqual([]);
  await app.close();
});
