import { join } from 'node:path';
import type { PracticeAgency, PracticeDocument } from '../../support/agency/practice-agency.ts';
import { filesContaining } from '../../support/disk/files-containing.ts';
import { tabTo } from '../support/keys.ts';
import { restart, startAtOwnPorts } from '../support/own-ports.ts';
import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** What stands in every PDF that the practice agency draws, as it is and as it crosses to the page. */
const marks = ['(PDFKit)', Buffer.from('%PDF-1').toString('base64').slice(0, 7)];

test('Space shows a document that is not on this computer, and leaves none of it there', async ({
  openFixture,
  agency,
  folder,
}) => {
  const { page, choosing, close } = await openFixture();
  await connect(page, agency);
  const [first, second] = await listPdfs(page, agency);
  const viewer = page.getByRole('dialog').first();
  const again = viewer.getByRole('button', { name: 'Reintentar', exact: true });

  await page
    .getByRole('row')
    .filter({ hasText: folioOf(first) })
    .click();
  await page.keyboard.press('Space');
  await expect(viewer).toContainText('no queda guardado en este computador');
  const shown = viewer.locator('canvas').first();
  await expect(shown).toBeVisible();
  let width = Number.NaN;
  // A page that is drawn anew has no canvas for a moment, and no width then.
  const widthOf = async () => {
    width = (await shown.boundingBox())?.width ?? Number.NaN;
    return width;
  };
  await expect.poll(widthOf).toBeGreaterThan(0);
  const natural = width;
  await page.keyboard.press('9');
  await expect.poll(widthOf).toBeLessThan(natural);
  const whole = width;
  await viewer.getByRole('button', { name: /^Acercar/ }).click();
  await expect.poll(widthOf).toBeGreaterThan(whole);
  await page.keyboard.press('0');
  await expect.poll(widthOf).toBeGreaterThan(natural);
  const fit = width;
  await page.keyboard.press('-');
  await expect.poll(widthOf).toBeLessThan(fit);
  expect(agency.requests.file(first.id).served).toBe(1);

  const stop = agency.faults.add({ kind: 'storage-answer', status: 200, page: 'html' });
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page
    .getByRole('row')
    .filter({ hasText: folioOf(second) })
    .click();
  await page.keyboard.press('Enter');
  await expect(viewer.getByRole('alert')).toContainText('NOT_A_DOCUMENT', { timeout: 60_000 });
  stop();
  await again.click();
  await expect(viewer.locator('canvas').first()).toBeVisible();
  expect(agency.requests.file(second.id).served).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  for (const mark of marks) expect(filesContaining(folder, mark)).toEqual([]);
  const into = join(folder, 'Carpetas');
  const ask = page.getByRole('search').getByRole('button', { name: 'Buscar', exact: true });
  const before = await ask.boundingBox();
  await page.getByRole('button', { name: /^Descargar…/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Descargar \d+ documento/ });
  await choosing(into, () => dialog.getByRole('button', { name: 'Elegir…' }).click());
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Descargas' }).click();
  await expect(page.getByRole('list', { name: 'Lista de descargas' })).toContainText('Lista');
  expect(await ask.boundingBox(), 'the counter had its room').toEqual(before);
  await close();
  const found = filesContaining(folder, '(PDFKit)');
  expect(found, 'the search finds what was saved').not.toEqual([]);
  expect(found.filter((path) => !path.startsWith(into))).toEqual([]);
});

