import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { expectProvenFolder, filesIn } from '../support/folder-files.ts';
import { enterPractice } from '../support/killable-app.ts';
import { chooseAllDocuments, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a batch is paused in the middle, the app is killed, and after a new start it ends as if nothing had happened', async ({
  folder,
  startKillableApp,
}) => {
  const into = join(folder, 'Carpetas');
  const first = await startKillableApp();
  const { page } = first;
  await enterPractice(page);
  // As many transfers as there are at once stand still, so that the batch cannot end before it is paused.
  await ask(page, 'settings.change', { transfersAtOnce: 2 });
  await ask(page, 'practice.setFault', { name: 'transfers-stall', isOn: true });

  await test.step("a client's documents are downloaded, and stand still", async () => {
    const [client] = await ask(page, 'clients.list', undefined);
    await search(page, client?.rut ?? '');
    await expect(page.getByText(/tipos consultados/)).toBeVisible();
    await page.getByRole('tab', { name: /Documentos/ }).click();
    await chooseAllDocuments(page);
    await page.getByRole('button', { name: /^Descargar…/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Descargar \d+ documento/ });
    await first.choosing(into, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
    await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
    await expect
      .poll(async () => (await ask(page, 'downloads.list', undefined))[0]?.bytes)
      .toBeGreaterThan(0);
  });

  await test.step('it is paused, and the power fails', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
    const list = page.getByRole('list', { name: 'Lista de descargas' });
    await list.getByRole('button', { name: /^Pausar / }).click();
    await expect(list.getByRole('button', { name: /^Seguir con / })).toBeVisible();
    await first.kill();
    expect(filesIn(into)).toEqual([]);
  });

  await test.step('the next start goes on with it, and leaves nothing half done', async () => {
    const second = await startKillableApp();
    await enterPractice(second.page);
    await second.page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
    const list = second.page.getByRole('list', { name: 'Lista de descargas' });
    await expect(list).toContainText('En pausa');
    await list.getByRole('button', { name: /^Seguir con / }).click();
    await expect(list).toContainText('Lista');
    expect(filesIn(into).length).toBeGreaterThan(2);
    expectProvenFolder(into);
  });
});
