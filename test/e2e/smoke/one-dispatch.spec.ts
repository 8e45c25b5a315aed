import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { expectProvenFolder, filesIn } from '../support/folder-files.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { connect, downloadAllShown, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** A dispatch with documents, status and payments to look at. */
function fullDispatch({ data, clients }: PracticeAgency) {
  const found = data.dispatches.findLast(
    ({ client, charges, documents }) =>
      clients.some(({ rut }) => rut === client.rut) &&
      charges.length > 0 &&
      documents.filter(({ file: document, isActive }) => document && isActive).length > 2,
  );
  if (!found) throw new Error('the agency has no such dispatch');
  return found;
}

test('connect, search, open a dispatch, download what was chosen, see it on disk', async ({
  openFixture,
  agency,
  folder,
}) => {
  const app = await openFixture();
  const { page } = app;
  await connect(page, agency);
  const dispatch = fullDispatch(agency);

  await test.step('a dispatch by its number alone, which tells of which client it is', async () => {
    await search(page, dispatch.number);
    await expect(page.getByRole('tab', { name: /Documentos/ })).toContainText(
      String(dispatch.documents.length),
    );
    await expect(page.getByRole('complementary')).toContainText(dispatch.client.name);
  });

  await test.step('its status, documents and disbursements', async () => {
    await page.getByRole('tab', { name: /Despachos/ }).click();
    await listShown(page, 'Despachos');
    await rowsOf(page).first().click();
    const inspector = page.getByRole('complementary');
    await expect(inspector.getByRole('heading', { name: `Despacho ${dispatch.number}` })).toBeVisible();
    await inspector.getByRole('button', { name: 'Volver a consultar' }).click();
    const state = dispatch.status.EstadoDIN ?? dispatch.status.EstadoDUS ?? '';
    await expect(inspector).toContainText(new RegExp(state, 'i'));
    await expect(inspector).toContainText(dispatch.tipoTramite);
    await expect(
      inspector.getByRole('heading', { name: new RegExp(`^${dispatch.documents.length} documento`) }),
    ).toBeVisible();
    await expect(
      inspector.getByRole('heading', { name: new RegExp(`^${dispatch.charges.length} desembolso`) }),
    ).toBeVisible();
  });

  const into = join(folder, 'Carpetas');
  await test.step('a selection goes to a chosen folder', async () => {
    await page.getByRole('tab', { name: /Documentos/ }).click();
    await downloadAllShown(app, into);
    await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
  });

  await test.step('the files on disk are those of the agency', () => {
    const expected = dispatch.documents.filter(({ file: document, isActive }) => document && isActive);
    const files = filesIn(into);
    expect(files).toHaveLength(expected.length);
    expect(files.every((path) => path.includes(dispatch.number))).toBe(true);
    expect(existsSync(join(into, 'indice.csv'))).toBe(true);
    expectProvenFolder(into);
  });

  await test.step('asked for again, nothing is fetched twice', async () => {
    const { served } = agency.requests.files();
    await page.goBack();
    await downloadAllShown(app, into);
    await expect(page.getByRole('list', { name: 'Lista de descargas' }).getByText('Lista')).toHaveCount(2);
    expect(agency.requests.files().served).toBe(served);
  });
});
