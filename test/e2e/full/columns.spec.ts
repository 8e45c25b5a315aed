import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
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

const laptop = { width: 1366, height: 768 };
const screen = { width: 1920, height: 1080 };

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box;
}

/** Whether a list says that it goes on before its left edge, and beyond its right one. */
function edgesOf(list: Locator): Promise<boolean[]> {
  return list.evaluate((element) => {
    const edges = getComputedStyle(element, '::before');
    return ['--edge-before', '--edge-after'].map((edge) => edges.getPropertyValue(edge) !== '');
  });
}

test('columns have more of a wide window, until a person sets how wide one is', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), agency);
  await openBySidebar(page, 'Para revisar');
  const grid = page.getByRole('treegrid', { name: 'Para revisar' });
  const head = (name: string) => grid.getByRole('columnheader', { name, exact: true });
  const widthOf = async (name: string) => Math.round((await boxOf(head(name))).width);
  await listShown(page, 'Para revisar');
  // Beside the detail of a row.
  await rowsOf(page).first().click();
  await expect(page.getByRole('complementary')).toBeVisible();
  const scrolls = () => grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  const own = { what: await widthOf('Qué'), why: await widthOf('Por qué') };

  await test.step('on a laptop all that does not fit is scrolled to, heads above their cells', async () => {
    expect(await scrolls()).toBeGreaterThan(0);
    await expect.poll(() => edgesOf(grid)).toEqual([false, true]);
    await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth / 10 }));
    await expect.poll(() => edgesOf(grid)).toEqual([true, true]);
    await grid.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect.poll(() => edgesOf(grid)).toEqual([true, false]);
    const note = await boxOf(head('Nota'));
    const cell = await boxOf(rowsOf(page).first().getByRole('gridcell').last());
    expect(Math.round(cell.x)).toBe(Math.round(note.x));
    expect(Math.round(cell.width)).toBe(Math.round(note.width));
    // The row reaches as far as its cells.
    const row = await boxOf(rowsOf(page).first());
    expect(Math.round(row.x + row.width)).toBeGreaterThanOrEqual(Math.round(cell.x + cell.width));
  });

  await test.step('on a wide screen texts have what is left', async () => {
    await page.setViewportSize(screen);
    await expect.poll(scrolls).toBe(0);
    await expect.poll(() => edgesOf(grid)).toEqual([false, false]);
    await expect.poll(() => widthOf('Por qué')).toBeGreaterThan(own.why);
    expect(await widthOf('Qué')).toBeGreaterThan(own.what);
  });

  await test.step('an edge is pulled from where it is seen, and follows the pointer', async () => {
    const before = await boxOf(head('Qué'));
    const edge = { x: before.x + before.width, y: before.y + 12 };
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x - 40, edge.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf('Qué')).toBe(Math.round(before.width) - 40);
    await page.mouse.move(edge.x + 200, edge.y + 200);
    expect(await widthOf('Qué')).toBe(Math.round(before.width) - 40);
  });

  await test.step('Shift and the arrows do the same from the keyboard', async () => {
    const before = await widthOf('Qué');
    await head('Qué').getByRole('button').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => widthOf('Qué')).toBe(before + 16);
  });

  await test.step('what was set stays on the laptop, and a double click lets it go', async () => {
    const set = await widthOf('Qué');
    await page.setViewportSize(laptop);
    await expect.poll(() => widthOf('Por qué')).toBe(own.why);
    expect(await widthOf('Qué')).toBe(set);
    const { x, y, width } = await boxOf(head('Qué'));
    await page.mouse.dblclick(x + width, y + 12);
    await expect.poll(() => widthOf('Qué')).toBe(own.what);
  });

  await test.step('a hand that moves by a hair on an edge sets nothing', async () => {
    const { x, y, width } = await boxOf(head('Qué'));
    await page.mouse.move(x + width, y + 12);
    await page.mouse.down();
    await page.mouse.move(x + width + 2, y + 12);
    await page.mouse.up();
    await page.setViewportSize(screen);
    await expect.poll(() => widthOf('Qué')).toBeGreaterThan(own.what + 2);
    await page.setViewportSize(laptop);
    await expect.poll(() => widthOf('Qué')).toBe(own.what);
  });

  await test.step('a text that is cut is told whole at the pointer', async () => {
    const cells = rowsOf(page).getByRole('gridcell');
    const cut = await cells.evaluateAll((all) =>
      all.findIndex((cell) => cell.scrollWidth > cell.clientWidth),
    );
    const cell = cells.nth(cut);
    const whole = await cell.innerText();
    await cell.hover();
    await expect(cell).toHaveAttribute('title', whole);
  });

  await test.step('beside an inspector, also where it leaves a list little room, its tools stay in one line', async () => {
    const tools = page.getByRole('toolbar', { name: 'Herramientas de la lista' });
    const edge = await boxOf(page.getByRole('separator', { name: 'Ancho del detalle' }));
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 200);
    await page.mouse.down();
    await page.mouse.move(edge.x - 600, edge.y + 200, { steps: 3 });
    await page.mouse.up();
    for (const width of [1366, 1146, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      for (const name of ['Para revisar', 'Faltantes']) {
        await openBySidebar(page, name);
        await expect(tools).toBeVisible();
        expect((await boxOf(tools)).height).toBeLessThan(48);
      }
    }
  });
});

