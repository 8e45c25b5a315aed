import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { ask } from '../../support/bridge.ts';
import { expect, goByRail, type KeptAgency, keepAll, test } from '../support/kept-agency.ts';
import { expectNews } from '../support/news.ts';
import { listShown, rowsOf } from '../support/rows.ts';

/** A gap that the list tells of, checked against the agency's own data. */
async function gapOf({ page, cases }: KeptAgency) {
  const { rows } = await ask(page, 'carpeta.gaps', { scope: {}, isOver: true, offset: 0, limit: 500 });
  const real = rows.find(
    ({ number, type, kind }) =>
      kind === 'missing' && cases.gaps.some((gap) => gap.dispatch.number === number && gap.type === type),
  );
  if (!real) throw new Error('the agency lacks a paper that the app does not miss');
  return real;
}

test('what is missing stands by who owes it, is asked for, and closes itself when it arrives', async ({
  openDesk,
  folder,
  fullAgency: agency,
}) => {
  const kept = await keepAll(await openDesk(), agency);
  const { page, desk } = kept;
  const gap = await gapOf(kept);
  const row = rowsOf(page).filter({ hasText: gap.number }).filter({ hasText: gap.type });

  await test.step('the rail counts what is missing', async () => {
    const { total } = await ask(page, 'carpeta.gaps', { scope: {}, offset: 0, limit: 1 });
    const link = page
      .getByRole('navigation', { name: 'Navegación' })
      .getByRole('link', { name: /^Faltantes/ });
    await expect(link).toHaveText(new RegExp(`${total}$`));
  });

  await test.step('a line has its reason, under who owes it', async () => {
    await goByRail(page, 'Faltantes');
    await page.getByRole('combobox', { name: 'Cliente', exact: true }).click();
    const client = agency.clients.find(({ rut }) => rut === gap.rut);
    await page.getByRole('option', { name: new RegExp(client?.name ?? '') }).click();
    await page.getByRole('combobox', { name: 'Responsable' }).click();
    await page.getByRole('option', { name: new RegExp(`^${gap.responsible}`) }).click();
    await expect(rowsOf(page).filter({ hasNotText: client?.name ?? '' })).toHaveCount(0);
    await expect(page.getByRole('row', { level: 1 })).toHaveText([new RegExp(`^${gap.responsible}`)]);
    await listShown(page, 'Documentos que faltan');
    await expect(row).toContainText(`${gap.seen} de los últimos ${gap.of}`);
    await expect(row).toContainText('No está');
  });

  await test.step('the inspector tells the same of its dispatch', async () => {
    await row.click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
    const gaps = page.getByRole('complementary').getByRole('list', { name: 'Documentos que faltan' });
    await expect(gaps).toContainText(gap.type);
    await expect(gaps).toContainText(`debe ${gap.responsible}`);
  });

  await test.step('a message asks for it, and is noted', async () => {
    await page.getByRole('button', { name: 'Redactar…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mensajes listos para enviar' });
    await expect(dialog.getByRole('region', { name: 'Texto del mensaje' })).toContainText(`- ${gap.type}`);
    await dialog.getByText('Inglés').click();
    await expect(dialog.getByRole('region', { name: 'Texto del mensaje' })).toContainText('Thank you');
    await dialog.getByRole('button', { name: 'Anotar como pedido' }).click();
    await expect(dialog.getByRole('button', { name: 'Anotado', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(/pedido \d\d-\d\d-\d{4}/);
  });

  await test.step('the list is saved as Excel, as it is shown', async () => {
    const path = join(folder, 'faltantes.xlsx');
    await desk.choosing(path, () => page.keyboard.press('Control+E'));
    await expectNews(page, `Guardado en ${path}`);
    const [sheet] = await readXlsx(path);
    const cells = (sheet?.data ?? []).map((line) => line.map(String).join('|'));
    expect(cells[0]).toContain('Responsable');
    expect(cells.find((line) => line.includes(gap.number) && line.includes(gap.type))).toContain('No está');
  });

  await test.step('the paper arrives, and the line is gone', async () => {
    agency.changes.arrive({ dispatch: gap.number, type: gap.type });
    await row.click();
    await page.getByRole('complementary').getByRole('button', { name: 'Volver a consultar' }).click();
    await expect(row).toBeHidden();
    await page.getByRole('link', { name: 'Pedidos', exact: true }).click();
    await page.getByRole('main').getByText('Llegados').click();
    await expect(rowsOf(page).filter({ hasText: gap.number })).toContainText(
      /pedido \d\d-\d\d-\d{4}, llegó \d\d-\d\d-\d{4}/,
    );
  });
});

test('what is expected is confirmed or changed, and the matrix follows', async ({
  openDesk,
  fullAgency: agency,
}) => {
  const kept = await keepAll(await openDesk({ size: { width: 1920, height: 1080 } }), agency);
  const { page } = kept;
  const gap = await gapOf(kept);
  const client = agency.clients.find(({ rut }) => rut === gap.rut);

  await test.step('the matrix says what lacks, with a sign and its word', async () => {
    await goByRail(page, 'Faltantes');
    await page.getByRole('link', { name: 'Despacho × tipo' }).click();
    await page
      .getByRole('main')
      .getByText(/^Les falta/)
      .click();
    await listShown(page, 'Despacho × tipo');
    const row = rowsOf(page).filter({ hasText: gap.number });
    await expect(row).toContainText(/faltan? \d/);
    await expect(row.getByTitle(new RegExp(`^falta · debe ${gap.responsible}`)).first()).toBeVisible();
  });

  await test.step('a type that is not expected any more is missing nowhere', async () => {
    await page.getByRole('link', { name: 'Lo que se espera' }).click();
    await page.getByRole('combobox', { name: 'Cliente', exact: true }).click();
    await page.getByRole('option', { name: new RegExp(client?.name ?? '') }).click();
    await expect(page.getByRole('row', { level: 1 }).filter({ hasNotText: client?.name ?? '' })).toHaveCount(
      0,
    );
    await listShown(page, 'Lo que se espera');
    const groups = await ask(page, 'carpeta.expectations', { scope: { ruts: [gap.rut] } });
    const of = (isExpected: boolean) =>
      rowsOf(page)
        .filter({ hasText: gap.type })
        .filter({
          hasText: isExpected ? /(?<!no )se espera/ : /no se espera/,
        });
    await expect(of(true).first()).toBeVisible();
    for (const { group, types } of groups) {
      if (types.some(({ type, isExpected }) => type === gap.type && isExpected)) {
        await ask(page, 'carpeta.undecide', { group, types: [gap.type] });
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

test('a dispatch that was not asked for completely reads parcial and is in no list of gaps', async ({
  openDesk,
  fullAgency: agency,
}) => {
  const { page } = await keepAll(await openDesk(), agency, { complete: false });
  await goByRail(page, 'Faltantes');
  await expect(page.getByText(/despachos parciales quedan fuera/)).toBeVisible();
  await page.getByRole('button', { name: 'Verlos' }).click();
  await listShown(page, 'Despacho × tipo');
  await expect(rowsOf(page).first()).toContainText('parcial');
  await expect(page.getByRole('main').getByText(/^Completos 0/)).toBeVisible();

  await test.step('one of them is asked for completely, and has a verdict', async () => {
    const row = rowsOf(page).first();
    const number = await row.getByRole('gridcell').nth(1).innerText();
    await row.click();
    await page.getByRole('button', { name: 'Pedir completos' }).click();
    const asked = rowsOf(page).filter({ hasText: number });
    await expect(asked).not.toContainText('parcial', { timeout: 120_000 });
    await expect(asked).toContainText('sin aprender');
  });

  await test.step('all of them are, and what is missing is told', async () => {
    await page.getByRole('link', { name: 'Documentos que faltan' }).click();
    await page.getByRole('button', { name: 'Pedirlos completos' }).click();
    await expect(page.getByText(/parcial(es)? quedan? fuera/)).toBeHidden({ timeout: 120_000 });
    await expect(rowsOf(page).first()).toBeVisible();
  });
});
