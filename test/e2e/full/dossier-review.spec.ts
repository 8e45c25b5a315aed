import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import readXlsx from 'read-excel-file/node';
import { worksheetsBytes } from '../../../electron/exports/workbook.ts';
import type { Cell } from '../../../electron/lib/worksheet-cell.ts';
import { sameRut } from '../../support/agency/practice/same-rut.ts';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import {
  expect,
  openBySidebar,
  openDisbursements,
  openSums,
  storeAll,
  test,
} from '../support/stored-agency.ts';
import { expectToast } from '../support/toasts.ts';

test('what is worth a look says why, leads to its documents, and is dismissed with a note', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app, cases } = await storeAll(await openFixture(), agency);
  const [twice] = cases.chargedTwice;
  if (!twice) throw new Error('the agency charged nothing twice');
  const [first, second] = twice;
  const numbers = [first.dispatch?.number ?? '', second.dispatch?.number ?? ''];
  const detail = page.getByRole('region', { name: 'Detalle', exact: true });

  /** Shows one kind alone, and waits until its rows stand where another kind's stood. */
  async function show(kind: string) {
    await page.getByRole('combobox', { name: 'Qué cosas' }).click();
    await page.getByRole('option', { name: kind }).click();
    await expect(page.getByRole('row', { level: 1 })).toHaveText([new RegExp(`^${kind}`)]);
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(rowsOf(page).first()).toBeVisible();
  }

  await test.step('every kind of the data is there', async () => {
    await openBySidebar(page, 'Para revisar');
    for (const heading of [
      'El mismo documento en dos despachos',
      'Los montos no suman',
      'A nombre de otro',
      'Más documentos que lo usual',
    ]) {
      await show(heading);
    }
  });

  await test.step('the charge that came twice leads to both documents', async () => {
    await show('El mismo documento en dos despachos');
    const row = rowsOf(page)
      .filter({ hasText: numbers[0] ?? '' })
      .filter({ hasText: numbers[1] ?? '' });
    await row.first().click();
    await expect(detail).toContainText('2 documentos con el mismo emisor y número');
    for (const number of numbers) {
      await detail.getByRole('button', { name: new RegExp(`despacho ${number}`) }).click();
      await expect(
        page.getByRole('complementary').getByRole('heading', { name: `Despacho ${number}` }),
      ).toBeVisible();
      await expect(page.getByRole('complementary')).toContainText('Documento elegido');
    }
  });

  await test.step('a charge that was paid twice without a document leads to its dispatches', async () => {
    const { rows } = await ask(page, 'dossier.findings', {
      scope: {},
      kinds: ['same-paper-twice'],
      withDismissed: false,
      offset: 0,
      limit: 100,
    });
    const unpapered = rows.find(({ payments }) => payments.length > 0);
    const [payment] = unpapered?.payments ?? [];
    if (!unpapered || !payment) throw new Error('every double charge has both of its papers');
    const index = rows.indexOf(unpapered);
    await rowsOf(page).nth(index).click();
    await expect(detail).toContainText('sin su documento');
    await detail.getByRole('button', { name: /^Desembolso/ }).click();
    await expect(
      page.getByRole('complementary').getByRole('heading', { name: `Despacho ${payment.number}` }),
    ).toBeVisible();
  });

  await test.step('another kind says nothing of what was looked at before', async () => {
    await show('Los montos no suman');
    await expect(detail).toHaveCount(0);
    await expect(page.getByRole('complementary')).toHaveCount(0);
    await rowsOf(page).first().click();
    await expect(detail).toContainText('no da el total');
  });

  await test.step('what is saved holds every double charge and every document made out to a stranger', async () => {
    await show('A nombre de otro');
    const stranger = cases.foreignDocuments.find(
      ({ dispatch, isActive, infoDoc }) => dispatch && isActive && infoDoc.customer?.id,
    );
    await expect(
      rowsOf(page)
        .filter({ hasText: stranger?.dispatch?.number ?? '' })
        .first(),
    ).toBeVisible();
    const path = join(folder, 'para revisar.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const [worksheet] = await readXlsx(path);
    const [head = [], ...lines] = worksheet?.data ?? [];
    const customer = head.indexOf('Nombre en el documento');
    expect(lines.map((line) => line[customer])).toContain(stranger?.infoDoc.customer?.name);
    await show('El mismo documento en dos despachos');
    await rowsOf(page).first().click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
  });

  await test.step('it is dismissed with a note, and can be shown again', async () => {
    const before = (
      await ask(page, 'dossier.findings', { scope: {}, withDismissed: false, offset: 0, limit: 1 })
    ).total;
    await page.getByRole('button', { name: 'Descartar…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Nota', exact: true })
      .fill('cobro repartido, conversado con la naviera');
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await expectToast(page, '1 fila descartada');
    // What has left the list is not chosen any more.
    await expect(page.getByRole('button', { name: 'Descartar…' })).toBeDisabled();
    await page.getByLabel('Con los descartados (1)').check();
    const row = rowsOf(page).filter({ hasText: 'cobro repartido' });
    await row.click();
    await detail.getByRole('button', { name: 'Volver a mostrar' }).click();
    await expect(row).toBeHidden();
    const after = await ask(page, 'dossier.findings', {
      scope: {},
      withDismissed: false,
      offset: 0,
      limit: 1,
    });
    expect(after.total).toBe(before);
  });

  await test.step('documents made out to the agency are no stranger’s: its RUT is learned', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Avanzado' }).click();
    await page.getByRole('menuitem', { name: 'RUT de la agencia…' }).click();
    await expect(page.getByRole('dialog')).toContainText('Aprendido de sus documentos');
    await page.keyboard.press('Escape');
  });
});

