import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { expectProvenFolder, filesIn } from '../support/folder-files.ts';
import { enterPractice } from '../support/killable-app.ts';
import { expect, test } from '../support/test.ts';

/** Everything of every client, for as long as the agency has documents. */
async function searchEverything(page: Page): Promise<void> {
  const ruts = (await ask(page, 'clients.list', undefined)).map(({ rut }) => rut);
  await page.getByRole('button', { name: /^Fechas/ }).click();
  await page.getByLabel('Desde').fill('01-01-2015');
  await page.getByLabel('Hasta').fill('31-12-2030');
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('combobox', { name: /Qué buscar/ }).fill(ruts.join('\n'));
  await page.getByRole('search').getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByText(/tipos consultados/)).toBeVisible({ timeout: 300_000 });
}

test('a batch of two thousand is paused, the app is killed, and after a new start it ends as if nothing had happened', async ({
  folder,
  startKillableApp,
}) => {
  test.setTimeout(900_000);
  const into = join(folder, 'Carpetas');
  const first = await startKillableApp();
  await enterPractice(first.page);
  // One lane, which stands still once it is told to: the batch cannot end before it is paused.
  await ask(first.page, 'settings.change', { transfersAtOnce: 1 });
  await searchEverything(first.page);
  await first.page.getByRole('tab', { name: /Documentos/ }).click();
  await first.page.getByRole('button', { name: /^Elegir todo \(/ }).click();
  await first.page.getByRole('button', { name: /^Descargar…/ }).click();
  const dialog = first.page.getByRole('dialog', { name: /^Descargar/ });
  await expect
    .poll(async () =>
      Number(/[\d.]+/.exec(await dialog.getByRole('heading').innerText())?.[0].replace('.', '')),
    )
    .toBeGreaterThan(2000);
  await first.choosing(into, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await first.page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
  await expect.poll(() => filesIn(into).length, { timeout: 120_000 }).toBeGreaterThan(50);
  await ask(first.page, 'practice.setFault', { name: 'transfers-stall', isOn: true });
  await first.page
    .getByRole('main')
    .getByRole('button', { name: /^Pausar / })
    .first()
    .click();
  await expect(
    first.page
      .getByRole('main')
      .getByRole('button', { name: /^Seguir con / })
      .first(),
  ).toBeVisible();
  await first.kill();
  const before = filesIn(into).length;

  const second = await startKillableApp();
  await enterPractice(second.page);
  await ask(second.page, 'settings.change', { transfersAtOnce: 6 });
  await second.page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
  const goOn = second.page.getByRole('main').getByRole('button', { name: /^Seguir con / });
  await goOn.first().click();
  await expect(second.page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista', {
    timeout: 400_000,
  });
  const documents = filesIn(into);
  expect(before).toBeLessThan(documents.length);
  expect(documents.length).toBeGreaterThan(1900);
  expectProvenFolder(into);
});
