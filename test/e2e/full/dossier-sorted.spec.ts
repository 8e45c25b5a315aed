import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { expect, openBySidebar, openDisbursements, storeAll, test } from '../support/stored-agency.ts';
import { expectToast } from '../support/toasts.ts';

const headOf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('columnheader', { name, exact: true });

/** Sorts the list that is shown by a column, and waits until its rows stand in that order. */
async function sortBy(page: Page, list: string, column: string, as: 'ascending' | 'descending') {
  await headOf(page, column).getByRole('button').first().click();
  await expect(headOf(page, column)).toHaveAttribute('aria-sort', as);
  await listShown(page, list);
}

/** The texts that stand in a column of the first rows. */
async function shownIn(page: Page, column: string): Promise<string[]> {
  const index = await headOf(page, column).evaluate((head) =>
    [...(head.parentElement?.children ?? [])].indexOf(head),
  );
  return rowsOf(page).evaluateAll(
    (rows, at) => rows.slice(0, 8).map((row) => row.children[at]?.textContent ?? ''),
    index,
  );
}

/** The rows of a saved list, and what stands below them, after an empty row, of what was asked. */
async function savedIn(path: string) {
  const [worksheet] = await readXlsx(path);
  const [head = [], ...lines] = worksheet?.data ?? [];
  const end = lines.findIndex((line) => line.every((cell) => cell === null));
  const rows = end < 0 ? lines : lines.slice(0, end);
  const said =
    end < 0
      ? undefined
      : lines
          .slice(end)
          .flat()
          .find((cell) => cell !== null);
  return { valuesOf: (title: string) => rows.map((line) => line[head.indexOf(title)]), said };
}

test('lists of folders are sorted by their heads, within their headings, and saved as they are sorted', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app } = await storeAll(await openFixture(), agency);

  await test.step('what is missing, under who owes it', async () => {
    await openBySidebar(page, 'Faltantes');
    const list = 'Documentos que faltan';
    await listShown(page, list);
    const headings = await page.getByRole('row', { level: 1 }).allInnerTexts();
    await sortBy(page, list, 'Despacho', 'ascending');
    await sortBy(page, list, 'Despacho', 'descending');
    const { rows } = await ask(page, 'dossier.gaps', { scope: {}, offset: 0, limit: 500 });
    const owed = rows.filter(({ responsible }) => responsible === rows[0]?.responsible);
    const numbers = owed.map(({ number }) => number).sort((one, other) => Number(other) - Number(one));
    expect(numbers.length).toBeGreaterThan(8);
    await expect
      .poll(() => shownIn(page, 'Despacho'))
      .toEqual(numbers.slice(0, 8).map((n) => expect.stringContaining(n)));
    expect((await page.getByRole('row', { level: 1 }).allInnerTexts())[0]).toBe(headings[0]);
  });

  await test.step('what is told of several facts at once offers no order', async () => {
    const head = headOf(page, 'Por qué se espera');
    await expect(head.getByRole('button').first()).not.toHaveAttribute('title', /ordenar/);
    await expect(head).not.toHaveAttribute('aria-sort');
    await expect(headOf(page, 'Despacho').getByRole('button').first()).toHaveAttribute('title', /ordenar/);
  });

  await test.step('a list is found sorted as it was left', async () => {
    await openBySidebar(page, 'Para revisar');
    await page.goBack();
    await listShown(page, 'Documentos que faltan');
    await expect(headOf(page, 'Despacho')).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('payments by their amounts, on screen and in the saved file', async () => {
    await openDisbursements(page);
    const list = 'Desembolsos';
    await listShown(page, list);
    await sortBy(page, list, 'Monto', 'ascending');
    await sortBy(page, list, 'Monto', 'descending');
    const { rows, total } = await ask(page, 'dossier.payments', { scope: {}, offset: 0, limit: 500 });
    const amounts = rows.flatMap(({ amount }) => amount ?? []).sort((one, other) => other - one);
    expect(total).toBe(rows.length);
    const asShown = (value: number) => value.toLocaleString('es-CL', { maximumFractionDigits: 2 });
    await expect.poll(() => shownIn(page, 'Monto')).toEqual(amounts.slice(0, 8).map(asShown));
    const path = join(folder, 'desembolsos.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const { valuesOf, said } = await savedIn(path);
    const saved = valuesOf('Monto');
    expect(saved.slice(0, amounts.length)).toEqual(amounts);
    expect(saved).toHaveLength(total);
    expect(said).toContain('despachos');
  });

  await test.step('lines that were pasted, which stand as pasted till then', async () => {
    await openBySidebar(page, 'Cuadratura');
    const lines = ['76.086.428-5\t9\t500', '76.086.428-5\t10\t2000', '76.086.428-5\t8\t1'];
    await page.getByRole('textbox', { name: 'Líneas del registro de compras' }).fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Comparar' }).click();
    const list = 'Cuadratura';
    await listShown(page, list);
    expect(await shownIn(page, 'Total')).toEqual(['500', '2.000', '1']);
    await sortBy(page, list, 'Total', 'ascending');
    await expect.poll(() => shownIn(page, 'Total')).toEqual(['1', '500', '2.000']);
    const path = join(folder, 'cuadratura.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const { valuesOf, said } = await savedIn(path);
    expect(valuesOf('Total')).toEqual([1, 500, 2000]);
    expect(said).toContain('despachos');
  });

  await test.step('what is expected, under whose dispatches it is of', async () => {
    await openBySidebar(page, 'Faltantes');
    await page.getByRole('main').getByRole('link', { name: 'Lo que se espera' }).click();
    const list = 'Lo que se espera';
    await listShown(page, list);
    await sortBy(page, list, 'Documento', 'ascending');
    await sortBy(page, list, 'Documento', 'descending');
    const types = await shownIn(page, 'Documento');
    const path = join(folder, 'esperado.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const { valuesOf } = await savedIn(path);
    const shown = valuesOf('Documento').map(String);
    expect(shown.slice(0, types.length).map((type, at) => types[at]?.startsWith(type))).not.toContain(false);
  });
});