test('every payment stands with its document or without, and sums name what they leave out', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app, cases } = await storeAll(await openFixture(), agency);
  const payments = await ask(page, 'dossier.payments', { scope: {}, offset: 0, limit: 500 });
  const unknown = payments.sums.all.amount.unknown;
  expect(unknown).toBe(cases.withoutAmount.length);

  await test.step('those without a document are marked', async () => {
    await openDisbursements(page);
    await page
      .getByRole('main')
      .getByText(/^Sin respaldo \d+$/)
      .click();
    await listShown(page, 'Desembolsos');
    await expect(rowsOf(page).first()).toContainText('sin respaldo');
    const numbers = cases.unsupported.map(({ dispatch }) => dispatch.number);
    const shown = await rowsOf(page).first().getByRole('gridcell').nth(1).innerText();
    expect(numbers).toContain(shown);
    await page
      .getByRole('main')
      .getByText(/^Con respaldo \d+$/)
      .click();
    await expect(rowsOf(page).first()).toContainText(/FACTURA TERCEROS|COMPROBANTE DE PAGO/);
  });

  await test.step('the sum of all says how many amounts are not in it', async () => {
    await expect(page.getByRole('main')).toContainText(`${unknown} sin dato`);
  });

  await test.step('sums by analysis are saved with their unknowns', async () => {
    await openSums(page, 'Sumas por concepto');
    await listShown(page, 'Sumas por concepto');
    await expect(rowsOf(page).last()).toContainText('Total');
    // Rows are chosen to be copied, and the bar says so.
    const copying = page.getByRole('main').getByRole('button', { name: 'Copiar como tabla' });
    await expect(page.getByText('Elige filas para copiarlas')).toBeVisible();
    await expect(copying).toBeDisabled();
    await rowsOf(page).last().click();
    await expect(page.getByText('1 fila elegida')).toBeVisible();
    await copying.click();
    await expect(page.getByText('1 fila copiada')).toBeVisible();
    const path = join(folder, 'sumas.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const [worksheet] = await readXlsx(path);
    const [head = [], ...lines] = worksheet?.data ?? [];
    const column = head.indexOf('Monto: sin dato');
    expect(lines.reduce((sum, line) => sum + Number(line[column]), 0)).toBe(unknown);
  });
});