test('the columns of a list are chosen, saved as Excel as they are shown, and stay as they were left', async ({
  openFixture,
  folder,
  fullAgency: agency,
}) => {
  const { page, app } = await storeAll(await openFixture({ size: laptop }), agency);
  const heads = page.getByRole('main').getByRole('columnheader').getByRole('button');
  const chooser = page.getByRole('dialog', { name: 'Columnas' });
  const atFirst = ['Despacho', 'Cliente', 'Fecha', 'Concepto', 'Monto', 'Respaldo', 'Estado', 'Proveedor'];
  const chosen = ['Despacho', 'Cliente', 'Concepto', 'Monto', 'Respaldo', 'Estado', 'Proveedor', 'Neto'];

  await test.step('payments show first what is asked first', async () => {
    await openDisbursements(page);
    await listShown(page, 'Desembolsos');
    await expect(heads).toHaveText(atFirst);
  });

  await test.step('another is shown, and one is not', async () => {
    await page.getByRole('button', { name: 'Columnas' }).click();
    await chooser.getByLabel('Neto', { exact: true }).check();
    await chooser.getByLabel('Fecha', { exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await expect(heads).toHaveText(chosen);
  });

  await test.step('Excel has the shown ones', async () => {
    const path = join(folder, 'desembolsos.xlsx');
    await app.choosing(path, () => page.keyboard.press('Control+E'));
    await expectToast(page, `Guardado en ${path}`);
    const [worksheet] = await readXlsx(path);
    expect(worksheet?.data[0]).toEqual(
      chosen.flatMap((name) => (name === 'Respaldo' ? [name, 'Documentos'] : name)),
    );
  });

  await test.step('they are there the next time, in this list alone', async () => {
    await expect
      .poll(async () => (await ask(page, 'settings.get', undefined)).settings.layout.columns.payments?.shown)
      .toContain('net');
    await page.reload();
    await listShown(page, 'Desembolsos');
    await expect(heads).toHaveText(chosen);
    await openSums(page, 'Sumas por estado');
    await expect(heads).toHaveText(['Estado', 'Cantidad', 'Monto', 'Neto', 'IVA']);
  });
});

test('how many documents of a dispatch have a file is told in words at the pointer', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), agency);
  const [recent] = await ask(page, 'search.recent', undefined);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/results/${recent?.resultSetId}/dispatches`);
  await listShown(page, 'Despachos');
  const counts = rowsOf(page).getByText(/^\d+ de \d+$/);
  await expect(counts.first()).toHaveAttribute('title', /^\d+ con archivo, de \d+ documentos?$/);
});

test('what is said after a support’s number is seen whole or not at all', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture({ size: laptop }), agency);
  await openDisbursements(page);
  await listShown(page, 'Desembolsos');
  const asides = page.getByRole('grid').getByText('· solo el n°');
  await expect(asides.first()).toBeAttached();
  /** How much of each is in sight, from 0 to 1. */
  const seen = () =>
    asides.evaluateAll((all) =>
      all.map((aside) => {
        const words = document.createRange();
        words.selectNodeContents(aside);
        const [text, box] = [words.getBoundingClientRect(), aside.getBoundingClientRect()];
        const isOnLine = text.top < box.bottom - 1;
        return isOnLine ? Math.max(0, Math.min(text.right, box.right) - text.left) / text.width : 0;
      }),
    );
  await page.getByRole('columnheader', { name: 'Respaldo' }).getByRole('button').focus();
  const fractions = new Set<number>();
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowLeft']) {
    for (let step = 0; step < 12; step++) {
      for (const part of await seen()) fractions.add(Math.round(part * 100));
      await page.keyboard.press(key);
    }
  }
  expect([...fractions].sort()).toEqual([0, 100]);
});

test('a list goes by the height that its head has in a low window', async ({
  openFixture,
  fullAgency: agency,
}) => {
  const { page } = await storeAll(await openFixture({ size: { width: 1366, height: 460 } }), agency);
  await openBySidebar(page, 'Faltantes');
  await page.getByRole('link', { name: 'Despacho × tipo' }).click();
  await listShown(page, 'Despacho × tipo');
  const list = page.getByRole('grid', { name: 'Despacho × tipo' });
  const head = list.locator('thead');
  const low = (await boxOf(head)).height;
  await rowsOf(page).first().click();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  const left = () =>
    list.evaluate((element) => {
      const row = element.querySelector('[data-cursor]')?.getBoundingClientRect();
      return element.getBoundingClientRect().top + element.clientHeight - (row?.bottom ?? 0);
    });
  await expect.poll(left, 'the row that is gone down to is the last one in sight').toBeCloseTo(0, 0);
  await page.setViewportSize(laptop);
  await expect.poll(async () => (await boxOf(head)).height).toBeGreaterThan(low);
});
