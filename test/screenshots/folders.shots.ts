import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goDownTo, listShown, rowsOf } from '../e2e/support/rows.ts';
import {
  download,
  expect,
  openBySidebar,
  openDisbursements,
  openRetention,
  openSums,
  storeAll,
  test,
} from '../e2e/support/stored-agency.ts';
import { ask } from '../support/app/bridge.ts';
import { purchaseLedger } from './purchase-ledger.ts';
import { shooter, sizes } from './shooter.ts';

const root = join(import.meta.dirname, '../../test-results/screenshots');
/** Named in the pictures, and so not at random. */
let folder: string;
test.beforeEach(() => {
  folder = join(tmpdir(), 'Carpeta');
  rmSync(folder, { recursive: true, force: true });
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

// To be looked at and then put into docs/images.
test('what docs/carpeta.md shows', async ({ openFixture, fullAgency }) => {
  const app = await openFixture({ size: { width: 1366, height: 768 }, colorScheme: 'light' });
  const stored = await storeAll(app, fullAgency);
  const { page, cases, connectionId } = stored;
  const locked = cases.byFileKind.encrypted.find(({ dispatch, isActive }) => dispatch && isActive);
  const number = locked?.dispatch?.number ?? '';
  const others = stored.agency.data.dispatches.filter(({ documents }) => documents.length > 5).slice(0, 4);
  const numbers = [number, ...others.map((dispatch) => dispatch.number)];
  await download(
    stored,
    join(folder, 'Carpetas'),
    numbers.map((one) => ({ connectionId, number: one })),
  );
  await page.reload();
  const shoot = shooter(stored.page, 'docs', [{ width: 1366, height: 768 }]);

  await openBySidebar(page, 'Faltantes');
  await rowsOf(page).nth(1).click();
  await page.getByRole('complementary').getByRole('list', { name: 'Documentos que faltan' }).waitFor();
  await shoot('faltantes');

  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Redactar…' }).click();
  await page.getByRole('region', { name: 'Texto del mensaje' }).waitFor();
  await shoot('mensajes');
  await page.getByRole('button', { name: 'Anotar como solicitado', exact: true }).click();
  await page.getByRole('button', { name: 'Anotado', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  // Its toast would lie over the next pictures.
  await page.getByText(/solicitudes anotadas/).waitFor({ state: 'hidden' });

  await page.getByRole('link', { name: 'Solicitados', exact: true }).click();
  await rowsOf(page).first().click();
  await shoot('solicitados');
  await page.getByRole('link', { name: 'Despacho × tipo' }).click();
  await rowsOf(page).nth(2).click();
  await shoot('matriz');
  await page.getByRole('link', { name: 'Lo que se espera' }).click();
  await rowsOf(page).nth(1).click();
  await shoot('esperado');

  await openBySidebar(page, 'Envíos');
  await page.getByRole('button', { name: 'Paquete de fiscalización…' }).click();
  await page.getByRole('textbox', { name: 'Despachos que piden' }).fill(`${numbers.join('\n')}\n400001`);
  await rowsOf(page).first().waitFor();
  await shoot('fiscalizacion');

  await openRetention(page);
  await rowsOf(page).nth(6).click();
  await shoot('conservacion');

  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/missing/matrix?client=${locked?.client.rut}`);
  const row = rowsOf(page).filter({ hasText: number });
  await expect(page.getByRole('grid', { name: 'Despacho × tipo' })).toBeFocused();
  await listShown(page, 'Despacho × tipo');
  await goDownTo(page, row);
  await row.click();
  await page.getByRole('main').getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('menuitem', { name: 'Un PDF por despacho…' }).click();
  const dialog = page.getByRole('dialog', { name: `Despacho ${number} en un PDF` });
  await app.choosing(join(folder, 'Envíos'), () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await shoot('un-pdf');
  await dialog.getByRole('button', { name: 'Armar el PDF' }).click();
  await rowsOf(page).filter({ hasText: 'aparte: tiene contraseña' }).waitFor();
  await shoot('envio');
  const [merged = ''] = readdirSync(join(folder, 'Envíos')).filter((name) => name.endsWith('.pdf'));
  const cover = ['-png', '-r', '72', '-f', '1', '-singlefile', join(folder, 'Envíos', merged)];
  spawnSync('pdftoppm', [...cover, join(root, 'docs', 'portada')]);
  await page.getByRole('button', { name: 'ZIP para correo…' }).click();
  await page.getByRole('dialog', { name: 'ZIP para correo' }).getByLabel('Nombre').waitFor();
  await shoot('zip');
  await page.keyboard.press('Escape');

  await openDisbursements(page);
  await rowsOf(page).nth(1).click();
  await shoot('desembolsos');
  await openSums(page, 'Sumas por concepto');
  await rowsOf(page).first().waitFor();
  await shoot('sumas');

  await openBySidebar(page, 'Para revisar');
  await rowsOf(page).first().click();
  await shoot('para-revisar');

  const lines = await purchaseLedger(page);
  await openBySidebar(page, 'Cuadratura');
  await page.getByRole('textbox', { name: 'Líneas del registro de compras' }).fill(lines);
  await page.getByRole('button', { name: 'Comparar' }).click();
  await rowsOf(page).nth(1).click();
  await shoot('cuadratura');
});

for (const language of ['es-CL', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`folders, ${language} ${theme}`, async ({ openFixture, fullAgency }) => {
      const app = await openFixture({ size: sizes[0] ?? { width: 1366, height: 768 }, colorScheme: theme });
      const stored = await storeAll(app, fullAgency);
      const { page, connectionId, cases } = stored;
      await ask(page, 'settings.change', { language });
      const locked = cases.byFileKind.encrypted.find(({ dispatch, isActive }) => dispatch && isActive);
      const dispatch = { connectionId, number: locked?.dispatch?.number ?? '' };
      await download(stored, join(folder, 'Carpetas'), [dispatch]);
      const { rows } = await ask(page, 'dossier.gaps', { scope: {}, offset: 0, limit: 3 });
      const missingDocuments = rows.map(({ number, type, rut }) => ({ connectionId, number, type, rut }));
      await ask(page, 'dossier.saveRequests', {
        missingDocuments,
        askedOn: '2026-11-12',
        askedOf: 'Marta',
        note: '',
      });
      const { deliveryId } = await ask(page, 'deliveries.merge', {
        dispatches: [dispatch],
        folder: join(folder, 'Carpetas'),
        language,
        withInactive: false,
      });
      await ask(page, 'deliveries.package', {
        text: `${dispatch.number} 400001`,
        folder: join(folder, 'Carpetas'),
        language,
        fetch: false,
      });
      await page.reload();
      const shoot = shooter(page, `${language}-${theme}`);
      const both = { ...addresses, merged: `#/handovers/${deliveryId}`, packed: '#/handovers' };
      for (const [name, address] of Object.entries(both)) {
        await page.evaluate((hash) => {
          window.location.hash = hash;
        }, address);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        if (name === 'cuadratura') {
          await page
            .getByRole('main')
            .getByRole('textbox')
            .fill(await purchaseLedger(page));
          await page.getByRole('main').locator('button[type=submit]').click();
        }
        // The table of disbursements has figures to press, and no row to choose.
        if (name === 'payments-table') await page.getByRole('main').getByRole('table').first().waitFor();
        else await rowsOf(page).first().click();
        await shoot(name);
      }
    });
  }
}

/** Every list of folders, as an address alone opens it. */
const addresses = {
  'missing-gaps': '#/missing/gaps',
  'missing-matrix': '#/missing/matrix',
  'missing-asked': '#/missing/asked',
  'missing-expected': '#/missing/expected',
  'payments-table': '#/payments/table',
  'payments-list': '#/payments/list',
  'payments-state': '#/payments/state',
  'payments-analysis': '#/payments/analysis',
  review: '#/review',
  folders: '#/folders',
  cuadratura: '#/cuadratura',
};
