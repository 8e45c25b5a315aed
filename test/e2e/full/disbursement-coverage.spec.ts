import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { openConnected } from '../support/steps.ts';
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

async function paymentsOf(page: Page, resultSetId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/results/${id}/disbursements`;
  }, resultSetId);
  await expect(page.getByRole('tab', { name: /^Desembolsos/ })).toHaveAttribute('aria-selected', 'true');
}

test('disbursements say of how many dispatches they are, and the others are asked for by one button', async ({
  openFixture,
  folder,
  fullAgency,
}) => {
  const stored = await storeAll(await openFixture({ size: laptop }), fullAgency, { complete: false });
  const { page, app, connectionId } = stored;
  const [latest] = await ask(page, 'search.recent', undefined);
  const resultSetId = latest?.resultSetId ?? '';
  const { dispatches: total } = await ask(page, 'dossier.known', { scope: { resultSetId } });
  await ask(page, 'rows.page', {
    resultSetId,
    list: 'dispatches',
    offset: 0,
    limit: 2,
    sort: [],
    filter: '',
    group: 'none',
  });
  const all = await ask(page, 'dossier.incomplete', { scope: { resultSetId }, of: 'disbursements' });
  const opened = all.slice(0, 2);
  for (const { number, rut } of opened) {
    await ask(page, 'dispatch.view', { connectionId, number, rut, ask: true });
  }
  await paymentsOf(page, resultSetId);
  const coverage = page.getByText(`Desembolsos de 2 de ${total} despachos`);
  await expect(coverage).toBeVisible();

  await test.step('what is saved says the same', async () => {
    await listShown(page, 'Desembolsos');
    const path = join(folder, 'desembolsos.csv');
    await page.getByRole('main').getByRole('button', { name: 'Excel' }).click();
    await app.choosing(path, () => page.getByRole('menuitem', { name: 'Guardar como CSV…' }).click());
    await expectToast(page, `Guardado en ${path}`);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\r\n');
    expect(lines.at(-2)).toBe('');
    expect(lines.at(-1)).toContain(`Desembolsos de 2 de ${total} despachos`);
  });

  await test.step('the screen of all disbursements says so, in its sums too', async () => {
    await openDisbursements(page);
    await expect(coverage).toBeVisible();
    await openSums(page, 'Sumas por estado');
    await expect(coverage).toBeVisible();
  });

  await test.step('the button asks for the others, and all of them are told', async () => {
    await paymentsOf(page, resultSetId);
    const payments = () => ask(page, 'dossier.payments', { scope: { resultSetId }, offset: 0, limit: 1 });
    const before = (await payments()).total;
    await page
      .getByRole('main')
      .getByRole('button', { name: `Consultar los de estos ${total - 2}` })
      .click();
    await expect(page.getByText(`Desembolsos de los ${total} despachos: están todos`)).toBeVisible({
      timeout: 60_000,
    });
    // Not the drawn rows: those of two dispatches can fill the window already.
    const after = (await payments()).total;
    expect(after).toBeGreaterThan(before);
    await expect(page.getByRole('tab', { name: /^Desembolsos/ })).toContainText(String(after));
    await openBySidebar(page, 'Faltantes');
    await expect(page.getByText(`Qué les falta a los ${total} despachos`)).toBeVisible();
  });
});

test('what lacks says of how many dispatches, and the others are asked for by one button', async ({
  openFixture,
  folder,
  fullAgency,
}) => {
  const stored = await storeAll(await openFixture({ size: laptop }), fullAgency, { complete: false });
  const { page, app } = stored;
  const { dispatches: total } = await ask(page, 'dossier.known', { scope: {} });
  await openBySidebar(page, 'Faltantes');
  await expect(page.getByText(`Qué les falta a 0 de ${total} despachos`)).toBeVisible();
  // Registered without a file, though others of their type may have one.
  await listShown(page, 'Documentos que faltan');
  const path = join(folder, 'faltantes.csv');
  await page.getByRole('main').getByRole('button', { name: 'Excel' }).click();
  await app.choosing(path, () => page.getByRole('menuitem', { name: 'Guardar como CSV…' }).click());
  await expectToast(page, `Guardado en ${path}`);
  expect((await readFile(path, 'utf8')).trimEnd().split('\r\n').at(-1)).toContain(
    `Qué les falta a 0 de ${total} despachos`,
  );
  await page
    .getByRole('main')
    .getByRole('button', { name: `Consultar completos estos ${total}` })
    .click();
  await expect(page.getByText(`Qué les falta a los ${total} despachos, consultados completos.`)).toBeVisible({
    timeout: 60_000,
  });
});

test('a line of a ledger whose month was never asked for says so, and one button asks', async ({
  openFixture,
  folder,
  fullAgency,
}) => {
  const { page, choosing } = await openConnected(() => openFixture({ size: laptop }), fullAgency);
  const lines = [
    'RUT Proveedor\tFolio\tFecha Docto\tMonto Total',
    '76.086.428-5\t987654321\t05/10/2026\t1000',
    '76.501.137-K\t987654322\t06/10/2026\t2000',
  ];
  await openBySidebar(page, 'Cuadratura');
  await page.getByRole('textbox', { name: 'Líneas del registro de compras' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Comparar' }).click();
  await expect(rowsOf(page).filter({ hasText: 'sin consultar' })).toHaveCount(2);
  await expect(page.getByText('De 2 líneas no se consultó todo su mes.')).toBeVisible();
  const path = join(folder, 'cuadratura.csv');
  await page.getByRole('main').getByRole('button', { name: 'Excel' }).click();
  await choosing(path, () => page.getByRole('menuitem', { name: 'Guardar como CSV…' }).click());
  await expectToast(page, `Guardado en ${path}`);
  expect((await readFile(path, 'utf8')).trimEnd().split('\r\n').at(-1)).toContain(
    'De 2 líneas no se consultó todo su mes.',
  );
  const before = fullAgency.requests.count();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Consultar lo que falta/ })
    .click();
  await expect(rowsOf(page).filter({ hasText: 'no está' })).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByText('no se consultó todo su mes')).toHaveCount(0);
  const asked = fullAgency.requests.seen().slice(before);
  const files = asked.filter(({ query }) => query['startDate'] !== undefined);
  expect(new Set(files.map(({ query }) => query['rut'])).size).toBe(fullAgency.clients.length);
});
