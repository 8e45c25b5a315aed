import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { openConnected, search } from '../support/steps.ts';
import { expect, openBySidebar, test } from '../support/stored-agency.ts';

test('a package asks the agency for what it does not know, and leads to the requests for what it lacks', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, choosing } = await openConnected(openFixture, agency);
  // One with a document of which the agency has no file, so that something lacks.
  const undelivered = agency.data.dispatches.filter(({ documents }) =>
    documents.some(({ isActive, file: document }) => isActive && document === undefined),
  );
  const numbers = [...new Set([...undelivered, ...agency.data.dispatches])]
    .slice(0, 3)
    .map(({ number }) => number);
  const other = agency.data.dispatches.at(-1)?.number ?? '';
  const into = join(folder, 'fiscalizacion');

  await test.step('a number of which nothing is kept was not asked for: it is not told as not found', async () => {
    await openBySidebar(page, 'Envíos');
    await page.getByRole('button', { name: 'Paquete de fiscalización…' }).click();
    await page
      .getByRole('textbox', { name: 'Despachos que piden' })
      .fill(`${numbers.join('\n')}\n999001\nDIN 3910797756`);
    await expect(page.getByText('0 encontrados · 5 sin consultar')).toBeVisible();
    await expect(rowsOf(page).filter({ hasText: 'no encontrado' })).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Consultar a la agencia' }).click();
    await expect(page.getByText('3 encontrados · 1 no encontrado · 1 sin consultar')).toBeVisible();
    // Nobody can be asked for the number of a declaration alone.
    await expect(page.getByRole('main').getByRole('button', { name: 'Consultar a la agencia' })).toHaveCount(
      0,
    );
  });

  await test.step('its texts say who was asked', async () => {
    await choosing(into, () => page.getByRole('button', { name: 'Elegir…' }).click());
    await expect(page.getByText(/^Documentos de 2 clientes van juntos/)).toBeVisible();
    await page.getByRole('button', { name: 'Preparar el paquete' }).click();
    await expect(page.getByText('2 despachos no encontrados', { exact: true })).toBeVisible();
    // Its lists are written after what they count is told.
    await expect(
      page.getByRole('button', { name: 'Quitar Paquete de fiscalización de la lista' }),
    ).toBeVisible();
    const lines = readFileSync(join(into, 'no-encontrados.csv'), 'utf8').split('\r\n');
    expect(lines[1]).toContain(`"999001"`);
    expect(lines[1]).toContain(
      `no se encontró entre los ${agency.clients.length} clientes por los que se consultó`,
    );
    expect(lines[2]).toContain('no se ha consultado a la agencia');
  });

  await test.step('the requests are for its own documents', async () => {
    await search(page, other);
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    await openBySidebar(page, 'Envíos');
    await page.getByRole('button', { name: 'Solicitar lo que falta…' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Faltantes' })).toBeVisible();
    await expect(page.getByText('Qué les falta a los 3 despachos')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Paquete' })).toHaveValue('Los de este paquete');
    await listShown(page, 'Documentos que faltan');
    const shown = await rowsOf(page).allInnerTexts();
    expect(shown.every((row) => numbers.some((number) => row.includes(number)))).toBe(true);
    await page.getByRole('button', { name: 'Redactar…' }).click();
    await expect(page.getByRole('dialog', { name: 'Mensajes listos para enviar' })).toContainText(
      numbers[0] ?? '',
    );
  });
});

test('a package that is begun from a search keeps the numbers that the search has not found', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await openConnected(openFixture, agency);
  const numbers = agency.data.dispatches.slice(0, 2).map(({ number }) => number);
  await search(page, [...numbers, '999001'].join('\n'));
  await expect(page.getByText('2 encontrados · 1 no encontrado')).toBeVisible();
  for (const [tab, list] of [
    [/^Despachos/, 'Despachos'],
    [/^Documentos/, 'Documentos'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await listShown(page, list);
    await page.getByRole('checkbox', { name: 'Elegir todo' }).click({ force: true });
    await page.getByRole('main').getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('menuitem', { name: 'Paquete de fiscalización…' }).click();
    const asked = page.getByRole('textbox', { name: 'Despachos que piden' });
    await expect(asked).toHaveValue(/(^|\n)999001$/);
    await expect(page.getByText('2 encontrados · 1 no encontrado')).toBeVisible();
    await page.goBack();
  }
  const [{ query } = { query: undefined }] = await ask(page, 'search.recent', undefined);
  expect(query?.kind).toBe('dispatches');
});
