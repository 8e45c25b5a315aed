import { ask } from '../../support/app/bridge.ts';
import { missingDocumentOf, owingWords } from '../support/missing-document.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { expect, openBySidebar, storeAll, test } from '../support/stored-agency.ts';

test('what is expected is confirmed or changed, and the matrix follows', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const stored = await storeAll(await openFixture({ size: { width: 1920, height: 1080 } }), agency);
  const { page } = stored;
  const missingDocument = await missingDocumentOf(stored);
  const client = agency.clients.find(({ rut }) => rut === missingDocument.rut);

  await test.step('the matrix says what lacks, with a sign and its word', async () => {
    await openBySidebar(page, 'Faltantes');
    await page.getByRole('link', { name: 'Despacho × tipo' }).click();
    await page
      .getByRole('main')
      .getByText(/^Les falta/)
      .click();
    await listShown(page, 'Despacho × tipo');
    const row = rowsOf(page).filter({ hasText: missingDocument.number });
    await expect(row).toContainText(/faltan? \d/);
    await expect(
      row.getByTitle(new RegExp(`^falta · ${owingWords(missingDocument).owes}`)).first(),
    ).toBeVisible();
  });

  await test.step('a type that is not expected any more is missing nowhere', async () => {
    await page.getByRole('link', { name: 'Lo que se espera' }).click();
    await page.getByRole('combobox', { name: 'Cliente', exact: true }).click();
    await page.getByRole('option', { name: new RegExp(client?.name ?? '') }).click();
    await expect(page.getByRole('row', { level: 1 }).filter({ hasNotText: client?.name ?? '' })).toHaveCount(
      0,
    );
    await listShown(page, 'Lo que se espera');
    const groups = await ask(page, 'dossier.expectations', { scope: { ruts: [missingDocument.rut] } });
    const of = (isExpected: boolean) =>
      rowsOf(page)
        .filter({ hasText: missingDocument.type })
        .filter({
          hasText: isExpected ? /(?<!no )se espera/ : /no se espera/,
        });
    await expect(of(true).first()).toBeVisible();
    for (const { group, types } of groups) {
      if (types.some(({ type, isExpected }) => type === missingDocument.type && isExpected)) {
        await ask(page, 'dossier.resetExpectations', { group, types: [missingDocument.type] });
      }
    }
    await of(true).first().click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
    await page.getByRole('button', { name: 'No se espera', exact: true }).click();
    await expect(
      rowsOf(page)
        .filter({ hasText: /cambiado por ti el/ })
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Volver a lo aprendido' }).click();
    await expect(rowsOf(page).filter({ hasText: /cambiado por ti el/ })).toHaveCount(0);
  });
});

test('a dispatch that was not asked for completely reads parcial and is in no list of missing documents', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture(), agency, { complete: false });
  await openBySidebar(page, 'Faltantes');
  await expect(page.getByText(/^Qué les falta a 0 de \d+ despachos\. De los demás, parciales/)).toBeVisible();
  await page.getByRole('button', { name: 'Verlos' }).click();
  await listShown(page, 'Despacho × tipo');
  await expect(rowsOf(page).first()).toContainText('parcial');
  await expect(page.getByRole('main').getByText(/^Completos 0/)).toBeVisible();

  await test.step('one of them is asked for completely, and has a verdict', async () => {
    const row = rowsOf(page).first();
    const number = await row.getByRole('gridcell').nth(1).innerText();
    await row.click();
    await page.getByRole('button', { name: 'Consultar completos' }).click();
    const asked = rowsOf(page).filter({ hasText: number });
    await expect(asked).not.toContainText('parcial', { timeout: 120_000 });
    await expect(asked).toContainText('sin historial');
  });

  await test.step('all of them are, and what is missing is told', async () => {
    await page.getByRole('link', { name: 'Documentos que faltan' }).click();
    await page.getByRole('button', { name: /^Consultar completos estos \d+/ }).click();
    await expect(page.getByText(/De los demás, parciales/)).toBeHidden({ timeout: 120_000 });
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
