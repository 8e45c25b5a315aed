import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { paste, tabTo, watchPointer } from '../support/keys.ts';
import { download, expect, storeAll, test } from '../support/stored-agency.ts';

test('words in all documents are saved by keyboard, and open offline with what they were narrowed to', async ({
  openFixture,
  folder,
  fullAgency,
}) => {
  const stored = await storeAll(await openFixture(), fullAgency, { complete: false });
  const { page, agency, connectionId, app } = stored;
  const [dispatch] = agency.data.dispatches;
  if (!dispatch) throw new Error('the agency has no dispatch');
  await download(stored, join(folder, 'Carpetas'), [{ connectionId, number: dispatch.number }]);
  const text = dispatch.number;
  const count = async () =>
    (await ask(page, 'texts.find', { text, filter: {}, limit: 50, offset: 0 })).hits.length;
  await expect
    .poll(async () => (await ask(page, 'texts.status', undefined)).waiting, { timeout: 60_000 })
    .toBe(0);
  expect(await count()).toBeGreaterThan(1);
  const pointed = await watchPointer(page);

  await test.step('found from the one box, narrowed and saved', async () => {
    await page.keyboard.press('Control+k');
    await paste(page, text);
    const inside = page.getByRole('button', { name: 'Buscarlo dentro de los documentos descargados' });
    await expect(inside).toBeVisible();
    // The arrow stays at the last one, which this is.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return inside.evaluate((element) => element === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `«${text}» en lo guardado` })).toBeVisible();
    await tabTo(page, page.getByRole('combobox', { name: 'Tipo' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Tipo' })).not.toHaveValue('');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Guardar la búsqueda' });
    await expect(dialog.getByLabel('Nombre')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Lo de este despacho');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Lo de este despacho' })).toBeVisible();
  });
  const type = await page.getByRole('combobox', { name: 'Tipo' }).inputValue();
  const names = () => page.getByRole('main').getByRole('checkbox');
  const shown = await names().count();
  expect(shown).toBeGreaterThan(0);
  expect(await pointed()).toBe(0);
  await expect
    .poll(async () => (await ask(page, 'settings.get', undefined)).settings.layout.savedId)
    .toBeDefined();
  await app.close();
  await agency.close();
  const { page: next } = await openFixture();

  await test.step('the window opens at it, without an agency', async () => {
    await expect(next.getByRole('heading', { level: 1, name: 'Lo de este despacho' })).toBeVisible();
    await expect(next.getByRole('combobox', { name: 'Tipo' })).toHaveValue(type);
    await expect(next.getByRole('main').getByRole('checkbox')).toHaveCount(shown);
    expect(await ask(next, 'search.recent', undefined)).toHaveLength(1);
  });

  await test.step('it opens from the navigation, and is no search that nobody has asked', async () => {
    await tabTo(next, next.getByRole('navigation').getByRole('link', { name: /^Novedades/ }));
    await next.keyboard.press('Enter');
    await expect(next.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible();
    await expect(next.getByText('no se ha consultado nunca')).toBeHidden();
    await tabTo(next, next.getByRole('navigation').getByRole('link', { name: 'Lo de este despacho' }));
    await next.keyboard.press('Enter');
    await expect(next.getByRole('combobox', { name: 'Tipo' })).toHaveValue(type);
    await expect(next.getByRole('main').getByRole('checkbox')).toHaveCount(shown);
  });

  await test.step('within a result they are saved with what they are narrowed to, too', async () => {
    const [result] = await ask(next, 'search.recent', undefined);
    if (!result) throw new Error('no search is stored');
    await next.evaluate((hash) => {
      location.hash = hash;
    }, `#/results/${result.resultSetId}/documents?words=${text}`);
    const types = next.getByRole('combobox', { name: 'Tipo' });
    await expect(types).toHaveValue('');
    await types.focus();
    await next.keyboard.press('ArrowDown');
    await next.keyboard.press('ArrowDown');
    await next.keyboard.press('Enter');
    await expect(types).toHaveValue(type);
    await next.keyboard.press('Control+s');
    await next
      .getByRole('dialog', { name: 'Guardar la búsqueda' })
      .getByLabel('Nombre')
      .fill('De este resultado');
    await next.keyboard.press('Enter');
    await expect(next.getByRole('heading', { level: 1, name: 'De este resultado' })).toBeVisible();
    await next
      .getByRole('navigation')
      .getByRole('link', { name: /^Novedades/ })
      .click();
    await expect(next.getByRole('heading', { level: 1, name: 'Novedades' })).toBeVisible();
    await next.reload();
    await next.getByRole('navigation').getByRole('link', { name: 'De este resultado' }).click();
    await expect(types).toHaveValue(type);
    await expect(next.getByRole('main').getByRole('checkbox')).toHaveCount(shown);
  });

  await test.step('with the reading turned off it says so, as the words themselves do', async () => {
    await ask(next, 'settings.change', { readsTexts: false });
    await expect(next.getByText('La lectura está desactivada en Ajustes.')).toBeVisible();
  });
});