test('a viewer that is closed gives the focus back to its list', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  const { keyboard } = page;
  await connect(page, agency);
  const [first] = await listPdfs(page, agency);
  const viewer = page.getByRole('dialog').first();
  const list = page.getByRole('grid', { name: 'Documentos' });
  const close = viewer.getByRole('button', { name: /^Cerrar/ });
  const row = page.getByRole('row').filter({ hasText: folioOf(first) });
  const stop = agency.faults.add({ kind: 'storage-answer', status: 200, page: 'html' });
  await row.click();

  await keyboard.press('Space');
  await tabTo(page, close);
  await keyboard.press('Enter');
  await expect(viewer).toBeHidden();
  await expect(list).toBeFocused();

  await test.step('also from what is asked for again, whose button goes', async () => {
    await keyboard.press('Space');
    await expect(viewer.getByRole('alert')).toBeVisible({ timeout: 60_000 });
    stop();
    await tabTo(page, viewer.getByRole('button', { name: 'Reintentar', exact: true }));
    await keyboard.press('Enter');
    await expect(viewer.locator('canvas').first()).toBeVisible();
    await expect(viewer.locator(':focus')).toHaveCount(1);
    await keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(list).toBeFocused();
  });
});

test('an image is zoomed as a PDF is', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const { png: image } = agency.data.planted.byFileKind;
  if (!image.dispatch) throw new Error('the image is of no dispatch');
  await listDispatch(page, image.dispatch);
  await page
    .getByRole('row')
    .filter({ hasText: folioOf(image) })
    .click();
  await page.keyboard.press('Space');
  const viewer = page.getByRole('dialog').first();
  const shown = viewer.locator('img');
  await expect(shown).toBeVisible();
  const widthOf = async () => Math.round((await shown.boundingBox())?.width ?? 0);
  const fit = await widthOf();
  await viewer.getByRole('button', { name: /^Acercar/ }).click();
  await expect.poll(widthOf).toBeGreaterThan(fit);
  await page.keyboard.press('9');
  await expect.poll(widthOf).toBe(fit);
  await page.keyboard.press('-');
  await expect.poll(widthOf).toBeLessThan(fit);
});

test('without a network a document that is not here says so, and comes once there is one', async ({
  openFixture,
}) => {
  const settings = { documents: 400, clients: 4, seed: 'e2e' };
  let agency = await startAtOwnPorts(settings);
  try {
    const { page } = await openFixture();
    await connect(page, agency);
    const [document] = await listPdfs(page, agency);
    await agency.close();

    await page
      .getByRole('row')
      .filter({ hasText: folioOf(document) })
      .click();
    await page.keyboard.press('Space');
    const viewer = page.getByRole('dialog').first();
    await expect(viewer).toContainText('Sin conexión', { timeout: 60_000 });
    await expect(viewer.getByRole('alert')).toHaveCount(0);

    agency = await restart(agency, settings);
    const again = viewer.getByRole('button', { name: 'Reintentar', exact: true });
    const shown = viewer.locator('canvas').first();
    // What else has waited for the network may find it first: then the document comes by itself, and the
    // button is gone.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(shown).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  } finally {
    await agency.close();
  }
});

/** Lists the documents of a dispatch and answers with two that have a PDF. */
async function listPdfs(
  page: Parameters<typeof search>[0],
  { data, clients }: PracticeAgency,
): Promise<[PracticeDocument, PracticeDocument]> {
  for (const { number, client, documents } of data.dispatches.toReversed()) {
    const [first, second] = documents.filter(
      (one) => one.file?.kind === 'pdf' && one.isActive && folioOf(one).length > 3,
    );
    if (!first || !second || folioOf(first) === folioOf(second)) continue;
    if (!clients.some(({ rut }) => rut === client.rut)) continue;
    await listDispatch(page, { number });
    await page
      .getByRole('row')
      .filter({ hasText: folioOf(first) })
      .waitFor();
    return [first, second];
  }
  throw new Error('no dispatch has two PDFs');
}

/** Lists the documents of a dispatch. */
async function listDispatch(
  page: Parameters<typeof search>[0],
  { number }: Pick<PracticeAgency['data']['dispatches'][number], 'number'>,
): Promise<void> {
  await search(page, number);
  await page.getByRole('tab', { name: /Documentos/ }).click();
}

function folioOf({ infoDoc }: PracticeDocument): string {
  return infoDoc.document?.number ?? '';
}
