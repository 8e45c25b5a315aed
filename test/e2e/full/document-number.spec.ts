import { rowsOf } from '../support/rows.ts';
import { expect, storeAll, test } from '../support/stored-agency.ts';

test('Enter leads to the document of that number, and to every client where there is none', async ({
  openFixture,
  fullAgency,
}) => {
  const { page, agency } = await storeAll(await openFixture(), fullAgency);
  const numbers = [...agency.data.documents()].map(({ infoDoc }) => infoDoc.document?.number ?? '');
  const folio = numbers.find((number) => /^INV-\d+$/.test(number)) ?? '';
  const box = page.getByRole('combobox', { name: /Qué buscar/ });

  await box.fill(folio.toLowerCase());
  // What the box has found is shown at once, and the whole page is there by then.
  await expect(page.getByRole('button', { name: new RegExp(`^${folio} · `) })).toBeVisible();
  await box.press('Enter');
  await expect(
    page.getByRole('main').getByRole('heading', { name: `«${folio.toLowerCase()}» en lo guardado` }),
  ).toBeVisible();
  await expect(rowsOf(page).first()).toContainText(folio);
  // The only one is where the person is, without being chosen.
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toHaveText(
    /^Despacho \d+$/,
  );
  await expect(page.getByRole('complementary')).toContainText(folio);
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);

  await box.fill('EXP-0000001');
  await expect(page.getByText('se probará con 3 clientes')).toBeVisible();
  await box.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Despacho EXP-0000001' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('no existe');
});
