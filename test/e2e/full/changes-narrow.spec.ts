import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { openAgency, openSaved, saveSearch } from '../support/saved.ts';
import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { startWatchedApp } from '../support/watched-app.ts';

test('in a narrow window Novedades follows what comes, and its documents are opened once they are here', async ({
  folder,
}) => {
  const agency = await openAgency();
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const app = await startWatchedApp({ home: join(folder, 'home') });
  const { page, calls } = app;
  await connect(page, agency);
  await app.choose(join(folder, 'Carpetas'));
  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await saveSearch(page);
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Mes/ })).toBeVisible();
  const main = page.getByRole('main');
  const openNews = () =>
    page.evaluate(() => {
      location.hash = '#/news';
    });

  await test.step('news are shown that came while the sidebar was hidden', async () => {
    await page.setViewportSize({ width: 900, height: 700 });
    await openNews();
    await expect(main.getByText(/^Nada nuevo por ver/)).toBeVisible();
    const dispatch = agency.data.dispatches.findLast(({ client: owner }) => owner.rut === client.rut);
    agency.changes.arrive({ dispatch: dispatch?.number ?? '' });
    const [saved] = await ask(page, 'saved.list', undefined);
    await ask(page, 'saved.refresh', { id: saved?.id ?? '' });
    await expect(main.getByRole('row', { name: /Documento nuevo/ })).toHaveCount(1);
  });

  const opened = () => calls.filter(({ name }) => name === 'file.open').length;

  await test.step('a document of the news is opened with its program once it has landed', async () => {
    const [news] = await ask(page, 'saved.changes', undefined);
    const { connectionId = '', id = '' } = news?.document ?? {};
    await ask(page, 'downloads.start', {
      selection: { kind: 'some', documents: [{ connectionId, id }] },
      folder: join(folder, 'Carpetas'),
      withInactive: false,
      force: false,
    });
    await expect
      .poll(async () => (await ask(page, 'saved.changes', undefined))[0]?.document?.path)
      .toBeDefined();
    // Until the page has read its news anew, there is nothing to be opened.
    await expect
      .poll(async () => {
        await openNews();
        await main.getByRole('row', { name: /Documento nuevo/ }).click();
        await page.keyboard.press('ControlOrMeta+Enter');
        return opened();
      })
      .toBeGreaterThan(0);
  });

  await test.step('so is one of what was found among what is kept', async () => {
    const [saved] = await ask(page, 'saved.list', undefined);
    const { rows } = await ask(page, 'rows.page', {
      resultSetId: saved?.resultSetId ?? '',
      list: 'documents',
      group: 'none',
      offset: 0,
      limit: 200,
      sort: [],
      filter: '',
    });
    const documents = rows.flatMap((row) => ('issuerName' in row ? [row] : []));
    const withFile = documents.find(
      ({ file, path, folio }) =>
        file === 'available' &&
        path === undefined &&
        documents.filter((one) => one.folio === folio).length === 1,
    );
    const { connectionId = '', id = '', folio = '' } = withFile ?? {};
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.evaluate((text) => {
      location.hash = `#/found/${encodeURIComponent(text)}`;
    }, folio);
    await listShown(page, 'Documentos');
    const row = rowsOf(page).filter({ hasText: folio }).first();
    await expect(row).toContainText('Disponible');
    await ask(page, 'downloads.start', {
      selection: { kind: 'some', documents: [{ connectionId, id }] },
      folder: join(folder, 'Carpetas'),
      withInactive: false,
      force: false,
    });
    await expect(row).not.toContainText('Disponible');
    const before = opened();
    await row.click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(opened).toBeGreaterThan(before);
  });
  await app.close();
  await agency.close();
});

test('a page that is loaded again without a network says so', async ({ openFixture }) => {
  const agency = await openAgency();
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const { page } = await openFixture();
  await connect(page, agency);
  await search(page, client.rut);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await saveSearch(page);
  await openSaved(page);
  await listShown(page, 'Documentos');
  await agency.close();
  await page.keyboard.press('F5');
  const offline = page.getByRole('status').getByText(/Sin conexión · datos del/);
  await expect(offline).toBeVisible();
  await page.reload();
  await listShown(page, 'Documentos');
  await expect(offline).toBeVisible();
});

test('what asks for whole dispatches asks once, however often it is pressed', async ({ folder }) => {
  const agency = await openAgency();
  const app = await startWatchedApp({ home: join(folder, 'home') });
  const { page, calls } = app;
  await connect(page, agency);
  await search(page, agency.clients[0]?.rut ?? '');
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/missing/matrix';
  });
  await listShown(page, 'Despacho × tipo');
  await rowsOf(page).first().click();
  const button = page.getByRole('button', { name: /^Consultar completos/ });
  await expect(button).toBeEnabled();
  const begun = () => calls.filter(({ name }) => name === 'search.start').length;
  const before = begun();
  const { promise: isSeen, resolve: see } = Promise.withResolvers<undefined>();
  app.answer(({ name }) => (name === 'search.start' ? isSeen : undefined));
  await button.dblclick();
  await expect.poll(begun).toBeGreaterThan(before);
  // The button says so for as long as either press is at it.
  await expect(page.getByRole('button', { name: /^Consultando/ })).toBeVisible();
  see(undefined);
  await expect(button).toBeEnabled();
  expect(begun()).toBe(before + 1);
  await app.close();
  await agency.close();
});