test('pasted lines of a purchase ledger are found, or told to be absent', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app, cases } = await storeAll(await openFixture(), agency);
  const { rows } = await ask(page, 'dossier.payments', {
    scope: {},
    only: 'supported',
    offset: 0,
    limit: 500,
  });
  const alone = rows.find(
    ({ providerId, documentNumber, amount }) =>
      providerId !== '' &&
      amount !== undefined &&
      rows.filter((one) => one.documentNumber === documentNumber && sameRut(one.providerId, providerId))
        .length === 1,
  );
  const [undelivered] = cases.unsupported.filter(({ charge }) => charge.amounts !== undefined);
  if (!alone || !undelivered) throw new Error('the agency has no charge with, and one without, its paper');
  const { charge } = undelivered;
  const total = alone.amount ?? 0;
  await openBySidebar(page, 'Cuadratura');
  await page
    .getByRole('textbox', { name: 'Líneas del registro de compras' })
    .fill(
      [
        'RUT Proveedor\tFolio\tMonto Total',
        `${alone.providerId}\t00${alone.documentNumber}\t${total}`,
        `${alone.providerId}\t${alone.documentNumber}\t${total + 7}`,
        `${charge.provider.rut}\t${charge.folio}\t${charge.amounts?.total}`,
        `${alone.providerId}\t987654321\t1`,
        'esto no es una línea',
      ].join('\n'),
    );
  await page.getByRole('button', { name: 'Comparar' }).click();
  const verdicts = rowsOf(page);
  await expect(verdicts).toHaveCount(5);
  await expect(verdicts.nth(0)).toContainText('cuadra');
  await expect(verdicts.nth(1)).toContainText('otro monto');
  await expect(verdicts.nth(1)).toContainText('-7');
  await expect(verdicts.nth(2)).toContainText(/solo desembolso|otro monto/);
  await expect(verdicts.nth(3)).toContainText('no está');
  await expect(verdicts.nth(4)).toContainText('no se lee');

  await test.step('a line leads to the document that carries it', async () => {
    await verdicts.nth(0).click();
    await expect(
      page.getByRole('complementary').getByRole('heading', { name: `Despacho ${alone.dispatchNumber}` }),
    ).toBeVisible();
  });

  await test.step('the result is saved', async () => {
    const path = join(folder, 'cuadratura.csv');
    await page.getByRole('button', { name: 'Excel' }).click();
    await app.choosing(path, () => page.getByRole('menuitem', { name: 'Guardar como CSV…' }).click());
    await expectToast(page, `Guardado en ${path}`);
    const saved = readFileSync(path, 'utf8').split('\r\n');
    expect(saved[1]).toContain('cuadra');
    expect(saved[1]).toContain(alone.dispatchNumber);
    expect(saved[4]).toContain('no está');
    expect(saved[5]).toContain('esto no es una línea');
  });

  await test.step('of a verdict alone, its lines alone', async () => {
    await page.getByRole('combobox', { name: 'Qué resultado' }).click();
    await page.getByRole('option', { name: /^no está/ }).click();
    await expect(verdicts).toHaveCount(1);
    const path = join(folder, 'no-esta.csv');
    await page.getByRole('button', { name: 'Excel' }).click();
    await app.choosing(path, () => page.getByRole('menuitem', { name: 'Guardar como CSV…' }).click());
    await expectToast(page, `Guardado en ${path}`);
    const [, line, ...others] = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(line).toContain('987654321');
    expect(others).toEqual(['', expect.stringMatching(/^Se buscó en \d+ despachos guardados/)]);
  });

  await test.step('a ledger in an Excel workbook is compared like a pasted one', async () => {
    const head = ['RUT Proveedor', 'Folio', 'Monto Total'].map((text): Cell => ({ kind: 'text', text }));
    const line: Cell[] = [
      { kind: 'text', text: alone.providerId },
      { kind: 'text', text: `00${alone.documentNumber}` },
      { kind: 'number', number: total },
    ];
    const worksheet = { name: 'Compras', rows: [head, line], headings: [0], frozenRows: 1 };
    await page.getByRole('button', { name: 'Cambiar las líneas' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'compras.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await buffer(worksheetsBytes([worksheet])),
    });
    await expect(verdicts).toHaveCount(1);
    await expect(verdicts.nth(0)).toContainText('cuadra');
    await expect(verdicts.nth(0)).toContainText(String(alone.documentNumber));
  });
});
