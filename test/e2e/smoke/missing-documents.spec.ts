import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { ask } from '../../support/app/bridge.ts';
import { missingDocumentOf, owingWords } from '../support/missing-document.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { expect, openBySidebar, storeAll, test } from '../support/stored-agency.ts';
import { expectToast } from '../support/toasts.ts';

test('what is missing stands by who owes it, is asked for, and closes itself when it arrives', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const stored = await storeAll(await openFixture(), agency);
  const { page, app } = stored;
  const missingDocument = await missingDocumentOf(stored);
  const { who, owes } = owingWords(missingDocument);
  const row = rowsOf(page)
    .filter({ hasText: missingDocument.number })
    .filter({ hasText: missingDocument.type });

  await test.step('the sidebar counts what is missing', async () => {
    const { total } = await ask(page, 'dossier.gaps', { scope: {}, offset: 0, limit: 1 });
    const link = page
      .getByRole('navigation', { name: 'Navegación' })
      .getByRole('link', { name: /^Faltantes/ });
    await expect(link).toHaveText(new RegExp(`${total}$`));
  });

  await test.step('a line has its reason, under who owes it', async () => {
    await openBySidebar(page, 'Faltantes');
    await page.getByRole('combobox', { name: 'Cliente', exact: true }).click();
    const client = agency.clients.find(({ rut }) => rut === missingDocument.rut);
    await page.getByRole('option', { name: new RegExp(client?.name ?? '') }).click();
    await page.getByRole('combobox', { name: 'Responsable' }).click();
    await page.getByRole('option', { name: new RegExp(`^${who}`) }).click();
    await expect(rowsOf(page).filter({ hasNotText: client?.name ?? '' })).toHaveCount(0);
    await expect(page.getByRole('row', { level: 1 })).toHaveText([new RegExp(`^${who}`)]);
    await listShown(page, 'Documentos que faltan');
    await expect(row).toContainText(`${missingDocument.seen} de los últimos ${missingDocument.of}`);
    await expect(row).toContainText('No está');
  });

  await test.step('the inspector tells the same of its dispatch', async () => {
    await row.click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
    const missingDocuments = page
      .getByRole('complementary')
      .getByRole('list', { name: 'Documentos que faltan' });
    await expect(missingDocuments).toContainText(missingDocument.type);
    await expect(missingDocuments).toContainText(owes);
  });

  await test.step('a message asks for it, and is noted', async () => {
    await page.locator('#main').getByRole('button', { name: 'Redactar…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mensajes listos para enviar' });
    await expect(dialog.getByRole('region', { name: 'Texto del mensaje' })).toContainText(
      `- ${missingDocument.type}`,
    );
    await dialog.getByText('English').click();
    await expect(dialog.getByRole('region', { name: 'Texto del mensaje' })).toContainText('Thank you');
    await dialog.getByRole('button', { name: 'Anotar como solicitado', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Anotado', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(/solicitado \d\d-\d\d-\d{4}/);
  });

  await test.step('the list is saved as Excel, as it is shown', async () => {
    const path = join(folder, 'faltantes.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const [worksheet] = await readXlsx(path);
    const cells = (worksheet?.data ?? []).map((line) => line.map(String).join('|'));
    expect(cells[0]).toContain('Responsable');
    expect(
      cells.find((line) => line.includes(missingDocument.number) && line.includes(missingDocument.type)),
    ).toContain('No está');
  });

  await test.step('the document arrives, and the line is gone', async () => {
    agency.changes.arrive({ dispatch: missingDocument.number, type: missingDocument.type });
    await row.click();
    await page.getByRole('complementary').getByRole('button', { name: 'Volver a consultar' }).click();
    await expect(row).toBeHidden();
    await page.getByRole('link', { name: 'Solicitados', exact: true }).click();
    await page.getByRole('main').getByText('Llegados').click();
    await expect(rowsOf(page).filter({ hasText: missingDocument.number })).toContainText(
      /solicitado \d\d-\d\d-\d{4}, llegó \d\d-\d\d-\d{4}/,
    );
  });
});
