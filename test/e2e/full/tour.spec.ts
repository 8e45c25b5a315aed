import { join } from 'node:path';
import { seriousFindings } from '../support/accessible.ts';
import { rowsOf } from '../support/rows.ts';
import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('the tour is shown once on a new computer, goes along with the work, can be left, and starts again from the help', async ({
  openFixture,
  agency,
  folder,
}) => {
  const first = await openFixture({ showsTour: true });
  const { page } = first;
  const card = page.getByRole('region', { name: /^Recorrido · paso/ });
  const step = (name: RegExp) => card.getByRole('heading', { name });
  await connect(page, agency);

  await test.step('it begins once the agency is connected, and leaves the search box its cursor', async () => {
    await expect(step(/^Busca por número/)).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    const number = agency.data.dispatches.find(({ documents }) => documents.length > 2)?.number ?? '';
    await page.getByRole('combobox', { name: /Qué buscar/ }).fill(number);
    await page.keyboard.press('Enter');
  });

  await test.step('it follows the work, which is done beside it', async () => {
    await expect(step(/^Elige los documentos/)).toBeVisible();
    await page.getByRole('tab', { name: /^Documentos/ }).click();
    await rowsOf(page).first().click();
    await card.getByRole('button', { name: 'Siguiente' }).click();
    await expect(step(/^Descárgalos/)).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Descargar…/ })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Descargar/ });
    await first.choosing(join(folder, 'Carpetas'), () =>
      dialog.getByRole('button', { name: 'Elegir…' }).click(),
    );
    await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
    await expect(step(/^Guarda la búsqueda/)).toBeVisible();
  });

  await test.step('Esc lets go of what is chosen, then leaves it, and not the screen', async () => {
    await page.getByRole('grid', { name: 'Documentos' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^1 documento elegido/)).toBeHidden();
    await expect(card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(rowsOf(page).first()).toBeVisible();
  });

  await first.close();
  const again = (await openFixture({ showsTour: true })).page;
  const cardAgain = again.getByRole('region', { name: /^Recorrido · paso/ });

  await test.step('it does not come again', async () => {
    await expect(again.getByRole('navigation', { name: 'Navegación' })).toBeVisible();
    await expect(again.getByRole('link', { name: 'Ayuda' })).toBeVisible();
    await expect(cardAgain).toBeHidden();
  });

  await test.step('the help starts it again, without a network', async () => {
    await again.context().setOffline(true);
    await again.getByRole('link', { name: 'Ayuda' }).click();
    await again.getByRole('button', { name: 'Empezar el recorrido' }).click();
    await expect(cardAgain).toBeVisible();
    await cardAgain.getByRole('button', { name: 'Dejar el recorrido' }).click();
    await expect(cardAgain).toBeHidden();
    await expect(again.getByRole('heading', { level: 1, name: /^Busca un despacho/ })).toBeVisible();
  });
});
