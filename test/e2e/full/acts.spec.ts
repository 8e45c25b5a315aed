import type { PracticeAgency } from '../../../electron/practice/index.ts';
import { countActs } from '../support/acts.ts';
import { expect as expectKept, keepAll, test as keptTest } from '../support/kept-agency.ts';
import { rowsOf } from '../support/rows.ts';
import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** A dispatch of the last client, so that others are asked as first. */
function dispatchOfLast({ data, clients }: PracticeAgency) {
  const found = data.dispatches.findLast(
    ({ client, documents }) => client.rut === clients.at(-1)?.rut && documents.length > 2,
  );
  if (!found) throw new Error('the agency has no such dispatch');
  return found;
}

test('a dispatch known by its number opens with its papers by typing it and Enter, right after connecting', async ({
  openDesk,
  agency,
}) => {
  const { page } = await openDesk();
  await connect(page, agency);
  const { number, documents } = dispatchOfLast(agency);
  const box = page.getByRole('combobox', { name: /Qué buscar/ });
  await expect(box).toBeFocused();
  const acts = countActs(page);
  await acts.write(`N° ${number} (ver)`);
  await acts.press('Enter');
  await expect(page.getByRole('tab', { name: /Documentos/, selected: true })).toContainText(
    String(documents.length),
  );
  await expect(rowsOf(page).first()).toContainText(number);
  await expect(
    page.getByRole('complementary').getByRole('heading', { name: `Despacho ${number}` }),
  ).toBeVisible();
  acts.expectAsInGuide('Un despacho, por su número');
  // The toolbar shows what is open, and Ctrl+K leads back to it.
  await rowsOf(page).first().click();
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
});

test('a number that nobody has is tried as every client, without a question, and told as such', async ({
  openDesk,
  agency,
}) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('combobox', { name: /Qué buscar/ }).fill('999001');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(
    'El despacho 999001 no existe, o no es de ninguno de los 4 clientes',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

keptTest(
  'a dispatch known by the number of its declaration opens by typing it and Enter',
  async ({ openDesk, fullAgency }) => {
    const { page, agency } = await keepAll(await openDesk(), fullAgency, { complete: false });
    const dispatch = agency.data.dispatches.find(
      ({ wire, documents }) => wire.numeroIdentificacion !== '' && documents.length > 2,
    );
    if (!dispatch) throw new Error('no dispatch has been declared');
    const acts = countActs(page);
    await page.getByRole('combobox', { name: /Qué buscar/ }).focus();
    await acts.write(dispatch.wire.numeroIdentificacion);
    await acts.press('Enter');
    await expectKept(
      page.getByRole('complementary').getByRole('heading', { name: `Despacho ${dispatch.number}` }),
    ).toBeVisible();
    await expectKept(rowsOf(page).first()).toContainText(dispatch.number);
    acts.expectAsInGuide('Un despacho, por el número de su DIN o DUS');
  },
);

keptTest(
  'a pasted list opens in its own order, and types and a month in words ask all clients',
  async ({ openDesk, fullAgency }) => {
    const { page, agency } = await keepAll(await openDesk(), fullAgency, { complete: false });
    const withPapers = agency.data.dispatches.filter(({ documents }) => documents.length > 0);
    const numbers = [withPapers[5], withPapers[1], withPapers[8]].map((one) => one?.number ?? '');
    const box = page.getByRole('combobox', { name: /Qué buscar/ });
    const acts = countActs(page);
    await box.focus();
    await acts.write(numbers.join('; '));
    await acts.press('Enter');
    await expectKept(page.getByRole('tab', { name: /Despachos/, selected: true })).toContainText('3');
    for (const [place, number] of numbers.entries()) {
      await expectKept(rowsOf(page).nth(place)).toContainText(number);
    }
    acts.expectAsInGuide('Una lista pegada de despachos');
    await box.fill('facturas y bl de octubre');
    await page.keyboard.press('Enter');
    await expectKept(page.getByRole('button', { name: 'Fechas: 01-10-2026 – 31-10-2026' })).toBeVisible();
    await expectKept(page.getByRole('button', { name: /^Tipos: \d+ tipos$/ })).toBeVisible();
  },
);
